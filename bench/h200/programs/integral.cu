/* The integral image: rows by a scan of a block, columns by a thread each. */
#include "program.h"

__global__ void integral_rows(const unsigned char *__restrict__ in, unsigned *__restrict__ out, int w)
{
    __shared__ unsigned s[2][256];
    unsigned carry = 0;
    int row = blockIdx.x;
    for (int base = 0; base < w; base += 256) {
        int x = base + threadIdx.x, which = 0;
        s[0][threadIdx.x] = x < w ? in[row * w + x] : 0;
        __syncthreads();
        for (int d = 1; d < 256; d *= 2) {
            unsigned v = s[which][threadIdx.x];
            if (threadIdx.x >= d)
                v += s[which][threadIdx.x - d];
            which ^= 1;
            s[which][threadIdx.x] = v;
            __syncthreads();
        }
        if (x < w)
            out[row * w + x] = s[which][threadIdx.x] + carry;
        carry += s[which][255];
        __syncthreads();
    }
}

__global__ void integral_columns(unsigned *sums, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= w)
        return;
    unsigned sum = 0;
    for (int y = 0; y < h; y++) {
        sum += sums[y * w + x];
        sums[y * w + x] = sum;
    }
}

int main()
{
    const int w = 1000, h = 300;
    unsigned char *in = host<unsigned char>(w * h);
    unsigned want = 0;
    for (int i = 0; i < w * h; i++) {
        in[i] = (unsigned char)mix(i);
        want += in[i];
    }
    unsigned char *d_in = upload(in, w * h);
    unsigned *d_out = device<unsigned>(w * h);
    integral_rows<<<h, 256>>>(d_in, d_out, w);
    integral_columns<<<(w + 63) / 64, 64>>>(d_out, w, h);
    return verdict(download(d_out, w * h)[w * h - 1] == want);
}
