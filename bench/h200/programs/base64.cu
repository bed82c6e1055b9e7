/* Base64: each thread turns three bytes into four characters. */
#include "program.h"

__constant__ char letters[65] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

__global__ void base64_encode(const unsigned char *__restrict__ in, char *__restrict__ out, int triples)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= triples)
        return;
    unsigned v = in[3 * i] << 16 | in[3 * i + 1] << 8 | in[3 * i + 2];
    out[4 * i] = letters[v >> 18];
    out[4 * i + 1] = letters[v >> 12 & 63];
    out[4 * i + 2] = letters[v >> 6 & 63];
    out[4 * i + 3] = letters[v & 63];
}

__global__ void base64_decode(const char *__restrict__ in, unsigned char *__restrict__ out, int triples)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= triples)
        return;
    unsigned v = 0;
    for (int k = 0; k < 4; k++) {
        char c = in[4 * i + k];
        unsigned d;
        if (c >= 'A' && c <= 'Z')
            d = c - 'A';
        else if (c >= 'a' && c <= 'z')
            d = c - 'a' + 26;
        else if (c >= '0' && c <= '9')
            d = c - '0' + 52;
        else
            d = c == '+' ? 62 : 63;
        v = v << 6 | d;
    }
    out[3 * i] = v >> 16;
    out[3 * i + 1] = v >> 8;
    out[3 * i + 2] = v;
}

int main()
{
    const int triples = 80000;
    unsigned char *in = host<unsigned char>(3 * triples);
    for (int i = 0; i < 3 * triples; i++)
        in[i] = (unsigned char)mix(i);
    memcpy(in, "Man", 3);
    unsigned char *d_in = upload(in, 3 * triples), *d_back = device<unsigned char>(3 * triples);
    char *d_out = device<char>(4 * triples);
    base64_encode<<<(triples + 255) / 256, 256>>>(d_in, d_out, triples);
    base64_decode<<<(triples + 255) / 256, 256>>>(d_out, d_back, triples);
    return verdict(!memcmp(download(d_out, 4), "TWFu", 4) && !memcmp(download(d_back, 3 * triples), in, 3 * triples));
}
