/* What translated kernels of a machine write into their warp's stream: the records that are most common, with the
   bytes that stream.c would write; it does all others. Text, like native_mem.h. `act`: the active lanes; x: those
   that execute it. */

/* n instructions from pc on */
INLINE void put_run(u8 *w, const struct api *api, u32 pc, u32 n, u64 act, u64 x)
{
    if (LIKELY((pc == OUT_PC) & (act == OUT_ACTIVE) & (x == OUT_MASK))) {
        OUT_RUN += n;
        OUT_PC += n;
    } else {
        api->jump_run(w, pc, n, x);
    }
}
#define RUN(pc, n) put_run(w, api, pc, n, act, act)
#define ONE(pc, x) put_run(w, api, pc, 1, act, x)

/* An access to one address or to neighbours of `unit` bytes, and `run` instructions before it that all active lanes
   execute; they follow what the stream has, or are a short way back from there, as in a loop. There must be room for
   all that it may write, so that a block ends where it always does. */
IN_LINE void put_near(u8 *w, const struct api *api, u32 pc, u32 run, u64 act, u64 x, u64 at, i64 step, u32 unit)
{
    u8 *p = OUT_P;
    u32 n = OUT_RUN, on = OUT_PC == pc - run;
    const u32 back = OUT_PC - (pc - run) - 1;
    if (__builtin_expect((p + 8 >= OUT_LIM) | (x != act) | (OUT_ACTIVE != act) | (OUT_MASK != act) |
                             ((step != 0) & (step != unit)) | !(act & (act - 1)) | (n + run > 128) |
                             ((back >= 64) & !on),
                         0)) {
        api->put(w, pc, run, x, at, step);
        return;
    }
    OUT_INSTRS += n + run + 1;
    if (!on) {
        if (n)
            *p++ = (u8)(n - 1);
        *p++ = (u8)(TAG_BACK + back);
        n = 0;
    }
    n += run;
    if (n)
        *p++ = (u8)(n - 1);
    const i64 d = (i64)(at - OUT_LAST[pc & 7]);
    const u32 size = d == (i8)d ? 0 : d == (i16)d ? 1 : d == (i32)d ? 2 : 3;
    *p++ = (u8)(TAG_MEM | (step ? SHAPE_UNIT << 3 : 0) | size);
    memcpy(p, &d, 8);
    OUT_LAST[pc & 7] = at;
    OUT_P = p + (1u << size);
    OUT_RUN = 0;
    OUT_PC = pc + 1;
}
