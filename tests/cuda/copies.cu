// expect: 0 wrong
// levels: 0 3
// Structures of many sizes and alignments are copied whole, between all kinds of memory, and nothing beside them is touched.
#include <cstdio>
#include <cstring>

template <int Bytes, int Align> struct alignas(Align) S {
    unsigned char at[Bytes];
};

/* out[0]: from memory to memory; [2]: through shared memory; [4]: from a parameter; [6]: through a local copy with one byte changed */
template <class T> __global__ void copies(T *out, const T *in, T param, int where)
{
    __shared__ T s[2];
    T local = in[0];
    out[0] = in[0];
    s[1] = in[0];
    __syncthreads();
    out[2] = s[1];
    out[4] = param;
    local.at[where] ^= 0xff;
    out[6] = local;
}

static int wrong;
template <int Bytes, int Align> void check()
{
    typedef S<Bytes, Align> T;
    T *in, *out;
    cudaMallocManaged(&in, sizeof(T));
    cudaMallocManaged(&out, 7 * sizeof(T));
    for (int i = 0; i < (int)sizeof(T); i++)
        ((unsigned char *)in)[i] = (unsigned char)(i * 7 + 1);
    memset(out, 0x5a, 7 * sizeof(T));
    copies<<<1, 1>>>(out, in, *in, Bytes / 2);
    if (cudaDeviceSynchronize() != cudaSuccess)
        wrong += 1000;
    for (int k = 0; k < 7; k++)
        for (int i = 0; i < Bytes; i++) {
            int want = k % 2 ? 0x5a : in->at[i];
            if (k == 6 && i == Bytes / 2)
                want ^= 0xff;
            wrong += out[k].at[i] != want;
        }
    cudaFree(in);
    cudaFree(out);
}

int main()
{
    check<16, 16>();
    check<48, 16>();
    check<24, 8>();
    check<136, 8>();
    check<130, 2>();
    check<132, 4>();
    check<200, 1>();
    check<160, 32>();
    check<1024, 16>();
    check<1040, 16>();
    printf("%d wrong\n", wrong);
}
