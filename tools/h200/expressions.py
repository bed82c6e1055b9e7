#!/usr/bin/env python3
"""What ptxas makes of single expressions, counted beside the slots that h200 charges: a check of the lowering that needs no card.
usage: expressions.py SLUICE [PTXAS]

Each kernel loads up to three values, computes one expression and stores it. The machine's instructions are counted in the .text sections
of the cubin up to the EXIT; ours are the warp instructions of one warp. "branchy": the machine code has a branch, so that its count is not
what is executed."""
import json
import os
import re
import subprocess
import sys
import tempfile

import cubin

TYPES = {"u64": "unsigned long long", "u32": "unsigned", "f32": "float", "f64": "double"}
EXPRESSIONS = {
    "u64": ["a", "a+b", "a+b+c", "a+b-c", "a*b", "a*b+c", "a*6364136223846793005ull+1442695040888963407ull", "__umul64hi(a,b)",
            "(u64)__mul64hi((long long)a,(long long)b)", "a<<7", "a>>7", "a<<32", "a>>40", "a<<(b&63)", "(a<<13)|(a>>51)", "a^b", "a^b^c", "(a&b)|c",
            "a^(a>>17)", "a&0x5555555555555555ull", "a<b?a:b", "a<b?c:b", "(u64)__popcll(a)", "(u64)__clzll(a)", "__brevll(a)", "0-a",
            "(a<<32)|(unsigned)b", "(a&0xffffffff)>>27", "((a&0xffffffff)>>27)|(a<<5)", "(a>>3)&0x1f", "a&0xff", "a|(b&0xff)", "a^(b>>40)", "(a>>32)^(b>>32)",
            "((b&0xffff)<<16)|(a&0xffff)", "(a>>24)&0xff", "a+(b&0xffff)", "(a&0xff)+(b&0xff)", "(a&0xff)*(b&0xff)"],
    "u32": ["a", "a+b", "a+b+c", "(a<<13)|(a>>19)", "(a>>5)&0xff", "(a>>5)&0x1fff", "(a>>8)&0xff", "__umulhi(a,b)", "a/10u", "a%10u", "a/7u",
            "(u32)((int)a/8)", "(u32)((int)a%8)", "(u32)abs((int)a-(int)b)", "min(max((int)a,0),255)", "min(a,min(b,c))", "a<b?c:b", "a^b^c",
            "(a&b)^(~a&c)", "(a&b)^(a&c)^(b&c)", "((a&b)|(c^a))&~b", "(a<<3)+b", "(a>>3)+b", "a>>(b&31)", "c-a*b", "__popc(a)", "__clz(a)",
            "__brev(a)", "(a>>3)&0x1fffffff", "(a<<3)|(b&7)", "(unsigned char)(a+b)", "(u32)(signed char)(a+b)"],
    "f32": ["a", "a+b", "a*b+c", "a+c*(b-a)", "fabsf(a-b)", "fminf(fmaxf(a,0.f),1.f)", "floorf(a)", "roundf(a)", "(float)(int)a", "rsqrtf(a)",
            "__expf(a)", "expf(a)", "exp2f(a)", "__logf(a)", "logf(a)", "__sinf(a)", "__fdividef(a,b)", "a<b?c:b", "a>0.f?a:0.f",
            "a>0.f?a:0.01f*a", "__powf(a,b)", "(a+2.5f)*1.5f"],
    "f64": ["a", "a+b", "a*b+c", "fabs(a-b)", "fmin(a,b)", "a<b?c:b", "(double)(int)a", "(double)(float)a", "floor(a)", "a*1.1+2.7", "exp(a)"],
}
BRANCHES = (cubin.BRA, 0x944, 0x943, 0x950)


def source():
    kernels, launches = [], []
    for kind, list_ in EXPRESSIONS.items():
        t = TYPES[kind]
        for n, e in enumerate(list_):
            kernels.append(f"__global__ void {kind}_{n}(const {t} *x, const {t} *y, const {t} *z, {t} *o)\n{{ int i = threadIdx.x; "
                           f"{t} a = x[i], b = y[i], c = z[i]; (void)a; (void)b; (void)c; o[i] = ({t})({e}); }}")
            launches.append(f"{kind}_{n}<<<1, 32>>>(({t} *)d, ({t} *)(d + 1024), ({t} *)(d + 2048), ({t} *)(d + 4096));")
    return ("typedef unsigned long long u64; typedef unsigned u32;\n" + "\n".join(kernels) +
            "\nint main() { char *d; cudaMalloc(&d, 8192); cudaMemset(d, 1, 8192);\n" + "\n".join(launches) + "\nreturn cudaDeviceSynchronize(); }\n")


def main():
    sluice, ptxas = os.path.abspath(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "ptxas"
    os.chdir(tempfile.mkdtemp())
    open("e.cu", "w").write(source())
    subprocess.run([sluice, "cc", "-ptx", "-O2", "e.cu", "-o", "e.ptx"], check=True)
    subprocess.run([ptxas, "-arch=sm_90", "e.ptx", "-o", "e.cubin"], check=True)
    subprocess.run([sluice, "run", "-q", "-m", "h200", "--json", "e.json", "e.cu"], check=True)
    ours = {re.sub(r"^_Z\d+([a-z0-9]+_\d+)P.*", r"\1", k["name"]): k["warp_instrs"] for k in json.load(open("e.json"))["kernels"]}
    total = off = 0
    for name, ops in sorted(cubin.opcodes("e.cubin").items()):
        name = re.match(r"_Z\d+([a-z0-9]+_\d+)P", name)[1]
        kind, n = name.rsplit("_", 1)
        machine = ops[:ops.index(cubin.EXIT) + 1]
        total, off = total + 1, off + (len(machine) != ours[name])
        if len(machine) != ours[name]:
            print(f"{kind} {EXPRESSIONS[kind][int(n)]:32} machine {len(machine):3}  ours {ours[name]:3}  "
                  f"{'branchy' if any(o in BRANCHES for o in machine) else ''}")
    print(f"{total} expressions, {off} of them not as the machine's compiler has them")


if __name__ == "__main__":
    main()
