#!/bin/sh
# install.sh BUILD: what `meson install` puts down works from another folder, without the tree's variables. TAP.
set -u
build=$(realpath "$1")
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
n=0
ok() { # ok NAME TEXT COMMAND...: exit 0, and the text in what it says
    name=$1; text=$2; shift 2
    n=$((n + 1))
    if "$@" >"$tmp/out" 2>&1 && grep -qF -- "$text" "$tmp/out"; then echo "ok $n - $name"
    else echo "not ok $n - $name ('$text')"; sed 's/^/# /' "$tmp/out" | head -20; fi
}
DESTDIR=$tmp/root meson install -C "$build" --no-rebuild --quiet >"$tmp/log" 2>&1 || { cat "$tmp/log"; exit 1; }
sluice=$(find "$tmp/root" -path '*/bin/sluice')
prefix=${sluice%/bin/sluice}
# another name for the tree's own folders, as after an installation elsewhere
cp -r "$prefix" "$tmp/moved"
rm -rf "$tmp/root"
sluice=$tmp/moved/bin/sluice
mkdir "$tmp/work" && cd "$tmp/work" || exit 1
run() { env -i HOME="$tmp/work" PATH=/usr/local/bin:/usr/bin:/bin "$@"; }
ok "machines are found" gtx480 run "$sluice" list machines
ok "a workload is compiled and runs" "vectoradd: PASS" run "$sluice" run --machine gtx480 vectoradd
ok "papers are found" mrpb run "$sluice" list papers
printf 'base = h200\nabout = four SMs\n[gpu]\nsms = 4\n' >mine.ini
ok "a machine of one's own on a shipped one" "mine: 4 SMs" run "$sluice" run --machine ./mine.ini vectoradd
printf 'base = nosuch\n' >bad.ini
ok "a base that is nowhere" "neither ./nosuch.ini nor" sh -c "! env -i HOME=. PATH=/usr/bin:/bin '$sluice' run --machine ./bad.ini vectoradd"
printf '[l1]\nmshrs = 8\n[l2]\nways = 4\n[l1]\nmshrs = 16\n' >twice.ini
ok "a key that is set twice" "twice.ini:6: error: l1.mshrs is set twice: line 2" sh -c "! '$sluice' run --machine ./twice.ini vectoradd"
printf '__global__ void k(int *p) { p[threadIdx.x] = 1; }\nint main() { int *p; cudaMalloc(&p, 4096); k<<<1, 32>>>(p); return cudaDeviceSynchronize(); }\n' >p.cu
ok "a program is compiled and runs by itself" done run sh -c "'$sluice' cc p.cu -o p && ./p && echo done"
for c in sluice sluice-run sluice-sweep sluice-report; do
    ok "manual page $c" ".SH NAME" cat "$tmp/moved/share/man/man1/$c.1"
done
module=$(find "$tmp/moved" -type d -name sluice -path '*python3*' -printf '%h\n' | head -n 1)
ok "the Python module uses the program beside it" "$sluice" run env PYTHONPATH="$module" python3 -c 'import sluice; print(sluice.program())'
ok "completion for bash" fine sh -c "bash -n '$tmp/moved/share/bash-completion/completions/sluice' && echo fine"
ok "it completes" "--machine" bash -c ". '$tmp/moved/share/bash-completion/completions/sluice'; COMP_WORDS=(sluice run --mach); COMP_CWORD=2; _sluice; echo \${COMPREPLY[@]}"
complete_as() { # complete_as "WORDS..." INDEX: what bash offers there
    PATH=$tmp/moved/bin:$PATH bash -c ". '$tmp/moved/share/bash-completion/completions/sluice'; COMP_WORDS=($1); COMP_CWORD=$2; compopt() { :; }; _sluice; echo \${COMPREPLY[@]}"
}
ok "it completes papers" "warppool" complete_as "sluice paper w" 2
ok "it completes a paper's figures" "table2" complete_as "sluice paper maws t" 3
ok "it completes a parameter's values" "gto" complete_as "sluice run --set sched.policy = g" 5
ok "it completes metrics" "l1.hit_rate" complete_as "sluice sweep --metric l1.hit" 3
ok "completion for zsh" "#compdef sluice" cat "$tmp/moved/share/zsh/site-functions/_sluice"
ok "completion for fish" "complete -c sluice" cat "$tmp/moved/share/fish/vendor_completions.d/sluice.fish"
nvcc=$(find "$tmp/moved" -path '*/sluice/cuda/bin/nvcc')
ok "a toolkit for makefiles and CMake" "release 11.8" run "$nvcc" --version
ok "its compiler finds its headers" done run sh -c "'$nvcc' p.cu -o q && ./q && echo done"
ok "and its libraries name the one that is installed" "libsluice.so" sh -c "readelf -d '${nvcc%/bin/nvcc}/lib64/libcudart.so' | grep SONAME"
pc=$(find "$tmp/moved" -name sluice.pc)
ok "pkg-config" "-lsluice" env PKG_CONFIG_PATH="${pc%/sluice.pc}" pkg-config --cflags --libs sluice
echo "1..$n"
