/* Names in nested scopes: 0 module, 1 a function's parameters, 2 and up its blocks. Register ranges (%r<1000>)
   are kept as ranges; a register of a range comes to be when its name is first used. */
#ifndef SLUICE_PTX_SYMTAB_H
#define SLUICE_PTX_SYMTAB_H
#include "base/arena.h"
#include "ptx/ptx.h"

enum ptx_sym_kind { SY_REG, SY_VREG, SY_RANGE, SY_VAR, SY_FUNC, SY_LABEL, SY_TARGETS, SY_PROTO };

struct ptx_targets { /* .branchtargets: labels, resolved when the scope ends */
    struct ptx_operand *labels;
    u32 n;
    bool is_calls; /* .calltargets: not looked at */
};

struct ptx_sym {
    struct ptx_sym *next;       /* in its bucket */
    struct ptx_sym *scope_next; /* declared before it in its scope */
    const char *name;
    u32 len, depth;
    u32 line;
    u8 kind; /* enum ptx_sym_kind */
    u8 type; /* SY_RANGE, SY_VREG: of each register */
    u8 n_vec;
    u32 reg;   /* SY_REG, SY_VREG: first index; SY_LABEL: pc */
    u32 count; /* SY_RANGE */
    struct ptx_var *var;
    struct ptx_func *func; /* SY_FUNC, SY_PROTO */
    struct ptx_targets *targets;
};

struct symtab {
    struct ptx_sym **bucket;
    u32 n_buckets, n;
    u32 depth;
    struct ptx_sym *scope[72]; /* last declared, by depth */
    struct arena *arena;
};
#define SYMTAB_MAX_DEPTH 64 /* of nested { } */

void symtab_init(struct symtab *s, struct arena *arena);
void symtab_free(struct symtab *s);
void symtab_push(struct symtab *s);
void symtab_pop(struct symtab *s); /* forgets the innermost scope's names */
/* Innermost one of this name, ranges apart from the rest; NULL: none. */
struct ptx_sym *symtab_find(const struct symtab *s, const char *name, u32 len, bool range);
struct ptx_sym *symtab_add(struct symtab *s, const char *name, u32 len, u8 kind, u32 depth);

#endif
