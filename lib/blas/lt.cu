/* cuBLASLt: products with an epilogue. Matrices by columns or by rows, of 8-bit floats with their scales; bias, gelu (and its derivative), relu, gradients of a bias.
   Masks of bits (RELU_AUX, DRELU) are made and used behind the product. int8's own orders are refused. */
#include <cublasLt.h>

#include "blas.h"

struct layout { /* lies in cublasLtMatrixLayoutOpaque_t */
    int type, order;
    unsigned long long rows, cols;
    long long ld, stride;
    int batches;
};
struct matmul { /* in cublasLtMatmulDescOpaque_t */
    int compute, scale, pointers, ta, tb, tc, epilogue, bias_type;
    const void *bias;
    void *aux;
    long long aux_ld, aux_stride, bias_stride;
    const float *scale_a, *scale_b, *scale_c, *scale_d, *scale_aux; /* of 8-bit floats */
    float *amax, *amax_aux;
    char fast;
};
static_assert(sizeof(layout) <= sizeof(cublasLtMatrixLayoutOpaque_t) && sizeof(matmul) <= sizeof(cublasLtMatmulDescOpaque_t), "they fit");

/* A bias's gradient: sums over the columns of a matrix (rows of it: trans), one block each. */
template <class T> __global__ void sums(view<T> a, int n, T *to)
{
    __shared__ float part[128];
    float s = 0.0f;
    for (int k = (int)threadIdx.x; k < n; k += 128)
        s += (float)a.at(a.p, (int)blockIdx.x, k);
    part[threadIdx.x] = s;
    for (int d = 64; d; d /= 2) {
        __syncthreads();
        if ((int)threadIdx.x < d)
            part[threadIdx.x] += part[threadIdx.x + d];
    }
    if (threadIdx.x == 0)
        to[blockIdx.x] = T(part[0]);
}
/* out[i] = sum over k of what the view has in row i */
static cublasStatus_t gradient(cudaStream_t s, int type, const void *p, int ld, bool trans, int rows, int n, const void *to)
{
    cublasOperation_t op = trans ? CUBLAS_OP_T : CUBLAS_OP_N;
    if (!rows)
        return CUBLAS_STATUS_SUCCESS;
    if (type == CUDA_R_32F)
        sums<float><<<(unsigned)rows, 128, 0, s>>>(view_of<float>(p, ld, op), n, (float *)to);
    else if (type == CUDA_R_16F)
        sums<__half><<<(unsigned)rows, 128, 0, s>>>(view_of<__half>(p, ld, op), n, (__half *)to);
    else if (type == CUDA_R_16BF)
        sums<__nv_bfloat16><<<(unsigned)rows, 128, 0, s>>>(view_of<__nv_bfloat16>(p, ld, op), n, (__nv_bfloat16 *)to);
    else
        return CUBLAS_STATUS_NOT_SUPPORTED;
    return launched();
}
/* RELU_AUX and DRELU, when D is there: a mask has a bit for each element, from the least one on, its columns `apart` bits apart; it is set where D is not negative (as on an H200).
   make: it is written, and D becomes its relu; else D stays where the mask has a bit. A thread has eight rows. */
template <class T> __global__ void mask_of(T *d, int m, int ld, long long stride, unsigned char *mask, long long apart, long long mask_stride, bool make)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x) * 8, j = (int)blockIdx.y, batch = (int)blockIdx.z;
    if (i >= m)
        return;
    d += stride * batch + i + (size_t)j * ld;
    mask += (mask_stride * batch + apart * j + i) / 8;
    unsigned bits = *mask;
    for (int q = 0; q < 8 && i + q < m; q++) {
        float v = (float)d[q];
        if (make)
            bits = (bits & ~(1u << q)) | (unsigned)(v >= 0.0f) << q;
        if (make ? !(v > 0.0f) : !(bits >> q & 1))
            d[q] = T(0.0f);
    }
    if (make)
        *mask = (unsigned char)bits;
}
static bool makes_mask(const matmul *m) { return m->epilogue == CUBLASLT_EPILOGUE_RELU_AUX || m->epilogue == CUBLASLT_EPILOGUE_RELU_AUX_BIAS; }
static bool has_mask(const matmul *m) { return makes_mask(m) || m->epilogue == CUBLASLT_EPILOGUE_DRELU || m->epilogue == CUBLASLT_EPILOGUE_DRELU_BGRAD; }
static cublasStatus_t masked(cudaStream_t s, const matmul *m, const layout *d, void *D)
{
    dim3 grid((unsigned)((d->rows + 1023) / 1024), (unsigned)d->cols, (unsigned)d->batches);
    unsigned char *mask = (unsigned char *)m->aux;
    int rows = (int)d->rows, ld = (int)d->ld;
    if (!d->rows || !d->cols || !d->batches)
        return CUBLAS_STATUS_SUCCESS;
    if (d->type == CUDA_R_32F)
        mask_of<<<grid, 128, 0, s>>>((float *)D, rows, ld, d->stride, mask, m->aux_ld, m->aux_stride, makes_mask(m));
    else if (d->type == CUDA_R_16F)
        mask_of<<<grid, 128, 0, s>>>((__half *)D, rows, ld, d->stride, mask, m->aux_ld, m->aux_stride, makes_mask(m));
    else
        mask_of<<<grid, 128, 0, s>>>((__nv_bfloat16 *)D, rows, ld, d->stride, mask, m->aux_ld, m->aux_stride, makes_mask(m));
    return launched();
}
static bool known(const layout *l) { return l->order == CUBLASLT_ORDER_COL || l->order == CUBLASLT_ORDER_ROW; }
static cublasOperation_t turned(int op, const layout *l) /* by rows is the transpose by columns */
{
    if (l->order == CUBLASLT_ORDER_COL)
        return (cublasOperation_t)op;
    return op == CUBLAS_OP_N ? CUBLAS_OP_T : op == CUBLAS_OP_T ? CUBLAS_OP_N : CUBLAS_OP_CONJG;
}
static cublasStatus_t refused(const char *what)
{
    fprintf(stderr, "sluice: cublasLtMatmul: %s is not supported\n", what);
    return CUBLAS_STATUS_NOT_SUPPORTED;
}

static bool is_eight(int type) { return type == CUDA_R_8F_E4M3 || type == CUDA_R_8F_E5M2; }
static bool at_16(const void *p) { return (size_t)p % 16 == 0; }
/* What of 8-bit floats is as cuBLASLt has it for capability 9.0; pointers of matrices apart */
static cublasStatus_t eights_refused(const matmul *m, const layout *a, const layout *b, const layout *c, const layout *d)
{
    int capability = 0;
    cudaDeviceGetAttribute(&capability, cudaDevAttrComputeCapabilityMajor, 0);
    if (capability < 9)
        return refused("a product of 8-bit floats on a device whose capability is below 9.0");
    if (!is_eight(a->type) || !is_eight(b->type) || (a->type == CUDA_R_8F_E5M2 && b->type == CUDA_R_8F_E5M2))
        return refused("a product of e5m2 by e5m2, or of 8-bit floats by another type,");
    bool wide = c->type == CUDA_R_16F || c->type == CUDA_R_16BF || c->type == CUDA_R_32F;
    bool narrow = is_eight(d->type) && c->type != CUDA_R_32F && (d->type == CUDA_R_8F_E4M3 || a->type != b->type);
    if (!wide || (d->type != c->type && !narrow))
        return refused("this pair of C's and D's types with 8-bit floats");
    if (turned(m->ta, a) != CUBLAS_OP_T || turned(m->tb, b) != CUBLAS_OP_N || d->order != CUBLASLT_ORDER_COL)
        return refused("another form of 8-bit floats than A transposed, B not and D by columns");
    if (a->ld % 16 || b->ld % 16 || a->stride % 16 || b->stride % 16)
        return refused("a pitch of 8-bit floats that is no multiple of 16");
    if (m->epilogue != CUBLASLT_EPILOGUE_DEFAULT && (m->epilogue & ~(EP_RELU | EP_BIAS | EP_GELU)))
        return refused("another epilogue of 8-bit floats than bias, relu and gelu");
    if ((m->epilogue & EP_BIAS) && m->bias_type >= 0 && m->bias_type != (c->type == CUDA_R_16F ? CUDA_R_16F : CUDA_R_16BF))
        return refused("a bias of this type with 8-bit floats (half where C is half, else bfloat16)");
    if ((m->scale_d || m->amax) && !is_eight(d->type))
        return refused("a scale or largest value of a D that is not of 8-bit floats");
    if (!at_16(m->scale_a) || !at_16(m->scale_b) || !at_16(m->scale_c) || !at_16(m->scale_d) || !at_16(m->amax))
        return refused("a scale that does not lie at 16 bytes");
    if (m->scale != CUDA_R_32F || m->compute != CUBLAS_COMPUTE_32F)
        return refused("another scale or sum of 8-bit floats than float");
    return CUBLAS_STATUS_SUCCESS;
}

extern "C" {
cublasStatus_t cublasLtCreate(cublasLtHandle_t *h) { return cublasCreate_v2((cublasHandle_t *)h); }
cublasStatus_t cublasLtDestroy(cublasLtHandle_t h) { return cublasDestroy_v2((cublasHandle_t)h); }
size_t cublasLtGetVersion(void) { return CUBLAS_VERSION; }
const char *cublasLtGetStatusName(cublasStatus_t s) { return cublasGetStatusName(s); }
const char *cublasLtGetStatusString(cublasStatus_t s) { return cublasGetStatusString(s); }

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *to, cudaDataType type, uint64_t rows, uint64_t cols, int64_t ld)
{
    if (!to)
        return CUBLAS_STATUS_INVALID_VALUE;
    cublasLtMatrixLayoutOpaque_t *o = new cublasLtMatrixLayoutOpaque_t();
    layout l = {type, CUBLASLT_ORDER_COL, rows, cols, ld, 0, 1};
    memcpy(o, &l, sizeof(l));
    *to = o;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t l) { delete l; return CUBLAS_STATUS_SUCCESS; }
#define FIELD(name, f) case name: if (n < sizeof(f)) return CUBLAS_STATUS_INVALID_VALUE; memcpy((void *)&f, p, sizeof(f)); break;
cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t to, cublasLtMatrixLayoutAttribute_t a, const void *p, size_t n)
{
    layout *l = (layout *)to;
    if (!l || !p)
        return CUBLAS_STATUS_INVALID_VALUE;
    switch (a) {
        FIELD(CUBLASLT_MATRIX_LAYOUT_TYPE, l->type) FIELD(CUBLASLT_MATRIX_LAYOUT_ORDER, l->order) FIELD(CUBLASLT_MATRIX_LAYOUT_ROWS, l->rows)
        FIELD(CUBLASLT_MATRIX_LAYOUT_COLS, l->cols) FIELD(CUBLASLT_MATRIX_LAYOUT_LD, l->ld) FIELD(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, l->batches)
        FIELD(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, l->stride)
    default: return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *to, cublasComputeType_t compute, cudaDataType scale)
{
    if (!to)
        return CUBLAS_STATUS_INVALID_VALUE;
    cublasLtMatmulDescOpaque_t *o = new cublasLtMatmulDescOpaque_t();
    matmul m = {compute, scale, 0, CUBLAS_OP_N, CUBLAS_OP_N, CUBLAS_OP_N, CUBLASLT_EPILOGUE_DEFAULT, -1, NULL, NULL, 0, 0, 0};
    memcpy(o, &m, sizeof(m));
    *to = o;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t d) { delete d; return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t to, cublasLtMatmulDescAttributes_t a, const void *p, size_t n)
{
    matmul *m = (matmul *)to;
    if (!m || !p)
        return CUBLAS_STATUS_INVALID_VALUE;
    switch (a) {
        FIELD(CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, m->compute) FIELD(CUBLASLT_MATMUL_DESC_SCALE_TYPE, m->scale)
        FIELD(CUBLASLT_MATMUL_DESC_POINTER_MODE, m->pointers) FIELD(CUBLASLT_MATMUL_DESC_TRANSA, m->ta) FIELD(CUBLASLT_MATMUL_DESC_TRANSB, m->tb)
        FIELD(CUBLASLT_MATMUL_DESC_TRANSC, m->tc) FIELD(CUBLASLT_MATMUL_DESC_EPILOGUE, m->epilogue) FIELD(CUBLASLT_MATMUL_DESC_BIAS_POINTER, m->bias)
        FIELD(CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, m->bias_stride) FIELD(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, m->aux)
        FIELD(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, m->aux_ld) FIELD(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, m->aux_stride)
        FIELD(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, m->bias_type) FIELD(CUBLASLT_MATMUL_DESC_FAST_ACCUM, m->fast)
        FIELD(CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, m->scale_a) FIELD(CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, m->scale_b)
        FIELD(CUBLASLT_MATMUL_DESC_C_SCALE_POINTER, m->scale_c) FIELD(CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, m->scale_d)
        FIELD(CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, m->amax)
    default: return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *p)
{
    if (!p)
        return CUBLAS_STATUS_INVALID_VALUE;
    *p = new cublasLtMatmulPreferenceOpaque_t();
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t p) { delete p; return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t, cublasLtMatmulPreferenceAttributes_t, const void *, size_t)
{
    return CUBLAS_STATUS_SUCCESS; /* no workspace is needed, and there is one algorithm */
}
cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t, cublasLtMatmulDesc_t desc, cublasLtMatrixLayout_t al, cublasLtMatrixLayout_t bl, cublasLtMatrixLayout_t cl, cublasLtMatrixLayout_t dl, cublasLtMatmulPreference_t, int wanted, cublasLtMatmulHeuristicResult_t results[], int *n)
{
    if (wanted < 1 || !desc || !al || !bl || !cl || !dl || !results || !n)
        return CUBLAS_STATUS_INVALID_VALUE;
    const layout *a = (const layout *)al, *b = (const layout *)bl;
    *n = 0;
    if (is_eight(a->type) || is_eight(b->type)) { /* programs ask here, and do without */
        cublasStatus_t status = eights_refused((const matmul *)desc, a, b, (const layout *)cl, (const layout *)dl);
        if (status != CUBLAS_STATUS_SUCCESS)
            return status;
    }
    cublasLtMatmulHeuristicResult_t r = {};
    r.wavesCount = 1.0f;
    results[0] = r;
    *n = 1;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmul(cublasLtHandle_t h, cublasLtMatmulDesc_t desc, const void *alpha, const void *A, cublasLtMatrixLayout_t al, const void *B, cublasLtMatrixLayout_t bl, const void *beta, const void *C, cublasLtMatrixLayout_t cl, void *D, cublasLtMatrixLayout_t dl, const cublasLtMatmulAlgo_t *, void *, size_t, cudaStream_t s)
{
    if (!h)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    const matmul *m = (const matmul *)desc;
    if (!m || !al || !bl || !cl || !dl || !alpha || !beta || !A || !B || !D || bad_op((cublasOperation_t)m->ta) || bad_op((cublasOperation_t)m->tb))
        return CUBLAS_STATUS_INVALID_VALUE;
    const layout *a = (const layout *)al, *b = (const layout *)bl, *c = (const layout *)cl, *d = (const layout *)dl;
    if (!known(a) || !known(b) || !known(d) || c->order != d->order)
        return refused("this order of a matrix's elements");
    if (has_mask(m) && (!m->aux || m->aux_ld % 128 || m->aux_ld < (long long)d->rows || m->aux_stride % 8))
        return CUBLAS_STATUS_INVALID_VALUE;
    if (has_mask(m) && ((d->type != CUDA_R_32F && d->type != CUDA_R_16F && d->type != CUDA_R_16BF) || d->cols > 65535 || d->batches > 65535))
        return refused("a mask of bits (RELU_AUX, DRELU) with a result of this type or so many columns");
    if (m->tc != CUBLAS_OP_N || m->pointers > 1)
        return refused("a transposed C, or this pointer mode");
    bool eights = is_eight(a->type) || is_eight(b->type);
    if (eights && eights_refused(m, a, b, c, d) != CUBLAS_STATUS_SUCCESS)
        return CUBLAS_STATUS_NOT_SUPPORTED;
    if (!eights && m->bias && (m->epilogue & 4) && m->bias_type >= 0 && m->bias_type != d->type)
        return refused("a bias of another type than the result's");
    bool rows = d->order == CUBLASLT_ORDER_ROW, grad_bias = (m->epilogue & 16) != 0;
    if (rows && m->epilogue != CUBLASLT_EPILOGUE_DEFAULT)
        return refused("an epilogue on a result by rows");
    int k = (int)(m->ta == CUBLAS_OP_N ? a->cols : a->rows);
    if (k != (int)(m->tb == CUBLAS_OP_N ? b->rows : b->cols) || d->rows != (m->ta == CUBLAS_OP_N ? a->rows : a->cols))
        return CUBLAS_STATUS_INVALID_VALUE;
    epilogue e = {m->epilogue == CUBLASLT_EPILOGUE_DEFAULT || m->epilogue >= 256 ? 0 : has_mask(m) ? m->epilogue & EP_BIAS : m->epilogue & ~16, m->bias, m->aux, m->aux_ld, m->aux_stride, m->bias_stride};
    typed_product p = {(cudaDataType)a->type, (cudaDataType)b->type, (cudaDataType)d->type, (cudaDataType)m->scale, turned(m->ta, a), turned(m->tb, b),
                       (int)d->rows, (int)d->cols, k, d->batches, alpha, beta, A, B, C, D, NULL, NULL, NULL, (int)a->ld, (int)b->ld, (int)c->ld, (int)d->ld,
                       a->stride, b->stride, c->stride, d->stride, m->pointers == CUBLASLT_POINTER_MODE_DEVICE, e, m->compute == CUBLAS_COMPUTE_32F_FAST_TF32};
    if (eights) {
        int bias = c->type == CUDA_R_16F ? CUDA_R_16F : CUDA_R_16BF;
        eights_way way = {m->scale_a, m->scale_b, m->scale_c, m->scale_d, m->amax, d->type, c->type, bias, m->fast != 0};
        cublasStatus_t status = sluice_multiply_eights(s, &p, &way);
        return status == CUBLAS_STATUS_NOT_SUPPORTED ? refused("a matrix of 8-bit floats that does not lie at 16 bytes, or a depth below 16,") : status;
    }
    if (rows) { /* D' = B' A' by columns */
        typed_product t = p;
        t.m = p.n, t.n = p.m, t.a = B, t.b = A, t.lda = p.ldb, t.ldb = p.lda, t.sa = p.sb, t.sb = p.sa, t.a_type = p.b_type, t.b_type = p.a_type;
        t.ta = p.tb == CUBLAS_OP_N ? CUBLAS_OP_T : CUBLAS_OP_N, t.tb = p.ta == CUBLAS_OP_N ? CUBLAS_OP_T : CUBLAS_OP_N;
        p = t;
    }
    cublasStatus_t status = sluice_multiply(s, &p);
    if (status == CUBLAS_STATUS_SUCCESS && has_mask(m))
        status = masked(s, m, d, D);
    if (status == CUBLAS_STATUS_SUCCESS && grad_bias)
        status = gradient(s, d->type, D, (int)d->ld, false, (int)d->rows, (int)d->cols, m->bias);
    if (status == CUBLAS_STATUS_SUCCESS && m->epilogue == CUBLASLT_EPILOGUE_BGRADA)
        status = gradient(s, a->type, A, (int)a->ld, turned(m->ta, a) != CUBLAS_OP_N, (int)d->rows, k, m->bias);
    if (status == CUBLAS_STATUS_SUCCESS && m->epilogue == CUBLASLT_EPILOGUE_BGRADB)
        status = gradient(s, b->type, B, (int)b->ld, turned(m->tb, b) == CUBLAS_OP_N, (int)d->cols, k, m->bias);
    return status;
}
}
