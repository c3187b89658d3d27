#!/bin/sh
# Run a command; show the end of its output only when it fails.
# Usage: quietly.sh "what is being done" command [argument ...]

what=$1
shift
echo "footwork: $what"
mkdir -p build
log=$(mktemp build/quietly.XXXXXX)
if "$@" >"$log" 2>&1 </dev/null; then
    rm -f "$log"
else
    status=$?
    tail -n 40 "$log" >&2
    echo "footwork: failed: $what; the command was: $*; its whole output is in $log" >&2
    exit $status
fi
