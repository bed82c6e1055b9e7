/* Handles and descriptors. */
#include "sparse.h"

#define SETTING(Set, Get, H, T, field)                                                                                              \
    cusparseStatus_t Set(H h, T v) { SPARSE_CHECK(h, false); h->field = v; return CUSPARSE_STATUS_SUCCESS; }                        \
    cusparseStatus_t Get(H h, T *v) { SPARSE_CHECK(h, !v); *v = h->field; return CUSPARSE_STATUS_SUCCESS; }
#define LEGACY(What, T, field)                                                                                                      \
    cusparseStatus_t cusparseSet##What(cusparseMatDescr_t d, T v)                                                                   \
    { if (!d) return CUSPARSE_STATUS_INVALID_VALUE; d->field = v; return CUSPARSE_STATUS_SUCCESS; }                                 \
    T cusparseGet##What(const cusparseMatDescr_t d) { return d->field; }
#define DESTROY(Name, T)                                                                                                            \
    cusparseStatus_t Name(T d) { if (!d) return CUSPARSE_STATUS_INVALID_VALUE; delete d; return CUSPARSE_STATUS_SUCCESS; }
#define VALUES(Kind)                                                                                                                \
    cusparseStatus_t cusparse##Kind##GetValues(cusparse##Kind##Descr_t d, void **v)                                                 \
    { if (!d || !v) return CUSPARSE_STATUS_INVALID_VALUE; *v = d->values; return CUSPARSE_STATUS_SUCCESS; }                         \
    cusparseStatus_t cusparse##Kind##SetValues(cusparse##Kind##Descr_t d, void *v)                                                  \
    { if (!d || !v) return CUSPARSE_STATUS_INVALID_VALUE; d->values = v; return CUSPARSE_STATUS_SUCCESS; }
template <class T, class U> static void tell(T *to, U v)
{
    if (to)
        *to = (T)v;
}
static bool widths(cusparseIndexType_t t) { return t == CUSPARSE_INDEX_32I || t == CUSPARSE_INDEX_64I; }
static cusparseIndexType_t width(const index_array &a) { return a.wide ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I; }
static cusparseStatus_t matrix(cusparseSpMatDescr_t *m, cusparseFormat_t format, int64_t rows, int64_t cols, int64_t nnz, void *major, void *minor, void *values,
                               cusparseIndexType_t major_type, cusparseIndexType_t minor_type, cusparseIndexBase_t base, cudaDataType type)
{
    if (!m || rows < 0 || cols < 0 || nnz < 0 || (base != 0 && base != 1))
        return CUSPARSE_STATUS_INVALID_VALUE;
    if (!widths(major_type) || !widths(minor_type) || !known_type(type))
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    if ((double)nnz > (double)rows * (double)cols)
        return CUSPARSE_STATUS_INVALID_VALUE;
    cusparseSpMatDescr d = {format, rows, cols, nnz, {major, major_type == CUSPARSE_INDEX_64I, base}, {minor, minor_type == CUSPARSE_INDEX_64I, base}, values, type,
                            CUSPARSE_FILL_MODE_LOWER, CUSPARSE_DIAG_TYPE_NON_UNIT};
    *m = new cusparseSpMatDescr(d);
    return CUSPARSE_STATUS_SUCCESS;
}
static cusparseStatus_t pointers(cusparseSpMatDescr_t m, bool right, void *major, void *minor, void *values)
{
    if (!m || !right || !major || !minor || !values)
        return CUSPARSE_STATUS_INVALID_VALUE;
    m->major.p = major, m->minor.p = minor, m->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}

extern "C" {
cusparseStatus_t cusparseCreate(cusparseHandle_t *h)
{
    if (!h)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *h = new cusparseContext();
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDestroy(cusparseHandle_t h)
{
    SPARSE_CHECK(h, false);
    delete h;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseGetVersion(cusparseHandle_t h, int *version)
{
    SPARSE_CHECK(h, !version);
    *version = CUSPARSE_VERSION;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int *value)
{
    if (!value)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *value = type == MAJOR_VERSION ? CUSPARSE_VER_MAJOR : type == MINOR_VERSION ? CUSPARSE_VER_MINOR : CUSPARSE_VER_PATCH;
    return CUSPARSE_STATUS_SUCCESS;
}
const char *cusparseGetErrorName(cusparseStatus_t s)
{
    switch (s) {
#define NAME(n) case n: return #n;
        NAME(CUSPARSE_STATUS_SUCCESS) NAME(CUSPARSE_STATUS_NOT_INITIALIZED) NAME(CUSPARSE_STATUS_ALLOC_FAILED) NAME(CUSPARSE_STATUS_INVALID_VALUE)
        NAME(CUSPARSE_STATUS_ARCH_MISMATCH) NAME(CUSPARSE_STATUS_MAPPING_ERROR) NAME(CUSPARSE_STATUS_EXECUTION_FAILED) NAME(CUSPARSE_STATUS_INTERNAL_ERROR)
        NAME(CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED) NAME(CUSPARSE_STATUS_ZERO_PIVOT) NAME(CUSPARSE_STATUS_NOT_SUPPORTED) NAME(CUSPARSE_STATUS_INSUFFICIENT_RESOURCES)
#undef NAME
    }
    return "unknown status";
}
const char *cusparseGetErrorString(cusparseStatus_t s) { return cusparseGetErrorName(s); }
SETTING(cusparseSetStream, cusparseGetStream, cusparseHandle_t, cudaStream_t, stream)
SETTING(cusparseSetPointerMode, cusparseGetPointerMode, cusparseHandle_t, cusparsePointerMode_t, pointers)

cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *d)
{
    if (!d)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *d = new cusparseMatDescr();
    return CUSPARSE_STATUS_SUCCESS;
}
DESTROY(cusparseDestroyMatDescr, cusparseMatDescr_t)
LEGACY(MatType, cusparseMatrixType_t, type)
LEGACY(MatFillMode, cusparseFillMode_t, fill)
LEGACY(MatDiagType, cusparseDiagType_t, diag)
LEGACY(MatIndexBase, cusparseIndexBase_t, base)

cusparseStatus_t cusparseCreateSpVec(cusparseSpVecDescr_t *v, int64_t size, int64_t nnz, void *indices, void *values, cusparseIndexType_t index, cusparseIndexBase_t base, cudaDataType type)
{
    if (!v || size < 0 || nnz < 0 || nnz > size || (nnz && (!indices || !values)))
        return CUSPARSE_STATUS_INVALID_VALUE;
    if (!widths(index) || !known_type(type))
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    cusparseSpVecDescr d = {size, nnz, {indices, index == CUSPARSE_INDEX_64I, base}, values, type};
    *v = new cusparseSpVecDescr(d);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpVecGet(cusparseSpVecDescr_t v, int64_t *size, int64_t *nnz, void **indices, void **values, cusparseIndexType_t *index, cusparseIndexBase_t *base, cudaDataType *type)
{
    if (!v)
        return CUSPARSE_STATUS_INVALID_VALUE;
    tell(size, v->size), tell(nnz, v->nnz), tell(indices, v->at.p), tell(values, v->values), tell(index, width(v->at)), tell(base, v->at.base), tell(type, v->type);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpVecGetIndexBase(cusparseConstSpVecDescr_t v, cusparseIndexBase_t *base)
{
    if (!v || !base)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *base = (cusparseIndexBase_t)v->at.base;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *v, int64_t size, void *values, cudaDataType type)
{
    if (!v || size < 0 || (size && !values))
        return CUSPARSE_STATUS_INVALID_VALUE;
    if (!known_type(type))
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    cusparseDnVecDescr d = {size, values, type};
    *v = new cusparseDnVecDescr(d);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDnVecGet(cusparseDnVecDescr_t v, int64_t *size, void **values, cudaDataType *type)
{
    if (!v)
        return CUSPARSE_STATUS_INVALID_VALUE;
    tell(size, v->size), tell(values, v->values), tell(type, v->type);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t *m, int64_t rows, int64_t cols, int64_t nnz, void *offsets, void *indices, void *values, cusparseIndexType_t offset_type, cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type)
{
    return matrix(m, CUSPARSE_FORMAT_CSR, rows, cols, nnz, offsets, indices, values, offset_type, index_type, base, type);
}
cusparseStatus_t cusparseCreateCsc(cusparseSpMatDescr_t *m, int64_t rows, int64_t cols, int64_t nnz, void *offsets, void *indices, void *values, cusparseIndexType_t offset_type, cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type)
{
    return matrix(m, CUSPARSE_FORMAT_CSC, rows, cols, nnz, offsets, indices, values, offset_type, index_type, base, type);
}
cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t *m, int64_t rows, int64_t cols, int64_t nnz, void *row_indices, void *col_indices, void *values, cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type)
{
    return matrix(m, CUSPARSE_FORMAT_COO, rows, cols, nnz, row_indices, col_indices, values, index_type, index_type, base, type);
}
cusparseStatus_t cusparseCsrGet(cusparseSpMatDescr_t m, int64_t *rows, int64_t *cols, int64_t *nnz, void **offsets, void **indices, void **values, cusparseIndexType_t *offset_type, cusparseIndexType_t *index_type, cusparseIndexBase_t *base, cudaDataType *type)
{
    if (!m || m->format != CUSPARSE_FORMAT_CSR)
        return CUSPARSE_STATUS_INVALID_VALUE;
    tell(rows, m->rows), tell(cols, m->cols), tell(nnz, m->nnz), tell(offsets, m->major.p), tell(indices, m->minor.p), tell(values, m->values);
    tell(offset_type, width(m->major)), tell(index_type, width(m->minor)), tell(base, m->major.base), tell(type, m->type);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCooGet(cusparseSpMatDescr_t m, int64_t *rows, int64_t *cols, int64_t *nnz, void **row_indices, void **col_indices, void **values, cusparseIndexType_t *index_type, cusparseIndexBase_t *base, cudaDataType *type)
{
    if (!m || m->format != CUSPARSE_FORMAT_COO)
        return CUSPARSE_STATUS_INVALID_VALUE;
    tell(rows, m->rows), tell(cols, m->cols), tell(nnz, m->nnz), tell(row_indices, m->major.p), tell(col_indices, m->minor.p), tell(values, m->values);
    tell(index_type, width(m->minor)), tell(base, m->major.base), tell(type, m->type);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t m, void *offsets, void *indices, void *values) { return pointers(m, m && m->format == CUSPARSE_FORMAT_CSR, offsets, indices, values); }
cusparseStatus_t cusparseCscSetPointers(cusparseSpMatDescr_t m, void *offsets, void *indices, void *values) { return pointers(m, m && m->format == CUSPARSE_FORMAT_CSC, offsets, indices, values); }
cusparseStatus_t cusparseCooSetPointers(cusparseSpMatDescr_t m, void *rows, void *cols, void *values) { return pointers(m, m && m->format == CUSPARSE_FORMAT_COO, rows, cols, values); }
cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t m, int64_t *rows, int64_t *cols, int64_t *nnz)
{
    if (!m)
        return CUSPARSE_STATUS_INVALID_VALUE;
    tell(rows, m->rows), tell(cols, m->cols), tell(nnz, m->nnz);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatGetFormat(cusparseConstSpMatDescr_t m, cusparseFormat_t *format)
{
    if (!m || !format)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *format = m->format;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t m, cusparseIndexBase_t *base)
{
    if (!m || !base)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *base = (cusparseIndexBase_t)m->major.base;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t m, cusparseSpMatAttribute_t attribute, void *data, size_t size)
{
    if (!m || !data || size != sizeof(int) || (unsigned int)attribute > 1)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *(int *)data = attribute == CUSPARSE_SPMAT_FILL_MODE ? (int)m->fill : (int)m->diag;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t m, cusparseSpMatAttribute_t attribute, void *data, size_t size)
{
    if (!m || !data || size != sizeof(int) || (unsigned int)attribute > 1)
        return CUSPARSE_STATUS_INVALID_VALUE;
    if (attribute == CUSPARSE_SPMAT_FILL_MODE)
        m->fill = *(cusparseFillMode_t *)data;
    else
        m->diag = *(cusparseDiagType_t *)data;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t *m, int64_t rows, int64_t cols, int64_t ld, void *values, cudaDataType type, cusparseOrder_t order)
{
    if (!m || rows < 0 || cols < 0 || (order != CUSPARSE_ORDER_COL && order != CUSPARSE_ORDER_ROW) || ld < (order == CUSPARSE_ORDER_COL ? rows : cols))
        return CUSPARSE_STATUS_INVALID_VALUE;
    if (!known_type(type))
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    cusparseDnMatDescr d = {rows, cols, ld, values, type, order};
    *m = new cusparseDnMatDescr(d);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDnMatGet(cusparseDnMatDescr_t m, int64_t *rows, int64_t *cols, int64_t *ld, void **values, cudaDataType *type, cusparseOrder_t *order)
{
    if (!m)
        return CUSPARSE_STATUS_INVALID_VALUE;
    tell(rows, m->rows), tell(cols, m->cols), tell(ld, m->ld), tell(values, m->values), tell(type, m->type), tell(order, m->order);
    return CUSPARSE_STATUS_SUCCESS;
}
DESTROY(cusparseDestroySpVec, cusparseConstSpVecDescr_t)
DESTROY(cusparseDestroyDnVec, cusparseConstDnVecDescr_t)
DESTROY(cusparseDestroySpMat, cusparseConstSpMatDescr_t)
DESTROY(cusparseDestroyDnMat, cusparseConstDnMatDescr_t)
VALUES(SpVec)
VALUES(DnVec)
VALUES(SpMat)
VALUES(DnMat)
}
