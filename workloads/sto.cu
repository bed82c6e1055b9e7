/*
 * sto: MD5 of many records for content-addressed storage, out of shared memory (GPGPU-Sim's class of programs).
 *
 * Blocks of 128 threads, one thread a record of 116 bytes. The block brings its records into shared memory
 * (coalesced; 31 words a thread with their padding, word by word side by side, so that lanes never meet in a bank)
 * and the table of constants; a thread then hashes two 64-byte blocks from there. 127 bytes of shared memory and
 * about 33 registers a thread (unified-memory paper, table 1).
 *
 * Paper size: 65,536 records.
 */
#include "common.h"

#define THREADS 128
#define DATA 29  /* words of a record */
#define WORDS 31 /* with the padding's first word and the length; the length's upper word is zero and not stored */

__host__ __device__ inline unsigned rotate(unsigned x, unsigned n)
{
    return (x << n) | (x >> (32 - n));
}

/* One step of MD5: f is the round's function, m the word of the block. */
#define STEP(f, m, k, s)                                                                                             \
    {                                                                                                                \
        unsigned sum = a + (f) + constant[k] + (m);                                                                  \
        a = d;                                                                                                       \
        d = c;                                                                                                       \
        c = b;                                                                                                       \
        b += rotate(sum, s);                                                                                         \
    }
/* A round: sixteen steps, four at a time; M(g) is word g of the block, G(i) which word step i takes. */
#define ROUND(r, F, G, s0, s1, s2, s3)                                                                               \
    _Pragma("unroll 1") for (int i = 0; i < 16; i += 4)                                                              \
    {                                                                                                                \
        STEP(F, M(G(i) & 15), (r)*16 + i, s0)                                                                        \
        STEP(F, M(G(i + 1) & 15), (r)*16 + i + 1, s1)                                                                \
        STEP(F, M(G(i + 2) & 15), (r)*16 + i + 2, s2)                                                                \
        STEP(F, M(G(i + 3) & 15), (r)*16 + i + 3, s3)                                                                \
    }
#define IN_ORDER(i) (i)
#define BY_FIVE(i) (5 * (i) + 1)
#define BY_THREE(i) (3 * (i) + 5)
#define BY_SEVEN(i) (7 * (i))
#define BLOCK_OF_64()                                                                                                \
    {                                                                                                                \
        unsigned a = h[0], b = h[1], c = h[2], d = h[3];                                                             \
        ROUND(0, (b & c) | (~b & d), IN_ORDER, 7, 12, 17, 22)                                                        \
        ROUND(1, (d & b) | (~d & c), BY_FIVE, 5, 9, 14, 20)                                                          \
        ROUND(2, b ^ c ^ d, BY_THREE, 4, 11, 16, 23)                                                                 \
        ROUND(3, c ^ (b | ~d), BY_SEVEN, 6, 10, 15, 21)                                                              \
        h[0] += a;                                                                                                   \
        h[1] += b;                                                                                                   \
        h[2] += c;                                                                                                   \
        h[3] += d;                                                                                                   \
    }

__global__ void md5(const unsigned *records, const unsigned *table, uint4 *digest, int n)
{
    __shared__ unsigned word[WORDS * THREADS], constant[64], spare[32];
    int t = threadIdx.x, first = blockIdx.x * THREADS, mine = min(THREADS, n - first);
    for (int i = t; i < mine * DATA; i += THREADS)
        word[i % DATA * THREADS + i / DATA] = records[(size_t)first * DATA + i];
    word[DATA * THREADS + t] = 0x80;
    word[(DATA + 1) * THREADS + t] = DATA * 32;
    if (t < 64)
        constant[t] = table[t];
    else if (t < 96)
        spare[t - 64] = 0; /* where the upper word of the length would be: one for all */
    __syncthreads();
    if (t >= mine)
        return;
    unsigned h[4] = {0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u};
#define M(g) word[(g)*THREADS + t]
    BLOCK_OF_64()
#undef M
#define M(g) ((g) == 15 ? spare[t & 31] : word[(16 + (g)) * THREADS + t])
    BLOCK_OF_64()
#undef M
    digest[first + t] = make_uint4(h[0], h[1], h[2], h[3]);
}

static void reference(const unsigned *record, const unsigned *constant, unsigned *h)
{
    unsigned all[32] = {0};
    memcpy(all, record, DATA * 4);
    all[DATA] = 0x80;
    all[30] = DATA * 32;
    const unsigned start[4] = {0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u};
    memcpy(h, start, sizeof(start));
    for (int k = 0; k < 2; k++) {
        const unsigned *m = all + 16 * k;
#define M(g) m[g]
        BLOCK_OF_64()
#undef M
    }
}

int main(int argc, char **argv)
{
    int n;
    const struct wl_opt opts[] = {{"n", &n, 2048, 65536, 1, 1 << 22, "records"}};
    wl_begin(argc, argv, "sto", opts, WL_COUNT(opts));
    unsigned table[64], *records = wl_host<unsigned>((size_t)n * DATA);
    struct wl_rng rng = wl_seed(1);
    for (int i = 0; i < 64; i++)
        table[i] = (unsigned)floor(fabs(sin(i + 1.0)) * 4294967296.0);
    for (size_t i = 0; i < (size_t)n * DATA; i++)
        records[i] = wl_u32(&rng);
    unsigned *d_records = wl_upload(records, (size_t)n * DATA), *d_table = wl_upload(table, 64);
    uint4 *d_digest = wl_dev_zero<uint4>(n);

    md5<<<wl_blocks(n, THREADS), THREADS>>>(d_records, d_table, d_digest, n);
    WL_LAUNCHED();
    if (wl_checking()) {
        unsigned *want = wl_host<unsigned>((size_t)n * 4);
        for (int i = 0; i < n; i++)
            reference(records + (size_t)i * DATA, table, want + (size_t)i * 4);
        wl_check_i32("digest", (int *)wl_download(d_digest, n), (int *)want, (size_t)n * 4);
    }
    return wl_end();
}
