/* Opcode suffixes: which words an opcode takes, and what each means. A word may mean different things to different
   opcodes (.lo compares in setp, halves in mul), so the opcode's list (ops.def) is looked at first. */
#include <string.h>

#include "ptx/async.h"
#include "ptx/parse.h"

enum word_class { W_CMP, W_BOOL, W_ROUND, W_CACHE, W_FLAG, W_SUB, W_SPACE, W_VEC, W_CHANNEL, W_UNSUPPORTED };

/* Words of one class, in the order of its enum in ops.h: the k-th stands for `first` + k, a flag for `first` << k. */
static const struct {
    u8 class;
    u32 first;
    const char *list;
} lists[] = {
    {W_CMP, PC_EQ, "eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan"},
    {W_BOOL, PB_AND, "and or xor"},
    {W_ROUND, PR_RN, "rn rz rm rp rna rni rzi rmi rpi"},
    {W_CACHE, PK_CA, "ca cg cs lu cv wb wt"},
    {W_CACHE, PK_CA, "L1 L2"},
    {W_FLAG, PF_FTZ,
     "ftz sat approx full wide hi lo uni volatile cc nc wrap clamp shiftamt NaN xorsign relu aligned sync "
     "abs unified acquire release noftz level grad"},
    {W_FLAG, PF_ACQUIRE | PF_RELEASE, "acq_rel"},
    {W_FLAG, PF_HI, "po"},
    {W_SUB, SUB_ADD,
     "add min max inc dec and or xor exch cas popc up down bfly idx all any uni ballot f4e b4e rc8 ecl ecr "
     "rc16 finite infinite number notanumber normal subnormal sync arrive red warp l r to 1d 2d 3d a1d "
     "a2d cube acube init inval arrive_drop test_wait pending_count commit_group wait_group width height "
     "depth array_size num_mipmap_levels normalized_coords shr7 shr15"},
    {W_SUB, SUB_WAIT, "wait"},
    {W_CHANNEL, 0, "r g b a"},
    {W_SPACE, PS_CONST, "const global local param shared"},
    {W_SPACE, PS_PARAM, "param::entry shared::cta"},
    {W_SPACE, PS_PARAM, "param::func shared::cluster"},
    {W_UNSUPPORTED, 0, "rs satfinite channel_data_type channel_order num_samples 2dms a2dms"},
    {W_VEC, 2, "v2"},
    {W_VEC, 4, "v4"},
    {W_VEC, 8, "v8"},
};

bool in_list(const char *list, const char *word, u32 len)
{
    while (*list) {
        u32 n = 0;
        while (list[n] && list[n] != ' ')
            n++;
        if (n == len && !memcmp(list, word, len))
            return true;
        list += n + (list[n] == ' ');
    }
    return false;
}

void suffix_words_init(struct parser *p)
{
    for (size_t i = 0; i < COUNT_OF(lists); i++) {
        const char *at = lists[i].list;
        for (u32 k = 0; *at; k++) {
            u32 value = lists[i].class == W_FLAG ? lists[i].first << k : lists[i].first + k;
            struct suffix_word w = {at, (u8)strcspn(at, " "), lists[i].class, value};
            ENSURE(p->n_words < COUNT_OF(p->words));
            p->words[p->n_words++] = w;
            at += w.len;
            at += strspn(at, " ");
        }
    }
}

static bool prefers_sub(u16 op, const char *word, u32 len)
{
    switch (op) {
    case OP_ATOM:
    case OP_RED:
    case OP_REDUX: return true;
    case OP_BAR:
    case OP_BARRIER: return !(len == 7 && !memcmp(word, "aligned", 7));
    case OP_VOTE: return !(len == 4 && !memcmp(word, "sync", 4));
    default: return false;
    }
}

static const struct suffix_word *find_word(const struct parser *p, u16 op, const char *text, u32 len)
{
    bool sub = prefers_sub(op, text, len);
    bool compare = op == OP_SET || op == OP_SETP || op == OP_VSET || op == OP_VSET2 || op == OP_VSET4;
    const struct suffix_word *found = NULL;

    for (u32 i = 0; i < p->n_words; i++) {
        const struct suffix_word *w = &p->words[i];
        if (w->len != len || w->text[0] != text[0] || memcmp(w->text, text, len))
            continue;
        if ((w->class == W_CMP && !compare) || (w->class == W_CHANNEL && op != OP_TLD4))
            continue;
        if (sub == (w->class == W_SUB))
            return w;
        found = w;
    }
    return found;
}

static void set_sub(struct ptx_instr *i, u8 sub)
{
    /* bar.red.popc: the operation is what tells; bar.warp.sync: .warp */
    if ((i->op == OP_BAR || i->op == OP_BARRIER) && i->sub != SUB_NONE && (sub == SUB_SYNC || sub == SUB_RED))
        return;
    i->sub = sub;
}

static void apply_word(struct ptx_instr *i, const struct suffix_word *w)
{
    switch (w->class) {
    case W_CMP: i->cmp = (u8)w->value; break;
    case W_BOOL: i->boolop = (u8)w->value; break;
    case W_ROUND: i->round = (u8)w->value; break;
    case W_CACHE: i->cache = (u8)w->value; break;
    case W_FLAG: i->flags |= w->value; break;
    case W_SUB: set_sub(i, (u8)w->value); break;
    case W_SPACE: i->space = (u8)w->value; break;
    case W_VEC: i->vec = (u8)w->value; break;
    case W_CHANNEL: i->cmp = (u8)w->value; break;
    case W_UNSUPPORTED: i->parse_only = true; break;
    default: break;
    }
}

/* Types that nothing here computes with: the instruction parses, and does not execute. */
static const char odd_types[] =
    "u16x2 s16x2 f32x2 tf32 e4m3 e5m2 e4m3x2 e5m2x2 e3m2 e2m3 e2m1 e2m1x2 e3m2x2 e2m3x2 "
    "ue8m0x2 e4m3x4 e5m2x4 e2m1x4 e3m2x4 e2m3x4 u4 s4 b1 b4x16 b6x16_p32 s2 u2 b4 b6 u128";

/* False: the opcode does not take this word. */
bool parse_suffix(struct parser *p, struct ptx_instr *i, const struct ptx_token *t, u32 *n_types)
{
    const struct suffix_word *w;
    u8 type;

    if (ptx_type_word(t, &type) && type < PT_TEXREF) {
        if (++*n_types == 1)
            i->type = type;
        else if (*n_types == 2)
            i->type2 = type;
        else if (*n_types == 3)
            i->type3 = type;
        return true;
    }
    if (is_matrix_op(i->op) || is_wmma_op(i->op) ||
        is_async_op(i->op)) /* ptx_matrix_form, ptx_async_form read them */
        return true;
    if (i->op == OP_CVT && in_list("tf32 e4m3x2 e5m2x2 satfinite", t->at, t->len))
        i->op = OP_CVT_PACK;
    if (i->op == OP_CVT_PACK) /* ptx_convert_form */
        return true;
    if (!ptx_ops[i->op].exec)
        return true;
    if (in_list(odd_types, t->at, t->len)) {
        ++*n_types;
        i->parse_only = true;
        return true;
    }
    if (i->op == OP_FENCE) /* every kind of fence is the strongest one here */
        return true;
    if (t->len > 4 && (!memcmp(t->at, "L1::", 4) || !memcmp(t->at, "L2::", 4)))
        return i->op == OP_LD || i->op == OP_ST || i->op == OP_ATOM || i->op == OP_RED || i->op == OP_PREFETCH ||
               i->op == OP_APPLYPRIORITY || i->op == OP_CREATEPOLICY;
    if (!in_list(ptx_ops[i->op].words, t->at, t->len))
        return false;
    w = find_word(p, i->op, t->at, t->len);
    if (w) {
        apply_word(i, w);
    } else if (in_list("relaxed mmio", t->at, t->len)) {
        i->flags |= PF_RELAXED;
        if (i->cache == PK_NONE)
            i->cache = PK_CG; /* coherent at the L2 */
    }
    return true;
}
