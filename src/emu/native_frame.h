/* Words of a call's frame in translated kernels; the lanes' words lie side by side. */

IN_LINE void frame_load_u32(u32 *d, const u32 *local, u32 at, u64 x)
{
    const u32 *from = local + at / 4 * 32;
    LOOP d[i] = (u32)x & BIT[i] ? from[i] : d[i];
}

IN_LINE void frame_load_u64(u64 *d, const u32 *local, u32 at, u64 x)
{
    const u32 *from = local + at / 4 * 32;
    LOOP d[i] = (u32)x & BIT[i] ? from[i] | (u64)from[32 + i] << 32 : d[i];
}

IN_LINE void frame_store_u32(const u32 *s, u32 *local, u32 at, u64 x)
{
    u32 *to = local + at / 4 * 32;
    LOOP to[i] = (u32)x & BIT[i] ? s[i] : to[i];
}

IN_LINE void frame_store_u64(const u64 *s, u32 *local, u32 at, u64 x)
{
    u32 *to = local + at / 4 * 32;
    LOOP to[i] = (u32)x & BIT[i] ? (u32)s[i] : to[i];
    LOOP to[32 + i] = (u32)x & BIT[i] ? (u32)(s[i] >> 32) : to[32 + i];
}

IN_LINE void frame_fill_u32(u64 base, u64 step, u32 *local, u32 at, u64 x)
{
    u32 *to = local + at / 4 * 32;
    LOOP to[i] = (u32)x & BIT[i] ? (u32)base + times_u32(i, (u32)step) : to[i];
}

IN_LINE void frame_fill_u64(u64 base, u64 step, u32 *local, u32 at, u64 x)
{
    u32 *to = local + at / 4 * 32;
    LOOP to[i] = (u32)x & BIT[i] ? (u32)(base + times_u64(i, step)) : to[i];
    LOOP to[32 + i] = (u32)x & BIT[i] ? (u32)((base + times_u64(i, step)) >> 32) : to[32 + i];
}
