// expect: PASSED
// flags: -arch=sm_90
// nvcuda::wmma: every type, shape and pair of layouts against sums of whole numbers, which are exact.
#include <cstdio>
#include <mma.h>
using namespace nvcuda;

template <typename T> __host__ __device__ T made(int v)
{
    return (T)(float)v;
}
template <typename L> __host__ __device__ int at(int row, int col, int rows, int cols);
template <> __host__ __device__ int at<wmma::row_major>(int row, int col, int rows, int cols)
{
    return row * cols + col;
}
template <> __host__ __device__ int at<wmma::col_major>(int row, int col, int rows, int cols)
{
    return row + col * rows;
}

template <int M, int N, int K, typename T, typename P, typename D, typename LA, typename LB>
__global__ void product(const P *a, const P *b, D *c, wmma::layout_t layout)
{
    wmma::fragment<wmma::matrix_a, M, N, K, T, LA> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, T, LB> fb;
    wmma::fragment<wmma::accumulator, M, N, K, D> fc;
    wmma::load_matrix_sync(fa, a, at<LA>(0, 1, 1000, 1) == 1 ? K : M);
    wmma::load_matrix_sync(fb, b, at<LB>(0, 1, 1000, 1) == 1 ? N : K);
    wmma::load_matrix_sync(fc, c, layout == wmma::mem_row_major ? N : M, layout);
    wmma::mma_sync(fc, fa, fb, fc);
    for (int i = 0; i < fc.num_elements; i++)
        fc.x[i] = fc.x[i] + fc.x[i];
    wmma::store_matrix_sync(c, fc, layout == wmma::mem_row_major ? N : M, layout);
}

static int bad;
template <int M, int N, int K, typename T, typename P, typename D, typename LA, typename LB>
void check(const char *name, wmma::layout_t layout)
{
    P *a, *b;
    D *c;
    int wrong = 0;
    cudaMallocManaged(&a, M * K * sizeof(P));
    cudaMallocManaged(&b, K * N * sizeof(P));
    cudaMallocManaged(&c, M * N * sizeof(D));
    for (int i = 0; i < M * K; i++)
        a[i] = made<P>((i * 7 + i / 5) % 9);
    for (int i = 0; i < K * N; i++)
        b[i] = made<P>((i * 5 + i / 3) % 7);
    for (int i = 0; i < M * N; i++)
        c[i] = made<D>(i % 11);
    product<M, N, K, T, P, D, LA, LB><<<1, 32>>>(a, b, c, layout);
    if (cudaDeviceSynchronize() != cudaSuccess)
        wrong = -1;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            int where = layout == wmma::mem_row_major ? i * N + j : i + j * M, sum = where % 11;
            for (int k = 0; k < K; k++)
                sum += (int)(float)a[at<LA>(i, k, M, K)] * (int)(float)b[at<LB>(k, j, K, N)];
            wrong += (float)c[where] != 2 * sum;
        }
    if (wrong)
        printf("%s m%dn%dk%d: %d wrong\n", name, M, N, K, wrong);
    bad += wrong != 0;
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
}

template <int M, int N, int K, typename T, typename P, typename D> void layouts(const char *name)
{
    check<M, N, K, T, P, D, wmma::row_major, wmma::row_major>(name, wmma::mem_row_major);
    check<M, N, K, T, P, D, wmma::row_major, wmma::col_major>(name, wmma::mem_col_major);
    check<M, N, K, T, P, D, wmma::col_major, wmma::row_major>(name, wmma::mem_row_major);
    check<M, N, K, T, P, D, wmma::col_major, wmma::col_major>(name, wmma::mem_col_major);
}
template <typename T, typename P, typename D> void shapes(const char *name)
{
    layouts<16, 16, 16, T, P, D>(name);
    layouts<32, 8, 16, T, P, D>(name);
    layouts<8, 32, 16, T, P, D>(name);
}

/* 4-bit and 1-bit elements: one 8 by 8 tile, the sums counted bit by bit */
template <typename T> struct bits;
template <> struct bits<wmma::experimental::precision::s4> { static const int k = 32, size = 4; };
template <> struct bits<wmma::experimental::precision::u4> { static const int k = 32, size = 4; };
template <> struct bits<wmma::experimental::precision::b1> { static const int k = 128, size = 1; };

template <typename F, typename A, typename B> __device__ void add(F &c, A &a, B &b, int how)
{
    wmma::mma_sync(c, a, b, c, how != 0);
}
__device__ void add(wmma::fragment<wmma::accumulator, 8, 8, 128, int> &c,
                    wmma::fragment<wmma::matrix_a, 8, 8, 128, wmma::experimental::precision::b1, wmma::row_major> &a,
                    wmma::fragment<wmma::matrix_b, 8, 8, 128, wmma::experimental::precision::b1, wmma::col_major> &b,
                    int how)
{
    wmma::bmma_sync(c, a, b, c, how ? wmma::experimental::bmmaBitOpAND : wmma::experimental::bmmaBitOpXOR);
}
template <typename T> __global__ void small_product(const unsigned *a, const unsigned *b, int *c, int how)
{
    wmma::fragment<wmma::matrix_a, 8, 8, bits<T>::k, T, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, bits<T>::k, T, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 8, 8, bits<T>::k, int> fc;
    wmma::load_matrix_sync(fa, a, 2 * bits<T>::k);
    wmma::load_matrix_sync(fb, b, bits<T>::k);
    wmma::load_matrix_sync(fc, c, 8, wmma::mem_row_major);
    add(fc, fa, fb, how);
    wmma::store_matrix_sync(c, fc, 8, wmma::mem_row_major);
}
template <typename T> void check_bits(const char *name, int how, bool is_signed)
{
    const int size = bits<T>::size, each = 32 / size;
    unsigned *a, *b;
    int *c, wrong = 0;
    cudaMallocManaged(&a, 64 * 4);
    cudaMallocManaged(&b, 32 * 4);
    cudaMallocManaged(&c, 64 * 4);
    for (int i = 0; i < 64; i++)
        a[i] = 0x9e3779b9u * (i + 1);
    for (int i = 0; i < 32; i++)
        b[i] = 0x85ebca6bu * (i + 3);
    for (int i = 0; i < 64; i++)
        c[i] = i - 20;
    if (size == 4)
        c[9] = 0x7fffff00; /* saturates, or wraps */
    small_product<T><<<1, 32>>>(a, b, c, how);
    if (cudaDeviceSynchronize() != cudaSuccess)
        wrong = -1;
    for (int i = 0; i < 64; i++) {
        long sum = size == 4 && i == 9 ? 0x7fffff00 : i - 20;
        for (int k = 0; k < bits<T>::k; k++) {
            int mask = (1 << size) - 1, x = a[i / 8 * 8 + k / each] >> k % each * size & mask,
                y = b[i % 8 * 4 + k / each] >> k % each * size & mask;
            if (is_signed)
                x -= x & 8 ? 16 : 0, y -= y & 8 ? 16 : 0;
            sum += size == 1 ? how ? x & y : x ^ y : x * y;
        }
        if (size == 4 && how && sum > 0x7fffffff)
            sum = 0x7fffffff;
        wrong += c[i] != (int)sum;
    }
    if (wrong)
        printf("%s %d: %d wrong\n", name, how, wrong);
    bad += wrong != 0;
}

int main()
{
    for (int how = 0; how < 2; how++) {
        check_bits<wmma::experimental::precision::s4>("s4", how, true);
        check_bits<wmma::experimental::precision::u4>("u4", how, false);
        check_bits<wmma::experimental::precision::b1>("b1", how, false);
    }
    shapes<__half, __half, float>("half to float");
    shapes<__half, __half, __half>("half");
    shapes<__nv_bfloat16, __nv_bfloat16, float>("bfloat16");
    shapes<signed char, signed char, int>("signed char");
    shapes<unsigned char, unsigned char, int>("unsigned char");
    layouts<16, 16, 8, wmma::precision::tf32, float, float>("tf32");
    layouts<8, 8, 4, double, double, double>("double");
    printf(bad ? "FAILED\n" : "PASSED\n");
    return bad != 0;
}
