/* libFuzzer target: files of Accel-Sim. The first byte says what the rest is: a kernel's trace, in one of two
   readings, whose streams are then checked as those of any trace file are, or a configuration. Whatever it is,
   nothing but a sentence may come of it. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "accel/config.h"
#include "accel/kernel.h"
#include "stream/check.h"

static void trace(const u8 *data, size_t n, enum accel_quirks quirks, struct diag *d)
{
    struct accel_unknown unknown = {0};
    struct accel_kernel *k = accel_kernel_of("fuzz.traceg", data, n, quirks, &unknown, d);
    if (!k && !d->errors)
        BUG("refused without a word");
    if (k) {
        struct stream_source *s = accel_kernel_source(k);
        u32 *next = xcalloc(s->kernel->n_code + 1, sizeof *next);
        stream_find_records(s->kernel, next);
        for (u64 i = 0; i < s->kernel->n_ctas; i++) {
            struct stream_cta cta = {0};
            if (!s->start(s, i, &cta))
                BUG("the second time it is another: %s", d->first ? d->first->text : "without a word");
            const char *wrong = stream_check_cta(s->kernel, next, &cta);
            if (wrong)
                BUG("a stream that cannot be: %s", wrong);
            s->finish(s, &cta);
        }
        free(next);
        accel_kernel_close(k);
    }
    accel_unknown_free(&unknown);
}

static void config(const u8 *data, size_t n, struct diag *d)
{
    char path[64];
    struct arena a = {0};
    struct accel_config_report r;
    int fd = memfd_create("config", MFD_CLOEXEC);
    if (fd < 0 || write(fd, data, n) != (ssize_t)n)
        BUG("no file in memory");
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    if (!accel_config_read(&a, path, NULL, NULL, &r, d) && !d->errors)
        BUG("refused without a word");
    close(fd);
    arena_free(&a);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t n);
int LLVMFuzzerTestOneInput(const u8 *data, size_t n)
{
    struct diag d;
    if (!n)
        return 0;
    diag_init(&d);
    if (data[0] % 4 == 3)
        config(data + 1, n - 1, &d);
    else
        trace(data + 1, n - 1, data[0] % 2 ? ACCEL_AS_READ : ACCEL_AS_MEANT, &d);
    diag_free(&d);
    return 0;
}
