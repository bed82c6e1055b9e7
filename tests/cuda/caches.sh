#!/bin/sh
# caches.sh SLUICE: what lies in the user's cache is used only if it is whole and the user's own: translated kernels and PTX that
# were damaged in many ways are made anew, and what the environment tells clang does not get into either. TAP.
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
export XDG_CACHE_HOME="$tmp/cache"
damages=18; [ -z "${SLUICE_LONG:-}" ] || damages=60
# damage SEED FROM TO: FROM with one thing wrong: bits flipped, a block of zeros, an end cut off, bytes of another file
damage() {
    python3 - "$@" <<'END'
import random, sys
seed, source, to = int(sys.argv[1]), *sys.argv[2:]
r, good = random.Random(seed), open(source, "rb").read()
bad, at = bytearray(good), r.randrange(len(good))
kind = seed % 6
if kind == 0:
    bad[at] ^= 1 << r.randrange(8)
elif kind == 1:
    for _ in range(r.randrange(2, 40)):
        bad[r.randrange(len(bad))] ^= 1 << r.randrange(8)
elif kind == 2:
    del bad[at:]
elif kind == 3:
    bad[at:at + 512] = bytes(len(bad[at:at + 512]))
elif kind == 4:
    bad[at:at + 64] = r.randbytes(len(bad[at:at + 64]))
else:
    bad[at:] = open("/bin/sh", "rb").read()[:len(bad) - at]
if bad == good:
    bad[at] ^= 1
open(to, "wb").write(bad)
END
}

# Translated kernels. The compiler is a wrapper, so that it can be told to fail: then a run shows what it took from the cache.
real=$(command -v "${SLUICE_CLANG:-clang-14}" || command -v clang)
cat >clang-told <<END
#!/bin/sh
case " \$* " in *" -shared "*) env >"$tmp/environment"; [ -e "$tmp/stop" ] && exit 1 ;; esac
exec "$real" "\$@"
END
chmod +x clang-told
export SLUICE_CLANG="$tmp/clang-told"
cat >sum.cu <<'END'
#include <cstdio>
__global__ void mix(float *p, unsigned *o, int n)
{
    unsigned v = threadIdx.x + blockIdx.x * 37;
    float a = p[threadIdx.x], b = a * 3.0f;
    for (int i = 0; i < n; i++) {
        v = v * 1664525u + 1013904223u;
        v = v & 4 ? v ^ v >> 7 : v + i;
        a = a * b + (a / 3.0f - b) * 1.0001f; /* other values with -ffast-math */
        b = b * 0.99f + 0.37f;
    }
    o[blockIdx.x * blockDim.x + threadIdx.x] = v ^ __float_as_uint(a);
}
int main()
{
    static float f[64];
    static unsigned h[256];
    float *p;
    unsigned *d, s = 0;
    for (int i = 0; i < 64; i++)
        f[i] = 1.0f / (i + 3);
    cudaMalloc(&p, sizeof f);
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(p, f, sizeof f, cudaMemcpyHostToDevice);
    mix<<<4, 64>>>(p, d, 40);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 256; i++)
        s = s * 31 + h[i];
    printf("%08x\n", s);
}
END
"$sluice" cc -O1 sum.cu -o sum || exit 1
right=$(SLUICE_NATIVE=off ./sum)
export SLUICE_NATIVE=always
same() { said=$(./sum 2>&1); status=$?; [ "$said" = "$right" ] && [ $status = 0 ] || { echo "$said, status $status, expected $right"; return 1; }; }
ok "an environment full of flags for clang: the same values" env CCC_OVERRIDE_OPTIONS="+-ffast-math" CPATH=/x C_INCLUDE_PATH=/x \
    LIBRARY_PATH=/x COMPILER_PATH=/x GCC_EXEC_PREFIX=/x CCC_ADD_ARGS=-ffast-math sh -c "test \"\$(./sum)\" = $right"
ok "none of which reached the compiler" sh -c '! grep -E "^(CCC_|CPATH|C_INCLUDE|LIBRARY|COMPILER|GCC_)" environment && grep -q "^PATH=" environment'
entry=$(ls cache/sluice/native/*.so)
ok "one entry, by which later runs are right too" sh -c "[ -f '$entry' ] && touch stop && test \"\$(./sum)\" = $right && [ -f '$entry' ]"
cp "$entry" good.so
bad=0 i=0
while [ $i -lt $damages ]; do
    i=$((i + 1))
    damage $i good.so "$entry"
    if ! same >>why 2>&1; then bad=$((bad + 1)); echo "damage $i" >>why; fi
    if [ -e "$entry" ]; then bad=$((bad + 1)); echo "damage $i is still there" >>why; fi
    (umask 077; : >"$entry") # as it was, mode and all
done
ok "$damages damaged entries: none is executed, each is removed" sh -c "[ $bad = 0 ] || { cat why; false; }"
rm stop
damage 3 good.so "$entry"
ok "a damaged one is made anew" sh -c "test \"\$(./sum)\" = $right && touch stop && [ -s '$entry' ] && test \"\$(./sum)\" = $right && [ -s '$entry' ]; rc=\$?; rm -f stop; exit \$rc"
# a whole entry of another kernel, under this one's name
sed 's/1664525u/1664526u/' sum.cu >other.cu
ok "an entry of another kernel is not taken" sh -c "'$sluice' cc -O1 other.cu -o other && ./other >was && cp \$(ls -t cache/sluice/native/*.so | head -n 1) other.so && \
    cmp -s other.so '$entry'; cp other.so '$entry' && test \"\$(./sum)\" = $right && ! cmp -s other.so '$entry'"
cp "$entry" good.so
ok "nothing is taken from a folder that others can write" sh -c "cp other.so '$entry'; chmod 777 cache/sluice/native; test \"\$(./sum)\" = $right; rc=\$?; chmod 700 cache/sluice/native; exit \$rc"
unset SLUICE_NATIVE SLUICE_CLANG

# PTX of large files
i=0
while [ $i -lt 250 ]; do
    i=$((i + 1))
    echo "__global__ void k$i(float *p, int n) { p[n] = p[n + $i] * p[n + VALUE]; }"
done >kernels.cu
(echo '#include <value.h>'; cat kernels.cu) >many.cu
mkdir one two
echo '#define VALUE 1234' >one/value.h
echo '#define VALUE 4321' >two/value.h
ptx() { CPATH=$1 "$sluice" cc -ptx many.cu -o "$2"; }
ok "headers are found through CPATH" ptx one one.ptx
ok "and those of another CPATH make other PTX" sh -c "CPATH=two '$sluice' cc -ptx many.cu -o two.ptx && ! cmp -s one.ptx two.ptx && [ \$(ls cache/sluice/ptx | wc -l) = 2 ]"
entry=$(ls -t cache/sluice/ptx/*.ptx | tail -n 1)
ok "as it was, from the cache" sh -c "CPATH=one '$sluice' cc -ptx many.cu -o three.ptx && cmp one.ptx three.ptx"
cp "$entry" good.ptx
# Compiling takes a while: most damages are shown to a compiler that fails where it would be asked for the rest
cat >clang-told <<END
#!/bin/sh
case " \$* " in *" -x ir "*) env >"$tmp/environment"; [ -e "$tmp/stop" ] && exit 1 ;; esac
exec "$real" "\$@"
END
export SLUICE_CLANG="$tmp/clang-told" CPATH=one
ok "LLVM works in an environment of its own" sh -c "CCC_OVERRIDE_OPTIONS='+-ffast-math' '$sluice' cc -ptx many.cu -o four.ptx 2>said && cmp one.ptx four.ptx && \
    ! grep -E '^(CCC_|CPATH)' environment && grep -q 'CCC_OVERRIDE_OPTIONS is not passed on' said"
entry=$(ls -t cache/sluice/ptx/*.ptx | head -n 1)
cp "$entry" good.ptx
touch stop
bad=0 i=0
while [ $i -lt 6 ]; do # one of each kind
    i=$((i + 1))
    damage $i good.ptx "$entry"
    if "$sluice" cc -ptx many.cu -o five.ptx 2>>why; then bad=$((bad + 1)); echo "damage $i was delivered" >>why; fi
    if [ -e "$entry" ]; then bad=$((bad + 1)); echo "damage $i is still there" >>why; fi
    (umask 077; : >"$entry")
done
ok "6 damaged results: none is delivered" sh -c "[ $bad = 0 ] || { cat why; false; }"
cp good.ptx "$entry"
ok "the whole one is" sh -c "'$sluice' cc -ptx many.cu -o six.ptx && cmp one.ptx six.ptx"
chmod 777 cache/sluice/ptx
ok "but not from a folder that others can write" sh -c "! '$sluice' cc -ptx many.cu -o seven.ptx"
chmod 700 cache/sluice/ptx
rm stop
: >"$entry"
ok "an empty one is made anew" sh -c "'$sluice' cc -ptx many.cu -o eight.ptx && cmp one.ptx eight.ptx && [ -s '$entry' ]"
unset CPATH

# Programs of shipped workloads, which lie in the build folder or in the user's cache. A failing compiler shows what was taken.
cat >clang-told <<END
#!/bin/sh
[ -e "$tmp/stop" ] && exit 1
exec "$real" "\$@"
END
export SLUICE_CLANG="$tmp/clang-told"
workload() { "$sluice" run -q vectoradd >"$1" 2>&1; }
rm -f stop
ok "a workload is compiled once" sh -c "'$sluice' run -q vectoradd >was 2>&1 && touch stop && '$sluice' run -q vectoradd >again 2>&1 && cmp was again"
entry=$(ls -t "$(dirname "$sluice")"/workloads/vectoradd-* cache/sluice/workloads/vectoradd-* 2>/dev/null | head -n 1)
cp "$entry" good.prog
bad=0 i=0
while [ $i -lt $damages ]; do
    i=$((i + 1))
    damage $i good.prog "$entry"
    if workload why; then bad=$((bad + 1)); echo "damage $i was executed" >>why; fi
    if [ -e "$entry" ]; then bad=$((bad + 1)); echo "damage $i is still there" >>why; fi
    (umask 077; : >"$entry"; chmod 700 "$entry")
done
ok "$damages damaged programs of it: none is executed, each is removed" sh -c "[ $bad = 0 ] || { cat why; false; }"
rm -f stop
damage 1 good.prog "$entry"
ok "a damaged one is made anew" sh -c "'$sluice' run -q vectoradd >again 2>&1 && cmp was again && touch stop && '$sluice' run -q vectoradd >again 2>&1"
rm -f stop "$entry"
echo "1..$n"
