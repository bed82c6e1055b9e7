/* Opcodes of machine code as text: names.def's patterns with what an instruction has in their places. */
#include <stdio.h>
#include <string.h>

#include "isa/table.h"

static const char *comparison(const struct ptx_instr *i)
{
    static const char *const words[] = {
        [PC_NONE] = "NE",   [PC_EQ] = "EQ",   [PC_NE] = "NE",     [PC_LT] = "LT",     [PC_LE] = "LE",
        [PC_GT] = "GT",     [PC_GE] = "GE",   [PC_LO] = "LT.U32", [PC_LS] = "LE.U32", [PC_HI] = "GT.U32",
        [PC_HS] = "GE.U32", [PC_EQU] = "EQU", [PC_NEU] = "NEU",   [PC_LTU] = "LTU",   [PC_LEU] = "LEU",
        [PC_GTU] = "GTU",   [PC_GEU] = "GEU", [PC_NUM] = "NUM",   [PC_NAN] = "NAN"};
    static const char *const unsigned_words[] = {
        [PC_LT] = "LT.U32", [PC_LE] = "LE.U32", [PC_GT] = "GT.U32", [PC_GE] = "GE.U32"};
    u8 type = i->op == OP_SET ? i->type2 : i->type;
    if (ptx_types[type].kind == 'U' && i->cmp < COUNT_OF(unsigned_words) && unsigned_words[i->cmp])
        return unsigned_words[i->cmp];
    return words[i->cmp];
}

static const char *variant(const struct ptx_instr *i)
{
    static const char *const words[] = {
        [SUB_ADD] = "ADD", [SUB_MIN] = "MIN",   [SUB_MAX] = "MAX",    [SUB_INC] = "INC",   [SUB_DEC] = "DEC",
        [SUB_AND] = "AND", [SUB_OR] = "OR",     [SUB_XOR] = "XOR",    [SUB_EXCH] = "EXCH", [SUB_CAS] = "CAS",
        [SUB_UP] = "UP",   [SUB_DOWN] = "DOWN", [SUB_BFLY] = "BFLY",  [SUB_IDX] = "IDX",   [SUB_ALL] = "ALL",
        [SUB_ANY] = "ANY", [SUB_UNI] = "EQ",    [SUB_BALLOT] = "ANY", [SUB_L] = "L",       [SUB_R] = "R"};
    if (i->type == PT_S32 && (i->op == OP_ATOM || i->op == OP_RED) && (i->sub == SUB_MIN || i->sub == SUB_MAX))
        return i->sub == SUB_MIN ? "MIN.S32" : "MAX.S32";
    return i->sub < COUNT_OF(words) && words[i->sub] ? words[i->sub] : "ADD";
}

void isa_spell(const char *names, const struct ptx_instr *i, char to[ISA_NAMES_TEXT])
{
    size_t n = 0;
    for (const char *p = names; *p && n + 1 < ISA_NAMES_TEXT; p++) {
        const char *put = p[0] != '%' ? NULL : p[1] == 'c' ? comparison(i) : variant(i);
        if (put) {
            n += (size_t)snprintf(to + n, ISA_NAMES_TEXT - n, "%s", put);
            p++;
        } else {
            to[n++] = *p;
        }
    }
    to[MIN(n, (size_t)ISA_NAMES_TEXT - 1)] = 0;
}
