#!/usr/bin/env python3
"""What a loop takes that moves pointers on and loads from them, in ptxas's code and here: small PTX kernels with one thing changed at a
time, the instructions of the longest loop of each. Wants ptxas (13.0 was asked); src/isa/extra.c and fuse.c have the rules.

    tools/h200/pointers.py build/sluice [PTXAS]
"""
import os
import re
import subprocess
import sys
import tempfile

import cubin

HEAD = """.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n, .param .u64 q, .param .u32 m, .param .u64 w){
.reg .pred %p<9>; .reg .b32 %r<99>; .reg .b64 %rd<99>; .reg .f32 %f<9>;
ld.param.u64 %rd2,[p]; ld.param.u32 %r1,[n]; ld.param.u64 %rd10,[q]; ld.param.u32 %r9,[m]; ld.param.u64 %rd11,[w];
cvta.to.global.u64 %rd2,%rd2; cvta.to.global.u64 %rd10,%rd10; mov.u32 %r3,%tid.x; mul.wide.s32 %rd4,%r3,4;
mov.f32 %f1,0f00000000; add.s64 %rd14,%rd10,%rd4;
"""
TAIL = "D:\nst.global.f32 [%rd14+64],%f1; ret; }\n"
ROUND = "add.s32 %r5,%r5,1; setp.lt.s32 %p1,%r5,%r1; @%p1 bra L;\n"
LEAVE = "setp.gt.f32 %p2,%f2,0f7f000000; @%p2 bra D;\n"
APART = "mov.u32 %r8,%tid.x; setp.gt.u32 %p2,%r8,5; @%p2 bra D;\n"

PRODUCT = "mul.wide.s32 %rd13,%r9,4;"
STEPS = {  # by which a pointer moves on
    "a number": ("", "64"),
    "a parameter": ("mov.b64 %rd13,%rd11;", "%rd13"),
    "a product": (PRODUCT, "%rd13"),
    "a product that is taken away, too": (PRODUCT + "sub.s64 %rd2,%rd2,%rd13;", "%rd13"),
}
BEGINS = {  # where it begins
    "parameters": lambda k: f"mov.b64 %rd{20 + k},{('%rd2', '%rd10', '%rd11')[k]};",
    "shared sums": lambda k: f"mul.wide.s32 %rd{60 + k},%r9,{12 * (k + 3)}; add.s64 %rd{20 + k},%rd2,%rd{60 + k};",
    "lanes' own": lambda k: f"mul.wide.s32 %rd{60 + k},%r3,{12 * (k + 3)}; add.s64 %rd{20 + k},%rd2,%rd{60 + k};",
}


def load(at):
    return f"ld.global.f32 %f2,[{at}]; add.f32 %f1,%f1,%f2;\n"


USES = {  # what is done with it in a round
    "load": lambda k: load(f"%rd{20 + k}"),
    "two loads": lambda k: load(f"%rd{20 + k}") + load(f"%rd{20 + k}+64"),
    "add an index": lambda k: f"add.s64 %rd{40 + k},%rd{20 + k},%rd4;\n" + load(f"%rd{40 + k}"),
}
LOOPS = {"": ("", ""), ", left in the middle": ("", LEAVE), ", for some lanes": (APART, "")}


def kernels():
    """Name, PTX"""
    for unrolled in (False, True):
        for loop, (before, leave) in LOOPS.items():
            for step, (first, by) in STEPS.items():
                for begin, start in BEGINS.items():
                    for use, of in USES.items():
                        for n in (1, 2, 3):
                            some = range(n)
                            yield (f"{n} {begin}, {use}, {step}{loop}{', unrolled' if unrolled else ''}",
                                   HEAD + first + "".join(map(start, some)) + before + "mov.u32 %r5,0;\nL:\n" +
                                   ("" if unrolled else '.pragma "nounroll";\n') + "".join(map(of, some)) + leave +
                                   "".join(f"add.s64 %rd{20 + k},%rd{20 + k},{by};\n" for k in some) + ROUND + TAIL)


def theirs(ptxas):
    subprocess.run([ptxas, "-arch=sm_90", "k.ptx", "-o", "k.cubin"], check=True)
    code = cubin.instructions("k.cubin")["k"]
    branches = [(k, cubin.target(code, k)) for k, (low, _) in enumerate(code) if low & 0xFFF == cubin.BRA]
    return max(k - to + 1 for k, to in branches if to < k)


def ours(sluice):
    args = [w for a in ("buf:1048576", "u32:8", "buf:1048576", "u32:4", "u64:16") for w in ("--arg", a)]
    said = subprocess.run([sluice, "run", "-q", "-m", "h200", "--print-isa", *args, "k.ptx"], capture_output=True, text=True)
    slots, loops = [], []
    for line in said.stdout.splitlines():
        if m := re.match(r"  B\d+:(.*)", line):
            slots.append(0)
            loops += [(int(to), len(slots) - 1) for to in re.findall(r"B(\d+)", m[1]) if int(to) < len(slots)]
        elif (m := re.match(r"\s+\d+\s+(\d+) ", line)) and slots:
            slots[-1] += int(m[1])
    return max(sum(slots[to : b + 1]) for to, b in loops)


def main():
    sluice, ptxas = os.path.abspath(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "ptxas"
    os.chdir(tempfile.mkdtemp())
    total = differ = far = 0
    for name, text in kernels():
        with open("k.ptx", "w") as f:
            f.write(text)
        a, b = theirs(ptxas), ours(sluice)
        total, differ, far = total + 1, differ + (a != b), far + (abs(a - b) > max(2, a / 20))
        if a != b:
            print(f"{name:80} ptxas {a:3} sluice {b:3}")
    print(f"{total} loops, {differ} of another length, {far} of them by more than two instructions and 5 %")


main()
