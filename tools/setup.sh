#!/bin/sh
# Makes .venv with the package in it: PYTHON=python3 sh tools/setup.sh [EXTRAS [PACKAGE ...]]
# If something fails, one sentence says why. A .venv without a stamp (incomplete) or without its Python (useless) is made again.

python=${PYTHON:-python3}
extras=${1:-}
[ $# = 0 ] || shift

fail() {
    echo "error: $1" >&2
    exit 1
}

# Turns what a program printed into one sentence, and removes a .venv that cannot be used.
abandon() {
    case $1 in
    *"No space left"* | *ENOSPC* | *"File too large"* | *"quota exceeded"*)
        reason="the disk is full: Kartenhaus takes 400 MB in $PWD, and some space in ${TMPDIR:-/tmp} during setup; free some and try again" ;;
    *ensurepip* | *"No module named venv"* | *"No module named 'venv'"*)
        reason="$python cannot create virtual environments; install its venv module (Debian and Ubuntu: apt install python3-venv) and try again" ;;
    *"new connection"* | *"name resolution"* | *"No matching distribution"* | *"timed out"* | *"Connection"* | *"needs the network"*)
        fail "the package registry cannot be reached, and the setup needs it; check your network and try again" ;;
    *"cannot be joined"*)
        fail "$(echo "$1" | grep "cannot be joined" | tail -n 1)" ;;
    *)
        reason="the setup failed: $(echo "$1" | grep -i error | tail -n 1)" ;;
    esac
    rm -rf .venv
    fail "$reason"
}

command -v "$python" > /dev/null ||
    fail "Kartenhaus needs Python 3.11 or newer, and there is no $python here; name yours with: make PYTHON=python3.12"
found=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2]); sys.exit(sys.version_info < (3, 11))' 2> /dev/null) ||
    fail "Kartenhaus needs Python 3.11 or newer, and $python is ${found:-no Python}; name another with: make PYTHON=python3.12"

# pip for the environment: the one of its Python is ready at once; if that is missing or old, installing one takes some seconds.
pip() {
    if "$python" -c 'import pip, sys; sys.exit(int(pip.__version__.split(".")[0]) < 23)'; then
        "$python" -m pip --python .venv/bin/python "$@"
    else
        .venv/bin/python -m ensurepip && .venv/bin/python -m pip "$@"
    fi
}

# uv takes seconds, pip about a minute. If there is no uv for this machine, or uv fails, pip does it.
install() {
    quiet="--quiet --disable-pip-version-check --constraint constraints.txt"
    .venv/bin/uv --version || pip install $quiet --retries 1 --only-binary :all: uv
    .venv/bin/uv pip install --quiet --python .venv/bin/python --constraint constraints.txt "$@" ||
        pip install $quiet --retries 2 "$@"
}

trap 'rm -f .venv/*.stamp; exit 130' INT TERM
if { ls .venv/*.stamp && .venv/bin/python -c ''; } > /dev/null 2>&1; then
    echo "Updating the setup …"
else
    echo "Setting up: downloading about 120 MB, once. This takes ten seconds to some minutes, depending on your network …"
    rm -rf .venv
    said=$("$python" -m venv --without-pip .venv 2>&1) || abandon "$said"
fi
said=$(install --editable ".$extras" pip "$@" 2>&1) || abandon "$said"
