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

int main()
{
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
