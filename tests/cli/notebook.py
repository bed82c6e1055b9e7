#!/usr/bin/env python3
"""notebook.py SLUICE FOLDER: docs/notebook.ipynb runs from top to bottom, and its cells show what its text speaks of. TAP."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import tap

sluice, folder = os.path.realpath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
tmp = tempfile.mkdtemp()
if not shutil.which("jupyter-nbconvert"):
    print("1..0 # SKIP jupyter-nbconvert is not installed (./dev test installs it)")
    sys.exit(0)
book = json.loads((folder / "docs" / "notebook.ipynb").read_text())
tap.ok(all(not c.get("outputs") and c.get("execution_count") is None for c in book["cells"]), "the tree keeps the notebook without outputs")
env = {k: v for k, v in os.environ.items() if not k.startswith("JUPYTER")}
env |= {"SLUICE": sluice, "PYTHONPATH": str(folder / "python"), "HOME": tmp, "IPYTHONDIR": tmp, "PATH": "/usr/bin:/bin:" + env["PATH"]}
shutil.copy(folder / "docs" / "notebook.ipynb", tmp)
p = subprocess.run(["jupyter-nbconvert", "--to", "notebook", "--execute", "--output", "done.ipynb", "notebook.ipynb"],
                   cwd=tmp, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=200)
if tap.ok(p.returncode == 0, "every cell runs", p.stdout[-3000:]):
    done = json.loads((pathlib.Path(tmp) / "done.ipynb").read_text())
    shown = json.dumps([c.get("outputs") for c in done["cells"]])
    for name, text in (("a record draws its kernels", "<td style='text-align:left'>bicg_rows</td>"), ("a sweep draws its table", "<th>l1.mshrs</th>"),
                       ("the program ran and checked itself", "equal"), ("a mistake is told", "did you mean 'l1.mshrs'?"),
                       ("the page is written", "bicg.html")):
        tap.ok(text in shown, name)
    tap.ok((pathlib.Path(tmp) / "bicg.html").stat().st_size > 10000, "the report is there")
shutil.rmtree(tmp, ignore_errors=True)
tap.end()
