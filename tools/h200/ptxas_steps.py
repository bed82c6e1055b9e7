#!/usr/bin/env python3
"""How many registers ptxas gives a kernel: small PTX kernels with one property changed at a time, and, for files that are
named, each kernel's count beside those with a limit. The source of the steps in src/isa/compile.c and of src/isa/shared.c.
Wants ptxas (13.0 was asked).

    tools/h200/ptxas_steps.py PTXAS [FILE.ptx...]
"""
import re
import subprocess
import sys
import tempfile

PTXAS = sys.argv[1] if len(sys.argv) > 1 else "ptxas"
STEPS = (32, 40, 48, 56, 64, 72, 80, 96, 128)
HEAD = """.version 7.0
.target sm_70
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n, .param .u64 q, .param .u32 m){
.reg .pred %p<9>; .reg .b32 %r<400>; .reg .b64 %d<400>; .reg .f32 %f<2000>; .shared .align 16 .b8 sh[16384];
ld.param.u64 %d1,[p]; ld.param.u32 %r1,[n]; ld.param.u64 %d2,[q]; ld.param.u32 %r2,[m];
mov.u32 %r3,%tid.x; mov.u32 %r4,%ctaid.x; mul.wide.s32 %d3,%r3,4; add.s64 %d4,%d1,%d3; add.s64 %d5,%d2,%d3;
mov.u32 %r5,0; mov.u32 %r6,0;
"""
LOOP = '.pragma "nounroll";\nL: bar.sync 0;\n'
BACK = "add.s32 %r5,%r5,1; setp.lt.s32 %p1,%r5,%r2; @%p1 bra L;\n"


def counts(path, limit=None):
    """By kernel: registers, bytes of spills"""
    most = ["-maxrregcount", str(limit)] if limit else []
    r = subprocess.run([PTXAS, "-arch=sm_90", "-v", path, "-o", "/dev/null", *most], capture_output=True, text=True)
    if r.returncode:
        sys.exit(r.stderr)
    found = re.findall(
        r"entry function '(\S+)'.*?(\d+) bytes spill stores.*?Used (\d+) registers", r.stderr, re.DOTALL
    )
    return {name: (int(regs), int(spilled)) for name, spilled, regs in found}


def registers(text):
    with tempfile.NamedTemporaryFile("w", suffix=".ptx") as ptx:
        ptx.write(text)
        ptx.flush()
        return counts(ptx.name)["k"][0]


def across(value, k):
    """k values before a loop that reads them all"""
    first = " ".join(value.format(r=100 + j, c=3 * j + 5) for j in range(k))
    reads = " ".join(f"xor.b32 %r6,%r6,%r{100 + j}; mul.lo.s32 %r6,%r6,%r3;" for j in range(k))
    return HEAD + first + LOOP + reads + BACK + "st.global.u32 [%d4],%r6; ret; }\n"


def tile(sums, gap):
    """A tile of a product: eight values from memory, each times as many from shared memory as there are sums"""
    t = HEAD + "".join(f"mov.f32 %f{100 + a},0f00000000;\n" for a in range(sums)) + LOOP
    for r in range(8):
        t += f"ld.global.f32 %f{10 + r},[%d4+{r * 4096}];\n"
        for a in range(sums):
            x = 1000 + r * sums + a
            t += f"ld.shared.f32 %f{x},[sh+{(r * sums + a) * gap}]; "
            t += f"fma.rn.f32 %f{100 + a},%f{10 + r},%f{x},%f{100 + a};\n"
    t += "bar.sync 0; add.s64 %d4,%d4,65536;\n" + BACK
    return t + "".join(f"st.global.f32 [%d5+{4 * a}],%f{100 + a};\n" for a in range(sums)) + "ret; }\n"


def main():
    for path in sys.argv[2:]:
        limited = {s: counts(path, s) for s in STEPS}
        for name, (regs, _) in counts(path).items():
            fits = next((s for s in STEPS if not limited[s][name][1]), None)
            print(f"{name}: {regs}; lowest step without spills {fits}; with each step as the limit:", end=" ")
            print(*(f"{limited[s][name][0]}" + ("!" if limited[s][name][1] else "") for s in STEPS))
    print("registers with 4, 8, 16, 24, 32, 40 values across a loop")
    for name, value in {
        "of a parameter": "mad.lo.s32 %r{r},%r1,{c},%r2;",
        "of the CTA's index": "mad.lo.s32 %r{r},%r4,{c},%r1;",
        "least of two": "min.s32 %r{r},%r1,{c};",
        "a remainder": "rem.s32 %r{r},%r1,{c};",
        "of the thread's index": "mad.lo.s32 %r{r},%r3,{c},%r1;",
    }.items():
        print(f"  {name}:", *(registers(across(value, k)) for k in (4, 8, 16, 24, 32, 40)))
    print("registers of a tile with 8, 12, 16, 20, 24, 28, 32, 40, 48 sums")
    for name, gap in {"words of shared memory": 12, "loaded by 16 bytes": 4}.items():
        print(f"  {name}:", *(registers(tile(a, gap)) for a in (8, 12, 16, 20, 24, 28, 32, 40, 48)))


main()
