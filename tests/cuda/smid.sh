#!/bin/sh
# %smid and %nsmid: where blocks were placed on a machine; without one, 0 of 1. smid.sh SLUICE
. "$(dirname "$0")/begin.sh"
"$sluice" cc "$here/smid.cu" -o smid
n=0
ok() { # WHAT, expected line, options
    n=$((n + 1))
    what=$1 expected=$2
    shift 2
    found=$("$sluice" run -q "$@" -- ./smid)
    [ "$found" = "$expected" ] && echo "ok $n - $what" || printf 'not ok %s - %s\n# %s\n' $n "$what" "$found"
}
ok "without a machine all are on the only one" "264 blocks on 1 of 1 SMs, 0 to 0, at most 264 on one"
ok "two blocks on each of 132 SMs" "264 blocks on 132 of 132 SMs, 0 to 131, at most 2 on one" -m h200
ok "the same on two threads" "264 blocks on 132 of 132 SMs, 0 to 131, at most 2 on one" -m h200 --threads 2
echo "1..$n"
