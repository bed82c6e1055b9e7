/* Kernel launches. Both APIs and <<<...>>> end in cuda_launch, which checks the configuration as CUDA does, runs the
   kernel (record.c: functionally, or on the simulated machine) and turns a fault into CUDA's error. */
#include <stdlib.h>
#include <string.h>

#include "base/demangle.h"
#include "cuda/beside.h"
#include "cuda/children.h"
#include "cuda/launch.h"
#include "cuda/record.h"
#include "cuda/state.h"
#include "cuda/timed.h"
#include "cuda/together.h"

/* CUDA's error for a fault; and the exit status that the process will have. */
static cudaError_t error_of(const struct emu_fault *f)
{
    switch (f->kind) {
    case EF_MISALIGNED: return cudaErrorMisalignedAddress;
    case EF_ASSERT: return cudaErrorAssert;
    case EF_UNSUPPORTED: return cudaErrorIllegalInstruction;
    case EF_BARRIER: /* fallthrough */
    case EF_SPIN:    /* fallthrough */
    case EF_STEP_LIMIT: return cudaErrorLaunchTimeout;
    case EF_STACK: return cudaErrorHardwareStackError;
    case EF_TRAP: return cudaErrorLaunchFailure;
    default: return cudaErrorIllegalAddress;
    }
}

/* Blocks of every card since compute capability 2.0 may have as much; those of some have MOST_SHARED. */
enum { ANY_THREADS = 1024, ANY_SHARED = 48 << 10, MOST_SHARED = 227 << 10 };

/* CTAs of a cluster run at the same time in one GPC, which has this many SMs where the machine does not say (guess).
 */
enum { GPC_SMS = 16, PORTABLE_CLUSTER = 8, LARGEST_CLUSTER = 16 };

u32 cuda_clusters(const struct cuda_state *s, u32 blocks_an_sm, u64 cluster)
{
    u32 sms = (u32)s->prop.multiProcessorCount, n = 0;
    u64 known;
    if (s->timed && timed_clusters((u32)cluster, blocks_an_sm, &known))
        return (u32)known;
    for (u32 first = 0; first < sms; first += GPC_SMS)
        n += (u32)(MIN(sms - first, GPC_SMS) * blocks_an_sm / cluster);
    return n;
}

bool cuda_cluster_wrong(const struct cuda_function *f, const u32 n[3], dim3 g)
{
    u64 all = n[0] ? (u64)n[0] * MAX(n[1], 1) * MAX(n[2], 1) : 1;
    bool even = n[0] == 0 || (g.x % n[0] == 0 && g.y % MAX(n[1], 1) == 0 && g.z % MAX(n[2], 1) == 0);
    return all > (f->any_cluster ? LARGEST_CLUSTER : PORTABLE_CLUSTER) || !even;
}

static cudaError_t check_cluster(struct cuda_state *s, const struct cuda_launch *l, const struct emu_kernel_info *k,
                                 const char *name)
{
    const u32 *own = k->func->cluster, *n = l->cluster[0] ? l->cluster : own,
              g[3] = {l->grid.x, l->grid.y, l->grid.z};
    u64 all = n[0] ? (u64)n[0] * MAX(n[1], 1) * MAX(n[2], 1) : 1;
    bool differ = l->cluster[0] && own[0] && memcmp(own, l->cluster, sizeof l->cluster);
    u32 most = l->function->any_cluster ? LARGEST_CLUSTER : PORTABLE_CLUSTER;
    if (differ || cuda_cluster_wrong(l->function, n, l->grid)) {
        cuda_say_once(k->name,
                      "%s: clusters of %u,%u,%u blocks in a grid of %u,%u,%u: at most %u blocks%s, a divisor of the "
                      "grid, and what __cluster_dims__ says",
                      name, n[0], n[1], n[2], g[0], g[1], g[2], most,
                      most == PORTABLE_CLUSTER ? " (16 with cudaFuncAttributeNonPortableClusterSizeAllowed)" : "");
        return cudaErrorInvalidClusterSize;
    }
    u32 threads = l->block.x * l->block.y * l->block.z;
    if (all > 1 && !cuda_clusters(s, cuda_occupancy(s, k, threads, l->shared), all)) {
        cuda_say_once(k->name, "%s: a cluster of %llu blocks does not fit on the SMs of a GPC", name,
                      (unsigned long long)all);
        return cudaErrorInvalidClusterSize;
    }
    return cudaSuccess;
}

static cudaError_t check(struct cuda_state *s, const struct cuda_launch *l, const struct emu_kernel_info *k)
{
    const struct cudaDeviceProp *p = &s->prop;
    u64 threads = (u64)l->block.x * l->block.y * l->block.z;
    char name[128];
    demangle(k->name, name, sizeof(name));
    const u32 g[3] = {l->grid.x, l->grid.y, l->grid.z}, b[3] = {l->block.x, l->block.y, l->block.z};
    for (int i = 0; i < 3; i++)
        if (!g[i] || !b[i] || g[i] > (u32)p->maxGridSize[i] || b[i] > (u32)p->maxThreadsDim[i]) {
            cuda_say_once(k->name, "%s: grid %u,%u,%u of blocks %u,%u,%u; each must be 1 to %d,%d,%d and %d,%d,%d",
                          name, g[0], g[1], g[2], b[0], b[1], b[2], p->maxGridSize[0], p->maxGridSize[1],
                          p->maxGridSize[2], p->maxThreadsDim[0], p->maxThreadsDim[1], p->maxThreadsDim[2]);
            return cudaErrorInvalidConfiguration;
        }
    if (threads > (u64)p->maxThreadsPerBlock) {
        s->too_small |= threads <= ANY_THREADS;
        cuda_say_once(k->name, "%s: %llu threads a block, and the machine's blocks have at most %d", name,
                      (unsigned long long)threads, p->maxThreadsPerBlock);
        return cudaErrorInvalidConfiguration;
    }
    if (k->max_threads && threads > k->max_threads) {
        cuda_say_once(k->name, "%s: %llu threads a block, and its __launch_bounds__ allow %u", name,
                      (unsigned long long)threads, k->max_threads);
        return cudaErrorLaunchOutOfResources;
    }
    u64 limit = MAX((u64)p->sharedMemPerBlock, (u64)l->function->max_dynamic_shared + k->static_shared);
    u64 shared = k->static_shared + l->shared;
    if (shared > limit) {
        s->too_small |= shared <= ANY_SHARED || (shared > p->sharedMemPerBlockOptin && shared <= MOST_SHARED);
        cuda_say_once(k->name, "%s needs %llu bytes of shared memory a block (%u static), and %llu are allowed", name,
                      (unsigned long long)shared, k->static_shared, (unsigned long long)limit);
        return cudaErrorInvalidValue;
    }
    cudaError_t e = check_cluster(s, l, k, name);
    if (e)
        return e;
    if (l->cooperative) {
        u64 fits = (u64)cuda_occupancy(s, k, (u32)threads, l->shared) * (u64)p->multiProcessorCount;
        if ((u64)g[0] * g[1] * g[2] > fits) {
            cuda_say_once(k->name, "%s: a cooperative launch of %llu blocks, and %llu fit on the machine at a time",
                          name, (unsigned long long)g[0] * g[1] * g[2], (unsigned long long)fits);
            return cudaErrorCooperativeLaunchTooLarge;
        }
    }
    return cudaSuccess;
}

/* A launch that fails because of sluice, or of how the program was built: reported even to a program that never
   checks, and the process's exit status shows it. */
static cudaError_t not_launched(struct cuda_state *s, const struct cuda_function *f, const char *why, cudaError_t e)
{
    char name[128];
    demangle(f->name, name, sizeof(name));
    s->exit_code = 2;
    cuda_say_once(f->name, "%s cannot be launched: %s %s", name, why, f->image->name);
    return cuda_fail(e);
}

/* It may wait for the host: a thread of its own runs it. */
static cudaError_t launch_beside(const struct cuda_launch *l, const struct emu_kernel_info *k)
{
    struct CUgraphNode_st *n = xcalloc(1, sizeof(*n));
    n->type = cudaGraphNodeTypeKernel;
    n->function = l->function;
    n->kernel.gridDim = l->grid;
    n->kernel.blockDim = l->block;
    n->kernel.sharedMemBytes = (unsigned)l->shared;
    n->cooperative = l->cooperative;
    memcpy(n->cluster, l->cluster, sizeof n->cluster);
    n->params = xcalloc(1, k->param_bytes + 16u);
    if (l->params)
        memcpy(n->params, l->params, k->param_bytes);
    return beside_run(n, l->stream);
}

/* A launch is checked, and the kernel is there. */
static cudaError_t prepare(struct cuda_state *s, const struct cuda_launch *l, struct emu_kernel_info *info)
{
    if (l->function->image->dead) /* a graph may still name it */
        return cudaErrorInvalidResourceHandle;
    if (!cuda_function_load(l->function)) {
        const struct cuda_image *im = l->function->image;
        return not_launched(s, l->function, im->failed ? "there are errors in the device code of" : "it is not in",
                            im->failed ? cudaErrorInvalidKernelImage : cudaErrorInvalidDeviceFunction);
    }
    *info = emu_kernel_info(l->function->kernel);
    cudaError_t e = check(s, l, info);
    if (e)
        return e;
    u32 threads = l->block.x * l->block.y * l->block.z, left = emu_block_regs(l->function->kernel, threads);
    if (left) {
        char name[128];
        demangle(info->name, name, sizeof(name));
        cuda_say_once(info->name,
                      "%s needs %u registers a thread, and a block of %u threads leaves each %u: it is compiled "
                      "again for so many, and spills where it must, as by -maxrregcount %u",
                      name, info->regs, threads, left, left);
    }
    return cudaSuccess;
}

struct emu_launch cuda_emulated(const struct cuda_launch *l)
{
    return (struct emu_launch){.kernel = l->function->kernel,
                               .grid = {l->grid.x, l->grid.y, l->grid.z},
                               .block = {l->block.x, l->block.y, l->block.z},
                               .dynamic_shared = (u32)l->shared,
                               .cluster = {l->cluster[0], l->cluster[1], l->cluster[2]},
                               .params = l->params,
                               .depth = l->depth,
                               .discard = true};
}

/* Says what the kernel that waited without end may have waited for */
static void say_who_waits(const struct cuda_function *held)
{
    char name[128];
    demangle(held->name, name, sizeof(name));
    fprintf(
        stderr,
        "  (kernel %s was launched later, and waits until this one is over. Kernels that poll share the machine with "
        "those that are launched before the program waits for them, but not with --serial; without a machine, both "
        "run)\n",
        name);
}

cudaError_t cuda_launched(struct cuda_state *s, const struct cuda_function *f, bool ok, const struct emu_fault *fault,
                          struct diag *d)
{
    cudaError_t e = cudaSuccess;
    if (d->errors) {
        diag_print(d, stderr);
        e = s->refused || !f
                ? cudaErrorLaunchOutOfResources
                : not_launched(s, f, "there are errors in the device code of", cudaErrorInvalidKernelImage);
        s->too_small |= s->refused;
        s->refused = false;
    } else if (!ok && !s->sticky) {
        bool ours = fault->kind == EF_UNSUPPORTED;
        fflush(stdout);
        emu_fault_print(fault, stderr);
        if (fault->kind == EF_OUT_OF_BOUNDS || fault->kind == EF_FREED)
            fprintf(stderr,
                    "  (a card may let this pass: with SLUICE_CHECK=warn it is told, and the program goes on)\n");
        if (fault->kind == EF_SPIN && s->timed && beside_held())
            say_who_waits(beside_held());
        s->sticky = e = error_of(fault);
        s->exit_code = ours ? 2 : 3;
    }
    return cuda_fail(e);
}

cudaError_t cuda_launch(const struct cuda_launch *l)
{
    struct cuda_state *s = cuda_ready();
    CUDA_STICKY();
    struct emu_kernel_info info;
    cudaError_t e = prepare(s, l, &info);
    if (e)
        return cuda_fail(e);
    if (info.polls && !l->in_turn && !beside_here())
        return launch_beside(l, &info);
    struct emu_launch launch = cuda_emulated(l);
    struct emu_fault fault = {0};
    struct diag d;
    diag_init(&d);
    cuda_textures_refresh(s);
    cuda_mirrors_to_device(s);
    fflush(stdout);
    nested_begin(s);
    bool ok = children_beside(l, &info) ? children_run(s, l, &fault, &d) : cuda_record_run(s, &launch, &fault, &d);
    cuda_mirrors_to_host(s);
    e = cuda_launched(s, l->function, ok, &fault, &d);
    diag_free(&d);
    return cuda_fail(e || l->nested ? e : nested_run(s, l));
}

struct cuda_asked *cuda_asked(void)
{
    static _Thread_local struct cuda_asked asked;
    return &asked;
}

struct timed_launch *cuda_launch_together(const struct cuda_launch *l)
{
    struct cuda_state *s = cuda_ready();
    struct emu_kernel_info info;
    struct emu_fault fault = {0};
    struct diag d;
    diag_init(&d);
    struct timed_launch *t = NULL;
    cudaError_t e = prepare(s, l, &info);
    if (e) {
        cuda_fail(e);
    } else {
        struct emu_launch launch = cuda_emulated(l);
        bool ok = cuda_record_begin_one(s, &launch, &t, &fault, &d);
        cuda_launched(s, l->function, ok, &fault, &d);
    }
    diag_free(&d);
    return t;
}

/* Gathers the arguments, each where the kernel's parameter block has it. */
static cudaError_t launch_with(const void *func, dim3 grid, dim3 block, void **args, size_t shared,
                               cudaStream_t stream, bool cooperative)
{
    CUDA_CALL;
    cuda_ready();
    CUDA_STICKY();
    struct cuda_function *f = cuda_find_function(func);
    if (!f) {
        cuda_say_once("not a kernel", "a launch of something that is no kernel of this program");
        return cuda_fail(cudaErrorInvalidDeviceFunction);
    }
    struct cuda_launch l = {
        .function = f, .grid = grid, .block = block, .shared = shared, .cooperative = cooperative, .stream = stream};
    memcpy(l.cluster, cuda_asked()->cluster, sizeof l.cluster);
    if (!cuda_function_load(f))
        return cuda_launch(&l); /* says why */
    struct emu_kernel_info info = emu_kernel_info(f->kernel);
    u8 *params = xcalloc(1, info.param_bytes + 16u);
    u32 i = 0;
    for (const struct ptx_var *v = info.func->params; v; v = v->next, i++)
        memcpy(params + v->offset, args[i], v->size);
    l.params = params;
    cudaError_t e = cuda_launch(&l);
    free(params);
    return e;
}

/* Is some word of the arguments a pointer to memory that the host may write? */
static bool hosts_any(const struct ptx_func *f, void **args)
{
    u64 word;
    u32 i = 0;
    for (const struct ptx_var *v = f->params; v; v = v->next, i++)
        for (u64 at = 0; at + 8 <= v->size; at += 8) {
            memcpy(&word, (const u8 *)args[i] + at, 8);
            if (together_hosts((const void *)word))
                return true;
        }
    return false;
}

/* May it share the machine with others? It must not wait for the host; errors of a faulty launch are reported at
   once. */
static bool may_share(struct cuda_launch l, void **args)
{
    struct cuda_state *s = cuda_state();
    if (!l.function || l.function->image->dead || !cuda_function_load(l.function))
        return false;
    struct emu_kernel_info info = emu_kernel_info(l.function->kernel);
    memcpy(l.cluster, cuda_asked()->cluster, sizeof l.cluster);
    if (info.polls && hosts_any(info.func, args))
        return false;
    return (!info.asks || children_beside(&l, &info)) && !check(s, &l, &info);
}

struct CUgraph_st *cuda_launches_into(const struct cuda_launch *l, void **args)
{
    if (cuda_state()->timed && !graph_captured(l->stream) && !may_share(*l, args))
        together_apart();
    struct CUgraph_st *g = graph_of_stream(l->stream);
    return g || !cuda_state()->timed ? g : beside_machine();
}

static cudaError_t launch_in_turn(const void *func, dim3 grid, dim3 block, void **args, size_t shared,
                                  cudaStream_t stream, bool cooperative)
{
    struct CUgraph_st *g = cuda_launches_into(&(struct cuda_launch){.function = cuda_find_function(func),
                                                                    .grid = grid,
                                                                    .block = block,
                                                                    .shared = shared,
                                                                    .cooperative = cooperative,
                                                                    .stream = stream},
                                              args);
    if (!g)
        return launch_with(func, grid, block, args, shared, stream, cooperative);
    cudaError_t e = graph_add_launch(g, func, grid, block, args, shared, cooperative);
    together_added(g);
    return e;
}

cudaError_t cudaLaunchKernel(const void *func, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream)
{
    CUDA_CALL;
    CUDA_STREAM(stream);
    return launch_in_turn(func, grid, block, args, shared, stream, false);
}

cudaError_t cudaLaunchCooperativeKernel(const void *func, dim3 grid, dim3 block, void **args, size_t shared,
                                        cudaStream_t stream)
{
    CUDA_CALL;
    CUDA_STREAM(stream);
    return launch_in_turn(func, grid, block, args, shared, stream, true);
}

/* ---- <<<...>>>: a stack of configurations, since arguments may launch kernels themselves; each thread has its own
 * ---- */

static _Thread_local VEC(struct cuda_config *) configs;

static struct cuda_config *push(dim3 grid, dim3 block, size_t shared, cudaStream_t stream)
{
    struct cuda_config *c = xcalloc(1, sizeof(*c));
    c->grid = grid, c->block = block, c->shared = shared, c->stream = stream;
    VEC_PUSH(&configs, c);
    return c;
}

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, struct CUstream_st *stream)
{
    CUDA_CALL;
    push(grid, block, shared, stream);
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream)
{
    CUDA_CALL;
    if (!configs.n) { /* clang's stub launches in any case */
        *grid = *block = (dim3){0, 0, 0};
        *shared = 0;
        memset(stream, 0, sizeof(cudaStream_t));
        cuda_say_once("called", "a kernel is called like a function, without <<<...>>>: nothing is launched");
        return cuda_fail(cudaErrorMissingConfiguration);
    }
    struct cuda_config *c = configs.at[--configs.n];
    *grid = c->grid, *block = c->block, *shared = c->shared;
    memcpy(stream, &c->stream, sizeof(c->stream));
    free(c);
    return cudaSuccess;
}

cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared, cudaStream_t stream)
{
    CUDA_CALL;
    push(grid, block, shared, stream);
    return cudaSuccess;
}

cudaError_t cudaSetupArgument(const void *arg, size_t size, size_t offset)
{
    CUDA_CALL;
    if (!configs.n)
        return cuda_fail(cudaErrorMissingConfiguration);
    struct cuda_config *c = configs.at[configs.n - 1];
    if (offset > sizeof(c->args) || size > sizeof(c->args) - offset)
        return cuda_fail(cudaErrorInvalidValue);
    memcpy(c->args + offset, arg, size);
    return cudaSuccess;
}

cudaError_t cudaLaunch(const void *func)
{
    CUDA_CALL;
    if (!configs.n)
        return cuda_fail(cudaErrorMissingConfiguration);
    struct cuda_config *c = configs.at[--configs.n];
    struct cuda_function *f = cuda_find_function(func);
    cudaError_t e = f ? cudaErrorInvalidResourceHandle : cudaErrorInvalidDeviceFunction;
    beside_settle_all();
    if (f && cuda_known_stream(c->stream))
        e = cuda_launch(&(struct cuda_launch){.function = f,
                                              .grid = c->grid,
                                              .block = c->block,
                                              .shared = c->shared,
                                              .params = c->args,
                                              .stream = c->stream});
    free(c);
    return cuda_fail(e);
}
