/* NCCL on one rank: reductions over one rank are copies; a send needs a receive of the same group. */
#include <nccl.h>
#include <stdio.h>
#include <vector>

struct ncclComm { int device; };
/* A send or receive that waits for the end of its group */
struct transfer {
    ncclComm_t comm;
    const void *from;
    void *to;
    size_t bytes;
    cudaStream_t stream;
};
static thread_local int depth;
static thread_local std::vector<transfer> sends, receives;
static thread_local const char *last = "";

static ncclResult_t said(ncclResult_t r, const char *why)
{
    last = why;
    fprintf(stderr, "sluice: NCCL: %s\n", why);
    return r;
}
static size_t bytes_of(ncclDataType_t t)
{
    static const size_t size[] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2};
    return (unsigned int)t < ncclNumTypes ? size[t] : 0;
}
static ncclResult_t copied(const void *from, void *to, size_t bytes, cudaStream_t s)
{
    if (from == to || !bytes)
        return ncclSuccess;
    return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, s) == cudaSuccess ? ncclSuccess : ncclUnhandledCudaError;
}
static ncclResult_t collective(const void *from, void *to, size_t count, ncclDataType_t type, int op, int root, ncclComm_t comm, cudaStream_t s)
{
    if (!comm || (count && (!from || !to)) || !bytes_of(type) || (unsigned int)op >= ncclNumOps)
        return ncclInvalidArgument;
    if (root)
        return said(ncclInvalidArgument, "a root other than rank 0: there is one rank");
    return copied(from, to, count * bytes_of(type), s);
}
static ncclResult_t settled()
{
    std::vector<transfer> out, in;
    out.swap(sends);
    in.swap(receives);
    if (out.size() != in.size())
        return said(ncclInvalidUsage, "sends and receives of a rank to itself belong in one group, as many of each");
    for (size_t i = 0; i < out.size(); i++) {
        if (out[i].bytes != in[i].bytes || out[i].comm != in[i].comm)
            return said(ncclInvalidUsage, "a receive differs from its send in size or communicator");
        ncclResult_t r = copied(out[i].from, in[i].to, in[i].bytes, in[i].stream);
        if (r != ncclSuccess)
            return r;
    }
    return ncclSuccess;
}
static ncclResult_t point(std::vector<transfer> &list, const void *from, void *to, size_t count, ncclDataType_t type, int peer, ncclComm_t comm, cudaStream_t s)
{
    if (!comm || (count && !from && !to) || !bytes_of(type))
        return ncclInvalidArgument;
    if (peer)
        return said(ncclInvalidArgument, "a peer other than rank 0: there is one rank");
    list.push_back(transfer{comm, from, to, count * bytes_of(type), s});
    return depth ? ncclSuccess : settled();
}

extern "C" {
ncclResult_t ncclGetVersion(int *version)
{
    if (!version)
        return ncclInvalidArgument;
    *version = NCCL_VERSION_CODE;
    return ncclSuccess;
}
ncclResult_t ncclGetUniqueId(ncclUniqueId *id)
{
    if (!id)
        return ncclInvalidArgument;
    *id = ncclUniqueId();
    return ncclSuccess;
}
ncclResult_t ncclCommInitRank(ncclComm_t *comm, int ranks, ncclUniqueId, int rank)
{
    if (!comm || ranks < 1 || rank < 0 || rank >= ranks)
        return ncclInvalidArgument;
    if (ranks > 1)
        return said(ncclInvalidArgument, "more than one rank: there is one device");
    *comm = new ncclComm();
    return ncclSuccess;
}
ncclResult_t ncclCommInitAll(ncclComm_t *comms, int devices, const int *list)
{
    if (!comms || devices < 1)
        return ncclInvalidArgument;
    if (list && list[0])
        return ncclInvalidArgument;
    return ncclCommInitRank(comms, devices, ncclUniqueId(), 0);
}
ncclResult_t ncclCommFinalize(ncclComm_t comm) { return comm ? ncclSuccess : ncclInvalidArgument; }
ncclResult_t ncclCommDestroy(ncclComm_t comm)
{
    delete comm;
    return ncclSuccess;
}
ncclResult_t ncclCommAbort(ncclComm_t comm) { return ncclCommDestroy(comm); }
ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *error)
{
    if (!comm || !error)
        return ncclInvalidArgument;
    *error = ncclSuccess;
    return ncclSuccess;
}
ncclResult_t ncclCommCount(const ncclComm_t comm, int *count)
{
    if (!comm || !count)
        return ncclInvalidArgument;
    *count = 1;
    return ncclSuccess;
}
ncclResult_t ncclCommCuDevice(const ncclComm_t comm, int *device)
{
    if (!comm || !device)
        return ncclInvalidArgument;
    *device = comm->device;
    return ncclSuccess;
}
ncclResult_t ncclCommUserRank(const ncclComm_t comm, int *rank)
{
    if (!comm || !rank)
        return ncclInvalidArgument;
    *rank = 0;
    return ncclSuccess;
}
const char *ncclGetErrorString(ncclResult_t r)
{
    static const char *const text[] = {"no error", "unhandled cuda error", "unhandled system error", "internal error", "invalid argument", "invalid usage", "remote error", "operation in progress"};
    return (unsigned int)r < ncclNumResults ? text[r] : "unknown result code";
}
const char *ncclGetLastError(ncclComm_t) { return last; }
ncclResult_t ncclAllReduce(const void *from, void *to, size_t n, ncclDataType_t type, ncclRedOp_t op, ncclComm_t comm, cudaStream_t s) { return collective(from, to, n, type, op, 0, comm, s); }
ncclResult_t ncclReduce(const void *from, void *to, size_t n, ncclDataType_t type, ncclRedOp_t op, int root, ncclComm_t comm, cudaStream_t s) { return collective(from, to, n, type, op, root, comm, s); }
ncclResult_t ncclBroadcast(const void *from, void *to, size_t n, ncclDataType_t type, int root, ncclComm_t comm, cudaStream_t s) { return collective(from, to, n, type, 0, root, comm, s); }
ncclResult_t ncclBcast(void *buffer, size_t n, ncclDataType_t type, int root, ncclComm_t comm, cudaStream_t s) { return collective(buffer, buffer, n, type, 0, root, comm, s); }
ncclResult_t ncclAllGather(const void *from, void *to, size_t n, ncclDataType_t type, ncclComm_t comm, cudaStream_t s) { return collective(from, to, n, type, 0, 0, comm, s); }
ncclResult_t ncclReduceScatter(const void *from, void *to, size_t n, ncclDataType_t type, ncclRedOp_t op, ncclComm_t comm, cudaStream_t s) { return collective(from, to, n, type, op, 0, comm, s); }
ncclResult_t ncclSend(const void *from, size_t n, ncclDataType_t type, int peer, ncclComm_t comm, cudaStream_t s) { return point(sends, from, NULL, n, type, peer, comm, s); }
ncclResult_t ncclRecv(void *to, size_t n, ncclDataType_t type, int peer, ncclComm_t comm, cudaStream_t s) { return point(receives, NULL, to, n, type, peer, comm, s); }
ncclResult_t ncclGroupStart(void)
{
    depth++;
    return ncclSuccess;
}
ncclResult_t ncclGroupEnd(void)
{
    if (!depth)
        return ncclInvalidUsage;
    return --depth ? ncclSuccess : settled();
}
}
