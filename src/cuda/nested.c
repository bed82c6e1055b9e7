/* Work that kernels asked for (emu/nested.h), one after the other: it is done when the kernel's grid is over, in the
   order of its blocks, what is in the tail-launch stream last. A child's own children are done before what comes
   behind the child. That is one of the orders that CUDA allows, and it is that of functional runs. On a machine that
   says when children come they run beside their parent: children.c. */
#include <stdlib.h>
#include <string.h>

#include "cuda/launch.h"
#include "cuda/timed.h"
#include "emu/nested.h"

static bool attribute(int which, int *value)
{
    return cudaDeviceGetAttribute(value, (enum cudaDeviceAttr)which, 0) == cudaSuccess;
}

void nested_begin(struct cuda_state *s)
{
    struct emu_nesting *g = emu_nesting(s->dev);
    size_t n;
    struct emu_nested *left = emu_nested_take(s->dev, &n); /* of a launch that was cut off */
    emu_nested_free(left, n);
    g->pending = (u32)MIN(s->limits[cudaLimitDevRuntimePendingLaunchCount], UINT32_MAX);
    g->attribute = attribute;
}

static void launch(const struct cuda_launch *parent, const struct emu_nested *it, enum timed_nested how)
{
    struct cuda_function f = {
        .image = parent->function->image, .name = emu_kernel_info(it->kernel).name, .kernel = it->kernel};
    timed_nested(how, it->cycle);
    /* what is wrong with it is the child's, unless the context is lost */
    cuda_launch(&(struct cuda_launch){.function = &f,
                                      .grid = {it->grid[0], it->grid[1], it->grid[2]},
                                      .block = {it->block[0], it->block[1], it->block[2]},
                                      .shared = it->dynamic_shared,
                                      .params = it->params,
                                      .in_turn = true,
                                      .depth = parent->depth + 1,
                                      .stream = parent->stream});
    timed_nested(TIMED_HOST, 0);
}

cudaError_t nested_move(struct cuda_state *s, const char *parent, const struct emu_nested *it)
{
    bool copies = it->kind == EMU_NESTED_COPY;
    void *dst = (void *)(uintptr_t)it->dst, *src = (void *)(uintptr_t)it->src;
    cudaError_t e = cudaSuccess;
    if (copies) {
        e = cuda_copy_2d(dst, it->dst_pitch, src, it->src_pitch, it->width, it->height, cudaMemcpyDefault);
    } else {
        for (u64 y = 0; y < it->height && !e && it->width; y++) {
            void *row = cuda_mem(it->dst + y * it->dst_pitch, it->width, true);
            e = row ? cudaSuccess : cudaErrorInvalidValue;
            if (row)
                memset(row, it->value, it->width);
        }
    }
    if (!e)
        return cudaSuccess;
    fprintf(stderr,
            "sluice: kernel %s, block %llu, thread %u: %s of %llu rows of %llu bytes to 0x%llx: not all of it is "
            "device memory\n",
            parent, (unsigned long long)it->cta, it->thread, copies ? "cudaMemcpyAsync" : "cudaMemsetAsync",
            (unsigned long long)it->height, (unsigned long long)it->width, (unsigned long long)it->dst);
    s->exit_code = 3;
    return s->sticky = cudaErrorIllegalAddress;
}

cudaError_t nested_run(struct cuda_state *s, const struct cuda_launch *l)
{
    size_t n;
    struct emu_nested *all = emu_nested_take(s->dev, &n);
    enum timed_nested how = TIMED_CHILD;
    for (int tail = 0; tail < 2; tail++, how = TIMED_TAIL)
        for (size_t i = 0; i < n && !s->sticky; i++) {
            if (all[i].waits || tail != (all[i].stream == EMU_STREAM_TAIL))
                continue;
            if (all[i].kind == EMU_NESTED_COPY || all[i].kind == EMU_NESTED_FILL)
                nested_move(s, l->function->name, &all[i]);
            if (all[i].kind != EMU_NESTED_LAUNCH)
                continue; /* events: everything is in order */
            launch(l, &all[i], how);
            how = tail ? TIMED_NEXT_TAIL : TIMED_CHILD;
        }
    emu_nested_free(all, n);
    return s->sticky;
}
