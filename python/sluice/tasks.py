"""What one does with sluice: a function a command."""
import json
import os
import pathlib
import tempfile

from sluice.command import UserError, call
from sluice.record import Paper, Record
from sluice.table import Table


def values(v):
    """A value, or a list of them, as the command line takes it."""
    def one(x):
        return ("on" if x else "off") if isinstance(x, bool) else str(x)
    return ",".join(map(one, v)) if isinstance(v, (list, tuple, range)) else one(v)


def settings(given):
    return [a for k, v in (given or {}).items() for a in ("--set", f"{k}={values(v)}")]


def target(what, arguments):
    """How the command line names a program: a workload's or a file's name, or -- PROGRAM ARGUMENTS."""
    if isinstance(what, (list, tuple)):
        return ["--", *what, *arguments]
    name = os.fspath(what)
    if not name.endswith((".cu", ".ptx", ".trace")) and (os.sep in name or (os.path.isfile(name) and os.access(name, os.X_OK))):
        return ["--", name if os.sep in name else "./" + name, *arguments]
    return [name, *arguments]


def switches(options):
    """Keyword arguments as options: max_cycles=5 is --max-cycles 5, lines=True is --lines, None is nothing."""
    out = []
    for k, v in options.items():
        if v is None or v is False:
            continue
        out.append("--" + k.replace("_", "-"))
        if v is not True:
            out.append(values(v))
    return out


def run(what, *arguments, machine=None, set=None, size=None, progress=None, **options):
    """Runs a program on a machine and returns its record.

    what: a workload's name, a FILE.cu, a FILE.ptx, a program, or a list: the program and its arguments
    machine: a name or a file of machine parameters; None: the program is only executed
    set: parameters by dotted name: {"l1.mshrs": 64}
    options: those of `sluice run` with underscores: threads=2, sample=1000, lines=True, kernels="1-3", max_cycles=100000
    """
    with tempfile.TemporaryDirectory(prefix="sluice-py-") as folder:
        out = os.path.join(folder, "record.json")
        how = ["run", "-q", "--progress", "--json", out]
        how += ["--machine", machine] if machine else []
        how += ["--size", size] if size else []
        _, text, _ = call([*how, *settings(set), *switches(options), *target(what, map(str, arguments))], progress)
        return load(out, text)


def load(path, output=""):
    """The record in a file that `sluice run --json` wrote."""
    try:
        with open(path, encoding="utf-8") as f:
            data = json.load(f)
    except OSError as e:
        raise UserError(f"{path}: {e.strerror}", 2) from None
    except ValueError as e:
        raise UserError(f"{path}: not a run record: {e}", 2) from None
    if not isinstance(data, dict) or "program" not in data:
        raise UserError(f"{path}: not a run record: it has no 'program'", 2)
    return Record(data, output)


def sweep(what, *arguments, machine, set=None, zip=False, metric=None, size=None, out=None, progress=None, **options):
    """Simulates every combination of machines and values and returns a table, a row a configuration.

    what: as for run; a list of workloads' names sweeps over them when it is a set or has no program in it: sweep(("atax", "bicg"), ...)
    machine: a name, or a list of them;  set: {"l1.mshrs": [8, 16, 32]};  zip: lists side by side, not all combinations
    metric: names of the record to show;  out: the folder that keeps results (they are not simulated again); None: a temporary one
    jitter=5: each under 5 seeds of gpu.jitter; a metric is then a mean, with its standard deviation in the column "sd METRIC"
    """
    with tempfile.TemporaryDirectory(prefix="sluice-py-") as folder:
        table = os.path.join(folder, "table.csv")
        how = ["sweep", "--machine", values(machine), "--csv", table, "--out", os.fspath(out) if out else os.path.join(folder, "out")]
        how += ["--size", size] if size else []
        how += ["--zip"] if zip else []
        how += ["--metric", values(metric)] if metric else []
        several = isinstance(what, (list, tuple)) and not arguments and all(known_workload(w) for w in what)
        named = list(what) if several else target(what, map(str, arguments))
        call([*how, *settings(set), *switches(options), *named], progress)
        return Table.read(table)


def known_workload(name):
    return isinstance(name, str) and name in {w["name"] for w in workloads()}


def compare(a, b, *more, all=False, kernel=None, tolerance=None, metric=None):
    """What differs between records (records, or files of them), as text. With a tolerance in percent: raises BoundMissed."""
    with tempfile.TemporaryDirectory(prefix="sluice-py-") as folder:
        paths = []
        for k, r in enumerate((a, b, *more)):
            if isinstance(r, Record):
                paths.append(os.path.join(folder, f"{'abcdefghijklmnopqrstuvwxyz'[k % 26]}{k // 26 or ''}.json"))
                r.save(paths[-1])
            else:
                paths.append(os.fspath(r))
        how = switches({"all": all, "kernel": kernel, "tolerance": tolerance, "metric": metric})
        return call(["compare", *how, *paths])[1]


def report(record, path):
    """Writes a record's page for a browser and returns its path."""
    with tempfile.TemporaryDirectory(prefix="sluice-py-") as folder:
        source = os.path.join(folder, "record.json")
        if isinstance(record, Record):
            record.save(source)
        else:
            source = os.fspath(record)
        call(["report", source, "-o", os.fspath(path)])
    return pathlib.Path(path)


def paper(name, *figures, size=None, out="out", progress=None, **options):
    """Runs a paper's experiments: figures ("7", "table2") or all of them. size="small": cut-down inputs, to try it.

    name "all": every paper, one after the other; returns a dict of them by name.
    jitter=5: what statements need under 5 seeds of gpu.jitter (as at the paper's sizes); 1: once.
    Returns p.statements, a table of what the paper says beside our result, its spread (sd) and the verdict. OUT/paper-NAME.html is the page.
    """
    how = ["paper", name, *map(str, figures), "--out", os.fspath(out)]
    how += ["--size", size] if size else []
    call([*how, *switches(options)], progress)
    if name == "all":
        return {p["paper"]: p for p in (kept_paper(out, n) for n in papers())}
    return kept_paper(out, name)


def papers():
    """The names of the papers, as `sluice paper` without a name lists them."""
    try:
        call(["paper"])
    except UserError as e:
        return sorted(line.strip() for line in e.output.splitlines() if line.startswith("  "))
    return []


def kept_paper(out, name):
    with open(os.path.join(out, f"paper-{name}.json"), encoding="utf-8") as f:
        return Paper(json.load(f))


def listing(topic, part=None, *options):
    rows = json.loads(call(["list", topic, *([part] if part else []), "--json", *options])[1])
    return Table(rows, list(dict.fromkeys(k for r in rows for k in r)))


def complete(t):
    for r in t:
        for c in t.columns:
            r.setdefault(c, None)
    return t


def params(part=None, machine=None):
    """Every parameter with default, bounds, unit and meaning; machine: with that machine's values."""
    return complete(listing("params", part, *(["--machine", machine] if machine else [])))


def stats(part=None):
    """Every statistic with its unit and meaning."""
    return complete(listing("stats", part))


def workloads(part=None):
    """The shipped workloads."""
    return complete(listing("workloads", part))
