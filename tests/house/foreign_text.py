"""Where foreign text would reach the screen unescaped, found by reading the code.

Labels travel through expressions: FOREIGN for text out of a store or a model, a parameter's name
for what a caller hands in. What a caller hands in may be painted as it is only if every caller
hands in our own words: such parameters become sinks themselves, until nothing changes any more.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tests.house.foreign_names import held, imports, module_of
from tests.house.source_files import Function, Source, dotted

FOREIGN = "<foreign>"
Labels = frozenset[str]
CLEAN: Labels = frozenset()

TUI, CLI, CLI_TEXTS = "curator_app.tui", "curator_app.cli", "curator_app.cli.texts"
ESCAPING = "curator_app.tui.paint.foreign"
# A text without its secrets is as foreign as it was.
MASKING = "curator_core.service.secrecy.masked"
ESCAPED_BY = {"visible", "path_text", "runs", "dumps"}
# Calls whose result tells nothing of the text they are given.
COUNTING = {"len", "bool", "int", "sum", "any", "all", "isinstance", "cell_len", "round", "range"}
# `.value` is an enum's word, but for what holds a note's value or what was typed.
VALUE_OF = {"note", "entry", "event", "field", "input", "answer", "row"}
TITLES = {"title", "sub_title", "tooltip", "border_title", "border_subtitle", "placeholder"}
TEXT_MAKERS = {"Text", "Content", "Segment", "assemble", "styled"}
# The app's own table of keys, no value of the model.
OWN_OBJECTS = {"action"}


@dataclass(slots=True)
class Program:
    """All files of the app that draw: whose parameters must be own words, and what breaks that."""

    sources: Sequence[Source]
    fields: set[str]
    own_words: dict[str, set[str]] = field(default_factory=dict)
    definitions: dict[str, Function] = field(default_factory=dict)

    def offences(self) -> list[str]:
        """Return every place where foreign text is painted, made a title or given as own words."""
        for source in self.sources:
            self._define(source)
        while True:
            before = {name: set(params) for name, params in self.own_words.items()}
            found = [place for source in self.sources for place in self._in(source)]
            if before == self.own_words:
                return sorted(set(found))

    def _define(self, source: Source) -> None:
        module = module_of(source)
        for node in source.tree.body:
            if isinstance(node, Function):
                self.definitions[f"{module}.{node.name}"] = node
            elif isinstance(node, ast.ClassDef):
                for method in node.body:
                    if isinstance(method, Function):
                        name = node.name if method.name == "__init__" else f"*.{method.name}"
                        key = f"{module}.{name}" if method.name == "__init__" else name
                        self.definitions[key] = method

    def _in(self, source: Source) -> Iterator[str]:
        module = module_of(source)
        if module == ESCAPING:
            return
        scopes = [node for node in ast.walk(source.tree) if isinstance(node, Function)]
        names = imports(source.tree)
        for scope in (source.tree, *scopes):
            for line in _Scope(self, module, names, scope).offending_lines():
                yield f"{source.name}:{line}"


@dataclass(slots=True)
class _Scope:
    program: Program
    module: str
    imports: Mapping[str, str]
    scope: ast.Module | Function
    bound: dict[str, Labels] = field(default_factory=dict)
    lists: set[str] = field(default_factory=set)

    def offending_lines(self) -> Iterator[int]:
        self._bind_parameters()
        for _ in range(3):
            for node in self._nodes():
                self._bind(node)
        for node in self._nodes():
            for value in self._sunk(node):
                labels = self.labels(value)
                if FOREIGN in labels:
                    yield value.lineno
                if labels - {FOREIGN}:
                    self.program.own_words.setdefault(self._key(), set()).update(labels - {FOREIGN})

    def _nodes(self) -> Iterator[ast.AST]:
        """Yield this scope's nodes, but for inner functions and for refusals, escaped when told."""
        waiting: list[ast.AST] = list(self.scope.body)
        while waiting:
            node = waiting.pop()
            refusal = isinstance(node, ast.Call) and dotted(node.func) in ("Refusal", "problem")
            if refusal or isinstance(node, Function | ast.ClassDef):
                continue
            yield node
            waiting += ast.iter_child_nodes(node)

    def _key(self) -> str:
        name = "" if isinstance(self.scope, ast.Module) else self.scope.name
        for key, node in self.program.definitions.items():
            if node is self.scope:
                return key
        return f"{self.module}.{name}"

    def _bind_parameters(self) -> None:
        if isinstance(self.scope, ast.Module):
            return
        args = self.scope.args
        for arg in (*args.posonlyargs, *args.args, *args.kwonlyargs):
            if arg.annotation is not None and "str" in ast.unparse(arg.annotation):
                self.bound[arg.arg] = frozenset({arg.arg})

    def _bind(self, node: ast.AST) -> None:
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._assign(target, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._assign(target, value)
            case (
                ast.AugAssign(target=target, value=value)
                | ast.NamedExpr(target=target, value=value)
            ):
                self._assign(target, value)
            case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
                self._name(target, self.labels(value))
            case ast.ExceptHandler(name=str(name)):
                self.bound[name] = frozenset({FOREIGN})
            case ast.MatchClass(kwd_attrs=attrs, kwd_patterns=patterns):
                for attr, pattern in zip(attrs, patterns, strict=True):
                    if isinstance(pattern, ast.MatchAs) and pattern.name and self._is_field(attr):
                        self.bound[pattern.name] = frozenset({FOREIGN})

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name) and isinstance(value, ast.List | ast.ListComp):
            self.lists.add(target.id)
        pairs = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
        if pairs and len(target.elts) == len(value.elts):  # type: ignore[attr-defined]
            for one, part in zip(target.elts, value.elts, strict=True):  # type: ignore[attr-defined]
                self._assign(one, part)
        else:
            self._name(target, self.labels(value))

    def _name(self, target: ast.expr, labels: Labels) -> None:
        for node in ast.walk(target):
            if isinstance(node, ast.Name):
                self.bound[node.id] = self.bound.get(node.id, CLEAN) | labels

    def _is_field(self, name: str) -> bool:
        return name in self.program.fields

    def labels(self, node: ast.expr) -> Labels:
        """Return what a text made by this expression may hold."""
        match node:
            case ast.Constant() | ast.Compare() | ast.Lambda() | ast.UnaryOp(op=ast.Not()):
                return CLEAN
            case ast.Name(id=name):
                return self.bound.get(name, CLEAN)
            case ast.Attribute(value=base, attr=attr):
                return self._attribute(base, attr)
            case ast.Call():
                return self._call(node)
            case ast.IfExp(body=body, orelse=orelse):
                return self.labels(body) | self.labels(orelse)
            case ast.Subscript(value=value):
                return self.labels(value)
            case ast.JoinedStr() if self._is(CLI):
                return CLEAN  # each of its values is judged by itself
            case ast.FormattedValue(format_spec=ast.JoinedStr() as spec) if _is_number(spec):
                return CLEAN
            case ast.ListComp(elt=item) | ast.GeneratorExp(elt=item) | ast.SetComp(elt=item):
                return self.labels(item)
            case _:
                parts = (each for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr))
                return CLEAN.union(*(self.labels(each) for each in parts))

    def _attribute(self, base: ast.expr, attr: str) -> Labels:
        if attr == "value":
            last = dotted(base).rpartition(".")[2]
            return frozenset({FOREIGN}) if last.strip("_") in VALUE_OF else CLEAN
        if dotted(base) in OWN_OBJECTS:
            return CLEAN
        return frozenset({FOREIGN}) if self._is_field(attr) else CLEAN

    def _call(self, call: ast.Call) -> Labels:
        name = self._resolved(call.func)
        last = name.rpartition(".")[2]
        if name.startswith((f"{ESCAPING}.", f"{CLI_TEXTS}.")) or last in ESCAPED_BY | COUNTING:
            return CLEAN
        made = self.program.definitions.get(name)
        if made is not None and made.returns is not None and "str" not in held(made.returns):
            return CLEAN
        of_service = name.startswith("curator_core.service") and name != MASKING
        service = frozenset({FOREIGN}) if of_service else CLEAN
        given = [*call.args, *(each.value for each in call.keywords)]
        if isinstance(call.func, ast.Attribute):
            given.append(call.func.value)
        return service.union(*(self.labels(each) for each in given))

    def _resolved(self, func: ast.expr) -> str:
        name = dotted(func)
        first, _, rest = name.partition(".")
        if first in self.imports:
            return f"{self.imports[first]}.{rest}" if rest else self.imports[first]
        local = f"{self.module}.{name}"
        if local in self.program.definitions:
            return local
        return f"*.{name.rpartition('.')[2]}" if "." in name else name

    def _sunk(self, node: ast.AST) -> Iterator[ast.expr]:
        """Yield the expressions whose text this node shows, or hands on as own words."""
        match node:
            case ast.Call():
                yield from self._printed(node) if self._is(CLI) else self._painted(node)
                yield from self._handed_on(node)
            case ast.Assign(targets=[ast.Attribute(attr=attr)], value=value) if attr in TITLES:
                yield value
            case ast.FormattedValue() if self._is(CLI):
                yield node
            case ast.Return(value=ast.expr() as value) if self._is(CLI_TEXTS):
                yield value

    def _is(self, package: str) -> bool:
        return f"{self.module}.".startswith(f"{package}.")

    def _printed(self, call: ast.Call) -> Iterator[ast.expr]:
        name = dotted(call.func)
        if name == "print" or name.endswith((".stdout.write", ".stderr.write", ".echo")):
            yield from call.args
        elif name.endswith(".give"):
            yield from call.args[1:2]
        elif name.endswith("lines.append"):
            yield from call.args

    def _painted(self, call: ast.Call) -> Iterator[ast.expr]:
        last = dotted(call.func).rpartition(".")[2]
        imported = self._resolved(call.func)
        if last in TEXT_MAKERS:
            for arg in call.args if last == "assemble" else call.args[:1]:
                yield arg.elts[0] if isinstance(arg, ast.Tuple) and arg.elts else arg
        elif last in ("append", "notify", "update") and not self._fills_a_list(call):
            yield from call.args[:1]
            yield from (each.value for each in call.keywords if each.arg in TITLES)
        elif imported.startswith("textual.widgets."):
            yield from call.args
            yield from (each.value for each in call.keywords if each.arg not in ("id", "classes"))

    def _fills_a_list(self, call: ast.Call) -> bool:
        receiver = dotted(call.func).rpartition(".")[0]
        made = isinstance(call.args[0], ast.GeneratorExp | ast.Dict) if call.args else False
        return made or receiver in self.lists

    def _handed_on(self, call: ast.Call) -> Iterator[ast.expr]:
        name = self._resolved(call.func)
        own = self.program.own_words.get(name)
        made = self.program.definitions.get(name)
        if not own or made is None:
            return
        params = [each.arg for each in (*made.args.posonlyargs, *made.args.args)]
        params = params[1:] if params[:1] == ["self"] else params
        for param, arg in zip(params, call.args, strict=False):
            if param in own:
                yield arg
        yield from (each.value for each in call.keywords if each.arg in own)


def _is_number(spec: ast.JoinedStr) -> bool:
    """Whether a format such as `>5d` takes nothing but a whole number."""
    match spec.values:
        case [*_, ast.Constant(value=str(text))]:
            return text.endswith("d")
        case _:
            return False
