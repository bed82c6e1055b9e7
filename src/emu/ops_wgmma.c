/* wgmma: a warp of the group computes its 16 rows of D, eight columns at a time, as mma does; B, and A if it is not
   in registers, come from shared memory as their descriptors say. The values are there when the instruction is: a
   program may not look at D, nor change what is read, before it has waited, so that commit_group has nothing to do
   here. How long it takes is timing's matter. The product is the group's: it begins when its four warps have come,
   which may have written shared memory before without a barrier, and is over when all have done their part: at
   wait_group they wait for each other again, so that none overwrites what another has yet to read.

   A descriptor has an address, two offsets (all in units of 16 bytes) and how 16-byte pieces of 8 rows are exchanged:
   not, within rows of 128, of 64 or of 32 bytes. Of a matrix stored by rows (k rising within a row) the second offset
   leads to the next 8 rows; the first, only without exchange, to the next 16 bytes along k. Of one stored by columns
   (16-bit elements) the first leads to the next columns' piece and the second to the next 8 of k; without exchange it
   is the other way round. Pieces are exchanged by bits 7 to 9 of their addresses, less a base offset, wherever the
   matrix begins: a start that is not a whole atom's, or an odd number of pieces off, is no fault, on an H200 either.
   (PTX's description; tests/emu/emu_wgmma.c compares with an H200.) */
#include <string.h>

#include "emu/ops.h"
#include "emu/tensor.h"
#include "emu/warp.h"

struct group { /* of an instruction, decoded */
    struct ptx_matrix f, piece;
    const u32 *d, *c;       /* offsets of registers */
    u32 a[4], b;            /* of A's registers or, in a[0], its descriptor; of B's descriptor */
    u32 metadata, selector; /* sparse: offset */
    u32 scale;              /* index of a predicate, or NO_OPERAND: `adds` */
    bool a_in_regs, adds, negate, a_turned, b_turned, fast;
};
struct layout {
    u64 start;
    u32 lead, stride, row; /* bytes; row: of an exchange, or 0 */
    u32 base;              /* row (of 128 bytes), of each 8, at which the exchange begins */
    bool turned;
};

static bool read_layout(struct warp *w, const struct uop *u, u32 off, bool turned, const char *what, struct layout *l)
{
    static const u8 rows[] = {0, 128, 64, 32};
    u64 d = ((const u64a *)lanes_at(w, off))[0];
    *l = (struct layout){.start = (d & 0x3fff) << 4,
                         .lead = (u32)(d >> 16 & 0x3fff) << 4,
                         .stride = (u32)(d >> 32 & 0x3fff) << 4,
                         .row = rows[d >> 62],
                         .base = (u32)(d >> 49 & 7),
                         .turned = turned};
    if (d & (3ull << 14 | 3ull << 30 | 7ull << 46 | 0x3ffull << 52))
        return fault_at(
            w, u, 0, EF_MISALIGNED, 0, 0,
            "matrix descriptor of %s: 0x%016llx has bits set that mean nothing; bits 0 to 13, 16 to 29 and "
            "32 to 45 are an address and two offsets in shared memory, each divided by 16",
            what, (unsigned long long)d);
    if (!l->stride && !l->lead)
        return fault_at(w, u, 0, EF_MISALIGNED, 0, 0,
                        "matrix descriptor of %s: 0x%016llx has no offsets: all of its 8x8 pieces would be one", what,
                        (unsigned long long)d);
    return true;
}

/* Where byte kb of k is in line i (a row of A, a column of B); turned: element kb of k */
static u64 address(const struct layout *l, u32 i, u32 kb)
{
    u64 at;
    if (!l->row)
        at = l->turned ? i / 8 * l->stride + i % 8 * 2 + kb % 8 * 16 + kb / 8 * l->lead
                       : i / 8 * l->stride + kb / 16 * l->lead + i % 8 * 16 + kb % 16;
    else if (l->turned)
        at = i / (l->row / 2) * l->lead + i % (l->row / 2) * 2 + kb % 8 * l->row + kb / 8 * l->stride;
    else
        at = i / 8 * l->stride + i % 8 * l->row + kb;
    at += l->start;
    return l->row ? at ^ (((at >> 7) - l->base) & (l->row / 16 - 1)) << 4 : at;
}

/* A register of a lane: 4 bytes along k, from byte kb on */
static bool fetch(struct warp *w, const struct uop *u, const struct layout *l, u32 i, u32 kb, const char *what,
                  u32 *to)
{
    u8 *bytes = (u8 *)to;
    for (u32 h = 0; h < (l->turned ? 2 : 1); h++) {
        u64 at = l->turned ? address(l, i, kb / 2 + h) : address(l, i, kb);
        u32 n = l->turned ? 2 : 4;
        if (at + n > w->launch->shared_bytes)
            return fault_at(w, u, 0, EF_OUT_OF_BOUNDS, 0, 0,
                            "matrix %s of wgmma reaches 0x%llx in shared memory, of which the CTA has %u bytes: its "
                            "descriptor says address 0x%llx, offsets %u and %u, %s",
                            what, (unsigned long long)at, w->launch->shared_bytes, (unsigned long long)l->start,
                            l->lead, l->stride,
                            l->row == 128  ? "128-byte swizzle"
                            : l->row == 64 ? "64-byte swizzle"
                            : l->row       ? "32-byte swizzle"
                                           : "no swizzle");
        memcpy(bytes + 2 * h, w->cta->shared + at, n);
    }
    return true;
}

static void negate_words(u32 (*a)[32], u8 type)
{
    u32 signs = ptx_elements[type].bits == 16 ? 0x80008000u : ptx_elements[type].bits == 8 ? 0x80808080u : 1u << 31;
    for (u32 r = 0; r < 4; r++)
        for (u32 lane = 0; lane < 32; lane++)
            a[r][lane] ^= signs;
}

/* Any numbers, one by one */
static void multiply_slow(const struct ptx_matrix *f, const u32 *const *from[MAT_OPERANDS], const u32 *metadata,
                          u32 selector, u32 *const *d)
{
    struct tensor t;
    for (u32 i = 0; i < f->m; i++)
        memset(t.absent[i], 0, f->k);
    for (u32 which = MAT_A; which < MAT_OPERANDS; which++) {
        u32 bits = ptx_elements[f->type[which]].bits, per = 32 / bits;
        for (u32 r = 0; r < f->regs[which]; r++)
            for (u32 x = 0; x < 32 * per; x++) {
                struct tensor_place p = tensor_place_of(f, which, x / per, r, x % per, per);
                u64 v = from[which][r][x / per] >> x % per * bits & ((1ull << bits) - 1);
                *(which == MAT_A ? &t.a[p.row][p.col] : which == MAT_B ? &t.b[p.row][p.col] : &t.c[p.row][p.col]) = v;
            }
    }
    if (f->sparse)
        tensor_spread(f, metadata, selector, &t);
    if (f->type[MAT_A] == ME_E4M3 || f->type[MAT_A] == ME_E5M2)
        tensor_multiply_f8(&t, f);
    else
        tensor_multiply(&t, f);
    u32 bits = ptx_elements[f->type[MAT_D]].bits, per = 32 / bits;
    for (u32 r = 0; r < f->regs[MAT_D]; r++)
        for (u32 lane = 0; lane < 32; lane++) {
            u32 word = 0;
            for (u32 e = 0; e < per; e++) {
                struct tensor_place p = tensor_place_of(f, MAT_D, lane, r, e, per);
                word |= (u32)t.c[p.row][p.col] << e * bits;
            }
            d[r][lane] = word;
        }
}

static bool gather_a(struct warp *w, const struct uop *u, const struct group *g, u32 (*a)[32])
{
    struct layout l;
    if (g->a_in_regs) {
        for (u32 r = 0; r < 4; r++)
            memcpy(a[r], lanes_at(w, g->a[r]), 128);
    } else if (!read_layout(w, u, g->a[0], g->a_turned, "A", &l)) {
        return false;
    } else {
        for (u32 r = 0; r < 4; r++)
            for (u32 lane = 0; lane < 32; lane++)
                if (!fetch(w, u, &l, w->index % 4 * 16 + lane / 4 + 8 * (r & 1), (r >> 1) * 16 + lane % 4 * 4, "A",
                           &a[r][lane]))
                    return false;
    }
    if (g->negate)
        negate_words(a, g->f.type[MAT_A]);
    return true;
}

static bool group_op(struct warp *w, struct uop *u)
{
    const struct group *g = (const struct group *)u->list;
    u32 a[4][32], b[4][32], zeros[32] = {0}, per = g->piece.regs[MAT_D];
    struct layout l;
    bool adds = g->scale == NO_OPERAND ? g->adds : w->pred[g->scale] & 1;

    if (!gather_a(w, u, g, a) || !read_layout(w, u, g->b, g->b_turned, "B", &l))
        return false;
    for (u32 j = 0; j < g->f.n / 8u; j++) {
        const u32 *from_a[] = {a[0], a[1], a[2], a[3]}, *from_b[] = {b[0], b[1], b[2], b[3]}, *from_c[4];
        const u32 *const *from[MAT_OPERANDS] = {NULL, from_a, from_b, from_c};
        u32 *to[4];
        for (u32 r = 0; r < g->piece.regs[MAT_B]; r++)
            for (u32 lane = 0; lane < 32; lane++)
                if (!fetch(w, u, &l, j * 8 + lane / 4, r * 16 + lane % 4 * 4, "B", &b[r][lane]))
                    return false;
        for (u32 r = 0; r < per; r++) {
            from_c[r] = adds ? lanes_at(w, g->c[j * per + r]) : zeros;
            to[r] = reg_at(w, g->d[j * per + r]);
        }
        if (!g->fast || !tensor_fast(&g->piece, from_a, from_b, from_c, to))
            multiply_slow(&g->piece, from, g->f.sparse ? lanes_at(w, g->metadata) : NULL, g->selector, to);
    }
    return true;
}

static bool is_group(struct warp *w, const struct uop *u, u64 exec)
{
    if (exec == UINT32_MAX && w->index / 4 * 4 + 4 <= w->cta->n_warps)
        return true;
    return fault_at(w, u, ctz64(exec), EF_BARRIER, 0, 0,
                    "%s is executed by a warp group, 128 threads from a multiple of 128 on; here by %u threads of a "
                    "warp, in a CTA of %u warps",
                    u->in->text, popcount64(exec), w->cta->n_warps);
}

static enum warp_stop group_step(struct warp *w, struct uop *u, u64 exec)
{
    if (exec && !is_group(w, u, exec))
        return WS_FAULT;
    if (exec && !cta_meet(w, u, exec))
        return WS_BARRIER;
    if (exec && !group_op(w, u))
        return WS_FAULT;
    return flow_on(w, u, exec);
}

enum warp_stop group_wait(struct warp *w, struct uop *u, u64 exec)
{
    if (exec && !is_group(w, u, exec))
        return WS_FAULT;
    return exec && !cta_meet(w, u, exec) ? WS_BARRIER : flow_on(w, u, exec);
}

bool select_group(struct prog *p, struct uop *u)
{
    const struct ptx_instr *in = u->in;
    struct group *g = ARENA_ARRAY(&p->arena, struct group, 1);
    if (ptx_matrix_form(in, &g->f))
        return false;
    u32 n = g->f.regs[MAT_D], *d = ARENA_ARRAY(&p->arena, u32, 2 * n);
    for (u32 k = 0; k < 2 * n; k++)
        d[k] = decode_operand(p, u->func, &in->opnd[k < n ? 0 : in->n_opnd - 1].vec[k % n], 4);
    g->d = d;
    g->c = d + n;
    g->a_in_regs = in->opnd[1].kind == PO_VEC;
    for (u32 k = 0; k < (g->a_in_regs ? 4 : 1); k++)
        g->a[k] = decode_operand(p, u->func, g->a_in_regs ? &in->opnd[1].vec[k] : &in->opnd[1], g->a_in_regs ? 4 : 8);
    g->b = decode_operand(p, u->func, &in->opnd[2], 8);
    const struct ptx_operand *rest = &in->opnd[g->f.sparse ? 5 : 3];
    if (g->f.sparse) {
        g->metadata = decode_operand(p, u->func, &in->opnd[3], 4);
        g->selector = (u32)in->opnd[4].imm;
    }
    g->scale = rest[0].kind == PO_IMM ? NO_OPERAND : decode_pred(u->func, &rest[0]);
    g->adds = rest[0].imm != 0;
    g->negate = g->f.scaled && (rest[1].imm ^ rest[2].imm) >> 63;
    g->a_turned = g->f.turned && !g->a_in_regs && rest[3].imm;
    g->b_turned = g->f.turned && rest[g->a_in_regs ? 3 : 4].imm;
    g->piece = g->f;
    g->piece.m = 16;
    g->piece.n = 8;
    g->piece.regs[MAT_B] = g->f.sparse ? 4 : 2;
    g->piece.regs[MAT_C] = g->piece.regs[MAT_D] = g->f.type[MAT_D] == ME_F16 ? 2 : 4;
    g->fast = tensor_has_fast(&g->piece) && g->f.type[MAT_A] != ME_E4M3 && g->f.type[MAT_A] != ME_E5M2;
    u->list = (const u32 *)g;
    u->base_kind = UK_CTL;
    u->fn.ctl = group_step;
    return true;
}
