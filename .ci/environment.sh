# Sourced by open, test and run: finds a Python, makes an environment, skips what is up to date.
# Works where the system's Python is externally managed and where venv has no ensurepip.

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd) || exit 1

say() { printf 'curator: %s\n' "$*" >&2; }

fail() {
    say "$@"
    exit 1
}

# Prints the first Python >= 3.11 among python3 and python3.14 ... python3.11.
find_python() {
    for name in ${CURATOR_PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}; do
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            command -v "$name"
            return 0
        fi
    done
    say "no Python 3.11 or newer among python3, python3.14 ... python3.11"
    fail "install one, or name it: CURATOR_PYTHON=/path/to/python3"
}

# fingerprint PATH...: one hash over this Python and the bytes of files and folders.
fingerprint() {
    "$python" - "$root" "$@" <<'CODE'
import hashlib, pathlib, sys

total = hashlib.sha256(f"{sys.version} {sys.prefix} {sys.argv[1]}".encode())
for name in sys.argv[2:]:
    top = pathlib.Path(sys.argv[1], name)
    for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
        if path.is_file() and "__pycache__" not in path.parts:
            total.update(str(path.relative_to(sys.argv[1])).encode("utf-8", "surrogateescape"))
            total.update(hashlib.sha256(path.read_bytes()).digest())
print(total.hexdigest())
CODE
}

# make_environment DIR: a fresh environment, with its own pip where this Python can give it one.
make_environment() {
    rm -rf "$1"
    say "making ${1#"$root"/} with $("$python" --version)"
    if ! "$python" -m venv "$1" >/dev/null 2>&1; then
        rm -rf "$1"
        "$python" -m venv --without-pip "$1" || fail "$python cannot make an environment"
        "$python" -m pip --version >/dev/null 2>&1 ||
            fail "$python has neither ensurepip nor pip: install python3-venv or python3-pip"
    fi
    printf '*\n' >"$1/.gitignore"
}

# install DIR ARGUMENT...: by the environment's own pip, else by the outer Python's.
install() {
    environment=$1
    shift
    set -- install --quiet --disable-pip-version-check "$@"
    if "$environment/bin/python" -m pip --version >/dev/null 2>&1; then
        "$environment/bin/python" -m pip "$@"
    else
        "$python" -m pip --python "$environment/bin/python" "$@"
    fi
}

# environment_for_app: .venv-app holds the project as a user installs it, at its present state.
environment_for_app() {
    python=$(find_python) || exit 1
    app=$root/.venv-app
    now=$(fingerprint pyproject.toml README.md LICENSE core curator_app sample-home) || exit 1
    [ "$(cat "$app/.stamp" 2>/dev/null)" = "$now" ] && return
    make_environment "$app"
    say "installing"
    install "$app" "$root" || fail "the installation failed"
    printf '%s\n' "$now" >"$app/.stamp"
}

# environment_for_tests: .venv-test holds the locked tools and the project's own folders.
environment_for_tests() {
    python=$(find_python) || exit 1
    tests=$root/.venv-test
    now=$(fingerprint pyproject.toml .requirements-dev.lock) || exit 1
    [ "$(cat "$tests/.stamp" 2>/dev/null)" = "$now" ] && return
    make_environment "$tests"
    say "installing the locked tools"
    install "$tests" --require-hashes -r "$root/.requirements-dev.lock" &&
        install "$tests" --no-deps -e "$root" || fail "the installation failed"
    printf '%s\n' "$now" >"$tests/.stamp"
}
