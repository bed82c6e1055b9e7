#!/usr/bin/env python3
"""tour.py SLUICE DOCS: every command of docs/tour.md, as it stands there, in an empty folder; what the page shows of outputs is printed. TAP."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import tap

sluice, page = os.path.realpath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve() / "tour.md"
os.chdir(tempfile.mkdtemp())
env = {**os.environ, "PATH": f"{os.path.dirname(sluice)}:{os.environ['PATH']}"}
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


def near(want, got):
    """The same words, and numbers that are within a tenth of each other."""
    words = [" ".join(NUMBER.sub("#", x).split()) for x in (want, got)]
    numbers = [[float(n.replace(",", "")) for n in NUMBER.findall(x)] for x in (want, got)]
    return words[0] == words[1] and all(abs(x - y) <= 0.1 * abs(x) for x, y in zip(*numbers))


commands, said, block = [], {}, ""
for kind, text in re.findall(r"```(sh|cuda|text)\n(.*?)```", page.read_text(), re.S):
    if kind == "cuda":  # a file, which its first line names
        pathlib.Path(re.match(r"// (\S+\.cu)", text).group(1)).write_text(text)
    elif kind == "text":  # what the commands of the block before have printed
        for line in text.splitlines():
            tap.ok(any(near(line, x) for x in block.splitlines()), f"printed: {line.strip()}", block[-2000:])
    else:
        block = ""
        for c in filter(str.strip, text.splitlines()):
            p = subprocess.run(["sh", "-c", c], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, env=env)
            commands.append(c)
            said[c] = p.stdout
            block += p.stdout
            tap.ok(p.returncode == 0 and (p.stdout.strip() or "-q" in c or ">" in c or "report" in c), c, f"status {p.returncode}\n{p.stdout[-800:]}")
tap.ok(near("a 1,000 b", "a 1050 b") and not near("a 1000 b", "a 1200 b") and not near("a 1 b", "a 1 c"), "this test tells outputs apart")
for f in ("slow.html", "lines.html", "gain.html", "before.json", "before.csv", "before.html", "after.json", "bicg.html", "bicg.trace.json", "sweep.csv", "out/sweep.html", "results.jsonl", "card.html"):
    tap.ok(os.path.exists(f) and os.path.getsize(f) > 0, f"{f} is there")
second = [c for c in commands if c.startswith("sluice sweep")][1]
tap.ok("0 to simulate" in said[second], "the second sweep has nothing left to do", said[second])
cycles = [json.load(open(f"{n}.json"))["total"]["cycles"] for n in ("slow", "fast", "faster")]
tap.ok(cycles[0] > 10 * cycles[1] and cycles[1] > 1.2 * cycles[2], "what the tool says makes the kernel faster, twice", cycles)
tap.end()
