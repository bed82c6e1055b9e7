/* cuDNN but for its convolutions, against plain loops on the host. */
// flags: -lcudnn -std=c++17
// expect: descriptors 32 of 32
// expect: arithmetic 120 of 120
// expect: reductions 135 of 135
// expect: activations 48 of 48
// expect: softmax 72 of 72
// expect: pooling 204 of 204
// expect: normalization 48 of 48
// expect: dropout 10 of 10
// expect: statuses 22 of 22
// stderr: sluice: cudnnAddTensor: a type other than float, double, half and bfloat16 is not supported
#include "tensors.h"

#include "expect.h"
#include <string.h>

static cudnnHandle_t h;
#define OK CUDNN_STATUS_SUCCESS
#define BAD CUDNN_STATUS_BAD_PARAM
typedef std::vector<double> doubles;
template <class T> static void blend(tensor<T> &y, const doubles &v, double alpha, double beta)
{
    for (size_t i = 0; i < v.size(); i++)
        y.v[i] = alpha * v[i] + (beta != 0 ? beta * y.v[i] : 0);
}

static void descriptors()
{
    cudnnTensorDescriptor_t t;
    cudnnFilterDescriptor_t f;
    cudnnDataType_t type;
    cudnnTensorFormat_t format;
    int a[4], s[4], n;
    size_t bytes;
    expect(cudnnGetVersion() == CUDNN_VERSION && cudnnGetProperty(MAJOR_VERSION, &n) == OK && n == CUDNN_MAJOR, "version");
    expect(!strcmp(cudnnGetErrorString(BAD), "CUDNN_STATUS_BAD_PARAM") && !strcmp(cudnnGetErrorString(OK), "CUDNN_STATUS_SUCCESS"), "strings");
    expect(cudnnCreateTensorDescriptor(&t) == OK && cudnnCreateFilterDescriptor(&f) == OK, "made");
    expect(cudnnGetTensorSizeInBytes(t, &bytes) == BAD && cudnnGetFilterSizeInBytes(f, &bytes) == BAD, "unset");
    expect(cudnnSetTensor4dDescriptor(t, CUDNN_TENSOR_NHWC, CUDNN_DATA_HALF, 2, 3, 4, 5) == OK, "set");
    expect(cudnnGetTensor4dDescriptor(t, &type, &a[0], &a[1], &a[2], &a[3], &s[0], &s[1], &s[2], &s[3]) == OK && type == CUDNN_DATA_HALF, "got");
    expect(a[0] == 2 && a[1] == 3 && a[2] == 4 && a[3] == 5 && s[0] == 60 && s[1] == 1 && s[2] == 15 && s[3] == 3, "NHWC");
    expect(cudnnGetTensorSizeInBytes(t, &bytes) == OK && bytes == 240, "bytes");
    expect(cudnnSetTensor4dDescriptor(t, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 2, 3, 4, 5) == OK, "set");
    expect(cudnnGetTensorNdDescriptor(t, 4, &type, &n, a, s) == OK && n == 4 && s[0] == 60 && s[1] == 20 && s[2] == 5 && s[3] == 1, "NCHW");
    expect(cudnnSetTensor4dDescriptorEx(t, CUDNN_DATA_DOUBLE, 2, 3, 4, 5, 100, 30, 6, 1) == OK && cudnnGetTensorSizeInBytes(t, &bytes) == OK && bytes == 8 * (100 + 60 + 18 + 4 + 1), "gaps");
    int dims[] = {2, 3, 4, 5, 6}, strides[] = {1, 2, 6, 24, 120};
    expect(cudnnSetTensorNdDescriptor(t, CUDNN_DATA_FLOAT, 5, dims, strides) == OK && cudnnGetTensorSizeInBytes(t, &bytes) == OK && bytes == 4 * 720, "five");
    expect(cudnnGetTensor4dDescriptor(t, &type, &a[0], &a[1], &a[2], &a[3], &s[0], &s[1], &s[2], &s[3]) == BAD, "not four");
    expect(cudnnSetTensorNdDescriptorEx(t, CUDNN_TENSOR_NHWC, CUDNN_DATA_FLOAT, 5, dims) == OK && cudnnGetTensorNdDescriptor(t, 4, &type, &n, a, s) == OK && n == 5 && s[1] == 1 && s[3] == 18, "NHWC of five");
    expect(cudnnSetTensorNdDescriptor(t, CUDNN_DATA_FLOAT, 9, dims, strides) == BAD && cudnnSetTensorNdDescriptor(t, CUDNN_DATA_FLOAT, 0, dims, strides) == BAD, "nine");
    expect(cudnnSetTensor4dDescriptor(t, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 2, 0, 4, 5) == BAD, "none");
    expect(cudnnSetTensor4dDescriptor(t, (cudnnTensorFormat_t)7, CUDNN_DATA_FLOAT, 2, 2, 4, 5) == BAD, "format");
    expect(cudnnSetTensor4dDescriptor(t, CUDNN_TENSOR_NCHW, (cudnnDataType_t)77, 2, 2, 4, 5) == BAD, "type");
    expect(cudnnSetTensor4dDescriptor(t, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 65536, 65536, 1, 1) == CUDNN_STATUS_NOT_SUPPORTED, "large");
    expect(cudnnSetTensor4dDescriptor(NULL, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 2, 2, 4, 5) == BAD, "no descriptor");
    expect(cudnnSetFilter4dDescriptor(f, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NHWC, 2, 3, 4, 5) == OK && cudnnGetFilterSizeInBytes(f, &bytes) == OK && bytes == 480, "filter");
    expect(cudnnGetFilter4dDescriptor(f, &type, &format, &a[0], &a[1], &a[2], &a[3]) == OK && format == CUDNN_TENSOR_NHWC && a[1] == 3 && a[3] == 5, "got");
    expect(cudnnSetFilterNdDescriptor(f, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, 5, dims) == OK && cudnnGetFilterNdDescriptor(f, 5, &type, &format, &n, dims) == OK && n == 5, "of five");
    cudnnPoolingDescriptor_t p;
    cudnnPoolingMode_t mode;
    cudnnNanPropagation_t nan;
    cudnnCreatePoolingDescriptor(&p);
    expect(cudnnSetPooling2dDescriptor(p, CUDNN_POOLING_MAX, CUDNN_PROPAGATE_NAN, 3, 2, 1, 0, 2, 1) == OK && cudnnGetPooling2dDescriptor(p, &mode, &nan, &a[0], &a[1], &a[2], &a[3], &s[0], &s[1]) == OK && a[0] == 3 && a[2] == 1 && s[0] == 2, "pooling");
    expect(cudnnSetPooling2dDescriptor(p, CUDNN_POOLING_MAX, CUDNN_PROPAGATE_NAN, 0, 2, 1, 0, 2, 1) == BAD && cudnnSetPooling2dDescriptor(p, (cudnnPoolingMode_t)9, CUDNN_PROPAGATE_NAN, 3, 2, 1, 0, 2, 1) == BAD, "window");
    cudnnLRNDescriptor_t l;
    double x, y, z;
    unsigned int u;
    cudnnCreateLRNDescriptor(&l);
    expect(cudnnSetLRNDescriptor(l, 5, 1e-4, 0.75, 2) == OK && cudnnGetLRNDescriptor(l, &u, &x, &y, &z) == OK && u == 5 && y == 0.75 && z == 2, "LRN");
    expect(cudnnSetLRNDescriptor(l, 0, 1e-4, 0.75, 2) == BAD && cudnnSetLRNDescriptor(l, 17, 1e-4, 0.75, 2) == BAD && cudnnSetLRNDescriptor(l, 5, 1e-4, 0.001, 2) == BAD, "LRN's bounds");
    cudnnOpTensorDescriptor_t o;
    cudnnOpTensorOp_t op;
    cudnnCreateOpTensorDescriptor(&o);
    expect(cudnnSetOpTensorDescriptor(o, CUDNN_OP_TENSOR_MAX, CUDNN_DATA_FLOAT, CUDNN_PROPAGATE_NAN) == OK && cudnnGetOpTensorDescriptor(o, &op, &type, &nan) == OK && op == CUDNN_OP_TENSOR_MAX, "op");
    cudnnReduceTensorDescriptor_t r;
    cudnnReduceTensorOp_t rop;
    cudnnReduceTensorIndices_t wanted;
    cudnnIndicesType_t width;
    cudnnCreateReduceTensorDescriptor(&r);
    expect(cudnnSetReduceTensorDescriptor(r, CUDNN_REDUCE_TENSOR_AVG, CUDNN_DATA_FLOAT, CUDNN_PROPAGATE_NAN, CUDNN_REDUCE_TENSOR_NO_INDICES, CUDNN_32BIT_INDICES) == OK && cudnnGetReduceTensorDescriptor(r, &rop, &type, &nan, &wanted, &width) == OK && rop == CUDNN_REDUCE_TENSOR_AVG, "reduction");
    cudnnActivationDescriptor_t act;
    cudnnActivationMode_t am;
    cudnnCreateActivationDescriptor(&act);
    expect(cudnnSetActivationDescriptor(act, CUDNN_ACTIVATION_ELU, CUDNN_PROPAGATE_NAN, 1.5) == OK && cudnnGetActivationDescriptor(act, &am, &nan, &x) == OK && am == CUDNN_ACTIVATION_ELU && x == 1.5, "activation");
    cudaStream_t stream, back;
    cudaStreamCreate(&stream);
    expect(cudnnSetStream(h, stream) == OK && cudnnGetStream(h, &back) == OK && back == stream && cudnnSetStream(h, 0) == OK, "stream");
    expect(cudnnDestroyTensorDescriptor(t) == OK && cudnnDestroyFilterDescriptor(f) == OK && cudnnDestroyPoolingDescriptor(p) == OK && cudnnDestroyLRNDescriptor(l) == OK && cudnnDestroyOpTensorDescriptor(o) == OK && cudnnDestroyReduceTensorDescriptor(r) == OK && cudnnDestroyActivationDescriptor(act) == OK, "ended");
    cudaStreamDestroy(stream);
}

template <class T> static void arithmetic()
{
    typedef typename name<T>::scalar S;
    cudnnOpTensorDescriptor_t o;
    cudnnCreateOpTensorDescriptor(&o);
    for (int order = 0; order < 3; order++)
        for (int op = 0; op < 6; op++) {
            int spread = below(4); /* b is of length 1 in some axes */
            tensor<T> a(below(3), 3, 4, 5, 6), b(below(3), spread & 1 ? 1 : 3, 4, spread & 2 ? 1 : 5, spread & 2 ? 1 : 6), c(order, 3, 4, 5, 6);
            S alpha = (S)1.5, second = (S)-0.5, beta = (S)(op % 2 ? 0 : 0.25);
            doubles v;
            for (int i = 0; i < c.count; i++) {
                if (op == CUDNN_OP_TENSOR_SQRT)
                    a.set(i, fabs(a.v[(size_t)i]));
                int n = i / 120, k = i / 30 % 4, p = i / 6 % 5, q = i % 6;
                double x = 1.5 * a.v[(size_t)i], y = -0.5 * b.at(spread & 1 ? 0 : n, k, spread & 2 ? 0 : p, spread & 2 ? 0 : q);
                v.push_back(op == 0 ? x + y : op == 1 ? x * y : op == 2 ? fmin(x, y) : op == 3 ? fmax(x, y) : op == 4 ? sqrt(x) : 1 - x);
            }
            cudnnSetOpTensorDescriptor(o, (cudnnOpTensorOp_t)op, CUDNN_DATA_FLOAT, CUDNN_PROPAGATE_NAN);
            blend(c, v, 1, beta);
            expect(cudnnOpTensor(h, o, &alpha, a.d, a.p, &second, b.d, b.p, &beta, c.d, c.p) == OK && c.right(), "op", op, order);
        }
    for (int order = 0; order < 3; order++) {
        S alpha = (S)1.5, beta = (S)0.5;
        tensor<T> bias(NCHW, 1, 4, 1, 1), x(below(3), 3, 4, 5, 6), c(order, 3, 4, 5, 6), y(order, 3, 4, 5, 6);
        doubles v;
        for (int i = 0; i < c.count; i++)
            v.push_back(bias.v[(size_t)(i / 30 % 4)]);
        blend(c, v, 1.5, 0.5);
        expect(cudnnAddTensor(h, &alpha, bias.d, bias.p, &beta, c.d, c.p) == OK && c.right(), "add", order);
        blend(y, x.v, 1.5, 0.5);
        expect(cudnnTransformTensor(h, &alpha, x.d, x.p, &beta, y.d, y.p) == OK && y.right(), "transform", order);
        blend(y, y.v, 1.5, 0);
        expect(cudnnScaleTensor(h, y.d, y.p, &alpha) == OK && y.right(2), "scale", order);
        T value = T(0.75);
        for (auto &e : y.v)
            e = 0.75;
        expect(cudnnSetTensor(h, y.d, y.p, &value) == OK && y.right(), "set", order);
    }
    cudnnDestroyOpTensorDescriptor(o);
}
template <class T> static void reductions()
{
    typedef typename name<T>::scalar S;
    cudnnReduceTensorDescriptor_t r;
    cudnnCreateReduceTensorDescriptor(&r);
    static const int shapes[][4] = {{1, 1, 1, 1}, {1, 4, 1, 1}, {3, 4, 1, 1}, {3, 1, 5, 9}};
    for (int op = 0; op < 9; op++)
        for (int k = 0; k < 4; k++) {
            const int *s = shapes[k];
            bool extreme = op >= CUDNN_REDUCE_TENSOR_MIN && op <= CUDNN_REDUCE_TENSOR_AMAX;
            tensor<T> a(below(3), 3, 4, 5, 9), c(below(3), s[0], s[1], s[2], s[3]);
            S alpha = (S)1.5, beta = (S)(k % 2 ? 0 : 0.25);
            if (op == CUDNN_REDUCE_TENSOR_MUL || op == CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS)
                for (int i = 0; i < a.count; i++)
                    a.set(i, i % 100 != 7 ? below(2) ? 1 : -1 : op == CUDNN_REDUCE_TENSOR_MUL ? 2 : 0);
            if (extreme)
                a.set(17, NAN);
            doubles v((size_t)c.count, op == 2 ? INFINITY : op == 3 ? -INFINITY : op == 1 || op == 8 ? 1 : 0);
            std::vector<unsigned int> where((size_t)c.count);
            std::vector<int> seen((size_t)c.count);
            for (int i = 0; i < a.count; i++) {
                int at[] = {i / 180, i / 45 % 4, i / 9 % 5, i % 9}, to = 0;
                for (int d = 0; d < 4; d++)
                    to = to * s[d] + (s[d] == 1 ? 0 : at[d]);
                double x = a.v[(size_t)i], &y = v[(size_t)to];
                int here = seen[(size_t)to]++;
                double m = op == CUDNN_REDUCE_TENSOR_AMAX ? fabs(x) : x;
                if (op == 0 || op == 5 || op == 6 || op == 7)
                    y += op == 6 ? fabs(x) : op == 7 ? x * x : x;
                else if (op == 1 || op == 8)
                    y *= op == 8 && x == 0 ? 1 : x;
                else if (op == 2 ? m < y : m > y)
                    y = m, where[(size_t)to] = (unsigned int)here;
            }
            for (auto &y : v)
                y = op == 5 ? y / (a.count / c.count) : op == 7 ? sqrt(y) : y;
            unsigned int *indices;
            size_t bytes = 0, work = 1;
            cudnnSetReduceTensorDescriptor(r, (cudnnReduceTensorOp_t)op, CUDNN_DATA_FLOAT, CUDNN_NOT_PROPAGATE_NAN, extreme ? CUDNN_REDUCE_TENSOR_FLATTENED_INDICES : CUDNN_REDUCE_TENSOR_NO_INDICES, CUDNN_32BIT_INDICES);
            cudnnGetReductionIndicesSize(h, r, a.d, c.d, &bytes);
            cudaMallocManaged(&indices, bytes + 4);
            blend(c, v, 1.5, beta);
            bool ok = cudnnGetReductionWorkspaceSize(h, r, a.d, c.d, &work) == OK && work == 0 && bytes == (extreme ? 4 * (size_t)c.count : 0);
            ok = ok && cudnnReduceTensor(h, r, indices, bytes, NULL, 0, &alpha, a.d, a.p, &beta, c.d, c.p) == OK;
            expect(ok && c.right(4), "reduce", op, k);
            for (int i = 0; i < c.count && extreme; i++)
                ok = ok && indices[i] == where[(size_t)i];
            if (extreme && k < 3)
                expect(ok, "indices", op, k);
            cudaFree(indices);
        }
    cudnnDestroyReduceTensorDescriptor(r);
}
static double active(int mode, double x, double coef)
{
    switch (mode) {
    case 0: return 1 / (1 + exp(-x));
    case 1: return fmax(x, 0);
    case 2: return tanh(x);
    case 3: return fmin(fmax(x, 0), coef);
    case 4: return x > 0 ? x : coef * (exp(x) - 1);
    case 6: return x / (1 + exp(-coef * x));
    }
    return x;
}
template <class T> static void activations()
{
    typedef typename name<T>::scalar S;
    cudnnActivationDescriptor_t f;
    cudnnCreateActivationDescriptor(&f);
    for (int mode = 0; mode < 7; mode++) {
        tensor<T> x(below(3), 2, 3, 4, 5), y(below(3), 2, 3, 4, 5), dy(below(3), 2, 3, 4, 5), dx(below(3), 2, 3, 4, 5), out(below(3), 2, 3, 4, 5);
        S alpha = (S)1.5, beta = (S)(mode % 2 ? 0 : 0.25);
        doubles v, g;
        for (int i = 0; i < x.count; i++) {
            if (fabs(x.v[(size_t)i]) < 1e-3 || fabs(x.v[(size_t)i] - 0.75) < 1e-3)
                x.set(i, 0.5); /* not where a slope is undefined */
            double a = x.v[(size_t)i], e = 1e-5;
            y.set(i, active(mode, a, 0.75));
            v.push_back(active(mode, a, 0.75)), g.push_back(dy.v[(size_t)i] * (active(mode, a + e, 0.75) - active(mode, a - e, 0.75)) / (2 * e));
        }
        cudnnSetActivationDescriptor(f, (cudnnActivationMode_t)mode, CUDNN_PROPAGATE_NAN, 0.75);
        cudnnSetActivationDescriptorSwishBeta(f, 0.75);
        blend(out, v, 1.5, beta), blend(dx, g, 1.5, beta);
        expect(cudnnActivationForward(h, f, &alpha, x.d, x.p, &beta, out.d, out.p) == OK && out.right(), "activation", mode);
        expect(cudnnActivationBackward(h, f, &alpha, y.d, y.p, dy.d, dy.p, x.d, x.p, &beta, dx.d, dx.p) == OK && dx.right(sizeof(T) == 8 ? 100 : 4), "its slope", mode);
    }
    for (int nan = 0; nan < 2; nan++) {
        tensor<T> x(NCHW, 1, 1, 1, 4), y(NCHW, 1, 1, 1, 4);
        S one = 1, none = 0;
        x.set(2, NAN);
        for (int i = 0; i < 4; i++)
            y.v[(size_t)i] = i == 2 ? (nan ? NAN : 0) : fmax(0, x.v[(size_t)i]);
        cudnnSetActivationDescriptor(f, CUDNN_ACTIVATION_RELU, (cudnnNanPropagation_t)nan, 0);
        expect(cudnnActivationForward(h, f, &one, x.d, x.p, &none, y.d, y.p) == OK && y.right(), "not a number", nan);
    }
    cudnnDestroyActivationDescriptor(f);
}
template <class T> static void softmax()
{
    typedef typename name<T>::scalar S;
    for (int how = 0; how < 3; how++)
        for (int mode = 0; mode < 2; mode++)
            for (int order = 0; order < 3; order++) {
                tensor<T> x(below(3), 3, 7, 4, 5), y(order, 3, 7, 4, 5), out(order, 3, 7, 4, 5), dy(below(3), 3, 7, 4, 5), dx(below(3), 3, 7, 4, 5);
                S alpha = (S)1.5, beta = (S)(order ? 0 : 0.25);
                int places = mode ? 20 : 1, each = mode ? 7 : 140;
                doubles v((size_t)x.count), g((size_t)x.count);
                for (int n = 0; n < 3; n++)
                    for (int p = 0; p < places; p++) {
                        double sum = 0, dot = 0, total = 0;
                        auto at = [&](int i) { return (size_t)(n * 140 + i * places + p); };
                        for (int i = 0; i < each; i++)
                            sum += exp(x.v[at(i)]);
                        for (int i = 0; i < each; i++) {
                            double e = exp(x.v[at(i)]) / sum;
                            v[at(i)] = how == CUDNN_SOFTMAX_LOG ? log(e) : e;
                            y.set((int)at(i), v[at(i)]);
                            dot += dy.v[at(i)] * e, total += dy.v[at(i)];
                        }
                        for (int i = 0; i < each; i++) {
                            double e = exp(x.v[at(i)]) / sum;
                            g[at(i)] = how == CUDNN_SOFTMAX_LOG ? dy.v[at(i)] - e * total : e * (dy.v[at(i)] - dot);
                        }
                    }
                blend(out, v, 1.5, beta), blend(dx, g, 1.5, beta);
                expect(cudnnSoftmaxForward(h, (cudnnSoftmaxAlgorithm_t)how, (cudnnSoftmaxMode_t)mode, &alpha, x.d, x.p, &beta, out.d, out.p) == OK && out.right(2), "softmax", how, mode, order);
                expect(cudnnSoftmaxBackward(h, (cudnnSoftmaxAlgorithm_t)how, (cudnnSoftmaxMode_t)mode, &alpha, y.d, y.p, dy.d, dy.p, &beta, dx.d, dx.p) == OK && dx.right(8), "its gradient", how, mode, order);
            }
}
#include "dnn_layers.h"
static void statuses()
{
    tensor<float> x(NCHW, 2, 3, 4, 5), y(NCHW, 2, 3, 4, 4), two(NCHW, 1, 2, 1, 1);
    tensor<double> d(NCHW, 2, 3, 4, 5);
    float one = 1, none = 0;
    cudnnTensorDescriptor_t unset, bytes;
    cudnnActivationDescriptor_t f;
    cudnnOpTensorDescriptor_t o;
    cudnnReduceTensorDescriptor_t r;
    cudnnCreateTensorDescriptor(&unset), cudnnCreateTensorDescriptor(&bytes), cudnnCreateActivationDescriptor(&f), cudnnCreateOpTensorDescriptor(&o), cudnnCreateReduceTensorDescriptor(&r);
    cudnnSetActivationDescriptor(f, CUDNN_ACTIVATION_RELU, CUDNN_PROPAGATE_NAN, 0);
    cudnnSetTensor4dDescriptor(bytes, CUDNN_TENSOR_NCHW, CUDNN_DATA_INT8, 2, 3, 4, 5);
    expect(cudnnCreate(NULL) == BAD && cudnnDestroy(NULL) == CUDNN_STATUS_NOT_INITIALIZED, "handle");
    expect(cudnnAddTensor(h, &one, two.d, two.p, &one, x.d, x.p) == BAD, "axes");
    expect(cudnnAddTensor(h, &one, d.d, d.p, &one, x.d, x.p) == BAD, "types");
    expect(cudnnAddTensor(h, &one, bytes, x.p, &one, bytes, x.p) == CUDNN_STATUS_NOT_SUPPORTED, "int8");
    expect(cudnnAddTensor(h, &one, x.d, NULL, &one, x.d, x.p) == BAD, "no data");
    expect(cudnnTransformTensor(h, &one, x.d, x.p, &none, y.d, y.p) == BAD, "shapes");
    expect(cudnnSetTensor(h, unset, x.p, &one) == BAD && cudnnScaleTensor(h, unset, x.p, &one) == BAD, "unset");
    expect(cudnnActivationForward(h, f, &one, x.d, x.p, &none, y.d, y.p) == BAD, "activation");
    expect(cudnnActivationForward(NULL, f, &one, x.d, x.p, &none, x.d, x.p) == BAD, "no handle");
    expect(cudnnActivationForward(h, NULL, &one, x.d, x.p, &none, x.d, x.p) == BAD, "no activation");
    expect(cudnnSetActivationDescriptor(f, (cudnnActivationMode_t)7, CUDNN_PROPAGATE_NAN, 0) == BAD, "mode");
    expect(cudnnSoftmaxForward(h, (cudnnSoftmaxAlgorithm_t)3, CUDNN_SOFTMAX_MODE_CHANNEL, &one, x.d, x.p, &none, x.d, x.p) == BAD, "softmax");
    expect(cudnnSoftmaxForward(h, CUDNN_SOFTMAX_LOG, CUDNN_SOFTMAX_MODE_CHANNEL, &one, x.d, x.p, &none, d.d, d.p) == BAD, "softmax's types");
    cudnnSetOpTensorDescriptor(o, CUDNN_OP_TENSOR_MUL, CUDNN_DATA_FLOAT, CUDNN_PROPAGATE_NAN);
    expect(cudnnOpTensor(h, o, &one, x.d, x.p, &one, two.d, two.p, &none, x.d, x.p) == BAD, "op");
    cudnnSetReduceTensorDescriptor(r, CUDNN_REDUCE_TENSOR_MAX, CUDNN_DATA_FLOAT, CUDNN_PROPAGATE_NAN, CUDNN_REDUCE_TENSOR_FLATTENED_INDICES, CUDNN_32BIT_INDICES);
    expect(cudnnReduceTensor(h, r, NULL, 0, NULL, 0, &one, x.d, x.p, &none, two.d, two.p) == BAD, "reduction");
    tensor<float> sum(NCHW, 1, 1, 1, 1), params(NCHW, 1, 3, 1, 1);
    expect(cudnnReduceTensor(h, r, NULL, 0, NULL, 0, &one, x.d, x.p, &none, sum.d, sum.p) == BAD, "no room for indices");
    cudnnPoolingDescriptor_t p;
    cudnnCreatePoolingDescriptor(&p);
    expect(cudnnPoolingForward(h, p, &one, x.d, x.p, &none, y.d, y.p) == BAD, "pooling is unset");
    cudnnSetPooling2dDescriptor(p, CUDNN_POOLING_MAX, CUDNN_PROPAGATE_NAN, 2, 2, 0, 0, 1, 1);
    expect(cudnnPoolingForward(h, p, &one, x.d, x.p, &none, y.d, y.p) == BAD, "pooling's size");
    expect(cudnnBatchNormalizationForwardInference(h, CUDNN_BATCHNORM_SPATIAL, &one, &none, x.d, x.p, x.d, x.p, two.d, params.p, params.p, params.p, params.p, 1e-5) == BAD, "parameters");
    expect(cudnnBatchNormalizationForwardInference(h, CUDNN_BATCHNORM_SPATIAL, &one, &none, x.d, x.p, x.d, x.p, params.d, params.p, params.p, params.p, params.p, -1) == BAD, "epsilon");
    expect(cudnnBatchNormalizationForwardTraining(h, CUDNN_BATCHNORM_SPATIAL, &one, &none, x.d, x.p, x.d, x.p, params.d, params.p, params.p, 1, params.p, NULL, 1e-5, NULL, NULL) == BAD, "one of two");
    expect(cudnnDeriveBNTensorDescriptor(unset, bytes, (cudnnBatchNormMode_t)3) == BAD, "BN's mode");
    cudnnDestroyPoolingDescriptor(p);
}
int main()
{
    cudnnCreate(&h);
    descriptors();
    summary("descriptors");
    arithmetic<float>(), arithmetic<double>(), arithmetic<__half>(), arithmetic<__nv_bfloat16>();
    summary("arithmetic");
    reductions<float>(), reductions<double>(), reductions<__half>();
    summary("reductions");
    activations<float>(), activations<double>(), activations<__half>();
    summary("activations");
    softmax<float>(), softmax<double>();
    summary("softmax");
    pooling<float>(16), pooling<double>(8), pooling<__half>(8);
    summary("pooling");
    normalization<float>(), normalization<double>(), normalization<__half>();
    summary("normalization");
    dropout();
    summary("dropout");
    statuses();
    summary("statuses");
    cudnnDestroy(h);
    return 0;
}
