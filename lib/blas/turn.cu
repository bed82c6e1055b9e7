/* TF32 products by warp groups of matrices that do not lie as wgmma reads them, along the depth (of floats it knows no other): they are turned first, into memory that a stream keeps,
   by a kernel of 64 x 64 tiles. Where a product is so small that this takes longer than mma.sync does, multiply_turned leaves it. */
#include <mutex>
#include "blas.h"

static const int side = 64, turners = 256;

/* to[k + i pitch] = from[i + k ld], i < rows, k < depth, of each batch */
__global__ void __launch_bounds__(turners) turn(const float *from, int ld, long long stride, float *to, int pitch, long long to_stride, int rows, int depth)
{
    __shared__ float tile[side][side + 1];
    int i0 = (int)blockIdx.x * side, k0 = (int)blockIdx.y * side, across = (int)threadIdx.x % side, down = (int)threadIdx.x / side;
    const int each = side * side / turners;
    float v[each];
    from += stride * blockIdx.z, to += to_stride * blockIdx.z;
#pragma unroll
    for (int q = 0; q < each; q++) {
        int i = i0 + across, k = k0 + down + q * (turners / side);
        v[q] = i < rows && k < depth ? from[i + (size_t)k * ld] : 0.0f;
    }
#pragma unroll
    for (int q = 0; q < each; q++)
        tile[down + q * (turners / side)][across] = v[q];
    __syncthreads();
#pragma unroll
    for (int q = 0; q < each; q++) {
        int k = k0 + across, i = i0 + down + q * (turners / side);
        if (i < rows && k < depth)
            to[k + (size_t)i * pitch] = tile[across][down + q * (turners / side)];
    }
}

/* Memory for turned matrices: products of different streams may run at the same time, those of one do not. What is too small stays, for kernels that wait. `one` is held until
   the product is launched, too, lest another thread's comes between. */
static const int most_rooms = 64;
static struct {
    std::mutex one;
    struct {
        cudaStream_t stream;
        float *p;
        size_t floats;
    } room[most_rooms];
    int n;
} rooms;
static float *room_for(cudaStream_t s, size_t floats)
{
    for (int i = 0; i < rooms.n; i++)
        if (rooms.room[i].stream == s && rooms.room[i].floats >= floats)
            return rooms.room[i].p;
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    if (rooms.n == most_rooms || cudaStreamIsCapturing(s, &status) != cudaSuccess || status != cudaStreamCaptureStatusNone)
        return NULL;
    size_t some = 1 << 20;
    while (some < floats)
        some *= 2;
    float *p = NULL;
    if (cudaMalloc(&p, some * sizeof(float)) != cudaSuccess) {
        cudaGetLastError();
        return NULL;
    }
    rooms.room[rooms.n].stream = s, rooms.room[rooms.n].p = p, rooms.room[rooms.n++].floats = some;
    return p;
}

static int pitch_of(int depth) { return (depth + 3) / 4 * 4; }
static size_t floats_of(const view<float> &v, int rows, int depth, int batches) { return (size_t)rows * (size_t)pitch_of(depth) * (size_t)(v.stride ? batches : 1); }
/* The view of what was turned into `to`; it lies along the depth. */
static view<float> turned(cudaStream_t s, const view<float> &v, int rows, int depth, int batches, float *to, bool trans)
{
    long long stride = v.stride ? (long long)rows * pitch_of(depth) : 0;
    dim3 grid((unsigned)((rows + side - 1) / side), (unsigned)((depth + side - 1) / side), (unsigned)(v.stride ? batches : 1));
    turn<<<grid, turners, 0, s>>>(v.p, v.ld, v.stride, to, pitch_of(depth), stride, rows, depth);
    view<float> now = v;
    now.p = to, now.ld = pitch_of(depth), now.stride = stride, now.trans = trans;
    return now;
}

static bool at_16(const view<float> &v) { return (size_t)v.p % 16 == 0 && v.ld % 4 == 0 && v.stride % 4 == 0; }

bool multiply_turned(cudaStream_t s, const product<float, float, float> &p)
{
    int capability = 0;
    bool turn_a = !p.a.trans, turn_b = p.b.trans;
    cudaDeviceGetAttribute(&capability, cudaDevAttrComputeCapabilityMajor, 0);
    if (capability < 9 || p.half || p.batches > 65535 || p.k < 16 || p.a.kind != GENERAL || p.b.kind != GENERAL || p.a.each || p.b.each || (!turn_a && !turn_b) || (!turn_a && !at_16(p.a)) || (!turn_b && !at_16(p.b)))
        return false;
    size_t a = turn_a ? floats_of(p.a, p.m, p.k, p.batches) : 0, b = turn_b ? floats_of(p.b, p.n, p.k, p.batches) : 0;
    /* cycles of an H200: 1 / 19,300 of a product by mma.sync and 1 / 64,000 by warp groups (768 x 1024 x 3072), 2,500 bytes a cycle and 3,000 cycles to turn a matrix */
    double products = (double)p.m * p.n * p.k * p.batches;
    if (products / 19300 < products / 64000 + 3000 * (turn_a + turn_b) + (double)(a + b) * 8 / 2500 || a + b > (size_t)1 << 28)
        return false;
    std::lock_guard<std::mutex> lock(rooms.one);
    float *room = room_for(s, a + b);
    if (!room)
        return false;
    product<float, float, float> q = p;
    if (turn_a)
        q.a = turned(s, p.a, p.m, p.k, p.batches, room, true);
    if (turn_b)
        q.b = turned(s, p.b, p.n, p.k, p.batches, room + a, false);
    return multiply_groups<float>(s, q, true);
}
