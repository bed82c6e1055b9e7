/*
 * huffman: variable-length coding of words with a given code (Rodinia-class).
 *
 * `histogram`: byte counts with atomics in shared memory. `encode`: a block of 256 threads codes 256 words: a thread
 * looks the four bytes of its word up in the code table (shared memory), lengths are summed over the block by a scan,
 * and the bits are written with atomic ORs into the block's buffer in shared memory, then to memory. `pack`: the
 * blocks' pieces are moved together, one block a piece, unaligned. The code is made on the CPU from the counts in
 * between, as in the original.
 *
 * Paper size: 1 million bytes of text-like data.
 */
#include "common.h"

#define BLOCK 256
#define SYMBOLS 256
#define LONGEST 12                           /* bits of a code: four are under 64 */
#define PIECE (BLOCK * 4 * LONGEST / 32 + 2) /* words that a block may need */

struct code {
    unsigned bits, length;
};

__global__ void histogram(const unsigned *word, int n, unsigned *count)
{
    __shared__ unsigned s[SYMBOLS];
    s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
        for (int k = 0; k < 4; k++)
            atomicAdd(&s[word[i] >> (8 * k) & 255], 1u);
    __syncthreads();
    atomicAdd(&count[threadIdx.x], s[threadIdx.x]);
}

__global__ void encode(const unsigned *word, int n, const struct code *table, unsigned *pieces, unsigned *lengths)
{
    __shared__ struct code code[SYMBOLS];
    __shared__ unsigned sum[BLOCK], out[PIECE];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    code[t] = table[t];
    for (int k = t; k < PIECE; k += BLOCK)
        out[k] = 0;
    __syncthreads();
    unsigned long long bits = 0;
    unsigned length = 0;
    if (i < n)
        for (int k = 0; k < 4; k++) {
            struct code c = code[word[i] >> (8 * k) & 255];
            bits |= (unsigned long long)c.bits << length;
            length += c.length;
        }
    sum[t] = length;
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        unsigned left = t >= d ? sum[t - d] : 0;
        __syncthreads();
        sum[t] += left;
        __syncthreads();
    }
    unsigned at = sum[t] - length, shift = at % 32;
    if (length) {
        atomicOr(&out[at / 32], (unsigned)(bits << shift));
        atomicOr(&out[at / 32 + 1], (unsigned)((bits << shift) >> 32));
        if (shift && length + shift > 64)
            atomicOr(&out[at / 32 + 2], (unsigned)(bits >> (64 - shift)));
    }
    __syncthreads();
    for (int k = t; k < PIECE; k += BLOCK)
        pieces[(size_t)blockIdx.x * PIECE + k] = out[k];
    if (t == BLOCK - 1)
        lengths[blockIdx.x] = sum[t];
}

/* Piece b goes to bit start[b] of out, which is zero. */
__global__ void pack(const unsigned *pieces, const unsigned *lengths, const unsigned *start, unsigned *out)
{
    unsigned shift = start[blockIdx.x] % 32, *to = out + start[blockIdx.x] / 32,
             words = (lengths[blockIdx.x] + shift + 31) / 32;
    const unsigned *from = pieces + (size_t)blockIdx.x * PIECE;
    for (unsigned k = threadIdx.x; k < words; k += BLOCK) {
        unsigned low = k < PIECE ? from[k] << shift : 0, high = k && shift ? from[k - 1] >> (32 - shift) : 0;
        if (k == 0 || k == words - 1)
            atomicOr(&to[k], low | high);
        else
            to[k] = low | high;
    }
}

/* A canonical prefix code with no code longer than LONGEST: lengths by rank of frequency, from a fixed profile that
 * satisfies Kraft's sum. */
static void make_code(const unsigned *count, struct code *table)
{
    int rank[SYMBOLS];
    for (int i = 0; i < SYMBOLS; i++)
        rank[i] = i;
    for (int i = 1; i < SYMBOLS; i++)
        for (int j = i; j && count[rank[j]] > count[rank[j - 1]]; j--) {
            int swap = rank[j];
            rank[j] = rank[j - 1];
            rank[j - 1] = swap;
        }
    static const int group[][2] = {{3, 2}, {4, 4},  {5, 6},
                                   {6, 8}, {7, 10}, {LONGEST, SYMBOLS}}; /* length, how many */
    unsigned next = 0, length = 3;
    for (int i = 0, g = 0, left = group[0][1]; i < SYMBOLS; i++, left--) {
        if (!left) {
            g++;
            next <<= group[g][0] - (int)length;
            length = (unsigned)group[g][0];
            left = group[g][1];
        }
        unsigned reversed = 0; /* codes are written from the lowest bit */
        for (unsigned b = 0; b < length; b++)
            reversed |= (next >> b & 1) << (length - 1 - b);
        table[rank[i]] = (struct code){reversed, length};
        next++;
    }
}

int main(int argc, char **argv)
{
    int bytes;
    const struct wl_opt opts[] = {
        {"bytes", &bytes, 65536, 1 << 20, 1024, 1 << 27, "bytes to encode (a multiple of 4)"}};
    wl_begin(argc, argv, "huffman", opts, WL_COUNT(opts));
    if (bytes % 4)
        wl_bad_args(opts, WL_COUNT(opts), "not a multiple of 4", "--bytes");
    int n = bytes / 4, blocks = (int)wl_blocks(n, BLOCK);
    unsigned char *text = wl_host<unsigned char>(bytes);
    struct wl_rng rng = wl_seed(6);
    for (int i = 0; i < bytes; i++)
        text[i] = (unsigned char)(wl_below(&rng, 256) * wl_below(&rng, 256) / 256 * wl_below(&rng, 256) / 256);
    unsigned *d_word = wl_upload((unsigned *)text, n), *d_count = wl_dev_zero<unsigned>(SYMBOLS);
    unsigned *d_pieces = wl_dev_zero<unsigned>((size_t)blocks * PIECE), *d_lengths = wl_dev_zero<unsigned>(blocks);
    struct code table[SYMBOLS];

    histogram<<<(blocks < 120 ? blocks : 120), BLOCK>>>(d_word, n, d_count);
    WL_LAUNCHED();
    unsigned *count = wl_download(d_count, SYMBOLS), *start = wl_host<unsigned>(blocks + 1);
    make_code(count, table);
    struct code *d_table = wl_upload(table, SYMBOLS);
    encode<<<blocks, BLOCK>>>(d_word, n, d_table, d_pieces, d_lengths);
    WL_LAUNCHED();
    unsigned *lengths = wl_download(d_lengths, blocks);
    for (int b = 0; b < blocks; b++)
        start[b + 1] = start[b] + lengths[b];
    size_t words = start[blocks] / 32 + 2;
    unsigned *d_start = wl_upload(start, blocks), *d_out = wl_dev_zero<unsigned>(words);
    pack<<<blocks, BLOCK>>>(d_pieces, d_lengths, d_start, d_out);
    WL_LAUNCHED();
    if (wl_checking()) {
        int *want = wl_host<int>(words);
        size_t at = 0;
        for (int i = 0; i < bytes; i++)
            for (unsigned b = 0; b < table[text[i]].length; b++, at++)
                want[at / 32] |= (int)((table[text[i]].bits >> b & 1) << (at % 32));
        wl_check_i32("bits", (int *)wl_download(d_out, words), want, words);
    }
    return wl_end();
}
