/* PTX becomes what a machine of a target executes: passes in order (compile.c has the list), each of which changes
   order, registers and costs, never a result. Knows no value and no cycle. */
#ifndef SLUICE_ISA_ISA_H
#define SLUICE_ISA_ISA_H
#include <stdio.h>

#include "isa/table.h"
#include "isa/target.h"
#include "ptx/ptx.h"

struct isa_verdict {
    char text[400]; /* what the first faulty pass did; "": nothing was found */
};
struct isa_request {
    struct isa_target target;
    u32 max_regs; /* that this function may have; 0: any number */
    /* Where in shared memory a variable lies, given `layout`; NULL: its alignment is all that is known */
    u64 (*shared_at)(const void *layout, const struct ptx_var *v);
    const void *layout;
    struct isa_verdict *verdict; /* each pass is verified (verify.h), and what is found told there; NULL: none is */
    const char *stop_after;      /* a pass, behind which none is run: to be printed, not executed; NULL: all are */
};
/* What the target makes of a function. The copy lives in the arena; f stays as it is. NULL: an error in d. */
struct ptx_func *isa_compile(const struct ptx_func *f, const struct isa_request *, struct arena *a, struct diag *d);

struct isa_pass_info {
    const char *name, *what, *when;
};
u32 isa_pass_count(void);
struct isa_pass_info isa_pass(u32 k); /* in the order in which they run */
bool isa_has_pass(const char *name);

/* A line an instruction: what it costs beside its PTX. */
void isa_print(const struct ptx_func *f, const struct isa_request *, FILE *to);

#endif
