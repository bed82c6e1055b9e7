/* libFuzzer target: what is in a trace, behind the decompression, on a machine. The bytes are the first one for the
   machine, then a trace's records unpacked: 'L' or 'C', u32 length, contents. They are packed into a file in memory,
   opened as any trace is and simulated for a while. Whatever they are, nothing but a sentence may come of it. */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zstd.h>

#include "base/vec.h"
#include "gpu/gpu.h"
#include "stream/trace.h"

enum { CYCLES = 50000, VERSION = 3 };

static const struct {
    const char *machine;
    const char *sets[8];
} machines[] = {
    {"gtx480", {"gpu.sms=2"}},
    {"h200", {"gpu.sms=2", "l2.size=64KB"}},
    {"wpu-bulk", {"gpu.sms=1"}},
    {"wpu-bulk", {"gpu.sms=1", "maws.policy=aggress"}},
    {"wpu-coherent", {"gpu.sms=2", "maws.policy=lazy"}},
    {"gtx480", {"gpu.sms=1", "lsu.kind=warppool"}},
    {"gtx480", {"gpu.sms=1", "front=mrpb", "sched.policy=two-level", "sched.swl=2"}},
};

struct bytes {
    VEC(u8) v;
};
static void put(struct bytes *b, const void *p, size_t n)
{
    VEC_RESERVE(&b->v, b->v.n + n);
    if (n)
        memcpy(b->v.at + b->v.n, p, n);
    b->v.n += n;
}

/* The records as a file; closes itself with the descriptor. */
static int packed_file(const u8 *data, size_t n)
{
    struct bytes all = {0}, room = {0};
    const u32 head[] = {VERSION, 4};
    put(&all, "SLUICETR", 8);
    put(&all, head, sizeof head);
    put(&all, "none", 4);
    while (n >= 5) {
        u32 sizes[2], most;
        memcpy(&most, data + 1, 4);
        sizes[1] = (u32)MIN(most, n - 5);
        size_t bound = ZSTD_compressBound(sizes[1]);
        VEC_RESERVE(&room.v, bound);
        sizes[0] = (u32)ZSTD_compress(room.v.at, bound, data + 5, sizes[1], 1);
        put(&all, data, 1);
        put(&all, sizes, sizeof sizes);
        put(&all, room.v.at, sizes[0]);
        data += 5 + sizes[1];
        n -= 5 + sizes[1];
    }
    int fd = memfd_create("trace", MFD_CLOEXEC);
    if (fd >= 0 && write(fd, all.v.at, all.v.n) != (ssize_t)all.v.n) {
        close(fd);
        fd = -1;
    }
    VEC_FREE(&all.v);
    VEC_FREE(&room.v);
    return fd;
}

static bool machine_of(u32 which, struct machine_config *c, struct diag *d)
{
    bool ok = machine_load(c, machines[which].machine, d);
    for (size_t i = 0; ok && i < COUNT_OF(machines[0].sets) && machines[which].sets[i]; i++)
        ok = machine_set(c, machines[which].sets[i], d);
    return ok;
}

static void simulate(struct trace *t, u32 which, struct diag *d)
{
    struct machine_config c;
    struct gpu_options opt = {.threads = 1, .max_cycles = CYCLES};
    if (!machine_of(which, &c, d))
        BUG("%s: %s", machines[which].machine, d->first->text);
    struct gpu *g = gpu_new(&c, &opt, d);
    if (!g)
        BUG("%s: %s", machines[which].machine, d->first->text);
    enum gpu_status st = GPU_DONE;
    for (u32 i = 0; i < trace_launches(t) && st == GPU_DONE; i++) {
        static struct gpu_record r;
        st = gpu_launch(g, trace_launch(t, i), &r, d);
        if (!d->errors && (st == GPU_REFUSED || st == GPU_STUCK || (st == GPU_FAULT && !trace_error(t))))
            BUG("refused without a word");
    }
    gpu_free(g);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t n);
int LLVMFuzzerTestOneInput(const u8 *data, size_t n)
{
    if (!n)
        return 0;
    int fd = packed_file(data + 1, n - 1);
    if (fd < 0)
        return 0;
    char path[64];
    struct diag d;
    diag_init(&d);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    struct trace *t = trace_open(path, &d);
    close(fd);
    if (t) {
        simulate(t, data[0] % COUNT_OF(machines), &d);
        trace_close(t);
    } else if (!d.errors) {
        BUG("refused without a word");
    }
    diag_free(&d);
    return 0;
}
