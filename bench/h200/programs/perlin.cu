/* Perlin's gradient noise in three dimensions, four octaves, permutation table in constant memory. */
#include "program.h"

__constant__ unsigned char perm[512];

__device__ static inline float fade(float t)
{
    return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
}

__device__ static inline float slope(int hash, float x, float y, float z)
{
    int h = hash & 15;
    float u = h < 8 ? x : y, v = h < 4 ? y : h == 12 || h == 14 ? x : z;
    return (h & 1 ? -u : u) + (h & 2 ? -v : v);
}

__device__ static inline float mixed(float t, float a, float b)
{
    return a + t * (b - a);
}

__device__ static float noise(float x, float y, float z)
{
    float fx = floorf(x), fy = floorf(y), fz = floorf(z);
    int X = (int)fx & 255, Y = (int)fy & 255, Z = (int)fz & 255;
    x -= fx;
    y -= fy;
    z -= fz;
    float u = fade(x), v = fade(y), w = fade(z);
    int A = perm[X] + Y, AA = perm[A & 255] + Z, AB = perm[(A + 1) & 255] + Z;
    int B = perm[X + 1] + Y, BA = perm[B & 255] + Z, BB = perm[(B + 1) & 255] + Z;
    float low = mixed(v, mixed(u, slope(perm[AA], x, y, z), slope(perm[BA], x - 1, y, z)),
                      mixed(u, slope(perm[AB], x, y - 1, z), slope(perm[BB], x - 1, y - 1, z)));
    float high = mixed(v, mixed(u, slope(perm[AA + 1], x, y, z - 1), slope(perm[BA + 1], x - 1, y, z - 1)),
                       mixed(u, slope(perm[AB + 1], x, y - 1, z - 1), slope(perm[BB + 1], x - 1, y - 1, z - 1)));
    return mixed(w, low, high);
}

__global__ void perlin_octaves(float *out, int w, int h, float scale, float depth)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float sum = 0, size = 1, f = scale;
    for (int o = 0; o < 4; o++) {
        sum += size * noise(x * f, y * f, depth * f);
        size *= 0.5f;
        f *= 2.0f;
    }
    out[y * w + x] = sum;
}

int main()
{
    const int w = 256, h = 192;
    unsigned char table[512];
    for (int i = 0; i < 256; i++)
        table[i] = (unsigned char)i;
    for (int i = 255; i > 0; i--) {
        int j = mix(i) % (i + 1);
        unsigned char t = table[i];
        table[i] = table[j];
        table[j] = t;
    }
    memcpy(table + 256, table, 256);
    CHECK(cudaMemcpyToSymbol(perm, table, sizeof table));
    float *d_out = device<float>(w * h);
    perlin_octaves<<<dim3(w / 16, h / 16), dim3(16, 16)>>>(d_out, w, h, 0.0371f, 2.5f);
    float *out = download(d_out, w * h), least = 9, most = -9;
    for (int i = 0; i < w * h; i++) {
        least = fminf(least, out[i]);
        most = fmaxf(most, out[i]);
    }
    return verdict(least > -2.0f && least < -0.3f && most < 2.0f && most > 0.3f);
}
