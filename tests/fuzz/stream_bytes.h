/* Decodes arbitrary bytes as a stream and looks at everything that comes out. Shared by the fuzz target, the replay
   of its corpus and the unit test. */
#ifndef SLUICE_TESTS_FUZZ_STREAM_BYTES_H
#define SLUICE_TESTS_FUZZ_STREAM_BYTES_H
#include <string.h>

#include "base/diag.h"
#include "stream/stream.h"

static inline void stream_bytes_walk(const u8 *bytes, size_t n)
{
    struct si prog[97];
    memset(prog, 0, sizeof prog);
    for (u32 i = 0; i < COUNT_OF(prog); i += 2)
        prog[i] = (struct si){.cls = SI_MEM, .space = SI_GLOBAL, .kind = SI_LOAD, .bytes = 4};
    struct stream s = {.ended = true};
    struct stream_cursor c;
    struct stream_instr got;
    u32 lanes = n && bytes[0] & 1 ? 64 : 32;
    size_t cut = n / 2;
    stream_append_raw(&s, bytes, (u32)cut, 0); /* two blocks */
    stream_append_raw(&s, bytes + cut, (u32)(n - cut), 0);
    stream_cursor_init(&c, &s, prog, COUNT_OF(prog), lanes);
    u64 sum = 0;
    enum stream_status st = STREAM_OK;
    for (u32 steps = 0; steps < 100000 && st == STREAM_OK; steps++) {
        st = stream_next(&c, &got);
        if (st != STREAM_OK)
            break;
        ENSURE(got.pc < COUNT_OF(prog) && !(got.mask & ~got.active) && !(got.active & ~lanes_mask(lanes)));
        for (u64 m = got.shape != ADDR_NONE ? got.mask : 0; m; m &= m - 1)
            sum += stream_lane_addr(&got, ctz64(m));
    }
    ENSURE(st != STREAM_DRY && sum != 0x123456789abcdefull);
    stream_free(&s);
}

#endif
