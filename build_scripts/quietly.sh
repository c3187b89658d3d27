#!/bin/sh
# Run a command; show the end of its output only when it fails, and one line alone when there is no room or no right.
# Usage: quietly.sh "what is being done" command [argument ...]

end() {
    [ -z "$log" ] || rm -f "$log"
    echo "footwork: $1" >&2
    exit "$2"
}

no_room() {
    end "the disk is full; free some space and run the same command again: what is done is kept" 1
}

# What a command says last may itself have found no room.
is_full() {
    free=$(df -Pk "$1" 2>/dev/null | awk 'NR == 2 { print $4 }')
    [ "${free:-9999}" -lt 1024 ]
}

what=$1
log=
shift
echo "footwork: $what"
if ! { mkdir -p build && log=$(mktemp build/quietly.XXXXXX); } 2>/dev/null; then
    is_full . && no_room
    end "build may not be written; make it yours (chown, chmod) and run the same command again" 1
fi
trap 'end "interrupted; run the same command again to go on" 130' INT TERM HUP
if "$@" >"$log" 2>&1 </dev/null; then
    rm -f "$log"
else
    status=$?
    if is_full build || grep -qiE 'no space left on device|ENOSPC|disk quota exceeded' "$log"; then
        no_room
    fi
    tail -n 40 "$log" >&2
    echo "footwork: failed: $what; the command was: $*; its whole output is in $log" >&2
    exit $status
fi
