/*
 * aes: AES-128 encryption with tables in shared memory (GPGPU-Sim's class of programs).
 *
 * Blocks of 256 threads encrypt 1 KB: a thread owns one column (a word) of a 16-byte state. Four tables of 256 words
 * and two buffers of 256 words, between which the states move from round to round, lie in shared memory: 6,144 bytes,
 * 24 a thread. Table reads collide in banks by chance. About 28 registers (unified-memory paper, table 1).
 * --texture 1: the tables come from a texture and the round keys from constant memory, and the rounds are written
 * out, as programs of this kind have it.
 *
 * Paper size: 1 MB.
 */
#include "common.h"

#define THREADS 256
#define ROUNDS 10

/* Byte k of the word of column c + k: what ShiftRows brings together. */
#define PART(k) (state[now + ((t & ~3) | ((t + (k)) & 3))] >> (8 * (k)) & 255)

__global__ void encrypt(const unsigned *in, unsigned *out, const unsigned *tables, const unsigned *keys)
{
    __shared__ unsigned table[4 * 256], state[2 * THREADS];
    unsigned t = threadIdx.x, now = 0, key = t & 3;
#pragma unroll 1
    for (int k = 0; k < 4 * 256; k += THREADS)
        table[k + t] = tables[k + t];
    state[t] = in[blockIdx.x * THREADS + t] ^ keys[key];
    __syncthreads();
#pragma unroll 1
    for (int r = 1; r < ROUNDS; r++) {
        key += 4;
        unsigned v = table[PART(0)];
        v ^= table[256 + PART(1)];
        v ^= table[512 + PART(2)];
        v ^= table[768 + PART(3)];
        now ^= THREADS;
        state[now + t] = v ^ keys[key];
        __syncthreads();
    }
    /* the last round has no MixColumns: byte 1 of the first table is the plain substitution */
    unsigned last = 0;
    for (int k = 0; k < 4; k++)
        last |= (table[PART(k)] >> 8 & 255) << (8 * k);
    out[blockIdx.x * THREADS + t] = last ^ keys[key + 4];
}

__constant__ unsigned c_keys[4 * (ROUNDS + 1)];

__global__ void encrypt_tex(const unsigned *in, unsigned *out, cudaTextureObject_t tables)
{
    __shared__ unsigned table[4 * 256], state[2 * THREADS];
    unsigned t = threadIdx.x, now = 0, key = t & 3;
#pragma unroll
    for (int k = 0; k < 4 * 256; k += THREADS)
        table[k + t] = tex1Dfetch<unsigned>(tables, k + t);
    state[t] = in[blockIdx.x * THREADS + t] ^ c_keys[key];
    __syncthreads();
#pragma unroll
    for (int r = 1; r < ROUNDS; r++) {
        unsigned v = table[PART(0)] ^ table[256 + PART(1)] ^ table[512 + PART(2)] ^ table[768 + PART(3)];
        now ^= THREADS;
        state[now + t] = v ^ c_keys[4 * r + key];
        __syncthreads();
    }
    unsigned last = 0;
#pragma unroll
    for (int k = 0; k < 4; k++)
        last |= (table[PART(k)] >> 8 & 255) << (8 * k);
    out[blockIdx.x * THREADS + t] = last ^ c_keys[4 * ROUNDS + key];
}

static unsigned twice(unsigned x)
{
    return (x << 1 ^ (x & 0x80 ? 0x1b : 0)) & 255;
}

static unsigned times(unsigned a, unsigned b)
{
    unsigned r = 0;
    for (; b; b >>= 1, a = twice(a))
        r ^= b & 1 ? a : 0;
    return r;
}

/* The substitution: inverse in GF(2^8), then the affine map. */
static void make_box(unsigned char *box)
{
    for (unsigned x = 0; x < 256; x++) {
        unsigned inverse = 0, r = 0x63;
        for (unsigned y = 1; y < 256 && !inverse; y++)
            if (times(x, y) == 1)
                inverse = y;
        for (int k = 0; k < 5; k++)
            r ^= (inverse << k | inverse >> (8 - k)) & 255;
        box[x] = (unsigned char)r;
    }
}

static void make_keys(const unsigned char *key, const unsigned char *box, unsigned *keys)
{
    memcpy(keys, key, 16);
    unsigned round = 1;
    for (int i = 4; i < 4 * (ROUNDS + 1); i++) {
        unsigned w = keys[i - 1];
        if (i % 4 == 0) {
            w = w >> 8 | w << 24;
            w = box[w & 255] | box[w >> 8 & 255] << 8 | box[w >> 16 & 255] << 16 | (unsigned)box[w >> 24] << 24;
            w ^= round;
            round = twice(round);
        }
        keys[i] = keys[i - 4] ^ w;
    }
}

/* One 16-byte block, step by step as the standard describes it. */
static void reference(const unsigned char *in, unsigned char *out, const unsigned char *box, const unsigned *keys)
{
    const unsigned char *k = (const unsigned char *)keys;
    unsigned char s[16], n[16];
    for (int i = 0; i < 16; i++)
        s[i] = in[i] ^ k[i];
    for (int r = 1; r <= ROUNDS; r++) {
        for (int i = 0; i < 16; i++)
            n[i] = box[s[(i + 4 * (i % 4)) % 16]]; /* row i % 4 moves left by its number */
        for (int c = 0; c < 16; c += 4)
            for (int i = 0; i < 4; i++) {
                unsigned v = twice(n[c + i]) ^ times(3, n[c + (i + 1) % 4]) ^ n[c + (i + 2) % 4] ^ n[c + (i + 3) % 4];
                s[c + i] = (unsigned char)((r < ROUNDS ? v : n[c + i]) ^ k[16 * r + c + i]);
            }
    }
    memcpy(out, s, 16);
}

/* `n` words of device memory as a texture. */
static cudaTextureObject_t as_texture(unsigned *words, size_t n)
{
    struct cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = words;
    resource.res.linear.desc = cudaCreateChannelDesc<unsigned>();
    resource.res.linear.sizeInBytes = n * sizeof(*words);
    struct cudaTextureDesc how = {};
    how.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture;
    CUDA_OK(cudaCreateTextureObject(&texture, &resource, &how, NULL));
    return texture;
}

int main(int argc, char **argv)
{
    int kb, texture;
    const struct wl_opt opts[] = {
        {"kb", &kb, 32, 1024, 1, 65536, "KB to encrypt"},
        {"texture", &texture, 0, 0, 0, 1, "1: tables from a texture, keys from constant memory"}};
    wl_begin(argc, argv, "aes", opts, WL_COUNT(opts));
    wl_run.name = texture ? "aes-t" : "aes";
    size_t words = (size_t)kb * 256;
    unsigned char box[256], key[16];
    unsigned table[4 * 256], keys[4 * (ROUNDS + 1)], *in = wl_host<unsigned>(words);
    struct wl_rng rng = wl_seed(1);
    make_box(box);
    for (int i = 0; i < 16; i++)
        key[i] = (unsigned char)i; /* the example key of FIPS 197 */
    make_keys(key, box, keys);
    for (int i = 0; i < 256; i++) {
        unsigned w = twice(box[i]) | box[i] << 8 | box[i] << 16 | times(3, box[i]) << 24;
        for (int k = 0; k < 4; k++)
            table[k * 256 + i] = k ? w << (8 * k) | w >> (32 - 8 * k) : w;
    }
    for (size_t i = 0; i < words; i++)
        in[i] =
            i < 4 ? 0x33221100u + 0x44444444u * (unsigned)i : wl_u32(&rng); /* first the example block of FIPS 197 */
    unsigned *d_in = wl_upload(in, words), *d_out = wl_dev_zero<unsigned>(words), *d_table = wl_upload(table, 1024);
    unsigned *d_keys = wl_upload(keys, 4 * (ROUNDS + 1));

    unsigned blocks = (unsigned)(words / THREADS);
    CUDA_OK(cudaMemcpyToSymbol(c_keys, keys, sizeof(keys)));
    if (texture)
        encrypt_tex<<<blocks, THREADS>>>(d_in, d_out, as_texture(d_table, 1024));
    else
        encrypt<<<blocks, THREADS>>>(d_in, d_out, d_table, d_keys);
    WL_LAUNCHED();
    if (wl_checking()) {
        const unsigned example[4] = {0xd8e0c469u, 0x30047b6au, 0x80b7cdd8u, 0x5ac5b470u}; /* FIPS 197, appendix C.1 */
        unsigned *want = wl_host<unsigned>(words);
        for (size_t i = 0; i < words; i += 4)
            reference((unsigned char *)(in + i), (unsigned char *)(want + i), box, keys);
        wl_check_i32("example", (int *)want, (const int *)example, 4);
        wl_check_i32("cipher", (int *)wl_download(d_out, words), (int *)want, words);
    }
    return wl_end();
}
