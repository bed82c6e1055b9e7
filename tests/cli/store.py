#!/usr/bin/env python3
"""store.py SLUICE: the store of results under many openings at once, damaged, and fed with what is not its own. TAP."""
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import tap

sluice = os.path.realpath(sys.argv[1])
os.chdir(tempfile.mkdtemp())
MASK, PRIME = (1 << 128) - 1, (1 << 88) + 0x13b


def name(*texts):
    """What hash_text makes of the texts: FNV-1a in 128 bits."""
    h = 0x6c62272e07bb014262b821756295c58d
    for t in texts:
        for c in t.encode() + b"\0":
            h = (h ^ c) * PRIME & MASK
    return f"{h:032x}"


def compact(o):
    """JSON as sluice writes it where it makes a name of it."""
    if isinstance(o, dict):
        return "{" + ",".join(f"{compact(k)}:{compact(o[k])}" for k in sorted(o)) + "}"
    if isinstance(o, list):
        return "[" + ",".join(map(compact, o)) + "]"
    if isinstance(o, float):
        text = f"{o:.17g}"
        text = re.sub(r"e\+?(-?)0*", r"e\1", text)
        return text if "." in text or "e" in text else text + ".0"
    return json.dumps(o, ensure_ascii=False)


def key(line):
    machine = {k: v for k, v in line["record"]["machine"].items() if k not in ("name", "target")}
    target = ["target", line["record"]["machine"]["target"]] if "target" in line["record"]["machine"] else []
    return name(line["version"], line["size"], line["subject"], name(*target, compact(machine)))


# Eight and more open a store that is not there yet.
open("none.jsonl", "w").close()
failed = []
for i in range(6):
    crowd = [subprocess.Popen([sluice, "store", "import", "none.jsonl", "--store", f"new{i}.db"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
             for _ in range(12)]
    failed += [said for p in crowd for said in [p.communicate()[1]] if p.returncode]
tap.ok(not failed, "72 first openings, 12 at a time", "".join(failed))
old = sqlite3.connect("before.db")
old.executescript("CREATE TABLE runs(key TEXT PRIMARY KEY, workload TEXT NOT NULL, size TEXT NOT NULL, machine TEXT NOT NULL, sets TEXT NOT NULL,"
                  " version TEXT NOT NULL, record TEXT NOT NULL, seconds REAL NOT NULL, rss_kb INTEGER NOT NULL, at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);"
                  "INSERT INTO runs(key,workload,size,machine,sets,version,record,seconds,rss_kb) VALUES('k','w','s','m','','0','{}',1,1)")
old.commit()
old.close()
tap.run([sluice, "store", "ls", "--store", "before.db"], 0, "1 results in before.db", "a store of an older sluice is taken over")
tap.run([sluice, "store", "export", "o.jsonl", "--store", "before.db"], 0, "1 of an older sluice stay behind", "and what it has cannot be exported, which is said")

tap.run([sluice, "sweep", "-q", "-m", "gtx480", "--set", "l1.mshrs=8,16,32", "--set", "l1.missq=2,8", "vectoradd"])
tap.run([sluice, "store", "export", "all.jsonl"], 0, "6 results exported", "store export")
lines = [json.loads(line) for line in open("all.jsonl")]
tap.ok(all(key(line) == line["key"] for line in lines), "a key is made of program, size, machine and model")
os.mkdir("fresh")
tap.run(["sh", "-c", f"cd fresh && '{sluice}' store import ../all.jsonl && '{sluice}' store ls"], 0, "6 results in out/results.db", "store import where there is nothing yet")
tap.run([sluice, "store", "import", "all.jsonl", "--store", "copy.db"], 0, "6 results read, 6 new", "store import")
tap.run([sluice, "store", "import", "all.jsonl", "--store", "copy.db"], 0, "6 results read, 0 new", "what is there already stays")
tap.run([sluice, "store", "export", "again.jsonl", "--store", "copy.db"])
again = [json.loads(line) for line in open("again.jsonl")]
tap.ok([x["record"] for x in again] == [x["record"] for x in lines], "and is what it was")
old = json.loads(json.dumps(lines[0]))
old.update(version="0.0.1+old")
old.update(key=key(old))
old.update(sum=name(compact({k: v for k, v in old.items() if k != "sum"})))
open("old.jsonl", "w").write(json.dumps(old) + "\n")
tap.run([sluice, "store", "import", "old.jsonl", "--store", "copy.db"], 0, "1 new", "a result of another model")
tap.run([sluice, "store", "gc", "--store", "copy.db"], 0, "1 results removed, 6 kept", "store gc")
open("a.csv", "w").write("program,cycles\n")
tap.run([sluice, "store", "import", "a.csv", "--store", "copy.db"], 2, "a.csv:1", "store import: not a result")
tap.run([sluice, "store", "ls", "--store", "none.db"], 2, "there is no store", "no store")

# Results of one's own making.
FORGED = {
    "other cycles": lambda x: x["record"]["total"].update(cycles=1),
    "another machine": lambda x: x["record"]["machine"]["l1"].update(mshrs=9),
    "another target": lambda x: x["record"]["machine"].update(target=x["record"]["machine"]["target"].replace("isa=ptx", "isa=sm90")),
    "no target": lambda x: x["record"]["machine"].pop("target"),
    "another program": lambda x: x.update(subject="0" * 32),
    "another model": lambda x: x.update(version="9.9.9"),
    "another size": lambda x: x.update(size="paper"),
    "another key": lambda x: x.update(key="f" * 32),
    "the key of its neighbour": lambda x: x.update(key=lines[1]["key"]),
    "the record of its neighbour": lambda x: x.update(record=lines[1]["record"]),
    "another name": lambda x: x.update(program="histogram"),
    "no sum": lambda x: x.pop("sum"),
    "no subject": lambda x: x.pop("subject"),
}
for what, change in FORGED.items():
    line = json.loads(json.dumps(lines[0]))
    change(line)
    open("forged.jsonl", "w").write(json.dumps(line) + "\n")
    tap.run([sluice, "store", "import", "forged.jsonl", "--store", "forged.db"], 2, "forged.jsonl:1: ", f"forged: {what}")
tap.run([sluice, "store", "ls", "--store", "forged.db"], 0, "0 results", "nothing of it is kept")

# Without an end.
open("twice.jsonl", "w").write(open("all.jsonl").read() * 2)
tap.run([sluice, "store", "import", "twice.jsonl", "--store", "twice.db"], 2, "twice.jsonl:7: error: the result of an earlier line again", "the same again")
for what, command in (("zeros", "cat /dev/zero"), ("one line over and over", "while cat all.jsonl; do :; done"), ("a line without an end", "tr '\\0' '{' </dev/zero"),
                      ("yes", "yes")):
    tap.run(["sh", "-c", f"{command} 2>/dev/null | '{sluice}' store import - --store endless.db"], 2, "-:", f"an endless input: {what}", timeout=100)
tap.run([sluice, "store", "import", "/dev/zero", "--store", "endless.db"], 2, "/dev/zero:1: ", "an endless file", timeout=100)


# Damaged.
def damage(change):
    tap.run([sluice, "store", "gc", "--store", "copy.db"])  # into the file itself
    shutil.copy("copy.db", "hurt.db")
    db = sqlite3.connect("hurt.db")
    change(db)
    db.commit()
    db.execute("PRAGMA journal_mode=DELETE")
    db.close()


first = lines[0]["key"]
damage(lambda db: db.execute("UPDATE runs SET record = replace(record, '\"cycles\":', '\"cycles\":1') WHERE key = ?", (first,)))
said = tap.run([sluice, "store", "export", "hurt.jsonl", "--store", "hurt.db"], 2, f"hurt.db: error: damaged: the result {first} (vectoradd on gtx480 ", "a record that was changed")
tap.ok("5 results exported" in said and len(open("hurt.jsonl").readlines()) == 5, "the others are exported", said)
shutil.copytree("out", "hurt")
shutil.copy("hurt.db", "hurt/results.db")
for left in ("-wal", "-shm"):
    pathlib.Path(f"hurt/results.db{left}").unlink(missing_ok=True)
tap.run([sluice, "sweep", "-m", "gtx480", "--set", "l1.mshrs=8,16,32", "--set", "l1.missq=2,8", "--out", "hurt", "vectoradd"], 0, "5 stored, 0 gathered, 1 to simulate",
        "it is no result: it is simulated again")
tap.run([sluice, "store", "export", "healed.jsonl", "--store", "hurt/results.db"], 0, "6 results exported", "which heals the store")


def older_sums(db):
    for k, subject, record in db.execute("SELECT key, subject, record FROM runs").fetchall():
        db.execute("UPDATE runs SET sum = ? WHERE key = ?", (name(k, subject, record), k))


damage(older_sums)
tap.run([sluice, "store", "export", "older.jsonl", "--store", "hurt.db"], 0, "6 results exported", "sums that an older sluice made still count")
damage(lambda db: None)
data = bytearray(open("hurt.db", "rb").read())
data[4096 * 3:4096 * 40] = b"\xa5" * (4096 * 37)
open("hurt.db", "wb").write(data)
tap.run([sluice, "store", "export", "hurt.jsonl", "--store", "hurt.db"], 2, "hurt.db: error: ", "pages that were overwritten")
open("hurt.db", "wb").write(b"SQLite format 3\0" + b"\xa5" * 9000)
tap.run([sluice, "store", "export", "hurt.jsonl", "--store", "hurt.db"], 2, "hurt.db: error: ", "a file that is no store")
tap.end()
