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

/* What a launch asked for, and how far that is done. A stack of these, rather than calls in each other: launches may
   be thousands deep. */
struct asked {
    struct cuda_image *image;
    const char *kernel;
    cudaStream_t stream;
    u32 depth;
    struct emu_nested *at;
    size_t n, done;
    bool tail; /* those of the tail-launch stream's turn */
    u8 how;    /* enum timed_nested, of the next one */
};

/* Its own children are left for the caller to take. */
static void launch(const struct asked *parent, const struct emu_nested *it)
{
    struct cuda_function f = {.image = parent->image, .name = emu_kernel_info(it->kernel).name, .kernel = it->kernel};
    timed_nested((enum timed_nested)parent->how, it->cycle);
    /* what is wrong with it is the child's, unless the context is lost */
    cuda_launch(&(struct cuda_launch){.function = &f,
                                      .grid = {it->grid[0], it->grid[1], it->grid[2]},
                                      .block = {it->block[0], it->block[1], it->block[2]},
                                      .shared = it->dynamic_shared,
                                      .params = it->params,
                                      .in_turn = true,
                                      .nested = true,
                                      .depth = parent->depth + !parent->tail, /* behind its parent, not in it */
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

/* The next item of its turn; NULL: there is no more. */
static const struct emu_nested *next(struct asked *a)
{
    for (;; a->tail = true, a->done = 0, a->how = TIMED_TAIL) {
        while (a->done < a->n) {
            const struct emu_nested *it = &a->at[a->done++];
            if (!it->waits && a->tail == (it->stream == EMU_STREAM_TAIL))
                return it;
        }
        if (a->tail)
            return NULL;
    }
}

cudaError_t nested_run(struct cuda_state *s, const struct cuda_launch *l)
{
    VEC(struct asked) stack = {0};
    struct asked first = {
        .image = l->function->image, .kernel = l->function->name, .stream = l->stream, .depth = l->depth};
    first.how = TIMED_CHILD;
    first.at = emu_nested_take(s->dev, &first.n);
    VEC_PUSH(&stack, first);
    while (stack.n) {
        struct asked *a = &stack.at[stack.n - 1];
        const struct emu_nested *it = s->sticky ? NULL : next(a);
        if (!it) {
            emu_nested_free(a->at, a->n);
            stack.n--;
            continue;
        }
        if (it->kind == EMU_NESTED_COPY || it->kind == EMU_NESTED_FILL)
            nested_move(s, a->kernel, it);
        if (it->kind != EMU_NESTED_LAUNCH)
            continue; /* events: everything is in order */
        launch(a, it);
        a->how = a->tail ? TIMED_NEXT_TAIL : TIMED_CHILD;
        struct asked own = {.image = a->image,
                            .kernel = emu_kernel_info(it->kernel).name,
                            .stream = a->stream,
                            .depth = a->depth + !a->tail,
                            .how = TIMED_CHILD};
        own.at = emu_nested_take(s->dev, &own.n);
        VEC_PUSH(&stack, own);
    }
    VEC_FREE(&stack);
    return s->sticky;
}
