#!/usr/bin/env python3
"""Which small arrays of a thread ptxas keeps in registers although their places are not known, and which sluice does: kernels of
arrays of 2 to 64 words with one access changed at a time. Wants ptxas (13.0 was asked); src/isa/homes.c has the rule.

    tools/h200/ptxas_homes.py build/sluice [PTXAS]
"""
import os
import re
import subprocess
import sys
import tempfile

SIZES = [*range(2, 21), 24, 32, 40, 48, 64]
LOOP = "\n#pragma unroll 1\nfor (int i = 0; i < n; i++) "
T = "threadIdx.x"
KINDS = {  # what is done, and whether all words are read behind it
    "add": (f"{LOOP} a[x[i * 32 + {T}]]++;", True),
    "read": (f"{LOOP} s = s * 31 + a[i];", False),
    "read_at": (f"{LOOP} s = s * 31 + a[x[i * 32 + {T}]];", False),
    "read_two": (f"{LOOP} {{ int k = x[i * 64 + {T}]; s = s * 31 + a[k]; k = x[i * 64 + 32 + {T}]; s = s * 31 + a[k]; }}", False),
    "write": (f"{LOOP} a[i] = x[i * 64 + {T}];", True),
    "write_at": (f"{LOOP} a[x[i * 64 + 32 + {T}]] = x[i * 64 + {T}];", True),
    "nested": (f"{LOOP} {{\n#pragma unroll 1\nfor (int j = 0; j < m; j++) s = s * 31 + a[x[j * 32 + {T}]]; }}", False),
    "two_loops": (f"{LOOP} s = s * 31 + a[x[i * 32 + {T}]]; {LOOP} s = s * 31 + a[x[i * 32 + {T}] + 1];", False),
    "once": ("s = a[n];", False),
    "four": ("s = a[n] + a[m] + a[n + m] + a[n * m];", False),
}


def kernel(kind, n):
    body, read = KINDS[kind]
    fill = "".join(f"a[{i}] = x[{i * 32} + {T}];" for i in range(n))
    rest = "".join(f"s = s * 31 + a[{i}];" for i in range(n)) if read else ""
    return (f'extern "C" __global__ void {kind}_{n}(const int *__restrict__ x, int *__restrict__ out, int n, int m)\n'
            f"{{ int a[{n}], s = 0; {fill} {body} {rest} out[{T}] = s; }}\n")


def main():
    sluice, ptxas = os.path.abspath(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "ptxas"
    names = [f"{k}_{n}" for k in KINDS for n in SIZES]
    calls = "".join(f"{k}<<<1, 32>>>(x, out, 1, 1);\n" for k in names)
    source = ("".join(kernel(k, n) for k in KINDS for n in SIZES) +
              f"int main() {{ int *x, *out; cudaMalloc(&x, 1 << 20); cudaMemset(x, 0, 1 << 20); cudaMalloc(&out, 4096);\n{calls}"
              "return cudaDeviceSynchronize(); }\n")
    os.chdir(tempfile.mkdtemp())
    with open("a.cu", "w") as f:
        f.write(source)
    subprocess.run([sluice, "cc", "-ptx", "-O2", "a.cu", "-o", "a.ptx"], check=True)
    with open("a.ptx") as f:
        text = re.sub(r".*nounroll.*\n", "", f.read())
    with open("b.ptx", "w") as f:
        f.write(text)
    said = subprocess.run([ptxas, "-arch=sm_90", "-v", "b.ptx", "-o", "b.cubin"], check=True, capture_output=True, text=True).stderr
    stack = dict(re.findall(r"entry function '(\w+)'.*\n(?:.*\n)?? *(\d+) bytes stack", said))
    printed = subprocess.run([sluice, "run", "-q", "-m", "h200", "--print-isa", "a.cu"], check=True, capture_output=True, text=True)
    local, name = dict.fromkeys(names, 0), None
    for line in (printed.stdout + printed.stderr).splitlines():
        if re.search(r"\b(ld|st)\.local", line):
            local[name] += 1
        elif (m := re.search(r"\b([a-z_]+_\d+)\b", line)) and m[1] in local:
            name = m[1]
    print("arrays in registers: words")
    for k in KINDS:
        print(f"  {k + ', ptxas':18}", *(n for n in SIZES if stack[f"{k}_{n}"] == "0"))
        print(f"  {k + ', sluice':18}", *(n for n in SIZES if not local[f"{k}_{n}"]))


main()
