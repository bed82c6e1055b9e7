/* The forms of mbarrier, cp.async, cp.async.bulk and cp.reduce.async.bulk of PTX 8 for sm_90. */
#include "ptx/async.h"

#include <string.h>

enum { N_WORDS = 24 };

struct words { /* of an opcode */
    const char *at[N_WORDS];
    u32 len[N_WORDS], n;
    u32 seen; /* words that some rule of the instruction asked for */
};

static void split(const char *text, struct words *w)
{
    w->n = w->seen = 0;
    while (*text && w->n < N_WORDS) {
        u32 n = (u32)strcspn(text, ".");
        w->at[w->n] = text;
        w->len[w->n++] = n;
        text += n + (text[n] == '.');
    }
}

static bool has(struct words *w, const char *word)
{
    bool found = false;
    for (u32 k = 0; k < w->n; k++)
        if (w->len[k] == strlen(word) && !memcmp(w->at[k], word, w->len[k])) {
            w->seen |= 1u << k;
            found = true;
        }
    return found;
}

/* Which of several words there is, from 1 on; 0: none. */
static u32 which(struct words *w, const char *const *words)
{
    u32 found = 0;
    for (u32 k = 0; words[k]; k++)
        if (has(w, words[k]))
            found = k + 1;
    return found;
}

/* A word that stands for a type, or that no rule asked for: the latter is the mistake. */
static bool all_known(struct words *w, const struct ptx_instr *i)
{
    has(w, ptx_types[i->type].name);
    for (u32 k = 0; k < w->n; k++)
        if (w->len[k] > 4 && (!memcmp(w->at[k], "L2::", 4) || !memcmp(w->at[k], "L1::", 4)))
            w->seen |= 1u << k;
    return w->seen == (w->n == 32 ? UINT32_MAX : (1u << w->n) - 1);
}

static const char *barrier_form(struct words *w, struct ptx_async *f)
{
    static const char *const subs[] = {"init",     "inval",         "arrive",    "arrive_drop", "test_wait",
                                       "try_wait", "pending_count", "expect_tx", "complete_tx", NULL};
    static const u8 values[] = {SUB_INIT,      SUB_INIT,      SUB_INVAL,   SUB_ARRIVE,    SUB_ARRIVE_DROP,
                                SUB_TEST_WAIT, SUB_TEST_WAIT, SUB_PENDING, SUB_EXPECT_TX, SUB_COMPLETE_TX};
    static const char *const semantics[] = {"release", "acquire", "relaxed", "cta", NULL};
    has(w, "mbarrier"), which(w, semantics), has(w, "shared"), has(w, "shared::cta");
    f->cluster = has(w, "shared::cluster");
    has(w, "cluster");
    f->parity = has(w, "parity");
    f->no_complete = has(w, "noComplete");
    bool arrives = has(w, "arrive") || has(w, "arrive_drop");
    f->try_wait = has(w, "try_wait");
    f->expect = arrives && has(w, "expect_tx");
    f->sub = arrives ? has(w, "arrive_drop") ? SUB_ARRIVE_DROP : SUB_ARRIVE : values[which(w, subs)];
    which(w, subs);
    switch (f->sub) {
    case SUB_INIT:
    case SUB_EXPECT_TX:
    case SUB_COMPLETE_TX: strcpy(f->sig, "HU"); break;
    case SUB_INVAL: strcpy(f->sig, "H"); break;
    case SUB_PENDING: strcpy(f->sig, "RA"); break;
    case SUB_TEST_WAIT:
        strcpy(f->sig, f->parity ? "PHU" : "PHA");
        if (f->try_wait)
            strcat(f->sig, ";U");
        break;
    default:
        strcpy(f->sig, f->expect ? "DHU" : f->no_complete ? "DHU" : "DH;U");
        if (f->expect && f->no_complete)
            return "does not take .noComplete";
    }
    return NULL;
}

/* cp.async without .bulk */
static const char *small_form(struct words *w, struct ptx_async *f)
{
    has(w, "cp"), has(w, "async"), has(w, "shared"), has(w, "shared::cta");
    if (has(w, "commit_group")) {
        f->sub = SUB_COMMIT;
    } else if (has(w, "wait_group")) {
        f->sub = SUB_WAIT;
        strcpy(f->sig, "U");
    } else if (has(w, "wait_all")) {
        f->sub = SUB_WAIT;
    } else if (has(w, "mbarrier")) {
        f->sub = SUB_ARRIVE;
        f->noinc = has(w, "noinc");
        strcpy(f->sig, "H");
        return has(w, "arrive") ? NULL : "wants .arrive behind .mbarrier";
    } else {
        f->l2_only = has(w, "cg");
        f->hint = has(w, "L2::cache_hint");
        f->from_global = has(w, "global");
        if (!f->l2_only && !has(w, "ca"))
            return "wants .ca or .cg";
        strcpy(f->sig, f->hint ? "HGU8" : "HGU;U8");
    }
    return NULL;
}

/* Where a bulk copy goes to and comes from: the two spaces in the order of the text. */
static const char *bulk_spaces(struct words *w, struct ptx_async *f, bool prefetch)
{
    u32 n = 0;
    bool global[2] = {0};
    for (u32 k = 0; k < w->n && n < 2; k++)
        if (w->len[k] >= 6 && (!memcmp(w->at[k], "global", 6) || !memcmp(w->at[k], "shared", 6)))
            global[n++] = *w->at[k] == 'g';
    has(w, "global"), has(w, "shared::cta");
    f->cluster = has(w, "shared::cluster");
    f->from_global = global[prefetch ? 0 : 1];
    f->to_global = !prefetch && global[0];
    if (n != (prefetch ? 1 : 2) || (f->from_global && f->to_global) || (prefetch && !f->from_global))
        return "copies between .global and .shared::cta or .shared::cluster, in this order: to, from";
    return NULL;
}

static void add_tail(struct ptx_async *f)
{
    if (f->multicast)
        strcat(f->sig, "B");
    if (f->hint)
        strcat(f->sig, "8");
}

static const char *tensor_form(struct words *w, struct ptx_async *f, bool prefetch)
{
    static const char *const sizes[] = {"1d", "2d", "3d", "4d", "5d", NULL};
    f->dims = (u8)which(w, sizes);
    f->im2col = has(w, "im2col") || has(w, "im2col_no_offs");
    has(w, "tile");
    f->sub = prefetch ? SUB_TENSOR_PREFETCH : SUB_TENSOR;
    if (!f->dims || (f->im2col && f->dims < 3))
        return f->dims ? "has .im2col with .3d to .5d only" : "wants .1d to .5d";
    strcpy(f->sig, f->to_global ? "NCH" : prefetch ? "NC" : "HNCH");
    if (f->im2col && !f->to_global)
        strcat(f->sig, "I");
    add_tail(f);
    return NULL;
}

static const char *bulk_form(struct words *w, struct ptx_async *f)
{
    static const char *const ops[] = {"add", "min", "max", "inc", "dec", "and", "or", "xor", NULL};
    has(w, "cp"), has(w, "async"), has(w, "bulk");
    if (has(w, "commit_group")) {
        f->sub = SUB_BULK_COMMIT;
        return NULL;
    }
    if (has(w, "wait_group")) {
        f->sub = SUB_BULK_WAIT;
        f->read = has(w, "read");
        strcpy(f->sig, "U");
        return NULL;
    }
    bool prefetch = has(w, "prefetch") && has(w, "L2"), tensor = has(w, "tensor");
    f->reduce = has(w, "reduce");
    f->group = has(w, "bulk_group");
    f->multicast = has(w, "multicast::cluster");
    f->hint = has(w, "L2::cache_hint");
    bool told = has(w, "mbarrier::complete_tx::bytes");
    const char *bad = bulk_spaces(w, f, prefetch);
    if (bad)
        return bad;
    u32 op = which(w, ops);
    f->op = (u8)(op ? SUB_ADD + op - 1 : SUB_NONE);
    if (f->reduce != (op != 0))
        return "wants an operation such as .add";
    has(w, "noftz");
    if (!prefetch && (f->to_global ? !f->group || told : !told || f->group))
        return f->to_global ? "to .global wants .bulk_group" : "to shared memory wants .mbarrier::complete_tx::bytes";
    if (f->multicast && !f->from_global)
        return "has .multicast::cluster from .global only";
    if (tensor)
        return tensor_form(w, f, prefetch);
    f->sub = prefetch ? SUB_BULK_PREFETCH : SUB_BULK;
    strcpy(f->sig, prefetch ? "GU" : f->to_global ? "GHU" : f->from_global ? "HGUH" : "HHUH");
    add_tail(f);
    return NULL;
}

const char *ptx_async_form(const struct ptx_instr *i, struct ptx_async *f)
{
    struct words w;
    *f = (struct ptx_async){0};
    split(i->text, &w);
    const char *bad = i->op == OP_MBARRIER ? barrier_form(&w, f)
                      : has(&w, "bulk")    ? bulk_form(&w, f)
                                           : small_form(&w, f);
    return bad                ? bad
           : all_known(&w, i) ? NULL
                              : "has a suffix that it does not take here, or that sm_90 does not have";
}
