"""sweep.py RECORD: the value of `--set l1.mshrs=best:...` with the least cycles was reported, and they differ."""
import json
import sys

record = json.load(open(sys.argv[1]))
sweep = record["sweep"]
least = sweep["cycles"][sweep["values"].index(sweep["best"])]
assert len(set(sweep["cycles"])) == len(sweep["cycles"]) and least == min(sweep["cycles"]) == record["total"]["cycles"], sweep
assert record["machine"]["l1"]["mshrs"] == int(sweep["best"]), record["machine"]["l1"]
print("best", sweep["best"])
