/* CRC-32 of many records: by a table in shared memory (a record of 256 bytes a thread), and bit by bit. */
#include "program.h"

#define RECORD 256
#define SHORT 32

__constant__ uint32_t crc_table[256];

__global__ void crc32_by_table(const uint32_t *__restrict__ data, uint32_t *__restrict__ crc, int n)
{
    __shared__ uint32_t table[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        table[i] = crc_table[i];
    __syncthreads();
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n)
        return;
    uint32_t c = ~0u;
    const uint32_t *p = data + r * (RECORD / 4);
    for (int i = 0; i < RECORD / 4; i++) {
        uint32_t word = p[i];
        for (int b = 0; b < 4; b++) {
            c = table[(c ^ word) & 255] ^ c >> 8;
            word >>= 8;
        }
    }
    crc[r] = ~c;
}

__global__ void crc32_by_bits(const uint8_t *__restrict__ data, uint32_t *__restrict__ crc, int n)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n)
        return;
    uint32_t c = ~0u;
    for (int i = 0; i < SHORT; i++) {
        c ^= data[r * RECORD + i];
        for (int b = 0; b < 8; b++)
            c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
    }
    crc[r] = ~c;
}

int main()
{
    const int n = 8192;
    uint32_t table[256];
    for (unsigned i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int b = 0; b < 8; b++)
            c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
        table[i] = c;
    }
    uint8_t *data = host<uint8_t>(n * RECORD);
    for (int i = 0; i < n * RECORD; i++)
        data[i] = (uint8_t)mix(i);
    CHECK(cudaMemcpyToSymbol(crc_table, table, sizeof table));
    uint8_t *d_data = upload(data, n * RECORD);
    uint32_t *d_a = device<uint32_t>(n), *d_b = device<uint32_t>(n);
    crc32_by_table<<<(n + 127) / 128, 128>>>((const uint32_t *)d_data, d_a, n);
    crc32_by_bits<<<(n + 127) / 128, 128>>>(d_data, d_b, n);
    uint32_t *a = download(d_a, n), *b = download(d_b, n);
    bool ok = true;
    for (int r = 0; r < n; r += 61) {
        uint32_t c = ~0u;
        for (int i = 0; i < RECORD; i++) {
            if (i == SHORT)
                ok &= b[r] == ~c;
            c = table[(c ^ data[r * RECORD + i]) & 255] ^ c >> 8;
        }
        ok &= a[r] == ~c;
    }
    return verdict(ok);
}
