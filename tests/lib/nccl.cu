/* NCCL on one rank. */
// flags: -lnccl -O0
// expect: nccl 16 of 16
// stderr: more than one rank: there is one device
// stderr: belong in one group
#include <nccl.h>
#include <stdio.h>

static int good, all;
static void expect(bool ok)
{
    good += ok;
    if (!ok)
        printf("check %d\n", all);
    all++;
}
int main()
{
    ncclComm_t c = NULL, none = NULL;
    ncclUniqueId id;
    float *a, *b, h[64];
    int n = 0, rank = -1;
    cudaMalloc(&a, 256);
    cudaMalloc(&b, 256);
    for (int i = 0; i < 64; i++)
        h[i] = (float)i;
    cudaMemcpy(a, h, 256, cudaMemcpyHostToDevice);
    auto came = [&](ncclResult_t r) { /* all 64, and clears them for the next */
        float got[64];
        cudaMemcpy(got, b, 256, cudaMemcpyDeviceToHost);
        cudaMemset(b, 0, 256);
        for (int i = 0; i < 64; i++)
            if (got[i] != i)
                return false;
        return r == ncclSuccess;
    };
    expect(ncclGetUniqueId(&id) == ncclSuccess && ncclCommInitRank(&c, 1, id, 0) == ncclSuccess);
    expect(ncclCommCount(c, &n) == ncclSuccess && n == 1 && ncclCommUserRank(c, &rank) == ncclSuccess && rank == 0);
    expect(came(ncclAllReduce(a, b, 64, ncclFloat, ncclSum, c, 0)));
    expect(came(ncclReduce(a, b, 64, ncclFloat, ncclAvg, 0, c, 0)));
    expect(came(ncclBroadcast(a, b, 64, ncclFloat, 0, c, 0)));
    expect(came(ncclAllGather(a, b, 64, ncclFloat, c, 0)));
    expect(came(ncclReduceScatter(a, b, 64, ncclFloat, ncclMax, c, 0)));
    ncclGroupStart();
    expect(ncclSend(a, 32, ncclDouble, 0, c, 0) == ncclSuccess && ncclRecv(b, 256, ncclChar, 0, c, 0) == ncclSuccess);
    expect(came(ncclGroupEnd()));
    expect(ncclSend(a, 64, ncclFloat, 0, c, 0) == ncclInvalidUsage);
    expect(ncclCommInitRank(&none, 2, id, 0) == ncclInvalidArgument && !none);
    expect(ncclAllReduce(a, b, 64, (ncclDataType_t)99, ncclSum, c, 0) == ncclInvalidArgument);
    expect(ncclAllReduce(a, b, 64, ncclFloat, ncclSum, NULL, 0) == ncclInvalidArgument);
    expect(ncclGroupEnd() == ncclInvalidUsage);
    expect(ncclCommDestroy(c) == ncclSuccess);
    expect(ncclCommInitAll(&c, 1, NULL) == ncclSuccess && ncclBcast(a, 64, ncclFloat, 0, c, 0) == ncclSuccess && ncclCommDestroy(c) == ncclSuccess);
    printf("nccl %d of %d\n", good, all);
}
