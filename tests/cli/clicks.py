#!/usr/bin/env python3
"""clicks.py SLUICE: a page's script in a real browser, Chromium: values under the pointer and the arrow keys, series hidden, tables sorted, time
zoomed in every plot, the memory path played, files saved; names for screen readers; colours that the colour-blind can tell apart. TAP."""
import html
import itertools
import json
import math
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

# What a person would do; the answers stand in the title.
DO = """<script>addEventListener('load', async () => {
const said = {}, q = (s, at = document) => at.querySelector(s), all = (s, at = document) => [...at.querySelectorAll(s)];
const center = e => { const b = e.getBoundingClientRect(); return {clientX: b.left + b.width / 2, clientY: b.top + b.height / 2, bubbles: true}; };
const pointer = (type, e, more = {}) => e.dispatchEvent(new PointerEvent(type, {...center(e), ...more}));
const key = (e, k) => e.dispatchEvent(new KeyboardEvent('keydown', {key: k, bubbles: true}));
const tip = q('#tip');
try {
  const bar = q('figure svg rect[data-tip]');
  pointer('pointermove', bar);
  said.hover = !tip.hidden && tip.textContent === bar.dataset.tip && bar.dataset.tip.length > 5;
  pointer('pointermove', q('h1'));
  said.leave = tip.hidden;
  const svg = bar.closest('svg');
  svg.focus();
  key(svg, 'ArrowRight');
  said.keys = !tip.hidden && all('.chosen', svg).length === 1;
  key(svg, 'Escape');
  said.escape = tip.hidden;
  said.labels = all('svg').every(s => (s.getAttribute('aria-label') || '').length > 2 || !s.closest('figure'));

  const run = q('dl.run').textContent, top = e => e.getBoundingClientRect().top;
  said.run = /sluice run -q -m gtx480/.test(run) && /gtx480, 15 SMs at 700 MHz/.test(run) && /20\\d\\d-\\d\\d-\\d\\d/.test(run);
  said.contents = all('nav a').length > 6 && all('nav a').every(a => q(a.getAttribute('href')));
  said.order = top(q('#first')) < top(q('nav')) && top(q('nav')) < top(q('#k0')) && top(q('#k1')) < top(q('#time')) && top(q('#time')) < top(q('#s0'));
  const verdict = all('#first a[data-causes]').find(a => a.dataset.causes === 'memory'), row = q('#first a[href^="#s"]');
  verdict.click();
  const lit = all('.chosen');
  said.verdict = lit.length === 1 && lit[0].dataset.cause === 'memory' && lit[0].closest('figure') === q(verdict.getAttribute('href'));
  row.click();
  await new Promise(r => setTimeout(r, 50));
  said.line = q(row.getAttribute('href')).tagName === 'TR' && q('details', q(row.getAttribute('href'))).open && row.textContent.endsWith(':' + row.getAttribute('href').split('-')[1]);
  q('details', q(row.getAttribute('href'))).open = false;

  const halves = all('figcaption').map(f => f.textContent);
  said.peaks = [/^Compute \\d+\\u00a0% of peak, by /, /^Memory \\d+\\u00a0% of peak, by /].every(p => halves.filter(h => p.test(h)).length === 3);
  const followed = all('figure').filter(f => /^The slowest requests, followed/.test(q('figcaption', f)?.textContent));
  said.followed = followed.length === 2 && followed.every(f => all('svg rect[data-tip$=" cycles"]', f).length > 8 && all('svg text', f).length <= 8) && /bicg.cu:\\d+/.test(followed[1].textContent);
  said.lanes = [...q('table.src').rows[0].cells].some(h => h.textContent === 'lanes') && /lanes are active in an instruction/.test(q('.code').textContent);
  const stage = q('#k0-path a.stage[href="#k0-dram"]'), inside = q('#k0-dram');
  stage.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}));
  said.stage = inside.open && /from the controller's queue to the data/.test(inside.textContent) && /at most/.test(inside.textContent);
  q('#k0-path a.stage[href="#k0-l1"]').dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}));
  said.others = !inside.open && q('#k0-l1').open;

  const entry = q('figure .legend [role=switch]'), figure = entry.closest('figure'), colour = /k(.)/.exec(q('i', entry).className)[1];
  const marks = () => all(`.c${colour},.l${colour}`, figure).filter(m => (m.style.opacity !== '') === (q('i', entry).style.opacity !== '') && getComputedStyle(m).display !== 'none').length;
  const before = marks();
  entry.click();
  said.hidden = before > 0 && marks() === 0 && entry.getAttribute('aria-checked') === 'false';
  key(entry, 'Enter');
  said.shown = marks() === before;

  const table = all('table').find(t => all('th', t).some(h => h.textContent === 'cycles'));
  const column = [...table.rows[0].cells].findIndex(h => h.textContent === 'cycles');
  const names = () => [...table.rows].slice(1).map(r => r.cells[0].textContent.trim());
  table.rows[0].cells[column].click();
  const up = names();
  key(table.rows[0].cells[column], 'Enter');
  said.sorted = [up, names(), table.rows[0].cells[column].getAttribute('aria-sort')];

  const source = q('table.src'), blame = [...source.rows[0].cells].findIndex(h => h.textContent.startsWith('blame'));
  const hot = q('details', source), closed = hot.getBoundingClientRect().height;
  q('summary', hot).click();
  said.opened = hot.open && hot.getBoundingClientRect().height > closed + 40 && /PTX/.test(hot.textContent) && /slots, pipe/.test(hot.textContent);
  source.rows[0].cells[blame].click();
  source.rows[0].cells[blame].click();
  const shares = [...source.rows].slice(1).map(r => parseFloat(r.cells[blame].textContent)).filter(v => !isNaN(v));
  said.worst = shares.length > 2 && shares.every((v, i) => !i || shares[i - 1] >= v);
  said.heat = getComputedStyle(source.rows[1].cells[0]).backgroundImage !== getComputedStyle(source.rows[source.rows.length - 1].cells[0]).backgroundImage;

  const saved = [], click = HTMLAnchorElement.prototype.click, make = URL.createObjectURL;
  let blob;
  URL.createObjectURL = b => { blob = b; return make.call(URL, b); };
  HTMLAnchorElement.prototype.click = function () { saved.push([this.download, blob.type, blob.text()]); };
  q('.tools button[aria-label="save this table as CSV"]', table.closest('.wide').nextElementSibling.parentNode).click();
  q('button[aria-label="save this drawing"]').click();
  q('button[aria-label="save the values of this drawing"]').click();
  HTMLAnchorElement.prototype.click = click;
  said.saved = await Promise.all(saved.map(async ([n, t, x]) => [n, t, (await x).slice(0, 3000)]));

  const times = all('svg.time'), ticks = () => times.map(t => all('.xt', t).map(x => x.textContent).join(' '));
  said.times = times.length;
  if (times.length) {
    const box = times[1].getBoundingClientRect(), at = f => ({clientX: box.left + box.width * f, clientY: box.top + box.height / 2, bubbles: true});
    times[1].dispatchEvent(new PointerEvent('pointermove', at(.5)));
    const lines = times.map(t => parseFloat(q('.cursor', t).getAttribute('x1')));
    said.linked = all('.cursor').filter(c => c.style.display !== 'none').length === times.length && Math.max(...lines) - Math.min(...lines) < 15;
    const first = ticks();
    times[1].dispatchEvent(new PointerEvent('pointerdown', at(.4)));
    times[1].dispatchEvent(new PointerEvent('pointermove', at(.6)));
    times[1].dispatchEvent(new PointerEvent('pointerup', at(.6)));
    const zoomed = ticks(), back = all('button').find(b => b.textContent === 'all of the time');
    said.zoom = [first[0] !== zoomed[0], new Set(zoomed).size === 1, !back.hidden];
    back.click();
    said.unzoom = back.hidden && ticks()[0] !== zoomed[0];
    const film = q('#film-figure'), slider = q('input[type=range]', film), text = () => all('text.s', film).map(t => t.textContent).join();
    const start = text();
    slider.value = Math.floor(slider.max / 2);
    slider.dispatchEvent(new Event('input'));
    said.film = text() !== start && /GB/.test(text());
    const play = all('button', film).find(b => b.textContent === 'play'), was = slider.value;
    play.click();
    await new Promise(r => setTimeout(r, 1500));
    play.click();
    said.played = slider.value !== was && play.textContent === 'play';
  }
} catch (e) { said.error = String(e) + e.stack; }
said.fetched = performance.getEntriesByType('resource').length;
document.title = JSON.stringify(said);
});</script></body>"""


def dom(page, flags=()):
    p = subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", f"--user-data-dir={tmp}/profile", *flags,
                        "--window-size=1300,1600", "--virtual-time-budget=8000", "--dump-dom", f"file://{tmp}/{page}"],
                       text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=180)
    return p.stdout


tap.run([sluice, "run", "-q", "-m", "gtx480", "--sample", "2000", "--lines", "--html", "page.html", "bicg"])
page = open("page.html").read()
open("done.html", "w").write(page.replace("</body>", DO))
m = re.search(r"<title>(\{.*?\})</title>", dom("done.html"), re.S)
said = json.loads(html.unescape(m.group(1))) if m else {"error": "no answer"}
tap.ok("error" not in said, "the script runs", said.get("error"))
for name, text in (("hover", "a value under the pointer"), ("leave", "it goes with the pointer"), ("keys", "the arrow keys walk over a drawing's values"),
                   ("escape", "Escape ends it"), ("labels", "drawings have names for screen readers"), ("hidden", "a series is hidden by its legend"),
                   ("shown", "and shown again by a key"), ("linked", "one cursor in all plots over time"), ("unzoom", "all of the time again"),
                   ("opened", "a source line opens on its PTX"), ("worst", "source lines sorted by blame"), ("heat", "and coloured by it"),
                   ("run", "the command, the machine and the date stand on top"), ("contents", "the list of contents leads to what is there"),
                   ("order", "the verdict first, kernels before time, then source lines"), ("verdict", "a sentence of the verdict leads to its slots"),
                   ("line", "and to its source line, which opens"),
                   ("peaks", "compute and memory against their peaks, of each kernel and of all"), ("lanes", "active lanes by line"),
                   ("followed", "the slowest requests of each kernel, stage by stage, with their source line"), ("stage", "a stage of the memory path opens on its queues and latency"), ("others", "and the others close"), ("film", "the memory path at another moment"), ("played", "it plays and stops")):
    tap.ok(said.get(name) is True, text, said.get(name))
tap.ok(said.get("zoom") == [True, True, True], "a part of the time, in every plot", said.get("zoom"))
tap.ok(said.get("times", 0) >= 5, "plots over time", said.get("times"))
up, down, order = said.get("sorted", [[], [], ""])
tap.ok(up == ["bicg_columns", "bicg_rows"] and down == up[::-1] and order == "descending", "a table is sorted by a column, both ways", said.get("sorted"))
saved = {t: (n, x) for n, t, x in said.get("saved", [])}
tap.ok(len(said.get("saved", [])) == 3 and "kernel,launches,cycles" in said["saved"][0][2], "a table as CSV", said.get("saved"))
tap.ok(saved.get("image/svg+xml", ("", ""))[0].endswith(".svg") and "xmlns" in saved["image/svg+xml"][1], "a drawing as SVG", saved.get("image/svg+xml"))
tap.ok(said.get("fetched") == 0 and "http" not in page.replace("http://www.w3.org", ""), "nothing is fetched")
bare = re.sub(r"<script>.*?</script>", "", page, flags=re.S)
open("bare.html", "w").write(bare)
tap.ok(dom("bare.html").count("<svg") == page.count("<svg") and "Look here first" in bare, "without its script the page shows the same")
tap.ok("<details><summary>" in bare.split('<h2 id="s0">')[1], "lines open without it, too")


# Colours in the eyes of those who lack a kind of cone (Machado, Oliveira and Fernandes 2009), and how far apart they are (CIE 1976).
EYES = {"normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
        "deuteranopia": ((.367322, .860646, -.227968), (.280085, .672501, .047413), (-.011820, .042940, .968881)),
        "protanopia": ((.152286, 1.052583, -.204868), (.114503, .786281, .099216), (-.003882, -.048116, 1.051998)),
        "tritanopia": ((1.255528, -.076749, -.178779), (-.078411, .930809, .147602), (.004733, .691367, .303900))}


def linear(colour):
    return [c / 12.92 if c <= .04045 else ((c + .055) / 1.055) ** 2.4 for c in (int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5))]


def lab(c):
    f = lambda t: t ** (1 / 3) if t > .008856 else 7.787 * t + 16 / 116
    x, y, z = (f(max(0, sum(w * v for w, v in zip(row, c)))) for row in ((.4339, .3762, .1899), (.2126, .7152, .0722), (.0178, .1095, .8730)))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def seen(colour, eye):
    c = linear(colour)
    return lab([min(1, max(0, sum(w * v for w, v in zip(row, c)))) for row in EYES[eye]])


for name, style in (("light", page[page.index(":root{"):page.index("@media(prefers")]), ("dark", page[page.index("@media(prefers"):])):
    colours = [re.search(rf"--c{k}:(#[0-9a-f]{{6}})", style).group(1) for k in range(8)]
    least = min((math.dist(seen(a, eye), seen(b, eye)), a, b, eye) for a, b in itertools.combinations(colours, 2) for eye in EYES)
    tap.ok(least[0] > 15, f"{name}: any two colours are apart for every eye (least {least[0]:.1f})", least)
old = math.dist(seen("#2f6fd0", "deuteranopia"), seen("#6a58c9", "deuteranopia"))
tap.ok(old < 5, f"this test finds a blue and a violet that are not ({old:.1f})")
shutil.rmtree(tmp, ignore_errors=True)
tap.end()
