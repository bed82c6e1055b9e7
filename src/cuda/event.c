/* Streams and events. Work is done when its call returns, so waiting waits only for kernels that wait for the host
   (beside.c) and, on a machine, for what has been put off to share it (together.c); what is left is time: simulated
   time where there is a timing model, and 0 where there is none. */
#include <stdlib.h>

#include "cuda/beside.h"
#include "cuda/together.h"

bool cuda_known_stream(cudaStream_t stream)
{
    CUDA_CALL;
    struct cuda_state *s = cuda_state();
    if (!stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread)
        return true;
    for (size_t i = 0; i < s->streams.n; i++)
        if (s->streams.at[i] == stream)
            return true;
    return false;
}

bool cuda_known_event(cudaEvent_t event)
{
    struct cuda_state *s = cuda_state();
    for (size_t i = 0; i < s->events.n; i++)
        if (s->events.at[i] == event)
            return true;
    return false;
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority)
{
    CUDA_CALL;
    struct cuda_state *s = cuda_ready();
    CUDA_STICKY();
    if (!stream || (flags & ~(unsigned)cudaStreamNonBlocking))
        return cuda_fail(cudaErrorInvalidValue);
    struct CUstream_st *n = xcalloc(1, sizeof(*n));
    n->flags = flags;
    n->priority = cuda_priority_of(priority);
    VEC_PUSH(&s->streams, n);
    *stream = n;
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags)
{
    return cudaStreamCreateWithPriority(stream, flags, 0);
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    return cudaStreamCreateWithPriority(stream, 0, 0);
}

/* Work queued in it continues without it. */
cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    CUDA_CALL;
    struct cuda_state *s = cuda_state();
    for (size_t i = 0; i < s->streams.n; i++) {
        if (s->streams.at[i] != stream)
            continue;
        struct CUgraph_st *capture = stream->capture;
        s->streams.at[i] = s->streams.at[--s->streams.n];
        beside_forget_stream(stream);
        free(stream);
        graph_abandon(capture);
        return cudaSuccess;
    }
    return cuda_fail(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    CUDA_CALL;
    CUDA_STREAM(stream);
    if (!graph_captured(stream)) {
        together_wait();
        beside_settle(stream);
    }
    CUDA_STICKY();
    return cudaSuccess;
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    CUDA_CALL;
    CUDA_STICKY();
    CUDA_STREAM(stream);
    return beside_busy(stream) ? cudaErrorNotReady : cudaSuccess;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
    (void)flags;
    CUDA_CALL;
    CUDA_STICKY();
    if (!cuda_known_stream(stream) || !cuda_known_event(event))
        return cuda_fail(cudaErrorInvalidResourceHandle);
    if (event->capture && (uintptr_t)stream > 2)
        stream->capture = event->capture; /* the stream joins the capture */
    else if (!graph_captured(stream))
        beside_wait_event(stream, event);
    return cudaSuccess;
}

struct callback {
    cudaStreamCallback_t fn;
    cudaStream_t stream;
    void *data;
};

static void call_back(void *data)
{
    struct callback c = *(struct callback *)data;
    free(data);
    c.fn(c.stream, cuda_state()->sticky, c.data);
}

static bool busy(cudaStream_t stream)
{
    CUDA_CALL;
    return !graph_captured(stream) && beside_busy(stream);
}

static cudaError_t host_function(cudaStream_t stream, cudaHostFn_t fn, void *data, bool *now)
{
    CUDA_CALL;
    CUDA_STICKY();
    *now = false;
    CUDA_STREAM(stream);
    if (!fn)
        return cuda_fail(cudaErrorInvalidValue);
    if (!graph_captured(stream))
        together_apart(); /* without the lock: it may wait for a thread that has something to do here */
    struct CUgraph_st *g = graph_of_stream(stream);
    *now = !g;
    return g ? graph_add_host(g, fn, data) : cudaSuccess;
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data, unsigned flags)
{
    (void)flags;
    CUDA_STREAM(stream);
    if (!callback)
        return cuda_fail(cudaErrorInvalidValue);
    if (!busy(stream)) {
        cudaError_t e = cudaStreamSynchronize(stream);
        callback(stream, e, data);
        return cudaSuccess;
    }
    struct callback *c = xcalloc(1, sizeof(*c));
    *c = (struct callback){callback, stream, data};
    return cudaLaunchHostFunc(stream, call_back, c);
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void *data)
{
    bool now = false;
    cudaError_t e = host_function(stream, fn, data, &now);
    if (now)
        fn(data);
    return e;
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags)
{
    CUDA_CALL;
    CUDA_STREAM(stream);
    if (!flags)
        return cuda_fail(cudaErrorInvalidValue);
    *flags = (uintptr_t)stream > 2 ? stream->flags : 0;
    return cudaSuccess;
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority)
{
    CUDA_CALL;
    CUDA_STREAM(stream);
    if (!priority)
        return cuda_fail(cudaErrorInvalidValue);
    *priority = (uintptr_t)stream > 2 ? stream->priority : 0;
    return cudaSuccess;
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *ptr, size_t length, unsigned flags)
{
    (void)ptr, (void)length, (void)flags;
    CUDA_CALL;
    CUDA_STICKY();
    CUDA_STREAM(stream);
    return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
    CUDA_CALL;
    struct cuda_state *s = cuda_ready();
    CUDA_STICKY();
    const unsigned all = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    if (!event || (flags & ~all))
        return cuda_fail(cudaErrorInvalidValue);
    struct CUevent_st *n = xcalloc(1, sizeof(*n));
    n->flags = flags;
    VEC_PUSH(&s->events, n);
    *event = n;
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    return cudaEventCreateWithFlags(event, 0);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    CUDA_CALL;
    CUDA_STICKY();
    if (!cuda_known_event(event) || !cuda_known_stream(stream))
        return cuda_fail(cudaErrorInvalidResourceHandle);
    event->capture = graph_captured(stream);
    if (event->capture)
        return cudaSuccess;
    struct CUgraph_st *queue = graph_of_stream(stream);
    if (queue) {
        beside_record(event, queue);
        return cudaSuccess;
    }
    beside_recorded(event);
    event->recorded = true;
    event->at = cuda_state()->now;
    return cudaSuccess;
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags)
{
    (void)flags;
    return cudaEventRecord(event, stream);
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    CUDA_CALL;
    CUDA_STICKY();
    if (!cuda_known_event(event))
        return cuda_fail(cudaErrorInvalidResourceHandle);
    if (event->pending)
        together_settle();
    return event->pending ? cudaErrorNotReady : cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    CUDA_CALL;
    if (cuda_known_event(event)) {
        together_wait();
        beside_settle_event(event);
    }
    return cudaEventQuery(event);
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end)
{
    CUDA_CALL;
    CUDA_STICKY();
    struct cuda_state *s = cuda_state();
    if (!ms)
        return cuda_fail(cudaErrorInvalidValue);
    together_settle();
    if (!cuda_known_event(start) || !cuda_known_event(end) || !start->recorded || !end->recorded ||
        ((start->flags | end->flags) & cudaEventDisableTiming))
        return cuda_fail(cudaErrorInvalidResourceHandle);
    if (start->pending || end->pending)
        return cudaErrorNotReady;
    if (!s->timed)
        cuda_say_once("elapsed",
                      "cudaEventElapsedTime gives 0: a functional run has no time (`sluice run --machine` has)");
    *ms = (float)((double)(end->at - start->at) * 1e-9);
    return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    CUDA_CALL;
    struct cuda_state *s = cuda_state();
    for (size_t i = 0; i < s->events.n; i++) {
        if (s->events.at[i] != event)
            continue;
        s->events.at[i] = s->events.at[--s->events.n];
        event->destroyed = true;
        if (!event->held)
            free(event);
        return cudaSuccess;
    }
    return cuda_fail(cudaErrorInvalidResourceHandle);
}
