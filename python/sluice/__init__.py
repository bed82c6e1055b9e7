"""sluice from Python: run, sweep, compare and reproduce, with records as objects.

    import sluice
    r = sluice.run("atax", machine="gtx480", set={"l1.mshrs": 64})
    r.cycles, r["l1.hit_rate"], r.kernels[0].name
    t = sluice.sweep("atax", machine="gtx480", set={"l1.mshrs": [8, 16, 32]})

Needs nothing but the standard library; `frame()` gives pandas data frames where pandas is installed. In a notebook
records and tables draw themselves. What the program refuses is raised as an exception with its own words.
"""
from sluice.command import BoundMissed, Error, ProgramFault, UserError, program
from sluice.record import Paper, Record, Row
from sluice.table import Table
from sluice.tasks import compare, load, paper, params, report, run, stats, sweep, workloads

__all__ = ["run", "sweep", "compare", "paper", "report", "load", "params", "stats", "workloads", "program",
           "Record", "Row", "Paper", "Table", "Error", "UserError", "ProgramFault", "BoundMissed"]
