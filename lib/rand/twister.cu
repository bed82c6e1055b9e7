/* MT19937 as cuRAND's host interface gives it, found from an H200's numbers: 8,192 streams, each 2^2048 numbers behind the one before, of which the first begins as the
   generator's authors have it (seeded by the low 32 bits). A round of the result has eight numbers of each stream, and 78 rounds all 624 of a stream's block; place_of says
   which come when. Every distribution takes one number for one. Streams are computed when they are first needed: one after the other, by the host. */
#include "rand.h"
#include <string.h>
#include <vector>

#define WORDS 624
#define MIDDLE 397
#define STREAMS 8192u
#define EACH 8u     /* numbers of a stream in a round */
#define ROUNDS 78u  /* of a block */
#define WINDOW 8    /* bits of the jump that are taken at a time */
#define NUMBERS ((unsigned long long)STREAMS * EACH)

static const unsigned int jump[WORDS] = {
#include "twister.inc"
};

struct twister {
    unsigned int *states; /* device: the block of each stream that is there */
    unsigned int there;   /* streams */
    long long block;      /* which one; -1: none was made yet */
    unsigned int next[WORDS]; /* the state of stream `there` before its first block */
};

/* Of the numbers of a block, those at 0, 113, 170 ... come first, one a place; the others in runs of 56, of which a round takes each seventh. */
__device__ static unsigned int place_of(unsigned int round, unsigned int i)
{
    const unsigned int first[EACH] = {0, 113, 170, 283, 340, 397, 510, 567};
    if (!round)
        return first[i];
    unsigned int run = (round - 1) / 7, at = 56 * run, before = 0;
    while (before < EACH && first[before] <= at + before)
        before++;
    return at + before + (round - 1) % 7 + 7 * i;
}

__device__ __host__ static inline unsigned int twisted(unsigned int a, unsigned int b, unsigned int c)
{
    unsigned int y = (a & 0x80000000u) | (b & 0x7fffffffu);
    return c ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
}
/* The next block of a stream a thread block: 227 words at a time depend on none of each other */
__global__ void next_block(unsigned int *states)
{
    unsigned int *s = states + (size_t)blockIdx.x * WORDS, t = threadIdx.x;
    for (unsigned int from = 0; from < WORDS; from += WORDS - MIDDLE) {
        unsigned int k = from + t, v = 0;
        bool mine = t < WORDS - MIDDLE && k < WORDS;
        if (mine)
            v = twisted(s[k], s[(k + 1) % WORDS], s[(k + MIDDLE) % WORDS]);
        __syncthreads();
        if (mine)
            s[k] = v;
        __syncthreads();
    }
}
__device__ static inline unsigned int tempered(unsigned int y)
{
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c5680u;
    y ^= y << 15 & 0xefc60000u;
    return y ^ y >> 18;
}
__device__ static double uniform(unsigned int x) { return fma((double)x, 0x1p-32, 0x1p-33); }
__device__ static void put(unsigned int x, const draw &d, unsigned int *o) { *o = d.kind == RAW ? x : sluice_poisson(d.a, uniform(x)); }
/* The normal distribution's quantile, by that of its lower half, where a float is precise */
__device__ static void put(unsigned int x, const draw &d, float *o)
{
    if (d.kind == UNIFORM) {
        *o = (float)uniform(x);
        return;
    }
    bool upper = x > 0x80000000u;
    float z = normcdfinvf(fmaf((float)(upper ? ~x : x), 0x1p-32f, 0x1p-33f));
    z = fmaf(upper ? -z : z, (float)d.b, (float)d.a);
    *o = d.kind == LOG_NORMAL ? expf(z) : z;
}
__device__ static void put(unsigned int x, const draw &d, double *o)
{
    double u = uniform(x), z = d.kind == UNIFORM ? u : fma(normcdfinv(u), d.b, d.a);
    *o = d.kind == LOG_NORMAL ? exp(z) : z;
}
/* Numbers `first` to first + n of a block */
template <class T> __global__ void from_block(const unsigned int *states, unsigned int first, T *out, unsigned int n, draw d)
{
    unsigned int t = blockIdx.x * blockDim.x + threadIdx.x, at = first + t;
    if (t >= n)
        return;
    unsigned int stream = at / EACH % STREAMS;
    put(tempered(states[(size_t)stream * WORDS + place_of(at / (STREAMS * EACH), at % EACH)]), d, out + t);
}

/* ---- Streams: the state is multiplied by the polynomial `jump` of the step, by Horner's rule, WINDOW bits at a time ---- */
static void step(unsigned int *s, unsigned int *at)
{
    unsigned int k = *at;
    s[k] = twisted(s[k], s[k + 1 < WORDS ? k + 1 : 0], s[k < WORDS - MIDDLE ? k + MIDDLE : k + MIDDLE - WORDS]);
    *at = k + 1 < WORDS ? k + 1 : 0;
}
/* to, which begins at word `at`, += s */
static void add(unsigned int *to, unsigned int at, const unsigned int *s)
{
    for (unsigned int k = 0; k < WORDS - at; k++)
        to[at + k] ^= s[k];
    for (unsigned int k = 0; k < at; k++)
        to[k] ^= s[WORDS - at + k];
}
static void next_stream(unsigned int *s)
{
    /* table[w]: the bits of w as a polynomial, of the state */
    static thread_local unsigned int table[1 << WINDOW][WORDS];
    memset(table[0], 0, sizeof table[0]);
    memcpy(table[1], s, sizeof table[1]);
    for (unsigned int w = 2; w < 1 << WINDOW; w++) {
        if (w & 1) {
            memcpy(table[w], table[w - 1], sizeof table[w]);
            add(table[w], 0, table[1]);
        } else {
            unsigned int at = 0, moved[WORDS];
            memcpy(moved, table[w / 2], sizeof moved);
            step(moved, &at);
            memset(table[w], 0, sizeof table[w]);
            memcpy(table[w], moved + at, (WORDS - at) * 4);
            memcpy(table[w] + WORDS - at, moved, at * 4);
        }
    }
    unsigned int sum[WORDS] = {0}, at = 0;
    for (int i = WORDS * 32 / WINDOW - 1; i >= 0; i--) {
        for (int k = 0; k < WINDOW; k++)
            step(sum, &at);
        add(sum, at, table[jump[i * WINDOW / 32] >> i * WINDOW % 32 & ((1 << WINDOW) - 1)]);
    }
    memcpy(s, sum + at, (WORDS - at) * 4);
    memcpy(s + WORDS - at, sum, at * 4);
}

/* The streams up to `n`, in their first block */
static bool have_streams(twister *t, unsigned int n, cudaStream_t stream)
{
    if (n <= t->there)
        return true;
    std::vector<unsigned int> more;
    for (unsigned int k = t->there; k < n; k++) {
        more.insert(more.end(), t->next, t->next + WORDS);
        next_stream(t->next);
    }
    unsigned int *to = t->states + (size_t)t->there * WORDS;
    if (cudaMemcpy(to, more.data(), more.size() * 4, cudaMemcpyHostToDevice) != cudaSuccess)
        return false;
    next_block<<<n - t->there, 256, 0, stream>>>(to);
    t->there = n;
    t->block = 0;
    return true;
}

void *twister_new(unsigned long long seed)
{
    twister *t = new twister();
    t->block = -1;
    t->next[0] = (unsigned int)seed;
    for (unsigned int i = 1; i < WORDS; i++)
        t->next[i] = 1812433253u * (t->next[i - 1] ^ t->next[i - 1] >> 30) + i;
    if (cudaMalloc(&t->states, (size_t)STREAMS * WORDS * 4) == cudaSuccess)
        return t;
    delete t;
    return NULL;
}

void twister_free(void *p)
{
    twister *t = (twister *)p;
    if (t)
        cudaFree(t->states);
    delete t;
}

template <class T> bool twister_fill(curandGenerator_t g, T *out, size_t n, const draw &d)
{
    twister *t = (twister *)g->twister;
    while (n) {
        unsigned long long block = g->next / (NUMBERS * ROUNDS), first = g->next % (NUMBERS * ROUNDS), left = NUMBERS * ROUNDS - first;
        unsigned int count = (unsigned int)(n < left ? n : left);
        unsigned long long last = first + count;
        if (!have_streams(t, block || last >= NUMBERS ? STREAMS : (unsigned int)((last + EACH - 1) / EACH), g->stream))
            return false;
        if (t->block < (long long)block) {
            next_block<<<STREAMS, 256, 0, g->stream>>>(t->states);
            t->block++;
        }
        from_block<<<(count + 127) / 128, 128, 0, g->stream>>>(t->states, (unsigned int)first, out, count, d);
        g->next += count;
        out += count;
        n -= count;
    }
    return true;
}
template bool twister_fill(curandGenerator_t, unsigned int *, size_t, const draw &);
template bool twister_fill(curandGenerator_t, float *, size_t, const draw &);
template bool twister_fill(curandGenerator_t, double *, size_t, const draw &);
