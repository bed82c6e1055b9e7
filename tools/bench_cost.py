"""Host instructions as a test: `tools/bench BUILD --only cost`.

Counts the host instructions that the launches of eight small programs take (valgrind --tool=callgrind, inside gpu_launch, so that neither
paths nor the environment count) and compares them with bench/cost.csv. The same build gives the same counts on any machine of an architecture;
another compiler gives others. So a row says both, and is compared with the last row of the same architecture and the compiler's major version;
where there is none, that is said, and nothing is compared.

A program that takes more than 3 % more than in that row is a failure, unless a commit since the one that brought the row has a line `cost: REASON` in its message.
--keep appends a row for the commit at hand. BUILD/cost.html shows all rows."""
import concurrent.futures
import csv
import html
import os
import platform
import re
import subprocess
import sys
import tempfile

PROGRAMS = [("gemm", "gtx480"), ("atax", "gtx480"), ("spmv", "gtx480"), ("hotspot", "gtx480"), ("lud", "gtx480"),
            ("histogram", "gtx480"), ("gemm", "h200"), ("spmv", "h200")]
MORE = 1.03
HEAD = ["arch", "compiler", "commit", "date"]


def column(program, machine):
    return f"{program} {machine}"


COLUMNS = [column(*p) for p in PROGRAMS]


def compiler_of(build):
    """The compiler of a build folder and its major version: `gcc 12`."""
    with open(os.path.join(build, "meson-logs", "meson-log.txt"), errors="replace") as f:
        found = re.search(r"C compiler for the host machine: .*?\((\w+) (\d+)\.", f.read())
    return f"{found[1]} {found[2]}" if found else "unknown"


def count(sluice, program, machine, native="off", more=None):
    """Host instructions in launches. Without native code: valgrind does not know all that this processor does."""
    env = {**os.environ, **(more or {})}
    subprocess.run([sluice, "run", "-q", "--size", "small", "-m", machine, program], stdout=subprocess.DEVNULL,
                   env={**env, "SLUICE_NATIVE": "off" if native == "off" else "always"})  # compiled before anything is counted
    p = subprocess.run(["valgrind", "--tool=callgrind", "--trace-children=yes", "--callgrind-out-file=/dev/null", "--toggle-collect=gpu_launch",
                        sluice, "run", "-q", "--size", "small", "-m", machine, program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                       env={**env, "SLUICE_NATIVE": native})
    found = [int(x) for x in re.findall(r"Collected : (\d+)", p.stdout)]
    if p.returncode != 0 or not found or max(found) == 0:
        sys.exit(f"failed: {program} on {machine}: {p.stdout[-300:]}")
    return max(found)


# What valgrind knows of x86-64 ends with AVX2. Compilations of CUDA programs have no such options and stay as they are.
COMPILER = """#!/bin/sh
for a; do
    shift
    case $a in
    -march=native) a=-march=x86-64-v3 ;;
    -mprefer-vector-width=*) a=-mprefer-vector-width=256 ;;
    esac
    set -- "$@" "$a"
done
exec "$CLANG" "$@"
"""


def bench_native(build, programs, clang, counter=count):
    """The same counts with kernels interpreted, and as native code that is in the cache, as a second run has it."""
    print(f"\nHost instructions in launches, small size, M\n{'program':18} {'interpreted':>11} {'native':>9} {'ratio':>7}")
    rows = {}
    with tempfile.TemporaryDirectory() as tmp:
        wrapper = os.path.join(tmp, "clang")
        with open(wrapper, "w") as f:
            f.write(COMPILER)
        os.chmod(wrapper, 0o755)
        more = {"SLUICE_CLANG": wrapper, "CLANG": clang, "XDG_CACHE_HOME": tmp}
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            counts = pool.map(lambda p: [counter(os.path.join(build, "sluice"), *p, native, more) for native in ("off", "on")], programs)
            for program, (interpreted, native) in zip(programs, counts):
                rows[column(*program)] = native / interpreted
                print(f"{column(*program):18} {interpreted / 1e6:11.1f} {native / 1e6:9.1f} {native / interpreted:7.3f}", flush=True)
    return rows


def git(root, *words):
    p = subprocess.run(["git", "-C", root, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return p.stdout.strip() if p.returncode == 0 else None


def reasons(root, row):
    """What commits since the one that brought this row say in lines `cost: REASON`."""
    brought = git(root, "log", "-1", "--format=%H", f"-S{row['commit']}", "--", "bench/cost.csv")
    text = git(root, "log", "--format=%B", f"{brought}..HEAD" if brought else "-1") or ""
    return re.findall(r"^cost: *(\S.*)$", text, re.M | re.I)


def read(path):
    if not os.path.exists(path):
        return []
    with open(path, newline="") as f:
        return list(csv.DictReader(f))


def append(path, rows, row):
    with open(path, "w", newline="") as f:
        w = csv.DictWriter(f, HEAD + COLUMNS, restval="", extrasaction="ignore", lineterminator="\n")
        w.writeheader()
        w.writerows(rows + [row])


def line(values, most):
    """A row's history as a small picture."""
    points = " ".join(f"{10 + 180 * i / max(1, len(values) - 1):.1f},{45 - 40 * v / most:.1f}" for i, v in enumerate(values))
    return f'<svg width="200" height="50"><polyline points="{points}" fill="none" stroke="#36c"/></svg>'


def page(path, rows):
    """All rows, a table an architecture and compiler: millions of host instructions."""
    out = ["<!doctype html><meta charset='utf-8'><title>What the simulator costs</title><style>body{font:14px sans-serif}td,th{padding:2px 8px;"
           "text-align:right}</style><h1>Host instructions in launches, in millions</h1><p>Eight programs, small size; a row a commit, oldest first."]
    for key in sorted({(r["arch"], r["compiler"]) for r in rows}):
        mine = [r for r in rows if (r["arch"], r["compiler"]) == key]
        out.append(f"<h2>{html.escape(key[0])}, {html.escape(key[1])}</h2><table><tr><th>commit<th>date" + "".join(f"<th>{c}" for c in COLUMNS))
        for r in mine:
            out.append(f"<tr><td>{html.escape(r['commit'])}<td>{html.escape(r['date'])}" +
                       "".join(f"<td>{int(r[c]) / 1e6:.1f}" if r.get(c) else "<td>" for c in COLUMNS))
        out.append("<tr><td><td>")
        for c in COLUMNS:
            values = [int(r[c]) for r in mine if r.get(c)]
            out.append("<td>" + (line(values, max(values)) if len(values) > 1 else ""))
        out.append("</table>")
    with open(path, "w") as f:
        f.write("\n".join(out) + "\n")


def bench_cost(root, build, keep, counter=count):
    """The counts, and whether none has risen without a word. Ends with a line `N passed, N failed`."""
    path, arch, compiler = os.path.join(root, "bench", "cost.csv"), platform.machine(), compiler_of(build)
    rows = read(path)
    same = [r for r in rows if (r["arch"], r["compiler"]) == (arch, compiler)]
    last = same[-1] if same else {}
    if not last:
        print(f"bench/cost.csv has no row for {arch} and {compiler}: counted, and compared with nothing")
    else:
        print(f"beside commit {last['commit']} ({arch}, {compiler})")
    now, risen = {}, []
    print(f"{'program':18} {'M':>9} {'before':>9} {'ratio':>7}")
    with concurrent.futures.ThreadPoolExecutor(2) as pool:  # a count does not depend on what runs beside
        counts = pool.map(lambda p: counter(os.path.join(build, "sluice"), *p), PROGRAMS)
    for name, counted in zip(COLUMNS, counts):
        now[name] = counted
        old = int(last[name]) if last.get(name) else None
        if old and now[name] > MORE * old:
            risen.append(name)
        print(f"{name:18} {now[name] / 1e6:9.1f} " + (f"{old / 1e6:9.1f} {now[name] / old:7.3f}" if old else f"{'-':>9} {'-':>7}"), flush=True)
    if keep:
        rows.append({"arch": arch, "compiler": compiler, "commit": git(root, "rev-parse", "--short=10", "HEAD") or "",
                     "date": git(root, "log", "-1", "--format=%cs") or "", **now})
        append(path, rows[:-1], rows[-1])
    page(os.path.join(build, "cost.html"), rows)
    said = reasons(root, last) if risen else []
    for name in risen:
        print(f"{name}: more than 3 % above" + (f" (cost: {'; '.join(said)})" if said else ", and no commit since says `cost: REASON`"))
    failed = 0 if said or keep else len(risen)
    print(f"{len(now) - failed} passed, {failed} failed")
    return now, failed == 0
