/* Instruction lines: see code.h. A line is
     [line] PC mask n [Rd] opcode n [Rs ...] width [mode addresses] immediate
   with PC, mask and addresses in hex; tracers before version 3 put the CTA's coordinates and the warp in front. */
#include "accel/code.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "stream/check.h"

enum { LANES = 32, MOST_CODE = 1 << 20, MOST_DST = 4, MOST_SRC = 8, ZERO_REGISTER = 255 };
#define WINDOW (1ull << 24)      /* of shared and of local memory among generic addresses */
#define READ_WINDOW (1ull << 14) /* of local memory, as Accel-Sim's reader has it */
#define LOCAL_AT (1ull << 46)    /* where threads' local memory is put */
#define LOCAL_WORDS (1ull << 12) /* words of a thread that are told apart */

void accel_code_init(struct accel_code *c, const struct accel_header *head)
{
    *c = (struct accel_code){.head = head, .n_slots = 1024};
    c->slots = xcalloc(c->n_slots, sizeof *c->slots);
}

void accel_code_free(struct accel_code *c)
{
    VEC_FREE(&c->si);
    VEC_FREE(&c->of);
    free(c->slots);
    arena_free(&c->arena);
}

/* ---- Words of a line ---- */

static void skip_blanks(char **p)
{
    while (**p == ' ' || **p == '\t')
        (*p)++;
}

/* The next word and its length; 0: there is none. */
static size_t word(char **p, char **at)
{
    skip_blanks(p);
    *at = *p;
    while (**p && **p != ' ' && **p != '\t')
        (*p)++;
    return (size_t)(*p - *at);
}

static bool dec(char **p, u64 most, u64 *x)
{
    skip_blanks(p);
    if (**p < '0' || **p > '9')
        return false;
    for (*x = 0; **p >= '0' && **p <= '9'; (*p)++) {
        *x = *x * 10 + (u64)(**p - '0');
        if (*x > most)
            return false;
    }
    return !**p || **p == ' ' || **p == '\t';
}

static bool difference(char **p, i64 *x)
{
    u64 n;
    skip_blanks(p);
    bool minus = **p == '-';
    *p += minus;
    if (**p == ' ' || !dec(p, INT64_MAX, &n))
        return false;
    *x = minus ? -(i64)n : (i64)n;
    return true;
}

static bool hex(char **p, u32 most_digits, u64 *x)
{
    static const u8 values[256] = {['0'] = 1, 2,  3,  4,  5,  6,          7,  8,  9,  10, ['a'] = 11,
                                   12,        13, 14, 15, 16, ['A'] = 11, 12, 13, 14, 15, 16};
    skip_blanks(p);
    char *at = *p;
    if (*at == '0' && (at[1] == 'x' || at[1] == 'X'))
        at += 2;
    char *first = at;
    while (*at == '0')
        at++;
    char *digits = at;
    u64 sum = 0;
    for (u8 v; (v = values[(u8)*at]) != 0; at++)
        sum = sum << 4 | (v - 1u);
    *p = at;
    *x = sum;
    return at > first && (size_t)(at - digits) <= most_digits && (!*at || *at == ' ' || *at == '\t');
}

/* ---- Static instructions ---- */

static void set_class(struct si *s, const struct sass_op *op)
{
    static const u8 classes[SASS_N_PIPES] = {
        [SASS_INT_PIPE] = SI_ALU,         [SASS_IMAD_PIPE] = SI_MUL,        [SASS_FP32_PIPE] = SI_FP32,
        [SASS_HALF_PIPE] = SI_HALF,       [SASS_FP64_PIPE] = SI_FP64,       [SASS_SFU_PIPE] = SI_SFU,
        [SASS_CONVERT_PIPE] = SI_CVT,     [SASS_SHUFFLE_PIPE] = SI_SHFL,    [SASS_TENSOR_PIPE] = SI_TENSOR,
        [SASS_TEXTURE_PIPE] = SI_TEXTURE, [SASS_UNIFORM_PIPE] = SI_UNIFORM, [SASS_BRANCH_PIPE] = SI_CONTROL,
        [SASS_EXIT_PIPE] = SI_CONTROL,    [SASS_BARRIER_PIPE] = SI_BARRIER, [SASS_FENCE_PIPE] = SI_FENCE,
        [SASS_LOAD_PIPE] = SI_MEM,        [SASS_STORE_PIPE] = SI_MEM,       [SASS_ATOMIC_PIPE] = SI_MEM,
        [SASS_REDUCE_PIPE] = SI_MEM};
    static const u8 kinds[SASS_N_PIPES] = {[SASS_LOAD_PIPE] = SI_LOAD,
                                           [SASS_STORE_PIPE] = SI_STORE,
                                           [SASS_ATOMIC_PIPE] = SI_ATOMIC,
                                           [SASS_REDUCE_PIPE] = SI_RED};
    static const u8 spaces[] = {[SASS_NOWHERE] = SI_NO_SPACE,
                                [SASS_GENERIC] = SI_GLOBAL,
                                [SASS_GLOBAL_SPACE] = SI_GLOBAL,
                                [SASS_SHARED_SPACE] = SI_SHARED,
                                [SASS_LOCAL_SPACE] = SI_LOCAL};
    s->cls = classes[op->pipe];
    s->kind = kinds[op->pipe];
    s->space = spaces[op->space];
    s->flags = (u8)((op->space == SASS_GENERIC ? SI_GENERIC : 0) | (op->pipe == SASS_EXIT_PIPE ? SI_EXIT : 0));
}

/* "Rn": writes its scoreboard id behind the others. RZ is no register, except to Accel-Sim's reader. */
static const char *take_register(struct accel_code *c, struct si *s, char **p, bool write)
{
    char *at;
    u64 r;
    if (word(p, &at) < 2 || *at++ != 'R' || !dec(&at, SI_FOLDED_BASE - 1, &r))
        return "expected a register, R0 to R511";
    if (r == ZERO_REGISTER && c->head->quirks == ACCEL_AS_MEANT)
        return NULL;
    u32 n = s->ndst + s->nsrc;
    s->regs[n] = (u16)r;
    s->level[n] = SI_MRF;
    s->ndst = (u8)(s->ndst + write);
    s->nsrc = (u8)(s->nsrc + !write);
    return NULL;
}

/* Reads everything between mask and addresses. */
static const char *take_static(struct accel_code *c, char *p, struct si *s, struct accel_static *of)
{
    u64 n, width;
    char *op;
    const char *bad = NULL;
    bool as_meant = c->head->quirks == ACCEL_AS_MEANT;
    if (!dec(&p, MOST_DST, &n))
        return "expected the number of destination registers, 0 to 4";
    for (u64 i = 0; i < n && !bad; i++)
        bad = take_register(c, s, &p, true);
    size_t len = bad ? 0 : word(&p, &op);
    if (bad || !len)
        return bad ? bad : "expected an opcode";
    if (!dec(&p, MOST_SRC, &n))
        return "expected the number of source registers, 0 to 8";
    for (u64 i = 0; i < n && !bad; i++)
        bad = take_register(c, s, &p, false);
    if (bad || !dec(&p, UINT32_MAX, &width))
        return bad ? bad : "expected the width of the access, 0 if there is none";
    const struct sass_op *row = sass_find(op, len), none = {.pipe = SASS_INT_PIPE};
    if (!row || !(row->in >> sass_generation((u32)c->head->version) & 1)) {
        const char *dot = memchr(op, '.', len);
        of->unknown = arena_strndup(&c->arena, op, MIN(dot ? (size_t)(dot - op) : len, (size_t)31));
        row = &none;
    }
    set_class(s, row);
    if (s->kind) {
        s->bytes = (u8)sass_bytes(op, len, as_meant);
        bool strong = s->kind == SI_LOAD && sass_has(op, len, "STRONG");
        if (strong && (sass_has(op, len, "GPU") || (as_meant && sass_has(op, len, "SYS"))))
            s->flags |= SI_SKIP_L1;
    }
    s->reconv = UINT32_MAX;
    return NULL;
}

static u32 hash_of(u32 pc, const char *text, size_t n)
{
    u64 h = 0xcbf29ce484222325ull ^ pc;
    for (size_t i = 0; i < n; i++)
        h = (h ^ (u8)text[i]) * 0x100000001b3ull;
    return (u32)(h ^ h >> 32);
}

static void grow(struct accel_code *c)
{
    free(c->slots);
    c->n_slots *= 2;
    c->slots = xcalloc(c->n_slots, sizeof *c->slots);
    for (u32 i = 0; i < c->of.n; i++) {
        u32 h = hash_of(c->of.at[i].pc, c->of.at[i].text, c->of.at[i].len) & (c->n_slots - 1);
        while (c->slots[h])
            h = (h + 1) & (c->n_slots - 1);
        c->slots[h] = i + 1;
    }
}

static bool is_static(const struct accel_static *s, u32 pc, const char *text, size_t n)
{
    return s->pc == pc && s->len == n && !memcmp(s->text, text, n);
}

/* The instruction with this text, new if need be. NULL: *at is its number. */
static const char *find(struct accel_code *c, u32 pc, char *text, size_t n, u32 line, u32 *at)
{
    if (c->next < c->of.n && is_static(&c->of.at[c->next], pc, text, n)) { /* the one behind the last, mostly */
        *at = c->next++;
        return NULL;
    }
    u32 h = hash_of(pc, text, n) & (c->n_slots - 1);
    for (; c->slots[h]; h = (h + 1) & (c->n_slots - 1)) {
        const struct accel_static *s = &c->of.at[ *at = c->slots[h] - 1];
        if (is_static(s, pc, text, n)) {
            c->next = *at + 1;
            return NULL;
        }
    }
    if (c->frozen)
        return "has changed while it was read";
    if (c->si.n == MOST_CODE)
        return "more than 1,048,576 distinct instructions";
    struct si s = {.ptx_line = pc, .src_line = line};
    struct accel_static of = {.text = arena_strndup(&c->arena, text, n), .len = (u32)n, .pc = pc};
    const char *bad = take_static(c, (char *)(uintptr_t)of.text, &s, &of);
    if (bad)
        return bad;
    *at = (u32)c->si.n;
    VEC_PUSH(&c->si, s);
    VEC_PUSH(&c->of, of);
    c->slots[h] = *at + 1;
    c->next = *at + 1;
    if (c->si.n * 2 > c->n_slots)
        grow(c);
    return NULL;
}

/* ---- Addresses ---- */

/* One address a lane of the mask. */
static const char *take_addresses(const struct accel_code *c, char *p, u32 mask, u64 addr[STREAM_MAX_LANES])
{
    u64 mode, base;
    i64 step = 0;
    bool as_meant = c->head->quirks == ACCEL_AS_MEANT;
    if (!dec(&p, 2, &mode))
        return "expected how addresses are written: 0 (all), 1 (stride) or 2 (differences)";
    if (mode != 0 && (!hex(&p, 16, &base) || (mode == 1 && !difference(&p, &step))))
        return mode == 1 ? "expected an address and a stride" : "expected an address";
    u32 first = mask ? ctz64(mask) : 0, k = 0;
    bool gap = false;
    for (u32 lane = first; lane < LANES && mask; lane++) {
        if (!(mask >> lane & 1)) {
            gap = true;
            continue;
        }
        if (mode == 0 && !hex(&p, 16, &base))
            return "expected an address for each lane of the mask";
        if (mode == 2 && k && !difference(&p, &step))
            return "expected a difference for each lane of the mask but the first";
        if (mode == 2)
            base += k ? (u64)step : 0;
        addr[lane] = mode != 1 ? base : !gap || as_meant ? base + (u64)step * (as_meant ? lane - first : k) : 0;
        k++;
    }
    return NULL;
}

/* The space that a generic address lies in, by the first lane's. */
static u8 resolve(const struct accel_code *c, const struct si *s, u64 first)
{
    const struct accel_header *h = c->head;
    if (h->quirks == ACCEL_AS_READ) {
        if (s->kind == SI_ATOMIC || s->kind == SI_RED)
            return SI_GLOBAL;
        if (!h->shared_base || !h->local_base || (first >= h->shared_base && first < h->local_base))
            return SI_SHARED;
        return first >= h->local_base && first < h->local_base + READ_WINDOW ? SI_LOCAL : SI_GLOBAL;
    }
    if (h->shared_base && first - h->shared_base < WINDOW)
        return SI_SHARED;
    return h->local_base && first - h->local_base < WINDOW ? SI_LOCAL : SI_GLOBAL;
}

/* Threads' words lie side by side: word by word, all threads of the CTA. */
static u64 local_address(const struct accel_code *c, const struct accel_place *at, u32 lane, u64 a, u32 bytes)
{
    u64 threads = align_up(c->head->threads, LANES), word_at = a / 4 % LOCAL_WORDS;
    u64 row = (at->cta % (1ull << 20) * LOCAL_WORDS + word_at) * threads, each = MAX(bytes / 4, 1u);
    return LOCAL_AT + (row + (at->warp * LANES + lane) * each) * 4 + (bytes < 4 ? a % 4 : 0);
}

/* Lanes without an address (0) make no access: they are given another lane's. False: no lane has an address. */
static bool leave_out_zeros(u32 mask, u64 addr[STREAM_MAX_LANES])
{
    u64 some = 0;
    for (u32 m = mask; m && !some; m &= m - 1)
        some = addr[ctz64(m)];
    for (u32 m = mask; m; m &= m - 1)
        addr[ctz64(m)] = addr[ctz64(m)] ? addr[ctz64(m)] : some;
    return some;
}

/* A stride, as most accesses are written, needs no list of addresses. False: it needs a closer look. */
static bool put_stride(struct accel_code *c, u32 i, u32 mask, char *p, struct stream_writer *w,
                       const struct accel_place *at)
{
    const struct si *s = &c->si.at[i];
    u64 mode, base;
    i64 step;
    if (c->head->quirks != ACCEL_AS_MEANT || !dec(&p, 2, &mode) || mode != 1 || !hex(&p, 16, &base) ||
        !difference(&p, &step) || step > INT32_MAX || step < INT32_MIN)
        return false;
    u32 first = ctz64(mask), last = 31 - (u32)__builtin_clz(mask);
    u8 space = s->flags & SI_GENERIC ? resolve(c, s, base) : s->space;
    u64 end = base + (u64)step * (last - first);
    if (base >= STREAM_ADDRESSES || end >= STREAM_ADDRESSES || space == SI_LOCAL)
        return false;
    if (space == SI_SHARED) {
        if (base / WINDOW != end / WINDOW)
            return false;
        base %= WINDOW;
    }
    step = first == last ? 0 : step;
    stream_put_mem(w, i, at->active, mask, space, base - (u64)step * first, step);
    return true;
}

static const char *put_access(struct accel_code *c, u32 i, u32 mask, char *p, struct stream_writer *w,
                              const struct accel_place *at)
{
    const struct si *s = &c->si.at[i];
    u64 addr[STREAM_MAX_LANES];
    u8 space = s->space;
    const char *bad = take_addresses(c, p, mask, addr);
    if (bad)
        return bad;
    bool atomic = s->kind == SI_ATOMIC || s->kind == SI_RED;
    if (c->head->quirks == ACCEL_AS_READ && !atomic && space != SI_LOCAL && space != SI_SHARED &&
        !leave_out_zeros(mask, addr)) {
        stream_put_run(w, i, 1, at->active, 0);
        return NULL;
    }
    if (s->flags & SI_GENERIC)
        space = resolve(c, s, addr[ctz64(mask)]);
    for (u32 m = mask; m; m &= m - 1) {
        u64 *a = &addr[ctz64(m)];
        if (space == SI_SHARED)
            *a %= WINDOW;
        else if (space == SI_LOCAL)
            *a = local_address(c, at, ctz64(m), *a, s->bytes);
        if (*a >= STREAM_ADDRESSES)
            return "an address of more than 48 bits";
    }
    stream_put_mem_scattered(w, i, at->active, mask, space, addr);
    return NULL;
}

/* ---- A line ---- */

/* What stands before the registers. */
static const char *take_place(const struct accel_header *h, char **p, u64 *line, u64 *pc, u64 *mask)
{
    u64 x;
    *line = 0;
    if (h->lineinfo && !dec(p, UINT32_MAX, line))
        return "expected a line number (`-enable lineinfo`)";
    for (u32 i = 0; i < 4 && h->tracer < 3; i++)
        if (!dec(p, UINT32_MAX, &x))
            return "expected the thread block and the warp (`-accelsim tracer version` below 3)";
    if (!hex(p, 8, pc))
        return "expected a program counter of up to 8 hexadecimal digits";
    return hex(p, 8, mask) ? NULL : "expected a mask of up to 8 hexadecimal digits";
}

/* The end of the part that tells static instructions apart; NULL: the line is over before it. */
static char *static_end(char *p)
{
    char *at;
    u64 n;
    for (u32 part = 0; part < 2; part++) { /* destinations and the opcode, sources and the width */
        if (!dec(&p, 64, &n))
            return NULL;
        for (u64 i = 0; i <= n; i++)
            if (!word(&p, &at))
                return NULL;
    }
    return p;
}

const char *accel_code_line(struct accel_code *c, char *line, struct stream_writer *w, struct accel_place *at)
{
    char *p = line;
    u64 number, pc, mask;
    u32 i;
    const char *bad = take_place(c->head, &p, &number, &pc, &mask);
    if (bad)
        return bad;
    skip_blanks(&p);
    char *end = static_end(p);
    if (!end)
        return "the line is over before the width of its access, or counts more registers than there are";
    if ((bad = find(c, (u32)pc, p, (size_t)(end - p), (u32)number, &i)) != NULL)
        return bad;
    c->of.at[i].count++;
    w->code = c->si.at;
    u32 lanes = MIN(LANES, c->head->threads - at->warp * LANES);
    if (mask)
        at->active = (u32)mask;
    else if (!at->active)
        at->active = (u32)lanes_mask(lanes);
    const struct si *s = &c->si.at[i];
    bool has_width = !(end[-1] == '0' && (end[-2] == ' ' || end[-2] == '\t'));
    if (s->kind && has_width && mask)
        return put_stride(c, i, (u32)mask, end, w, at) ? NULL : put_access(c, i, (u32)mask, end, w, at);
    if (s->cls == SI_BARRIER && mask)
        stream_put_barrier(w, i, at->active, mask, 0, 0);
    else
        stream_put_run(w, i, 1, at->active, s->kind ? 0 : mask);
    return NULL;
}

void accel_code_nothing(struct accel_code *c, struct stream_writer *w)
{
    char text[] = "0 EXIT 0 0";
    u32 i;
    if (find(c, UINT32_MAX, text, strlen(text), 0, &i))
        return;
    w->code = c->si.at;
    stream_put_run(w, i, 1, 1, 0);
}

void accel_code_unknown(const struct accel_code *c, struct accel_unknown *to)
{
    for (u32 i = 0; i < c->of.n; i++) {
        const struct accel_static *s = &c->of.at[i];
        u32 k = 0;
        if (!s->unknown)
            continue;
        while (k < to->n && strcmp(to->at[k].name, s->unknown) != 0)
            k++;
        if (k == to->n) {
            VEC_PUSH(to, (struct accel_unknown_op){.version = (u32)c->head->version});
            snprintf(to->at[k].name, sizeof to->at[k].name, "%s", s->unknown);
        }
        to->at[k].count += s->count;
    }
}
