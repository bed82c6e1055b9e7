#!/usr/bin/env python3
"""with_row.py PAGE TABLE OUT: the table with the row that the page tells one to add, where it says."""
import re
import sys

page, table, out = sys.argv[1:]
row = re.search(r"```\n(ROW\(.*\))\n```", open(page).read()).group(1)
text = open(table).read()
assert row not in text
at = text.index("ROW(ANY, K_ALL, ALU_WIDE")
open(out, "w").write(text[:at] + row + "\n" + text[at:])
