/* Costs of a generation's instructions: a table file (NAME.def) of rows, searched in order; the first that fits
   counts. `sluice list isa NAME` prints it. */
#ifndef SLUICE_ISA_TABLE_H
#define SLUICE_ISA_TABLE_H
#include "ptx/ptx.h"

/* Kinds of the computed value; a 64-bit integer whose upper half is not read is K_I. */
enum { K_I = 1, K_L = 2 /* 64-bit integer */, K_F = 4, K_D = 8, K_H = 16 /* f16 */, K_P = 32, K_ALL = 63 };

struct isa_cost {
    u8 slots; /* issue slots; 0: part of another instruction */
    u8 pipe;  /* enum ptx_unit */
    u16 rate; /* cycles for which it occupies the pipe; 0: the machine's rate.* and lat.* apply */
    u16 lat;  /* cycles to the result */
};

struct isa_row {
    u16 op;            /* OP_COUNT: any */
    u8 kinds;          /* K_* */
    u8 form;           /* ISA_FORMS, table.c */
    u32 with, without; /* PF_* */
    struct isa_cost cost;
    const char *source;
};
#define ISA_SAME 255 /* as a pipe: the opcode's own */

struct isa_scratch { /* registers that an expansion needs while it executes */
    u16 op;
    u8 bits;
    char kind; /* of the type: 'F', 'S', 'U', or 'I' for any integer */
    u8 words;
};

struct isa_table {
    const char *name, *about;
    const struct isa_row *rows;
    u32 n_rows;
    const struct isa_scratch *scratch;
    u32 n_scratch;
    const char *const *passes; /* passes for its code, besides those that all generations have; ends with NULL */
};
extern const struct isa_table *const isa_tables[]; /* by enum isa_kind */
extern const u32 isa_table_count;
bool isa_table_has(const struct isa_table *, const char *pass);
/* A table prepared for many instructions: by opcode (OP_COUNT: any), its first row; by row, the next of its opcode.
 */
#define ISA_MOST_ROWS 512
struct isa_lookup {
    const struct isa_table *t;
    u16 first[OP_COUNT + 1], next[ISA_MOST_ROWS];
};
void isa_lookup_init(struct isa_lookup *, const struct isa_table *);
/* The cost of an instruction as it stands: its row's. */
struct isa_cost isa_lookup_cost(const struct isa_lookup *, const struct ptx_func *f, const struct ptx_instr *i);
/* The row of names.def that fits: what ptxas calls it, a name an issue slot, %c and %s open (isa_spell). "": a name
   that follows from its unit. */
const char *isa_names(const struct ptx_func *f, const struct ptx_instr *i);
/* These names as they are written. */
#define ISA_NAMES_TEXT 96
void isa_spell(const char *names, const struct ptx_instr *i, char to[ISA_NAMES_TEXT]);
const char *isa_form_name(u8 form, const char **about);

#endif
