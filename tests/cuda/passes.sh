#!/bin/sh
# passes.sh SLUICE: what a compile costs, counted: how often the compiler runs, that host and device run at once, which of CUB's kernels
# there are. TAP.
set -u
sluice=$(realpath "$1")
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
n=0
ok() {
    name=$1; shift
    n=$((n + 1))
    if "$@" >out 2>&1; then echo "ok $n - $name"; else echo "not ok $n - $name"; sed 's/^/# /' out | head -20; fi
}
# has N TEXT FILE: so many lines of the file have the text
has() {
    found=$(grep -c -- "$2" "$3")
    [ "$found" = "$1" ] || { echo "$found of '$2' in $3, expected $1"; cat "$3"; return 1; }
}
fails() { if "$@"; then return 1; else return 0; fi; }
export SLUICE_CC_CACHE=off
# a compiler that notes what it is asked for. Told to, the device's half waits for the host's to begin: it never does if it comes behind
real=$(command -v "${SLUICE_CLANG:-clang-14}" || command -v clang)
cat >clang-noted <<END
#!/bin/sh
case " \$* " in
*" -dumpversion "*) what=version ;;
*" --cuda-device-only "*) what=device ;;
*" -x ir "*) what=back ;;
*" --cuda-host-only "*) what=host ;;
*) what=other ;;
esac
echo \$what >>"$tmp/noted"
i=0
while [ \$what = device ] && [ -e "$tmp/wait" ] && [ \$i -lt 600 ]; do
    grep -q host "$tmp/noted" && { echo together >>"$tmp/noted"; break; }
    sleep 0.1
    i=\$((i + 1))
done
exec "$real" "\$@"
END
chmod +x clang-noted
export SLUICE_CLANG="$tmp/clang-noted"
cat >k.cu <<'END'
#ifdef BAD
__device__ void wrong() { no_such_thing; }
#endif
__global__ void k(int *p) { *p = 42; }
int main()
{
    int *p, h = 0;
    cudaMalloc(&p, 4);
    k<<<1, 1>>>(p);
    cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost);
    return h != 42;
}
END
ok "a program" "$sluice" cc k.cu -o k
ok "it runs" ./k
for what in version device back host; do
    ok "one compile: $what" has 1 $what noted
done
ok "and nothing else" has 4 . noted
: >noted
touch wait
ok "host and device at once" "$sluice" cc -c k.cu
ok "so it was" has 1 together noted
rm wait k.o
ok "with a file of dependencies named" "$sluice" cc -MD -MT k.o -MF k.d -c k.cu
ok "that says so" grep -q "^k.o:" k.d
rm k.o
ok "one that is named after the object" "$sluice" cc -MD -c k.cu -o sub.o
ok "is there" grep -q "^sub.o:" sub.d
"$sluice" cc -DBAD -c k.cu -o bad.o 2>said
ok "an error in device code" test $? -ne 0
ok "is said once" has 1 "use of undeclared identifier" said
ok "there is no object" fails test -e bad.o
unset SLUICE_CLANG
cat >sort.cu <<'END'
#include <cub/device/device_radix_sort.cuh>
cudaError_t sort(void *tmp, size_t &n, unsigned *a, unsigned *b) { return cub::DeviceRadixSort::SortKeys(tmp, n, a, b, 1000); }
END
# the passes of older generations' sorts are not for sm_70, those of newer ones not for sm_35
ok "CUB's sort for sm_70" "$sluice" cc --device-opt 0 -arch=sm_70 -ptx sort.cu -o 70.ptx
ok "in one sweep" has 1 "entry.*OnesweepKernel" 70.ptx
ok "in no other" has 0 "entry.*\(Upsweep\|Downsweep\|ScanBins\)Kernel" 70.ptx
ok "CUB's sort for sm_35" "$sluice" cc --device-opt 0 -arch=sm_35 -ptx sort.cu -o 35.ptx
ok "in sweeps up and down" has 4 "entry.*\(Up\|Down\)sweepKernel" 35.ptx
ok "and no other" has 0 "entry.*OnesweepKernel" 35.ptx
echo "1..$n"
