/* Allocation, copies in every direction and shape, fills. */
#define CHECK(c) do { cudaError_t e_ = (c); if (e_) { printf("line %d: %s\n", __LINE__, cudaGetErrorString(e_)); exit(1); } } while (0)
#define WANT(e, c) do { cudaError_t e_ = (c); if (e_ != (e)) { printf("line %d: got %s\n", __LINE__, cudaGetErrorName(e_)); exit(1); } } while (0)

__global__ void twice(int *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] *= 2;
}

static void linear()
{
    int h[1000], *a, *b;
    for (int i = 0; i < 1000; i++)
        h[i] = i;
    CHECK(cudaMalloc(&a, sizeof(h)));
    CHECK(cudaMalloc((void **)&b, sizeof(h)));
    CHECK(cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(b, a, sizeof(h), cudaMemcpyDeviceToDevice));
    twice<<<4, 256>>>(b, 1000);
    CHECK(cudaMemcpyAsync(h, b, sizeof(h), cudaMemcpyDeviceToHost, 0));
    CHECK(cudaDeviceSynchronize());
    printf("linear %d %d\n", h[1], h[999]);
    CHECK(cudaMemset(a, 0x01, 8));
    CHECK(cudaMemcpy(h, a, 12, cudaMemcpyDefault));
    printf("memset %x %x %d\n", h[0], h[1], h[2]);
    WANT(cudaErrorInvalidValue, cudaMemcpy(a, h, sizeof(h) + 4, cudaMemcpyHostToDevice));
    WANT(cudaErrorInvalidValue, cudaMemcpy(h, h + 4, 4, cudaMemcpyDeviceToHost));
    WANT(cudaErrorInvalidMemcpyDirection, cudaMemcpy(a, h, 4, (cudaMemcpyKind)9));
    CHECK(cudaFree(a));
    WANT(cudaErrorInvalidDevicePointer, cudaFree(a));
    WANT(cudaErrorInvalidValue, cudaMemcpy(a, h, 4, cudaMemcpyHostToDevice));
    CHECK(cudaFree(b));
    CHECK(cudaFree(0));
}

static void pitched()
{
    int *d, h[5][7], back[5][7];
    size_t pitch;
    for (int y = 0; y < 5; y++)
        for (int x = 0; x < 7; x++)
            h[y][x] = 10 * y + x;
    CHECK(cudaMallocPitch(&d, &pitch, 7 * sizeof(int), 5));
    CHECK(cudaMemset2D(d, pitch, 0, 7 * sizeof(int), 5));
    CHECK(cudaMemcpy2D(d, pitch, h, sizeof(h[0]), sizeof(h[0]), 5, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy2D(back, sizeof(back[0]), d, pitch, sizeof(h[0]), 5, cudaMemcpyDeviceToHost));
    printf("pitched %d %d\n", pitch % 32 == 0 && pitch >= 28, memcmp(h, back, sizeof(h)));
    WANT(cudaErrorInvalidPitchValue, cudaMemcpy2D(d, 8, h, 28, 28, 5, cudaMemcpyHostToDevice));
    CHECK(cudaFree(d));

    struct cudaPitchedPtr p;
    struct cudaExtent e = make_cudaExtent(4 * sizeof(int), 3, 2);
    int cube[2][3][4], again[2][3][4];
    for (int i = 0; i < 24; i++)
        (&cube[0][0][0])[i] = i;
    CHECK(cudaMalloc3D(&p, e));
    struct cudaMemcpy3DParms m = {0};
    m.srcPtr = make_cudaPitchedPtr(cube, 16, 4, 3);
    m.dstPtr = p;
    m.extent = e;
    m.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&m));
    m.dstPtr = make_cudaPitchedPtr(again, 16, 4, 3);
    m.srcPtr = p;
    m.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3D(&m));
    printf("cube %d\n", memcmp(cube, again, sizeof(cube)));
    CHECK(cudaFree(p.ptr));
}

static void host_side()
{
    int *m, *h, *mapped, own[64];
    size_t before, after, total;
    struct cudaPointerAttributes a;
    CHECK(cudaMallocManaged(&m, 256));
    CHECK(cudaMallocHost(&h, 256));
    for (int i = 0; i < 64; i++)
        m[i] = h[i] = own[i] = i;
    twice<<<1, 64>>>(m, 64);
    CHECK(cudaHostGetDevicePointer(&mapped, h, 0));
    twice<<<1, 64>>>(mapped, 64);
    CHECK(cudaHostRegister(own, sizeof(own), cudaHostRegisterMapped));
    CHECK(cudaHostGetDevicePointer(&mapped, own, 0));
    twice<<<1, 64>>>(mapped, 64);
    CHECK(cudaDeviceSynchronize());
    printf("managed %d pinned %d registered %d\n", m[63], h[63], own[63]);
    CHECK(cudaHostUnregister(own));
    WANT(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(own));
    CHECK(cudaPointerGetAttributes(&a, m));
    printf("type %d\n", a.type == cudaMemoryTypeManaged);
    CHECK(cudaPointerGetAttributes(&a, own));
    printf("type %d\n", a.type == cudaMemoryTypeUnregistered);
    CHECK(cudaMemGetInfo(&before, &total));
    CHECK(cudaFree(m));
    CHECK(cudaFreeHost(h));
    CHECK(cudaMemGetInfo(&after, &total));
    printf("freed %d\n", after > before && after <= total);
    WANT(cudaErrorMemoryAllocation, cudaMalloc(&m, total * 2));
    cudaGetLastError();
}

static void sizes_that_overflow()
{
    void *p;
    size_t pitch, big = (size_t)1 << 40;
    cudaArray_t a;
    cudaPitchedPtr cube;
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    WANT(cudaErrorMemoryAllocation, cudaMallocPitch(&p, &pitch, big, (size_t)1 << 24));
    WANT(cudaErrorMemoryAllocation, cudaMallocPitch(&p, &pitch, ~(size_t)0 - 5, 2));
    WANT(cudaErrorMemoryAllocation, cudaMallocArray(&a, &desc, (size_t)1 << 30, (size_t)1 << 30));
    WANT(cudaErrorMemoryAllocation, cudaMalloc3D(&cube, make_cudaExtent(big, big, big)));
    CHECK(cudaMallocPitch(&p, &pitch, 100, 10));
    WANT(cudaErrorInvalidValue, cudaMemset2D(p, 64, 0, 100, 2));
    CHECK(cudaFree(p));
    cudaGetLastError();
}

int main()
{
    linear();
    pitched();
    host_side();
    sizes_that_overflow();
    return 0;
}
// expect: linear 2 1998
// expect: memset 1010101 1010101 2
// expect: pitched 1 0
// expect: cube 0
// expect: managed 126 pinned 126 registered 126
// expect: type 1
// expect: type 1
// expect: freed 1
