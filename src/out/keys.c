/* The keys of a record outside its kernels: one row each, for docs/record.md and the JSON Schema. */
#include "out/out.h"

const struct decl_fact out_facts[] = {
    {"schema", FACT_INT, false, "",
     "version of the form of this record; it changes when a key goes or means something else"},
    {"program.name", FACT_TEXT, false, "", "what was run"},
    {"program.arguments", FACT_TEXT, false, "", "its arguments, joined by blanks"},
    {"program.hash", FACT_TEXT, false, "", "names the program's code and data, PTX included; of a trace, the file"},
    {"program.version", FACT_TEXT, false, "", "sluice's version"},
    {"program.model", FACT_TEXT, false, "", "names the model's sources: equal models give equal results"},
    {"fault", FACT_TEXT, true, "", "why the run ended early"},
    {"untimed[].name", FACT_TEXT, true, "", "a kernel with launches that were only executed (--kernels, --launches)"},
    {"untimed[].launches", FACT_INT, true, "launches", "how many of them"},
    {"untimed[].first", FACT_INT, true, "", "the number of the first, from 1"},
    {"sweep.key", FACT_TEXT, true, "", "--set KEY=best: the parameter that was tried"},
    {"sweep.values", FACT_TEXTS, true, "", "its values"},
    {"sweep.cycles", FACT_INTS, true, "core cycles", "what each took; 0: it failed"},
    {"sweep.best", FACT_TEXT, true, "", "the value that this record is of"},
    {"trace.replays", FACT_BOOL, true, "",
     "--trace: a replay on any machine gives what the program itself would give there"},
    {"trace.why", FACT_TEXT, true, "", "if not: what in the program depends on the machine"},
    {"host.seconds", FACT_REAL, false, "seconds", "wall time of the process"},
    {"host.cpu_seconds", FACT_REAL, false, "seconds", "CPU time of the process, all threads"},
    {"host.launch_seconds", FACT_REAL, false, "seconds", "wall time in launches"},
    {"host.launch_cpu_seconds", FACT_REAL, false, "seconds", "CPU time in launches"},
    {"host.peak_rss_bytes", FACT_INT, false, "bytes", "peak memory of the process"},
    {"host.threads", FACT_INT, false, "threads", "that simulated"},
    {"host.warp_instrs_per_s", FACT_REAL, false, "instructions/s", "simulated, a second in launches"},
    {"host.cycles_per_s", FACT_REAL, false, "core cycles/s", "simulated, a second in launches"},
    {"host.lines_per_s", FACT_REAL, false, "requests/s", "line requests, a second in launches"},
};
const u32 out_fact_count = (u32)COUNT_OF(out_facts);
