#include "stream/check.h"

enum { MAX_REGS = 1 << 16, MAX_MEMORY = 1 << 30 };

static const char *check_instr(const struct si *s)
{
    bool mem = s->cls == SI_MEM;
    if (s->cls >= SI_CLASSES || s->space >= SI_SPACES || s->kind > SI_PREFETCH)
        return "an instruction of no known kind";
    if (s->ndst > SI_MAX_REGS || s->nsrc > SI_MAX_REGS - s->ndst)
        return "an instruction with too many registers";
    for (u32 i = 0; i < (u32)(s->ndst + s->nsrc); i++)
        if (s->regs[i] >= SI_REG_IDS || s->level[i] > (SI_MRF | SI_ORF | SI_LRF))
            return "a register that cannot be";
    if (mem != (s->kind != SI_NOT_MEM))
        return "an access that is none";
    if (mem && (!is_pow2(s->bytes) || s->bytes > STREAM_MAX_BYTES))
        return "an access of an impossible size";
    return NULL;
}

const char *stream_check_kernel(const struct stream_kernel *k)
{
    u64 threads = 1, ctas = 1;
    for (u32 i = 0; i < 3; i++) {
        if (!k->grid[i] || !k->block[i] || k->block[i] > UINT16_MAX)
            return "a grid or a block of no extent";
        threads *= k->block[i];
        if (ctas > UINT64_MAX / k->grid[i])
            return "an endless grid";
        ctas *= k->grid[i];
    }
    if (ctas != k->n_ctas)
        return "another number of CTAs than its grid has";
    if (!is_pow2(k->warp_lanes) || k->warp_lanes > STREAM_MAX_LANES || div_up(threads, k->warp_lanes) != k->n_warps)
        return "another number of warps than its block has";
    if (k->regs_per_thread > MAX_REGS || k->shared_bytes > MAX_MEMORY || k->local_bytes > MAX_MEMORY)
        return "more registers or memory than can be";
    for (const char *c = k->name; *c; c++)
        if (*(const u8 *)c <= ' ' || *c == 0x7f)
            return "a name that is none";
    for (u32 pc = 0; pc < k->n_code; pc++) {
        const char *wrong = check_instr(&k->code[pc]);
        if (wrong)
            return wrong;
    }
    return NULL;
}

void stream_find_records(const struct stream_kernel *k, u32 *next)
{
    next[k->n_code] = k->n_code;
    for (u32 pc = k->n_code; pc-- > 0;)
        next[pc] = k->code[pc].kind != SI_NOT_MEM || k->code[pc].cls == SI_BARRIER ? pc : next[pc + 1];
}

static bool addresses_good(const struct stream_instr *i)
{
    if (!i->mask)
        return true;
    if (i->shape == ADDR_SCATTERED || i->shape == ADDR_ROWS) {
        u64 all = 0;
        for (u64 m = i->mask; m; m &= m - 1)
            all |= stream_lane_addr(i, ctz64(m));
        return all < STREAM_ADDRESSES;
    }
    /* of a line of addresses, both ends */
    u64 first = stream_lane_addr(i, ctz64(i->mask)), last = stream_lane_addr(i, 63 - (u32)__builtin_clzll(i->mask));
    bool steep = i->stride >= (i64)STREAM_ADDRESSES || i->stride <= -(i64)STREAM_ADDRESSES;
    return first < STREAM_ADDRESSES && last < STREAM_ADDRESSES && (!steep || first == last);
}

/* The space that emulation found, and what may be done there. */
static bool space_good(const struct si *s, u8 space)
{
    bool reads = s->kind == SI_LOAD || s->kind == SI_PREFETCH;
    switch (space) {
    case SI_GLOBAL:
    case SI_LOCAL:
    case SI_SHARED: return true;
    case SI_CONST:
    case SI_PARAM:
    case SI_TEX: return reads;
    default: return false;
    }
}

static const char *check_warp(const struct stream_kernel *k, const u32 *next_record, const struct stream *s)
{
    struct stream_cursor c;
    struct stream_instr i = {0};
    stream_cursor_init(&c, s, k->code, k->n_code, k->warp_lanes);
    for (;;) {
        i.bar_id = UINT32_MAX;
        enum stream_status st = stream_next(&c, &i);
        if (st == STREAM_END)
            break;
        if (st != STREAM_OK)
            return "it does not decode";
        const struct si *at = &k->code[i.pc];
        if (!i.active)
            return "an instruction of no lane";
        if (at->kind != SI_NOT_MEM && i.shape != ADDR_NONE) {
            if (!space_good(at, i.space) || !addresses_good(&i))
                return "an access to where there is no memory";
        } else if (at->cls == SI_BARRIER && i.bar_id != UINT32_MAX) {
            if (!i.mask || i.bar_threads > k->n_warps * k->warp_lanes)
                return "a barrier for threads that are not there";
        } else if (i.bar_id != UINT32_MAX) {
            return "a barrier that is none";
        } else if (i.mask && next_record[i.pc] <= i.pc + c.run) {
            return "an access or a barrier that says nothing";
        }
        c.pc += c.run; /* the rest of the run */
        c.done += c.run;
        c.run = 0;
    }
    return c.done == 0 ? "a warp without instructions" : c.done != s->instrs ? "more or fewer instructions" : NULL;
}

const char *stream_check_cta(const struct stream_kernel *k, const u32 *next_record, const struct stream_cta *cta)
{
    const char *wrong = NULL;
    for (u32 w = 0; w < cta->n_warps && !wrong; w++)
        wrong = check_warp(k, next_record, &cta->warps[w]);
    return wrong;
}
