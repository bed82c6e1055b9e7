# What tests of this folder begin with, for `. "$(dirname "$0")/begin.sh"` with SLUICE as first argument: works in a folder of its
# own that goes at the end, and knows the program (sluice), this folder (here) and how to report (ok). shellcheck shell=sh
set -u
long=${SLUICE_LONG:-} # not empty: all that there is to do (tests/meson.build)
sluice=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
n=0
ok() { # WHAT, status of the test before
    n=$((n + 1))
    [ "$2" = 0 ] && echo "ok $n - $1" || { echo "not ok $n - $1"; sed 's/^/# /' out err 2>/dev/null; }
}
