#!/usr/bin/env python3
"""branches.py SLUICE ROOT FOLDER: the conditional branches of the MAWS programs, counted in their PTX. TAP.

What warp subdivision gains depends on which loops and branches a program has, so the compiler may neither unroll a loop nor turn a
branch into a selection. A loop's branch is one that may go to a block that dominates it; every other one is a branch of its own."""
import os
import re
import subprocess
import sys

# file: {kernel: (loops, other branches)}
WANTED = {
    "maws_fft": {"reverse": (2, 1), "stage": (1, 0)},
    "maws_filter": {"filter": (4, 0)},
    "maws_hotspot": {"heat": (2, 9), "copy": (2, 1)},
    "maws_lu": {"divide": (1, 0), "reduce": (2, 0)},
    "maws_merge": {"merge": (4, 5)},
    "maws_short": {"step": (1, 1)},
    "maws_kmeans": {"map": (4, 2), "reduce": (2, 2), "clear": (1, 1)},
    "maws_svm": {"kernel_matrix": (3, 0)},
}


def blocks_of(lines):
    """Basic blocks as lists of instructions, and each label's block."""
    blocks, label = [[]], {}
    for line in lines:
        line = line.split("//")[0].strip()
        m = re.match(r"([$\w]+):$", line)
        if m:
            if blocks[-1]:
                blocks.append([])
            label[m.group(1)] = len(blocks) - 1
        elif line and not line.startswith("."):
            blocks[-1].append(line)
            if re.search(r"\b(bra|ret|exit)\b", line):
                blocks.append([])
    return blocks, label


def edges(blocks, label):
    """Successors of each block, and whether it ends in a conditional branch."""
    succ, cond = [], []
    for i, b in enumerate(blocks):
        m = re.match(r"(@!?%\w+)?\s*bra(?:\.uni)?\s+([$\w]+);", b[-1] if b else "")
        after = [i + 1] if i + 1 < len(blocks) else []
        if m:
            succ.append([label[m.group(2)]] + (after if m.group(1) else []))
        else:
            succ.append([] if b and re.match("ret|exit", b[-1]) else after)
        cond.append(bool(m and m.group(1)))
    return succ, cond


def skip_jumps(blocks, succ):
    """An edge to a block that only jumps on leads where that one does."""
    def end(b):
        for _ in range(len(blocks)):
            if succ[b] and (not blocks[b] or (len(blocks[b]) == 1 and blocks[b][0].startswith("bra"))):
                b = succ[b][0]
        return b
    return [[end(x) for x in s] for s in succ]


def dominators(succ):
    seen, todo = {0}, [0]
    while todo:
        for y in succ[todo.pop()]:
            if y not in seen:
                seen.add(y)
                todo.append(y)
    dom, moved = {b: set(seen) for b in seen}, True
    dom[0] = {0}
    while moved:
        moved = False
        for b in seen - {0}:
            now = set.intersection(*[dom[p] for p in seen if b in succ[p]]) | {b}
            moved |= now != dom[b]
            dom[b] = now
    return dom


def count(lines):
    blocks, label = blocks_of(lines)
    succ, cond = edges(blocks, label)
    succ = skip_jumps(blocks, succ)
    dom = dominators(succ)
    loops = sum(cond[b] and any(s in dom[b] for s in succ[b]) for b in dom)
    return loops, sum(cond[b] for b in dom) - loops


def main():
    sluice, root, folder = sys.argv[1:4]
    os.makedirs(folder, exist_ok=True)
    n = 0
    for name, kernels in WANTED.items():
        out = os.path.join(folder, name + ".ptx")
        subprocess.run([sluice, "cc", "-O2", "-ptx", "-I", os.path.join(root, "workloads"),
                        os.path.join(root, "workloads", name + ".cu"), "-o", out], check=True)
        with open(out) as f:
            bodies = re.findall(r"\.entry _Z\d+(\w+?)8wl_tiles.*?^\{(.*?)^\}", f.read(), re.M | re.S)
        got = {k: count(body.split("\n")) for k, body in bodies}
        for k, want in kernels.items():
            n += 1
            good = got.get(k) == want
            print(f"{'ok' if good else 'not ok'} {n} - {name}: {k} has {got.get(k)} loop and other branches"
                  + ("" if good else f", not {want}"))
    print(f"1..{n}")


main()
