/* mma: fragments are gathered from the lanes' registers into matrices, multiplied (tensor.c) and put back. Which lane
   holds which element is PTX's description of each shape. ldmatrix, stmatrix and movmatrix move 8x8 matrices of
   16-bit elements: lane l holds row l / 4 (transposed: column), columns 2 (l % 4) and the next. */
#include <string.h>

#include "emu/access.h"
#include "emu/fp.h"
#include "emu/park.h"
#include "emu/tensor.h"

struct tensor_place tensor_place_of(const struct ptx_matrix *f, u32 which, u32 lane, u32 r, u32 e, u32 per)
{
    u32 group = lane / 4, thread = lane % 4;
    switch (which) {
    case MAT_A: {
        u32 pairs = f->m == 16; /* registers of rows 8 apart alternate */
        return (struct tensor_place){group + (pairs ? 8 * (r & 1) : 0), (r >> pairs) * 4 * per + thread * per + e};
    }
    case MAT_B: return (struct tensor_place){r * 4 * per + thread * per + e, group};
    default: {
        u32 i = r * per + e;
        return (struct tensor_place){group + 8 * (i >> 1), thread * 2 + (i & 1)};
    }
    }
}

/* m8n8k4 of f16: lanes 4q to 4q + 3 and those 16 further hold product q. */
static struct tensor_place place_volta(const struct ptx_matrix *f, u32 which, u32 lane, u32 i)
{
    u32 low = lane % 4, up = lane >= 16 ? 4 : 0;
    switch (which) {
    case MAT_A: return f->a_col ? (struct tensor_place){i + up, low} : (struct tensor_place){low + up, i};
    case MAT_B: return f->b_col ? (struct tensor_place){i, low + up} : (struct tensor_place){low, i + up};
    default:
        if (f->type[which] == ME_F16)
            return (struct tensor_place){low + up, i};
        return (struct tensor_place){(lane & 1) + (i & 2) + up, (i & 4) + (lane & 2) + (i & 1)};
    }
}

static u64 *element(struct tensor *t, u32 which, struct tensor_place p)
{
    return which == MAT_A ? &t->a[p.row][p.col] : which == MAT_B ? &t->b[p.row][p.col] : &t->c[p.row][p.col];
}

struct mma { /* of an instruction, decoded */
    struct ptx_matrix f;
    const u32 *regs[MAT_OPERANDS]; /* offsets */
    u32 metadata;                  /* offset */
    u32 selector;
    bool fast;
};

static u64 lane_word(const struct warp *w, u32 off, u32 lane, bool wide)
{
    return wide ? ((const u64a *)lanes_at(w, off))[lane] : ((const u32a *)lanes_at(w, off))[lane];
}

static bool in_product(u32 lane, u32 quad)
{
    return lane % 16 / 4 == quad;
}

/* quad: of m8n8k4, which of the four products; else 4 */
static void gather(const struct warp *w, const struct mma *m, struct tensor *t, u32 which, u32 quad)
{
    const struct ptx_matrix *f = &m->f;
    u32 bits = ptx_elements[f->type[which]].bits, per = f->wide ? 1 : 32 / bits;
    u64 mask = bits == 64 ? UINT64_MAX : (1ull << bits) - 1;
    for (u32 r = 0; r < f->regs[which]; r++)
        for (u32 lane = 0; lane < 32; lane++) {
            u64 word = lane_word(w, m->regs[which][r], lane, f->wide);
            if (quad < 4 && !in_product(lane, quad))
                continue;
            for (u32 e = 0; e < per; e++) {
                struct tensor_place p =
                    quad < 4 ? place_volta(f, which, lane, r * per + e) : tensor_place_of(f, which, lane, r, e, per);
                *element(t, which, p) = (f->wide ? word : word >> e * bits) & mask;
            }
        }
}

static void scatter(struct warp *w, const struct mma *m, struct tensor *t, u32 quad, u64 exec)
{
    const struct ptx_matrix *f = &m->f;
    u32 bits = ptx_elements[f->type[MAT_D]].bits, per = f->wide ? 1 : 32 / bits;
    for (u32 r = 0; r < f->regs[MAT_D]; r++)
        for (u32 lane = 0; lane < 32; lane++) {
            u64 word = 0;
            if (!(exec >> lane & 1) || (quad < 4 && !in_product(lane, quad)))
                continue;
            for (u32 e = 0; e < per; e++) {
                struct tensor_place p =
                    quad < 4 ? place_volta(f, MAT_D, lane, r * per + e) : tensor_place_of(f, MAT_D, lane, r, e, per);
                word |= t->c[p.row][p.col] << (f->wide ? 0 : e * bits);
            }
            if (f->wide)
                ((u64a *)reg_at(w, m->regs[MAT_D][r]))[lane] = word;
            else
                ((u32a *)reg_at(w, m->regs[MAT_D][r]))[lane] = (u32)word;
        }
}

/* mma.sp: the elements of A as gathered are adjacent; the metadata say where they belong. A row has 4 bits for four
   elements (tf32: two; 4-bit ones: eight, in pairs). For rows g and g + 8 they lie in as many of the row's four lanes
   as needed, from the selected one on: the two rows in a lane's lower and upper half, or, for elements of up to 8
   bits, in adjacent lanes. */
void tensor_spread(const struct ptx_matrix *f, const u32 *metadata, u32 selector, struct tensor *t)
{
    u32 bits = ptx_elements[f->type[MAT_A]].bits, unit = bits == 4 ? 2 : 1; /* elements that an index moves */
    u32 group = bits == 32 ? 2 : bits == 4 ? 8 : 4, lanes = f->k / group / 4;
    for (u32 i = 0; i < 16; i++) {
        u64 full[TENSOR_K] = {0};
        memset(t->absent[i], 1, f->k);
        for (u32 g = 0; g < f->k / group; g++) {
            u32 at = bits <= 8 ? g / 8 * 2 + i / 8 : g / 4, lane = i % 8 * 4 + (selector * lanes + at) % 4;
            u32 nibble = metadata[lane] >> (bits <= 8 ? g % 8 * 4 : i / 8 * 16 + g % 4 * 4) & 15;
            for (u32 h = 0; h < (bits == 32 ? 1 : 2); h++) {
                u32 index = bits == 32 ? nibble >> 3 : nibble >> 2 * h & 3;
                for (u32 e = 0; e < unit; e++) {
                    u32 to = g * group + index * unit + e;
                    full[to] = t->a[i][g * group / 2 + h * unit + e];
                    t->absent[i][to] = 0;
                }
            }
        }
        memcpy(t->a[i], full, f->k * sizeof *full);
    }
}

/* The common case: all lanes, a common form, no infinities */
static bool mma_fast(struct warp *w, const struct mma *m, u64 exec)
{
    const struct ptx_matrix *f = &m->f;
    const u32 *from[MAT_OPERANDS][8];
    u32 *to[8];
    if (exec != UINT32_MAX || !m->fast)
        return false;
    for (u32 k = MAT_A; k < MAT_OPERANDS; k++)
        for (u32 r = 0; r < f->regs[k]; r++)
            from[k][r] = lanes_at(w, m->regs[k][r]);
    for (u32 r = 0; r < f->regs[MAT_D]; r++)
        to[r] = reg_at(w, m->regs[MAT_D][r]);
    return tensor_fast(f, from[MAT_A], from[MAT_B], from[MAT_C], to);
}

static void multiply(struct warp *w, const struct mma *m, u64 exec)
{
    struct tensor t;
    bool volta = m->f.m == 8 && m->f.type[MAT_A] == ME_F16;

    if (mma_fast(w, m, exec))
        return;
    for (u32 i = 0; i < m->f.m; i++)
        memset(t.absent[i], 0, m->f.k);
    for (u32 quad = volta ? 0 : 4; quad < (volta ? 4 : 5); quad++) {
        for (u32 k = MAT_A; k < MAT_OPERANDS; k++)
            gather(w, m, &t, k, quad);
        if (m->f.sparse)
            tensor_spread(&m->f, lanes_at(w, m->metadata), m->selector, &t);
        tensor_multiply(&t, &m->f);
        scatter(w, m, &t, quad, exec);
    }
}

static void mma_op(struct warp *w, const struct uop *u, u64 exec)
{
    multiply(w, (const struct mma *)u->list, exec);
}

static void mma_rounded(struct warp *w, const struct uop *u, u64 exec)
{
    const struct mma *m = (const struct mma *)u->list;
    round_host(m->f.round);
    multiply(w, m, exec);
    round_host(PR_RN);
}

/* ---- Moves of 8x8 matrices ---- */
struct matrices { /* of ldmatrix and stmatrix */
    struct ptx_matrix f;
    u32 regs[4];
};

static bool row_address(struct warp *w, const struct uop *u, u32 lane, u64 *to)
{
    u64 base = u->flags & UF_NO_BASE ? 0 : lane_word(w, u->a, lane, !(u->flags & UF_ADDR32));
    u64 at = base + (u64)u->off;
    at = at - SHARED_WINDOW < WINDOW_SPAN ? at - SHARED_WINDOW : at;
    if (at & 15)
        return fault_at(w, u, lane, EF_MISALIGNED, 0, 0,
                        "misaligned row of a matrix: 16 bytes of shared memory, at 0x%llx", (unsigned long long)at);
    if (at + 16 > w->launch->shared_bytes || at + 16 < at)
        return fault_at(w, u, lane, EF_OUT_OF_BOUNDS, 0, 0,
                        "out-of-bounds row of a matrix: 16 bytes of shared memory, at 0x%llx: the CTA has %u bytes",
                        (unsigned long long)at, w->launch->shared_bytes);
    *to = at;
    return true;
}

/* The 16-bit element `half` of a lane's register, in shared memory: rows[r] are the rows of this matrix. */
static u8 *element_at(struct warp *w, const u64 *rows, u32 lane, u32 half, bool transposed)
{
    u32 row = lane / 4, col = lane % 4 * 2 + half;
    return w->cta->shared + rows[transposed ? col : row] + 2 * (transposed ? row : col);
}

static void load_matrix(struct warp *w, const struct matrices *m, const u64 *rows, u32 r, u64 exec)
{
    u32a *d = reg_at(w, m->regs[r]);
    for (u32 lane = 0; lane < 32; lane++) {
        u16 lo, hi;
        memcpy(&lo, element_at(w, rows, lane, 0, m->f.transposed), 2);
        memcpy(&hi, element_at(w, rows, lane, 1, m->f.transposed), 2);
        if (exec >> lane & 1)
            d[lane] = lo | (u32)hi << 16;
    }
}

static void store_matrix(struct warp *w, const struct matrices *m, const u64 *rows, u32 r, u64 exec)
{
    const u32a *s = lanes_at(w, m->regs[r]);
    for (u32 lane = 0; lane < 32; lane++)
        for (u32 half = 0; half < 2; half++) {
            u16 v = (u16)(s[lane] >> 16 * half);
            if (exec >> lane & 1)
                memcpy(element_at(w, rows, lane, half, m->f.transposed), &v, 2);
        }
    for (u32 k = 0; k < 8; k++) {
        if (w->cta->shared_written)
            memset(w->cta->shared_written + rows[k], 1, 16);
        if (w->launch->park.n_watched)
            park_written_bytes(w->launch, (u64)(uintptr_t)w->cta->shared + rows[k], 16);
    }
    w->launch->changes++;
}

static bool move_matrices(struct warp *w, struct uop *u, u64 exec)
{
    const struct matrices *m = (const struct matrices *)u->list;
    u64 rows[64] = {0}, asks = 0; /* lanes that give rows */
    for (u32 lane = 0; lane < 8u * m->f.count; lane++) {
        if (!row_address(w, u, lane, &rows[lane]))
            return false;
        asks |= 1ull << lane;
    }
    for (u32 r = 0; r < m->f.count; r++)
        if (u->flags & UF_STORE)
            store_matrix(w, m, rows + 8 * r, r, exec);
    /* All rows are read before a register is written: one of these may be the address. */
    for (u32 r = 0; r < m->f.count && !(u->flags & UF_STORE); r++)
        load_matrix(w, m, rows + 8 * r, r, exec);
    struct access a;
    access_shape(w, &a, rows, false, 0, asks);
    w->launch->counts.shared_instrs++;
    w->launch->counts.mem_instrs++;
    access_put(w, u, &a, SI_SHARED);
    warp_count(w, 1, exec);
    return true;
}

static void transpose_op(struct warp *w, const struct uop *u, u64 exec)
{
    const u32a *a = lanes_at(w, u->a);
    u32 out[32];
    for (u32 lane = 0; lane < 32; lane++) {
        u32 row = lane / 4, v = 0;
        for (u32 half = 0; half < 2; half++) { /* from row `col`, column `row` */
            u32 col = lane % 4 * 2 + half;
            v |= (a[col * 4 + row / 2] >> 16 * (row & 1) & 0xffff) << 16 * half;
        }
        out[lane] = v;
    }
    blend(w, reg_at(w, u->d), out, 1, exec);
}

/* ---- Decoding ---- */
static void decode_list(struct prog *p, const struct uop *u, const struct ptx_operand *o, u32 n, bool wide, u32 *to)
{
    for (u32 k = 0; k < n; k++)
        to[k] = decode_operand(p, u->func, o->kind == PO_VEC ? &o->vec[k] : o, wide ? 8 : 4);
}

static bool select_mma(struct prog *p, struct uop *u)
{
    struct mma *m = ARENA_ARRAY(&p->arena, struct mma, 1);
    if (ptx_matrix_form(u->in, &m->f))
        return false;
    for (u32 k = 0; k < MAT_OPERANDS; k++) {
        u32 *list = ARENA_ARRAY(&p->arena, u32, m->f.regs[k]);
        decode_list(p, u, &u->in->opnd[k], m->f.regs[k], m->f.wide, list);
        m->regs[k] = list;
    }
    if (m->f.sparse) {
        m->metadata = decode_operand(p, u->func, &u->in->opnd[4], 4);
        m->selector = (u32)u->in->opnd[5].imm;
    }
    m->fast = tensor_has_fast(&m->f);
    u->list = (const u32 *)m;
    u->fn.masked = m->f.round > PR_RN ? mma_rounded : mma_op;
    return true;
}

static bool select_matrices(struct prog *p, struct uop *u)
{
    struct matrices *m = ARENA_ARRAY(&p->arena, struct matrices, 1);
    bool stores = u->in->op == OP_STMATRIX;
    if (ptx_matrix_form(u->in, &m->f) || !decode_address(p, u, &u->in->opnd[!stores]))
        return false;
    decode_list(p, u, &u->in->opnd[stores], m->f.count, false, m->regs);
    u->flags |= stores ? UF_STORE : 0;
    u->list = (const u32 *)m;
    u->base_kind = UK_MEM;
    u->fn.mem = move_matrices;
    u->space = SI_SHARED;
    u->size = 16;
    return true;
}

bool select_tensor(struct prog *p, struct uop *u)
{
    const struct ptx_instr *in = u->in;
    if (!is_matrix_op(in->op) || p->lanes != 32)
        return false;
    if (in->op == OP_WGMMA)
        return select_group(p, u);
    if (in->op == OP_LDMATRIX || in->op == OP_STMATRIX)
        return select_matrices(p, u);
    u->base_kind = UK_SYNC; /* every lane takes part */
    u->flags |= UF_FULL;
    if (in->op == OP_MMA)
        return select_mma(p, u);
    u->fn.masked = transpose_op;
    set_dst(p, u, 4);
    set_sources(p, u, 1, 4, 0, 0);
    return true;
}
