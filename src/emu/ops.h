/* How an operation over the lanes is written: once, as an expression, and compiled for 32 lanes (a constant trip
   count that the compiler unrolls and vectorises) and for any number. */
#ifndef SLUICE_EMU_OPS_H
#define SLUICE_EMU_OPS_H
#include "emu/lane.h"
#include "emu/warp.h"

#define ALIASED __attribute__((may_alias))
typedef u32 ALIASED u32a;
typedef i32 ALIASED i32a;
typedef u64 ALIASED u64a;
typedef i64 ALIASED i64a;
typedef float ALIASED f32a;
typedef double ALIASED f64a;

#ifdef __clang__
#pragma clang diagnostic ignored "-Wpass-failed" /* a loop that is not vectorised is no fault */
#define LANES(n) _Pragma("clang loop vectorize(assume_safety)") for (u32 i = 0; i < (n); i++)
#else
#define LANES(n) _Pragma("GCC ivdep") for (u32 i = 0; i < (n); i++)
#endif

/* x86-64's baseline has neither fused multiply-add nor 256-bit vectors: a third version for hosts that do. */
#ifdef __x86_64__
#define FOR_WIDE __attribute__((target("avx2"))) /* a function that is called where prog.wide says so */
#define WIDE_ALU(name)                                                                                               \
    __attribute__((target("avx2,fma"))) static void name##_w(struct warp *w, const struct uop *u, void *dst)         \
    {                                                                                                                \
        name##_k(w, u, dst, 32);                                                                                     \
    }
#define PAIR(name, text)                                                                                             \
    {                                                                                                                \
        name##_32, name##_n, name##_w, text                                                                          \
    }
#else
#define FOR_WIDE
#define WIDE_ALU(name)
#define PAIR(name, text)                                                                                             \
    {                                                                                                                \
        name##_32, name##_n, name##_32, text                                                                         \
    }
#endif

extern const u32 lane_bit32[32];
extern const u64 lane_bit64[64];

#define ALU_TEXT(name, text, ...)                                                                                    \
    INLINE void name##_k(const struct warp *w, const struct uop *u, void *dst, const u32 n)                          \
    {                                                                                                                \
        (void)u, (void)w;                                                                                            \
        __VA_ARGS__                                                                                                  \
    }                                                                                                                \
    static void name##_32(struct warp *w, const struct uop *u, void *dst)                                            \
    {                                                                                                                \
        name##_k(w, u, dst, 32);                                                                                     \
    }                                                                                                                \
    static void name##_n(struct warp *w, const struct uop *u, void *dst)                                             \
    {                                                                                                                \
        name##_k(w, u, dst, w->lanes);                                                                               \
    }                                                                                                                \
    WIDE_ALU(name)                                                                                                   \
    static const struct alu_pair name = PAIR(name, text);
#define ALU_OP(name, ...) ALU_TEXT(name, NULL, __VA_ARGS__)

/* The expression is also kept as text, after its types: translated kernels are made of it (native_gen.c). */
#define UN(name, TD, TA, expr)                                                                                       \
    ALU_TEXT(                                                                                                        \
        name, #TD " " #TA ";" #expr, const TA *a = lanes_at(w, u->a); TD *d = dst; LANES(n) {                        \
            TA x = a[i];                                                                                             \
            d[i] = (TD)(expr);                                                                                       \
        })
#define BIN(name, TD, TA, TB, expr)                                                                                  \
    ALU_TEXT(                                                                                                        \
        name, #TD " " #TA " " #TB ";" #expr, const TA *a = lanes_at(w, u->a); const TB *b = lanes_at(w, u->b);       \
        TD *d = dst; LANES(n) {                                                                                      \
            TA x = a[i];                                                                                             \
            TB y = b[i];                                                                                             \
            d[i] = (TD)(expr);                                                                                       \
        })
#define TER(name, TD, TA, TB, TC, expr)                                                                              \
    ALU_TEXT(                                                                                                        \
        name, #TD " " #TA " " #TB " " #TC ";" #expr, const TA *a = lanes_at(w, u->a);                                \
        const TB *b = lanes_at(w, u->b); const TC *c = lanes_at(w, u->c); TD *d = dst; LANES(n) {                    \
            TA x = a[i];                                                                                             \
            TB y = b[i];                                                                                             \
            TC z = c[i];                                                                                             \
            d[i] = (TD)(expr);                                                                                       \
        })

/* Comparisons give a mask. */
#define CMP(name, T, expr)                                                                                           \
    static const char name##_text[] = #T ";" #expr;                                                                  \
    static u64 name##_32(struct warp *w, const struct uop *u)                                                        \
    {                                                                                                                \
        const T *a = lanes_at(w, u->a), *b = lanes_at(w, u->b);                                                      \
        if (sizeof(T) == 4) {                                                                                        \
            u32 m = 0;                                                                                               \
            LANES(32)                                                                                                \
            {                                                                                                        \
                T x = a[i], y = b[i];                                                                                \
                m |= (expr) ? lane_bit32[i] : 0;                                                                     \
            }                                                                                                        \
            return m;                                                                                                \
        }                                                                                                            \
        u64 m = 0;                                                                                                   \
        LANES(32)                                                                                                    \
        {                                                                                                            \
            T x = a[i], y = b[i];                                                                                    \
            m |= (expr) ? lane_bit64[i] : 0;                                                                         \
        }                                                                                                            \
        return m;                                                                                                    \
    }                                                                                                                \
    static u64 name##_n(struct warp *w, const struct uop *u)                                                         \
    {                                                                                                                \
        const T *a = lanes_at(w, u->a), *b = lanes_at(w, u->b);                                                      \
        u64 m = 0;                                                                                                   \
        for (u32 i = 0; i < w->lanes; i++) {                                                                         \
            T x = a[i], y = b[i];                                                                                    \
            m |= (expr) ? lane_bit64[i] : 0;                                                                         \
        }                                                                                                            \
        return m;                                                                                                    \
    }

static inline u8 type_bits(u8 t)
{
    return ptx_types[t].bits;
}
static inline char type_kind(u8 t)
{
    return ptx_types[t].kind;
}
static inline bool is_float(u8 t)
{
    return ptx_types[t].kind == 'F';
}

/* Finish decoding of an ALU operation: operands 1.. of the instruction to a, b, c, each of the given bytes. */
void set_alu(struct prog *p, struct uop *u, struct alu_pair f, u32 dst_bytes, u32 src_bytes);
void set_sources(struct prog *p, struct uop *u, u32 first, u32 bytes_a, u32 bytes_b, u32 bytes_c);
void set_dst(struct prog *p, struct uop *u, u32 bytes);
/* A row of a table of operations. The first row that fits an instruction counts: same opcode, same sub if the row
   names one, and at least the row's flags. Letters of `bytes` stand for the destination and the sources a, b, c: 4 or
   8 bytes, T as the type (4 up to 32 bits), W twice the type (4 for 16 bits). */
struct alu_row {
    u16 op;
    u8 sub;    /* SUB_*; 0: any */
    u32 flags; /* PF_* */
    char bytes[5];
    struct {
        const struct alu_pair *u16, *s16, *u32, *s32, *u64, *s64; /* NULL: there is none of this type */
    } f;
};
#define BY_TYPE(f)                                                                                                   \
    {                                                                                                                \
        &f##_u16, &f##_s16, &f##_u32, &f##_s32, &f##_u64, &f##_s64                                                   \
    }
#define BY_WIDTH(f16, f32, f64)                                                                                      \
    {                                                                                                                \
        &f16, &f16, &f32, &f32, &f64, &f64                                                                           \
    }
#define BY_TYPE_32_64(f)                                                                                             \
    {                                                                                                                \
        NULL, NULL, &f##_u32, &f##_s32, &f##_u64, &f##_s64                                                           \
    }
#define BY_WIDTH_32_64(f32, f64)                                                                                     \
    {                                                                                                                \
        NULL, NULL, &f32, &f32, &f64, &f64                                                                           \
    }
#define ONLY_32(fu, fs)                                                                                              \
    {                                                                                                                \
        NULL, NULL, &fu, &fs, NULL, NULL                                                                             \
    }
/* False: no row fits. */
bool set_row(struct prog *p, struct uop *u, const struct alu_row *rows, u32 n);
static inline void pick_alu(const struct prog *p, struct uop *u, struct alu_pair f)
{
    u->fn.alu = p->any ? f.any : p->wide ? f.wide : f.l32;
    u->text = f.text;
}
static inline cmp_fn *pick_cmp(const struct prog *p, struct cmp_pair f)
{
    return p->any ? f.any : f.l32;
}

bool select_convert(struct prog *p, struct uop *u); /* ops_convert.c */
/* generation.c: does the machine have what the kernel's instructions need? False: reported */
bool check_generation(const struct prog *p, struct diag *d);

#endif
