/* The preamble of every translated kernel. Fields are given by their offsets, so that the text, and with it the
   kernel's cache name, changes whenever a struct does. */
#include "emu/native_text.h"

#include "native_lane.h"
#include "stream/encode.h"

static const char types[] =
    "typedef unsigned char u8; typedef unsigned short u16; typedef unsigned int u32; typedef unsigned long u64;\n"
    "typedef signed char i8; typedef short i16; typedef int i32; typedef long i64;\n"
    "typedef __int128 i128; typedef unsigned __int128 u128;\n"
    "#define bool _Bool\n#define true 1\n#define false 0\n"
    "#define NOINLINE __attribute__((noinline))\n#define COLD __attribute__((cold))\n#define INLINE static inline "
    "__attribute__((always_inline))\n"
    "#define memcpy __builtin_memcpy\n#define LIKELY(x) __builtin_expect(x, 1)\n"
    "#define INT32_MAX 0x7fffffff\n#define INT32_MIN (-INT32_MAX - 1)\n#define UINT32_MAX 0xffffffffu\n"
    "#define INT64_MAX 0x7fffffffffffffffl\n#define UINT64_MAX 0xfffffffffffffffful\n"
    "#define LOOP _Pragma(\"clang loop vectorize(assume_safety)\") for (u32 i = 0; i < 32; i++)\n"
    "#define SHORT_LOOP _Pragma(\"clang loop vectorize(assume_safety) interleave_count(4)\") for (u32 i = 0; i < 32; "
    "i++)\n"
    "#if __has_builtin(__builtin_reduce_or)\n#define ANY_LANE(v) (__builtin_reduce_or(v) != 0)\n"
    "#else\n#define ANY_LANE(v) ({ u64 any = 0; for (u32 i = 0; i < 32; i++) any |= (v)[i]; any != 0; })\n#endif\n"
    "struct con { u32 flags; u64 imm; };\n"
    "struct api {\n"
    "    bool (*step)(u8 *w, u32 pc), (*mem)(u8 *w, u32 pc), (*affine)(u8 *w, u32 pc, u64 at, i64 step, u64 x);\n"
    "    bool (*load1)(u8 *w, u32 pc, u64 at, u64 *got, u64 x), (*pop)(u8 *w);\n"
    "    void (*diverge)(u8 *w, u32 pc, u64 taken), (*leave)(u8 *w, u32 pc, u32 why);\n"
    "    void (*jump_run)(u8 *w, u32 pc, u32 n, u64 x);\n"
    "    void (*put)(u8 *w, u32 pc, u32 run, u64 x, u64 at, i64 step);\n"
    "    void (*put_lanes)(u8 *w, u32 pc, u32 run, u64 x, const u64 *at);\n"
    "};\n"
    "#define LEAVE(w, pc, why) api->leave(w, pc, why)\n"
    "static const u32 BIT[32] = {1u << 0, 1u << 1, 1u << 2, 1u << 3, 1u << 4, 1u << 5, 1u << 6, 1u << 7,\n"
    "    1u << 8, 1u << 9, 1u << 10, 1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15,\n"
    "    1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21, 1u << 22, 1u << 23,\n"
    "    1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31};\n"
    "/* i * t with operations that vectors have */\n"
    "INLINE u32 times_u32(u32 i, u32 t) { return i * t; }\n"
    "INLINE u64 times_u64(u32 i, u64 t) { return (u64)(u32)t * i + ((u64)((u32)(t >> 32) * i) << 32); }\n"
    "INLINE u64 popcount(u64 x) { return (u64)__builtin_popcountll(x); }\n";

static const char helpers[] =
    "INLINE bool wraps_s32(u32 b, u32 s)\n"
    "{\n"
    "    i64 end = (i64)(i32)b + 31 * (i64)(i32)s;\n"
    "    return end != (i32)end;\n"
    "}\n"
    "INLINE bool wraps_u32(u32 b, u32 s)\n"
    "{\n"
    "    i64 end = (i64)b + 31 * (i64)(i32)s;\n"
    "    return end != (i64)(u32)end;\n"
    "}\n"
    "#define LANES_OF(T)                                                                       \\\n"
    "    static NOINLINE void set_##T(T *d, u64 v, u64 mask)                  \\\n"
    "    {                                                                                     \\\n"
    "        LOOP d[i] = (u32)mask & BIT[i] ? (T)v : d[i];                                     \\\n"
    "    }                                                                                     \\\n"
    "    static NOINLINE void spill_##T(T *d, u64 b, u64 s, u64 mask)         \\\n"
    "    {                                                                                     \\\n"
    "        LOOP d[i] = (u32)mask & BIT[i] ? (T)b + times_##T(i, (T)s) : d[i];                       \\\n"
    "    }\n"
    "LANES_OF(u32)\n"
    "LANES_OF(u64)\n";

void native_text_head(FILE *to, bool small)
{
    fprintf(to, "#define IN_LINE static %s\n",
            small ? "inline __attribute__((always_inline))" : "__attribute__((noinline))");
    fputs(types, to);
    fputs(native_lane, to);
    fputs(helpers, to);
    fprintf(to, "#define OP(i) (C + (u64)(i) * %zu)\n", sizeof(struct uop));
    fprintf(to, "#define CODE (*(u8 **)(*(u8 **)(L + %zu) + %zu))\n", offsetof(struct launch, prog),
            offsetof(struct prog, code));
    fprintf(to, "#define SHARED_MEM (*(u8 **)(*(u8 **)(w + %zu) + %zu))\n", offsetof(struct warp, cta),
            offsetof(struct cta, shared));
#define FIELD(name, type, of, s, field)                                                                              \
    fprintf(to, "#define " name " (*(" type " *)(" of " + %zu))\n", offsetof(struct s, field))
    FIELD("REGS", "u8 *", "w", warp, base[0]);
    FIELD("PREDS", "u64 *", "w", warp, pred);
    FIELD("UNI", "u64 *", "w", warp, uni);
    FIELD("LAUNCH", "u8 *", "w", warp, launch);
    FIELD("ACTIVE", "u64", "w", warp, active);
    FIELD("ALIVE", "u64", "w", warp, alive);
    FIELD("PC", "u32", "w", warp, pc);
    FIELD("RPC", "u32", "w", warp, rpc);
    FIELD("LOCAL", "u32 *", "w", warp, local);
    FIELD("FRAME", "u32", "w", warp, fp);
    FIELD("INSTRS", "u64", "w", warp, instrs);
    FIELD("PARAMS", "u8 *", "L", launch, params);
    FIELD("THREADS", "u64", "L", launch, counts.thread_instrs);
    FIELD("BRANCHES", "u64", "L", launch, counts.branches);
    FIELD("MEMS", "u64", "L", launch, counts.mem_instrs);
    FIELD("CONSTS", "u8 *", "w", warp, base[1]);
    FIELD("LAST_LOAD", "u64", "w", warp, last_load);
    FIELD("LAST_UOP", "u8 *", "w", warp, last_load_uop);
    FIELD("GLOBALS", "u64", "L", launch, counts.global_mem_instrs);
    FIELD("SHAREDS", "u64", "L", launch, counts.shared_instrs);
    FIELD("LINES", "u64", "L", launch, counts.lines);
    FIELD("CHANGES", "u64", "L", launch, changes);
    FIELD("WATCHED", "u32", "L", launch, park.n_watched);
    FIELD("SHARED_BYTES", "u32", "L", launch, shared_bytes);
    FIELD("PARKS", "bool", "L", launch, parks);
    FIELD("POLLS", "u64", "w", warp, polls);
    FIELD("OUT_PC", "u32", "w", warp, out.next_pc);
    FIELD("OUT_RUN", "u32", "w", warp, out.run);
    FIELD("OUT_ACTIVE", "u64", "w", warp, out.active);
    FIELD("OUT_MASK", "u64", "w", warp, out.mask);
    FIELD("OUT_P", "u8 *", "w", warp, out.p);
    FIELD("OUT_LIM", "u8 *", "w", warp, out.lim);
    FIELD("OUT_INSTRS", "u64", "w", warp, out.instrs);
    FIELD("OP_LO", "u64", "op", uop, lo);
    FIELD("OP_HI", "u64", "op", uop, hi);
#undef FIELD
    fprintf(to, "#define OUT_LAST ((u64 *)(w + %zu))\n", offsetof(struct warp, out.last));
    fprintf(to, "enum { TAG_MEM = %d, TAG_BACK = %d, ROWS = %d };\n", TAG_MEM, TAG_BACK, ROWS);
    fprintf(to, "enum { SHAPE_UNIFORM = %d, SHAPE_UNIT = %d, SHAPE_SCATTER = %d };\n", SHAPE_UNIFORM, SHAPE_UNIT,
            SHAPE_SCATTER);
    fputs(native_mem, to);
    fputs(native_stream, to);
}
