/* A pattern sought at every place of a text, plainly; and with Horspool's skips over a stretch a thread. */
#include "program.h"

#define LEN 12
#define STRETCH 128

__constant__ char pattern[LEN];
__constant__ int skip[256];

__global__ void search_plain(const char *__restrict__ text, int n, int *found)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + LEN > n)
        return;
    int k = 0;
    while (k < LEN && text[i + k] == pattern[k])
        k++;
    if (k == LEN)
        atomicAdd(found, 1);
}

__global__ void search_horspool(const char *__restrict__ text, int n, int *found)
{
    int begin = (blockIdx.x * blockDim.x + threadIdx.x) * STRETCH, end = min(begin + STRETCH, n - LEN + 1), hits = 0;
    for (int i = begin; i < end;) {
        int k = LEN - 1;
        while (k >= 0 && text[i + k] == pattern[k])
            k--;
        hits += k < 0;
        i += skip[(unsigned char)text[i + LEN - 1]];
    }
    if (hits)
        atomicAdd(found, hits);
}

int main()
{
    const int n = 1000000;
    const char word[LEN + 1] = "abacabadabac";
    char *text = host<char>(n);
    int skips[256], *d_found = device<int>(2), want = 0;
    for (int i = 0; i < n; i++)
        text[i] = 'a' + mix(i) % 4;
    for (int k = 0; k < 200; k++)
        memcpy(text + 4990 * k + mix(k) % 100, word, LEN);
    for (int i = 0; i < 256; i++)
        skips[i] = LEN;
    for (int k = 0; k < LEN - 1; k++)
        skips[(int)word[k]] = LEN - 1 - k;
    CHECK(cudaMemcpyToSymbol(pattern, word, LEN));
    CHECK(cudaMemcpyToSymbol(skip, skips, sizeof skips));
    char *d_text = upload(text, n);
    search_plain<<<(n + 255) / 256, 256>>>(d_text, n, d_found);
    search_horspool<<<(n / STRETCH + 64) / 64, 64>>>(d_text, n, d_found + 1);
    int *found = download(d_found, 2);
    for (int i = 0; i + LEN <= n; i++)
        want += !memcmp(text + i, word, LEN);
    return verdict(found[0] == want && found[1] == want);
}
