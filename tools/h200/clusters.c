/* Where an H200 puts the CTAs of plain launches and of clusters, which launches with clusters it refuses, and how
   many clusters it says are active at once, through the driver's API: gcc -O2 -I /usr/local/cuda/include -o clusters
   tools/h200/clusters.c -lcuda && ./clusters OUT-FOLDER Writes placement.csv (a row a CTA), refused.csv (what the
   driver answers to a launch) and active.csv. */
#include <string.h>

#include "driver.h"

/* A CTA notes where and when it is, and stays for `stay` cycles and `more` for each of its numbers in eight. */
static const char text[] =
    ".version 8.0\n.target sm_90a\n.address_size 64\n.extern .shared .align 16 .b8 sh[];\n"
    ".visible .entry k(.param .u64 out, .param .u32 stay, .param .u32 more)\n{\n"
    ".reg .pred %p<4>; .reg .b32 %r<20>; .reg .b64 %d<20>;\n"
    "mov.u64 %d3, %clock64; mov.u64 %d5, %globaltimer;\n"
    "mov.u32 %r1, %tid.x; setp.ne.u32 %p1, %r1, 0; @%p1 ret;\n"
    "ld.param.u64 %d1, [out]; ld.param.u32 %r2, [stay]; ld.param.u32 %r9, [more];\n"
    "mov.u32 %r3, %ctaid.x; mov.u32 %r4, %smid; mov.u32 %r5, %clusterid.x; mov.u32 %r6, %cluster_ctarank;\n"
    "mov.pred %p2, %is_explicit_cluster; selp.u32 %r7, 1, 0, %p2;\n"
    "mul.wide.u32 %d2, %r3, 40; add.u64 %d1, %d1, %d2; and.b32 %r8, %r3, 7; mad.lo.u32 %r2, %r8, %r9, %r2;\n"
    "cvt.u64.u32 %d6, %r2; add.u64 %d6, %d6, %d3;\n"
    "L: mov.u64 %d4, %clock64; setp.lt.u64 %p1, %d4, %d6; @%p1 bra L;\n"
    "mov.u64 %d7, %globaltimer; st.global.u32 [%d1], %r4; st.global.u32 [%d1+4], %r5; st.global.u32 [%d1+8], %r6;\n"
    "st.global.u32 [%d1+12], %r7; st.global.u64 [%d1+16], %d5; st.global.u64 [%d1+24], %d7;\n"
    "st.global.u64 [%d1+32], %d3; ret;\n}\n";

struct cta {
    uint32_t sm, cluster, rank, explicit_cluster;
    uint64_t from, to, clock;
};
enum { MOST = 4096 };
static CUdeviceptr out;
static struct cta seen[MOST];

static CUresult launch(CUfunction f, unsigned cluster, unsigned blocks, unsigned threads, unsigned shared,
                       uint32_t stay, uint32_t more)
{
    CUlaunchAttribute a = {.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION};
    a.value.clusterDim.x = cluster, a.value.clusterDim.y = a.value.clusterDim.z = 1;
    CUlaunchConfig c = {blocks, 1, 1, threads, 1, 1, shared, NULL, &a, cluster > 0};
    void *args[] = {&out, &stay, &more};
    CUresult r = cuLaunchKernelEx(&c, f, args, NULL);
    return r ? r : cuCtxSynchronize();
}

/* Cluster 0: a plain launch. The first of each case is for the caches. */
static void place(FILE *csv, CUfunction f, unsigned cluster, unsigned blocks, unsigned threads, unsigned shared,
                  uint32_t stay, uint32_t more)
{
    for (int rep = -1; rep < 3; rep++) {
        memset(seen, 0, sizeof seen);
        CUresult r = launch(f, cluster, blocks, threads, shared, stay, more);
        if (r) {
            fprintf(csv, "%u,%u,%u,%u,%u,%u,%d,error %d,,,,,,,\n", cluster, blocks, threads, shared, stay, more, rep,
                    (int)r);
            return;
        }
        ok(cuMemcpyDtoH(seen, out, blocks * sizeof *seen), "copy");
        uint64_t first = UINT64_MAX;
        for (unsigned i = 0; i < blocks; i++)
            first = seen[i].from < first ? seen[i].from : first;
        for (unsigned i = 0; i < blocks && rep >= 0; i++)
            fprintf(csv, "%u,%u,%u,%u,%u,%u,%d,%u,%u,%u,%u,%u,%llu,%llu,%llu\n", cluster, blocks, threads, shared,
                    stay, more, rep, i, seen[i].sm, seen[i].cluster, seen[i].rank, seen[i].explicit_cluster,
                    (unsigned long long)(seen[i].from - first), (unsigned long long)(seen[i].to - first),
                    (unsigned long long)seen[i].clock);
    }
}

static void places(CUfunction f)
{
    FILE *csv = create("placement.csv");
    fprintf(csv, "cluster,blocks,threads,shared,stay,more,rep,cta,sm,clusterid,rank,explicit,from,to,clock\n");
    static const unsigned sizes[] = {0, 1, 2, 4, 8, 16};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        unsigned s = sizes[k], one = s ? s : 1;
        place(csv, f, s, 132 / one * one, 32, 200 << 10, 40000, 0); /* an SM each */
        place(csv, f, s, 264 / one * one, 32, 200 << 10, 40000, 0); /* and what comes next */
        place(csv, f, s, 264 / one * one, 32, 200 << 10, 20000, 4000);
        place(csv, f, s, 528 / one * one, 32, 50 << 10, 40000, 0); /* four on an SM */
        place(csv, f, s, 16 * one, 32, 50 << 10, 40000, 0);        /* few */
        place(csv, f, s, one * 3, 1024, 0, 40000, 0);
    }
    place(csv, f, 0, 391, 256, 0, 40000, 0);
    place(csv, f, 0, 2048, 64, 0, 20000, 0);
    fclose(csv);
}

static void refusals(CUmodule m, FILE *csv, int any)
{
    fprintf(csv, "any,cluster,blocks,threads,shared,answer\n");
    static const unsigned sizes[] = {1, 2, 3, 5, 6, 7, 8, 9, 10, 12, 15, 16, 17, 18, 24, 32};
    static const unsigned shared[] = {0, 100 << 10, 227 << 10};
    CUfunction f = entry(m, "k");
    ok(cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, any), "attribute");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int s = 0; s < 3; s++)
            fprintf(csv, "%d,%u,%u,%u,%u,%d\n", any, sizes[i], sizes[i] * 2, 1024, shared[s],
                    (int)launch(f, sizes[i], sizes[i] * 2, 1024, shared[s], 100, 0));
    fprintf(csv, "%d,4,6,32,0,%d\n", any, (int)launch(f, 4, 6, 32, 0, 100, 0));
}

static void active(CUfunction f)
{
    FILE *csv = create("active.csv");
    fprintf(csv, "cluster,threads,shared,answer,clusters\n");
    static const unsigned shared[] = {0, 50 << 10, 100 << 10, 200 << 10, 227 << 10};
    for (unsigned n = 1; n <= 20; n++)
        for (size_t s = 0; s < sizeof shared / sizeof *shared; s++)
            for (unsigned t = 32; t <= 1024; t *= 32) {
                CUlaunchAttribute a = {.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION};
                a.value.clusterDim.x = n, a.value.clusterDim.y = a.value.clusterDim.z = 1;
                CUlaunchConfig c = {n * 256, 1, 1, t, 1, 1, shared[s], NULL, &a, 1};
                int clusters = -1, r = (int)cuOccupancyMaxActiveClusters(&clusters, f, &c);
                fprintf(csv, "%u,%u,%u,%d,%d\n", n, t, shared[s], r, clusters);
            }
    CUlaunchConfig c = {256, 1, 1, 32, 1, 1, 0, NULL, NULL, 0};
    int size = -1, r = (int)cuOccupancyMaxPotentialClusterSize(&size, f, &c);
    fprintf(csv, "largest,32,0,%d,%d\n", r, size);
    fclose(csv);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        folder = argv[1];
    start();
    CUmodule m = load(text, "clusters");
    if (!m)
        return 1;
    CUfunction f = entry(m, "k");
    ok(cuMemAlloc(&out, sizeof seen), "memory");
    ok(cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 227 << 10), "shared");
    FILE *csv = create("refused.csv");
    refusals(m, csv, 0);
    refusals(m, csv, 1);
    fclose(csv);
    active(f);
    places(f);
    return 0;
}
