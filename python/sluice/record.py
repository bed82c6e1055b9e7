"""A run record: JSON with attributes, dotted names and a view for notebooks."""
import html
import json

from sluice.table import Table


def dig(tree, name):
    """tree["a"]["b"] for "a.b"; names themselves may have dots."""
    at, rest = tree, name
    while True:
        if not isinstance(at, dict):
            raise KeyError(name)
        if rest in at:
            return at[rest]
        parts = rest.split(".")
        for n in range(len(parts) - 1, 0, -1):
            head = ".".join(parts[:n])
            if head in at:
                at, rest = at[head], ".".join(parts[n:])
                break
        else:
            raise KeyError(name)


def leaves(tree, before=""):
    """Every value of a tree of objects by its dotted name, in the tree's order."""
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{before}{key}.")
        else:
            yield before + key, value


def nearest(name, names):
    import difflib
    close = difflib.get_close_matches(name, names, 1)
    return f"; did you mean '{close[0]}'?" if close else ""


class Row:
    """An object of the record: row.l1.hit, row["l1.hit"], dict(row.items()) with dotted names."""

    def __init__(self, data, what="record"):
        self.__dict__["_data"], self.__dict__["_what"] = data, what

    def __getitem__(self, name):
        try:
            value = dig(self._data, name)
        except KeyError:
            names = [n for n, _ in leaves({**self._data.get("total", {}), **self._data, "units": None})]
            raise KeyError(f"no '{name}' in this {self._what}{nearest(name, names)}") from None
        return wrap(value, self._what)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        if name in self._data:
            return wrap(self._data[name], self._what)
        names = [*self._data, *self._data.get("total", ())]
        raise AttributeError(f"no '{name}' in this {self._what}{nearest(name, names)}")

    def __contains__(self, name):
        try:
            dig(self._data, name)
        except KeyError:
            return False
        return True

    def __dir__(self):
        return [*super().__dir__(), *(k for k in self._data if k.isidentifier())]

    def get(self, name, default=None):
        return self[name] if name in self else default

    def items(self):
        return leaves(self._data)

    def to_dict(self):
        return self._data

    def __repr__(self):
        shown = [f"{k}={v!r}" for k, v in self._data.items() if not isinstance(v, (dict, list))]
        return f"<{self._what} {' '.join(shown[:6])}>"


def wrap(value, what):
    return Row(value, what) if isinstance(value, dict) else value


HEADLINE = [  # what a record shows of each kernel: name in the record, head, form
    ("name", "kernel", "{}"),
    ("launches", "launches", "{:,}"),
    ("cycles", "cycles", "{:,}"),
    ("warp_instrs", "warp instructions", "{:,}"),
    ("warp_ipc", "warp IPC", "{:.3f}"),
    ("occupancy.achieved", "occupancy", "{:.1%}"),
    ("l1.hit_rate", "L1 hits", "{:.1%}"),
    ("l2.read_hit_rate", "L2 hits", "{:.1%}"),
    ("bandwidth.dram_used", "DRAM used", "{:.1%}"),
]


LINE_COLUMNS = ["kernel", "file", "line", "instrs", "waits", "blame", "cause", "lines_per_access", "sectors_used", "conflicts", "replays",
                "dram_bytes", "text"]


def source_lines(kernel, text):
    """A kernel of the record's lines, summed by source line; an instruction without a line belongs to the one before it."""
    lines, line = {}, 0
    total = {"instrs": 0, "waits": 0, "blame": 0}
    for r in kernel["rows"]:
        line = r["line"] or line
        to = lines.setdefault(line, {"instrs": 0, "waits": 0, "blame": 0, "causes": {}})
        waits, blame = ({k: n for k, n in r.get(key, {}).items() if k != "dual"} for key in ("stalls", "blame"))
        for name, n in (("instrs", r["warp_instrs"]), ("waits", sum(waits.values())), ("blame", sum(blame.values()))):
            to[name] += n
            total[name] += n
        for causes in (waits, blame):
            for name, n in causes.items():
                to["causes"][name] = to["causes"].get(name, 0) + n
        for name in ("accesses", "lines", "sectors_used", "sectors_fetched", "conflicts", "replays", "dram_bytes"):
            to[name] = to.get(name, 0) + r.get(name, 0)
    return [{"kernel": kernel["kernel"], "file": kernel["file"], "line": n, **{k: to[k] / total[k] if total[k] else 0 for k in total},
             "cause": max(to["causes"], key=to["causes"].get, default=None),
             "lines_per_access": to["lines"] / to["accesses"] if to["accesses"] else None,
             "sectors_used": to["sectors_used"] / to["sectors_fetched"] if to["sectors_fetched"] else None,
             "conflicts": to["conflicts"], "replays": to["replays"], "dram_bytes": to["dram_bytes"],
             "text": text[n - 1] if 0 < n <= len(text) else ""}
            for n, to in sorted(lines.items()) if to["instrs"] + to["waits"] + to["blame"]]


class Record(Row):
    """What `sluice run --json` writes. Names are looked for in the record and then in its total: r.cycles is r.total.cycles.

    r.kernels, r.launches, r.sms: lists of rows.  r.frame("kernels"): a pandas data frame with a column a statistic.
    r.by_line(): what each source line cost, of a run with lines=True.
    r.save(path), r.report(path): the record, and its page for a browser.  r.unit("dram.read_bytes"): its unit.
    """

    def __init__(self, data, output=""):
        super().__init__(data, "record")
        self.__dict__["output"] = output  # what the program itself printed

    def __getitem__(self, name):
        if name in self._data or name not in self.total:
            return super().__getitem__(name)
        return self.total[name]

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        if name in ("kernels", "launches", "sms"):
            return [Row(r, name[:-1] if name != "launches" else "launch") for r in self._data.get(name, [])]
        if name not in self._data and name in self._data.get("total", {}):
            return wrap(self._data["total"][name], "record")
        return super().__getattr__(name)

    def __contains__(self, name):
        return super().__contains__(name) or ("total" in self._data and name in self.total)

    def __dir__(self):
        return [*super().__dir__(), *self._data.get("total", {})]

    @property
    def machine_name(self):
        """The machine's name, or None where the program was only executed."""
        name = self._data.get("machine", {}).get("name")
        return None if name == "functional" else name

    def unit(self, name):
        try:
            return dig(self._data["units"], name)
        except KeyError:
            return None

    def table(self, what="kernels"):
        """Rows of `what` with every statistic as a column."""
        rows = [dict(leaves(r)) for r in self._data.get(what, [])]
        names = list(dict.fromkeys(k for r in rows for k in r))
        return Table([{k: r.get(k) for k in names} for r in rows], names)

    def frame(self, what="kernels"):
        return self.table(what).frame()

    def by_line(self, kernel=None):
        """What each source line cost, of a run with lines=True: a row a line, in shares of the kernel's instructions and lost issue slots.

        waits: slots lost while the line had to wait; blame: the same slots, by the line that was waited for. Both add up to 1 a kernel.
        """
        if "lines" not in self._data:
            raise KeyError("this record has no source lines: run with lines=True")
        rows = []
        for k in self._data["lines"]:
            if kernel in (None, k["kernel"]):
                rows += source_lines(k, self._data.get("sources", {}).get(k["file"], []))
        return Table(rows, LINE_COLUMNS)

    def save(self, path):
        with open(path, "w", encoding="utf-8") as f:
            json.dump(self._data, f, indent=1)

    def report(self, path):
        """Writes the report as a page for a browser and returns its path."""
        from sluice.tasks import report
        return report(self, path)

    def __repr__(self):
        on = f" on {self.machine_name}" if self.machine_name else ", executed only"
        cycles = f": {self.cycles:,} cycles" if "cycles" in self and self.machine_name else ""
        return f"<sluice record of {self.program.name}{on}{cycles}>"

    def headline(self):
        """The kernels in a few columns, as a notebook shows them."""
        columns = [(n, h, f) for n, h, f in HEADLINE if any(n in k for k in self.kernels)]
        return Table([{h: f.format(k[n]) if k.get(n) is not None else "" for n, h, f in columns} for k in self.kernels],
                     [h for _, h, _ in columns])

    def _repr_html_(self):
        on = f" on {html.escape(self.machine_name)}" if self.machine_name else ", executed only"
        fault = f"<p><b>{html.escape(self.fault)}</b></p>" if "fault" in self._data else ""
        return f"<p><b>{html.escape(self.program.name)}</b>{on}</p>{fault}{self.headline()._repr_html_()}"


class Paper(Row):
    """What `sluice paper` writes: p.statements (a table), p.counts (statements by verdict), p.figures."""

    def __init__(self, data):
        super().__init__(data, "paper")

    @property
    def statements(self):
        names = ["figure", "workload", "configuration", "metric", "paper", "ours", "sd", "unit", "verdict"]
        return Table([{n: s.get(n) for n in names} for s in self._data["statements"]], names)

    def __repr__(self):
        counts = ", ".join(f"{n} {v.replace('_', ' ')}" for v, n in self._data["counts"].items() if n)
        return f"<sluice paper {self._data['paper']}, size {self._data['size']}: {counts or 'no statements'}>"

    def _repr_html_(self):
        note = "<p>The inputs are cut down: verdicts say whether the experiments work, not whether the paper is reproduced.</p>" \
            if self._data["size"] == "small" else ""
        return f"<p><b>{html.escape(self._data['title'])}</b></p>{note}{self.statements._repr_html_()}"
