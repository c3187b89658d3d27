#!/bin/sh
# Check what must be there before anything else runs, and print the Python to use.
# POSIX sh, because on the machine that needs this answer there may be no usable Python at all.
# Usage: prerequisites.sh [preferred python]

fail() {
    echo "footwork: $1" >&2
    exit 1
}

# True for a Python of at least 3.11.
new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

python=
for candidate in "${1:-python3}" python3.14 python3.13 python3.12 python3.11; do
    if new_enough "$candidate"; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    found=$("${1:-python3}" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) || found=none
    fail "needs Python 3.11 or newer, found $found; install it from your package manager, or run make PYTHON=/path/to/python3.11"
fi
"$python" -c 'import ensurepip, venv' >/dev/null 2>&1 ||
    fail "needs Python's venv module, which $python lacks; install it (on Debian and Ubuntu: apt-get install python3-venv) and run again"

node=$(node --version 2>/dev/null) || node=none
major=${node#v}
major=${major%%.*}
case $major in
    none | *[!0-9]* | '') fail "needs Node 20 or newer, found $node; install it from your package manager or nodejs.org and run again" ;;
esac
[ "$major" -ge 20 ] ||
    fail "needs Node 20 or newer, found ${node#v}; install it from your package manager or nodejs.org and run again"
npm --version >/dev/null 2>&1 ||
    fail "needs npm, which comes with Node, and found none; install it from your package manager and run again"

echo "$python"
