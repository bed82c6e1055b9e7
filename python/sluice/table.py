"""A table: a list of rows with named columns, drawn in notebooks, and a pandas data frame on demand."""
import csv
import html
import io


def number(text):
    """A CSV field as the number that it is, or the text."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


class Table(list):
    """Rows as dictionaries; `columns` has their names in order. t.column("cycles"), t.best("cycles"), t.frame(), t.to_csv()."""

    def __init__(self, rows, columns=None):
        super().__init__(rows)
        self.columns = list(columns) if columns is not None else list(rows[0]) if rows else []

    @classmethod
    def read(cls, path):
        with open(path, newline="", encoding="utf-8") as f:
            reader = csv.DictReader(f)
            rows = [{k: number(v) for k, v in r.items()} for r in reader]
            return cls(rows, reader.fieldnames or [])

    def column(self, name):
        if name not in self.columns:
            raise KeyError(f"no column '{name}'; there are {', '.join(self.columns)}")
        return [r[name] for r in self]

    def best(self, name="cycles", most=False):
        """The row with the least (or the most) of a column."""
        rows = [r for r, v in zip(self, self.column(name)) if isinstance(v, (int, float))]
        if not rows:
            raise ValueError(f"no numbers in column '{name}'")
        return (max if most else min)(rows, key=lambda r: r[name])

    def where(self, **values):
        """The rows in which columns have these values; dots are written as two underscores: where(l1__mshrs=8)."""
        wanted = {k.replace("__", "."): v for k, v in values.items()}
        for k in wanted:
            self.column(k)
        return Table([r for r in self if all(r[k] == v for k, v in wanted.items())], self.columns)

    def frame(self):
        """A pandas data frame; needs pandas."""
        try:
            import pandas
        except ImportError:
            raise ImportError("frame() needs pandas (Debian: python3-pandas); without it use the table itself, a list of dictionaries") from None
        return pandas.DataFrame(list(self), columns=self.columns)

    def to_csv(self):
        out = io.StringIO()
        w = csv.DictWriter(out, self.columns, lineterminator="\n")
        w.writeheader()
        w.writerows(self)
        return out.getvalue()

    @staticmethod
    def show(value):
        if isinstance(value, float):
            return f"{value:,.4g}" if abs(value) < 1e6 else f"{value:,.0f}"
        return f"{value:,}" if isinstance(value, int) else "" if value is None else str(value)

    def _repr_html_(self):
        head = "".join(f"<th>{html.escape(c)}</th>" for c in self.columns)
        body = "".join("<tr>" + "".join(f"<td style='text-align:{'left' if isinstance(r[c], str) and k == 0 else 'right'}'>{html.escape(self.show(r[c]))}</td>"
                                        for k, c in enumerate(self.columns)) + "</tr>" for r in self)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def __repr__(self):
        cells = [self.columns, *([self.show(r[c]) for c in self.columns] for r in self)]
        widths = [max(len(row[k]) for row in cells) for k in range(len(self.columns))]
        return "\n".join("  ".join(c.ljust(w) if k == 0 else c.rjust(w) for k, (c, w) in enumerate(zip(row, widths))).rstrip() for row in cells)
