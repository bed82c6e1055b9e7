#!/bin/sh
# Builds one workload for the card with the PTX that sluice executes in place of nvcc's own.
#   tools/h200/build-ptx.sh FILE.cu FILE.ptx PROGRAM [ARCH]      (ARCH: 90, or 90a if the PTX says so)
# nvcc says which commands it would run; they are run with one more: after the device compiler, its PTX is overwritten
# with ours. ptxas, the host code and the launch stubs stay nvcc's, so names, constants and arguments just fit.
set -eu
cu=$1 ptx=$2 prog=$3 arch=${4:-}
[ -n "$arch" ] || arch=90$(sed -n 's/^\.target sm_90\(a\).*/\1/p' "$ptx")
root=$(cd "$(dirname "$0")/../.." && pwd)
PATH=$PATH:/usr/local/cuda/bin
name=$(basename "$cu" .cu)
keep=$(mktemp -d)
trap 'rm -rf "$keep"' EXIT
nvcc --dryrun -gencode "arch=compute_$arch,code=sm_$arch" -O2 -I "$root/workloads" -keep -keep-dir "$keep" -o "$prog" \
    "$cu" -lcuda 2>"$keep/dryrun"
{
    echo set -e
    # Of nvcc's settings only these are used by its commands; the others do not even parse as shell.
    sed -n 's/^#\$ \(\(PATH\|CICC_PATH\|LD_LIBRARY_PATH\|NVVMIR_LIBRARY_DIR\)=\)/export \1/p' "$keep/dryrun"
    sed -n -e '/^#\$ [A-Z_]*=/d' -e 's/^#\$ rm /rm -f /p;t' -e 's/^#\$ //p' "$keep/dryrun" |
        awk -v ptx="$ptx" -v own="$keep/$name.ptx" '{ print } /cicc" / { print "cp \"" ptx "\" \"" own "\""; n++ }
            END { if (n != 1) print "echo no device compiler among the commands >&2; exit 1" }'
} >"$keep/build.sh"
sh "$keep/build.sh" >"$keep/log" 2>&1 || {
    cat "$keep/log" >&2
    exit 1
}
