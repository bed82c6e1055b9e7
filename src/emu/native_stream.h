/* What translated kernels of a machine write to their warp's stream: the most common records, with the same
   bytes as stream.c, which writes all others. Text, like native_mem.h. `act`: the active lanes; x: the lanes
   that execute. */

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

/* True if the next access, and the `run` instructions before it, are executed by all active lanes, more than one, and
   directly follow the stream's last instruction or jump back a short way, as in a loop. There must be room for the
   longest record, so that blocks end where they always do. */
INLINE bool is_near(u8 *w, u32 pc, u32 run, u64 act, u64 x)
{
    const u32 back = OUT_PC - (pc - run) - 1;
    return !((OUT_P + 8 >= OUT_LIM) | (x != act) | (OUT_ACTIVE != act) | (OUT_MASK != act) | !(act & (act - 1)) |
             (OUT_RUN + run > 128) | ((back >= 64) & (back != ~0u)));
}

/* Writes what comes before it, and the access up to its base address; returns where the rest goes. */
INLINE u8 *put_head(u8 *w, u32 pc, u32 run, u32 shape, u64 at)
{
    u8 *p = OUT_P;
    u32 n = OUT_RUN;
    const u32 back = OUT_PC - (pc - run) - 1;
    OUT_INSTRS += n + run + 1;
    if (back != ~0u) {
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
    *p++ = (u8)(TAG_MEM | shape << 3 | size);
    memcpy(p, &d, 8);
    OUT_LAST[pc & 7] = at;
    OUT_RUN = 0;
    OUT_PC = pc + 1;
    return p + (1u << size);
}

/* One address, or neighbours of `unit` bytes */
IN_LINE void put_near(u8 *w, const struct api *api, u32 pc, u32 run, u64 act, u64 x, u64 at, i64 step, u32 unit)
{
    if (LIKELY(is_near(w, pc, run, act, x) & ((step == 0) | (step == unit))))
        OUT_P = put_head(w, pc, run, step ? SHAPE_UNIT : SHAPE_UNIFORM, at);
    else
        api->put(w, pc, run, x, at, step);
}

/* The same if most steps differ, as a call. */
static NOINLINE void put_steps(u8 *w, const struct api *api, u32 pc, u32 run, u64 act, u64 x, u64 at, i64 step,
                               u32 unit)
{
    if (is_near(w, pc, run, act, x) & ((step == 0) | (step == unit)))
        OUT_P = put_head(w, pc, run, step ? SHAPE_UNIT : SHAPE_UNIFORM, at);
    else
        api->put(w, pc, run, x, at, step);
}

/* Two rows of 16 lanes, each with this step, without wrapping? */
INLINE bool are_two_rows(const u64 *at, i32 step)
{
    typedef LANE_VECTOR(u64) addresses;
    typedef LANE_VECTOR(i32) steps;
    const steps lane = HALF_LANES;
    const addresses all = *(const addresses *)at, off = __builtin_convertvector(lane * step, addresses);
    return step >= -(1 << 26) && step <= 1 << 26 && !ANY_LANE((all - HALVES(all)) ^ off);
}

/* Any addresses; those of blocks that are 16 wide are often rows. */
static NOINLINE void put_any(u8 *w, const struct api *api, u32 pc, u32 run, u64 act, u64 x, const u64 *at)
{
    const i64 step = (i64)(at[1] - at[0]), pitch = (i64)(at[16] - at[0]);
    if ((u32)x == 0xffffffffu && is_near(w, pc, run, act, x) && (i64)(at[16] - at[15]) != step && step == (i32)step &&
        pitch == (i32)pitch && are_two_rows(at, (i32)step)) {
        u8 *p = put_head(w, pc, run, SHAPE_SCATTER, at[0]);
        const i32 ways[2] = {(i32)step, (i32)pitch};
        *p++ = ROWS + 4;
        memcpy(p, ways, sizeof ways);
        OUT_P = p + sizeof ways;
    } else {
        api->put_lanes(w, pc, run, x, at);
    }
}
