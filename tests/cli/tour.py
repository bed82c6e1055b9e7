#!/usr/bin/env python3
"""tour.py SLUICE DOCS: every command of docs/tour.md, as it stands there, in an empty folder. TAP."""
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
commands = [line for block in re.findall(r"```sh\n(.*?)```", page.read_text(), re.S) for line in block.splitlines() if line.strip()]
said = {}
for c in commands:
    p = subprocess.run(["sh", "-c", c], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, env=env)
    said[c] = p.stdout
    tap.ok(p.returncode == 0 and (p.stdout.strip() or "-q" in c or ">" in c or "report" in c), c, f"status {p.returncode}\n{p.stdout[-800:]}")
for f in ("before.json", "before.csv", "before.html", "after.json", "bicg.html", "bicg.trace.json", "sweep.csv", "out/sweep.html", "results.jsonl", "card.html"):
    tap.ok(os.path.exists(f) and os.path.getsize(f) > 0, f"{f} is there")
second = [c for c in commands if c.startswith("sluice sweep")][1]
tap.ok("0 to simulate" in said[second], "the second sweep has nothing left to do", said[second])
tap.end()
