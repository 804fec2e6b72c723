"""The types of a note's fields; the only file that knows pydantic."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictStr, ValidationError

from curator_core.model.note import (
    Authority,
    FieldValue,
    Kind,
    Modality,
    Note,
    Origin,
    Privacy,
    Relation,
    Status,
)
from curator_core.model.problem import Severity
from curator_core.rules.schema import ID_PATTERN, SCOPE_PATTERN, Finding


def _truth(value: object) -> object:
    if value is None or isinstance(value, bool):
        return bool(value)
    if value in ("true", "false"):
        return value == "true"
    raise ValueError("must be true or false")


def _number(value: object) -> object:
    if value is None or not isinstance(value, str):
        return value
    if len(value) > 24 or not value.replace(".", "", 1).replace("e-", "", 1).isdigit():
        raise ValueError("must be a number from 0 to 1")
    return float(value)


def _whole(value: object) -> object:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 7:
        return int(value)
    if isinstance(value, int):
        return value
    raise ValueError("must be a whole number")


def _items(value: object) -> object:
    if value is None:
        return ()
    if isinstance(value, str):
        return (value,)
    if isinstance(value, tuple | list):
        return tuple(item for item in value if item is not None)
    return value


Truth = Annotated[bool, BeforeValidator(_truth)]
Texts = Annotated[tuple[StrictStr, ...], BeforeValidator(_items)]
Text = StrictStr | None


class NoteFields(BaseModel):
    """Schema version 1 as types; meaning of each field: DESIGN §3."""

    model_config = ConfigDict(extra="allow", frozen=True, title="Curator note, schema version 1")

    schema_version: Annotated[int, BeforeValidator(_whole)]
    id: Annotated[StrictStr, Field(json_schema_extra={"pattern": f"^{ID_PATTERN}$"})]
    kind: Kind
    subject: StrictStr
    scope: Annotated[StrictStr, Field(json_schema_extra={"pattern": f"^{SCOPE_PATTERN}$"})]
    status: Status
    recorded_at: StrictStr
    origin: Origin
    title: Text = None
    description: Text = None
    memory_key: Text = None
    value: Text = None
    valid_from: Text = None
    valid_to: Text = None
    observed_at: Text = None
    expires_at: Text = None
    review_by: Text = None
    verified_at: Text = None
    supersedes: Texts = ()
    relation: Relation | None = None
    exception_to: Text = None
    authority: Authority = Authority.INFERRED
    taint: Texts = ()
    modality: Modality = Modality.EXPLICIT
    applies_when: Texts = ()
    confidence: Annotated[
        Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] | None, BeforeValidator(_number)
    ] = None
    privacy: Privacy = Privacy.INTERNAL
    reviewed: Truth = False
    reviewed_by: Text = None
    reviewed_at: Text = None
    reviewed_hash: Text = None
    sources: Texts = ()
    pin: Truth = False
    generated: Truth = False
    recipe: Text = None
    inputs: Texts = ()
    session: Text = None
    job: Text = None
    tags: Texts = ()
    signals: Texts = ()


_DEFAULTED = frozenset({"authority", "modality", "privacy"})


def json_schema() -> dict[str, Any]:
    """The published JSON Schema of a note's frontmatter."""
    schema = NoteFields.model_json_schema()
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    return schema


def typed(fields: Mapping[str, FieldValue], body: str) -> Note | tuple[Finding, ...]:
    """A note of typed values, or all the findings that keep the fields from being one."""
    given = {k: v for k, v in fields.items() if not (v is None and k in _DEFAULTED)}
    try:
        model = NoteFields.model_validate(given)
    except ValidationError as error:
        return tuple(_finding(dict(detail)) for detail in error.errors(include_url=False))
    values = dict(model.__dict__)
    return Note(**values, extra=dict(model.model_extra or {}), body=body)


def _finding(detail: dict[str, Any]) -> Finding:
    location = detail["loc"]
    field = str(location[0]) if location else ""
    kind = detail["type"]
    if kind == "missing" or (field in _REQUIRED and detail.get("input") is None):
        return Finding("field-missing", Severity.ERROR, field, f"{field} is missing")
    return Finding(_code(kind), Severity.ERROR, field, f"{field}: {_words(detail)}", _hint(field))


_REQUIRED = frozenset(n for n, f in NoteFields.model_fields.items() if f.is_required())


def _code(kind: str) -> str:
    if kind in ("greater_than_equal", "less_than_equal", "finite_number"):
        return "field-range"
    return "field-value" if kind in ("enum", "value_error") else "field-type"


def _words(detail: dict[str, Any]) -> str:
    message = str(detail["msg"]).removeprefix("Value error, ")
    return message[:1].lower() + message[1:]


def _hint(field: str) -> str:
    annotation = NoteFields.model_fields.get(field)
    if annotation is None:
        return ""
    return "see `curator schema` for what the field takes"
