#!/usr/bin/env python3
"""pages.py SLUICE: the pages of report, paper and sweep in a real browser, Chromium, light at 1300 pixels and dark at 400: nothing is wider than
the window, no text lies outside its drawing or on another one, nothing is fetched. (Where things lie does not depend on colours.) TAP."""
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import tap

sluice = os.path.realpath(sys.argv[1])
tmp = tempfile.mkdtemp()
os.chdir(tmp)
if not shutil.which("chromium"):
    print("1..0 # SKIP chromium is not installed (./dev test installs it)")
    sys.exit(0)

# Asked of the page by a script that only the test adds; the answer stands in the title.
ASK = """<script>addEventListener('load', () => {
const wrong = [];
const page = document.documentElement;
if (page.scrollWidth > innerWidth) wrong.push('the page is ' + page.scrollWidth + ' wide');
for (const svg of document.querySelectorAll('svg')) {
  const box = svg.getBoundingClientRect(), texts = [...svg.querySelectorAll('text')];
  const rects = texts.map(t => t.getBoundingClientRect());
  rects.forEach((r, i) => {
    if (r.left < box.left - 1.5 || r.right > box.right + 1.5 || r.top < box.top - 3 || r.bottom > box.bottom + 3)
      wrong.push('outside its drawing: ' + texts[i].textContent);
    if (!texts[i].getAttribute('transform'))
      rects.slice(0, i).forEach((q, k) => {
        if (!texts[k].getAttribute('transform') && r.left < q.right - 2 && q.left < r.right - 2 && r.top < q.bottom - 4 && q.top < r.bottom - 4)
          wrong.push('on each other: ' + texts[i].textContent + ' and ' + texts[k].textContent);
      });
  });
}
const fetched = performance.getEntriesByType('resource').length;
const back = getComputedStyle(document.body).backgroundColor;
document.title = JSON.stringify({wrong: wrong.slice(0, 12), fetched, back, svgs: document.querySelectorAll('svg').length});
});</script></body>"""


def look(page, width, dark):
    text = open(page).read()
    if dark: # the reader's setting, as the style asks for it
        text = text.replace("@media(prefers-color-scheme:dark)", "@media all")
    open("asked.html", "w").write(text.replace("</body>", ASK))
    p = subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", f"--user-data-dir={tmp}/profile",
                        f"--window-size={width},1200", "--virtual-time-budget=3000", "--dump-dom", f"file://{tmp}/asked.html"],
                       text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120)
    m = re.search(r"<title>(.*?)</title>", p.stdout)
    return json.loads(html.unescape(m.group(1))) if m and m.group(1).startswith("{") else {"wrong": ["no answer: " + p.stdout[:300]]}


RUNS = {
    "report": [sluice, "run", "-q", "-m", "gtx480", "--sample", "2000", "--lines", "--html", "page.html", "bicg"],
    "executed.html": [sluice, "run", "-q", "--html", "page.html", "bicg"],
    "paper": [sluice, "paper", "unified", "8", "--size", "small", "-o", "."],
    "sweep": [sluice, "sweep", "-q", "-m", "gtx480,h200", "--set", "l1.mshrs=8,16,32", "--set", "sched.policy=gto,rr", "--html", "page.html", "vectoradd"],
    "compare": [sluice, "compare", "-m", "gtx480", "--set", "l1.mshrs=8,16,32", "--html", "page.html", "bicg"],
    "sweep of five": [sluice, "sweep", "-q", "-m", "gtx480", "--set", "l1.mshrs=8,32", "--set", "sched.policy=gto,rr", "--set", "l1.size=16KB,32KB",
                      "--set", "l1.missq=2,8", "--pareto", "cycles,l1.hit_rate", "--html", "page.html", "vectoradd"],
    "sweep of words": [sluice, "sweep", "-q", "-m", "gtx480", "--set", "sched.policy=gto,rr", "--html", "page.html", "vectoradd", "histogram"],
}
for name, command in RUNS.items():
    tap.run(command)
    if name == "paper":
        os.rename("paper-unified.html", "page.html")
    for width, dark, back in ((1300, False, "rgb(255, 255, 255)"), (400, True, "rgb(20, 23, 28)")):
        r = look("page.html", width, dark)
        how = f"{name} at {width} pixels, {'dark' if dark else 'light'}"
        tap.ok(not r["wrong"] and not r.get("fetched") and (r["svgs"] > 0 or "executed" in name), how, "\n".join(r["wrong"]))
        tap.ok(r.get("back") == back, f"{how}: and looks so", r.get("back"))
page = open("page.html").read()
for name, bad in (("text outside its drawing", "<svg viewBox='0 0 50 20' width='50'><text x='40' y='12'>far too long</text></svg>"),
                  ("text on text", "<svg viewBox='0 0 90 20' width='90'><text x='4' y='12'>one</text><text x='9' y='14'>two</text></svg>"),
                  ("a page too wide", "<div style='width:2000px'>x</div>")):
    open("page.html", "w").write(page.replace("<h1>", bad + "<h1>", 1))
    tap.ok(len(look("page.html", 1300, False)["wrong"]) >= 1, f"this test finds {name}")
shutil.rmtree(tmp, ignore_errors=True)
tap.end()
