/* Part of dnn.cu: pooling, normalization, dropout. */
template <class T> static void pooling(int times)
{
    typedef typename name<T>::scalar S;
    cudnnPoolingDescriptor_t d;
    cudnnCreatePoolingDescriptor(&d);
    for (int time = 0; time < times; time++)
        for (int mode = 0; mode < 4; mode += time % 2 ? 3 : 1) {
            int k[2], pad[2], step[2], in[2], out[2], dims[4];
            for (int i = 0; i < 2; i++)
                k[i] = 1 + below(4), pad[i] = below(k[i]), step[i] = 1 + below(3), in[i] = k[i] + below(8),
                out[i] = 1 + (in[i] + 2 * pad[i] - k[i]) / step[i];
            tensor<T> x(below(3), 2, 3, in[0], in[1]), y(below(3), 2, 3, out[0], out[1]),
                dy(below(3), 2, 3, out[0], out[1]), dx(below(3), 2, 3, in[0], in[1]);
            S alpha = (S)1.5, beta = (S)(time % 3 ? 0.25 : 0);
            doubles v((size_t)y.count), g((size_t)x.count);
            for (int i = 0; i < x.count; i++)
                x.set(i, below(9) - 4); /* with equal ones: the first has the gradient */
            for (int i = 0; i < y.count; i++) {
                int plane = i / (out[0] * out[1]), p = i / out[1] % out[0], q = i % out[1], inside = 0, best = -1;
                double sum = 0, top = -INFINITY;
                std::vector<int> cells;
                for (int r = 0; r < k[0]; r++)
                    for (int c = 0; c < k[1]; c++) {
                        int row = p * step[0] - pad[0] + r, col = q * step[1] - pad[1] + c,
                            at = (plane * in[0] + row) * in[1] + col;
                        if (row < 0 || row >= in[0] || col < 0 || col >= in[1])
                            continue;
                        inside++, sum += x.v[(size_t)at], cells.push_back(at);
                        if (x.v[(size_t)at] > top)
                            top = x.v[(size_t)at], best = at;
                    }
                int by = mode == CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING ? k[0] * k[1] : inside;
                bool max = mode == 0 || mode == 3;
                v[(size_t)i] = max ? top : sum / by;
                for (int at : cells)
                    g[(size_t)at] += max ? (at == best ? dy.v[(size_t)i] : 0) : dy.v[(size_t)i] / by;
            }
            cudnnSetPooling2dDescriptor(d, (cudnnPoolingMode_t)mode, CUDNN_PROPAGATE_NAN, k[0], k[1], pad[0], pad[1],
                                        step[0], step[1]);
            bool ok = cudnnGetPooling2dForwardOutputDim(d, x.d, &dims[0], &dims[1], &dims[2], &dims[3]) == OK &&
                      dims[1] == 3 && dims[2] == out[0] && dims[3] == out[1];
            blend(y, v, 1.5, beta), blend(dx, g, 1.5, beta);
            expect(ok && cudnnPoolingForward(h, d, &alpha, x.d, x.p, &beta, y.d, y.p) == OK && y.right(), "pooling",
                   mode, time);
            expect(cudnnPoolingBackward(h, d, &alpha, y.d, y.p, dy.d, dy.p, x.d, x.p, &beta, dx.d, dx.p) == OK &&
                       dx.right(4),
                   "its gradient", mode, time);
        }
    int window[] = {2, 3, 2}, pads[] = {0, 1, 0}, steps[] = {2, 1, 1}, dims[5];
    tensor<T> x(NHWC, 1, 2, 4, 5, 3), y(NCHW, 1, 2, 2, 5, 2); /* three dimensions */
    S one = 1, none = 0;
    for (int i = 0; i < y.count; i++) {
        double top = -INFINITY;
        int plane = i / 20, a = i / 10 % 2, b = i / 2 % 5, c = i % 2;
        for (int j = 0; j < 12; j++) {
            int row = b - 1 + j / 2 % 3;
            if (row >= 0 && row < 5)
                top = fmax(top, x.v[(size_t)(((plane * 4 + a * 2 + j / 6) * 5 + row) * 3 + c + j % 2)]);
        }
        y.v[(size_t)i] = top;
    }
    cudnnSetPoolingNdDescriptor(d, CUDNN_POOLING_MAX, CUDNN_PROPAGATE_NAN, 3, window, pads, steps);
    expect(cudnnGetPoolingNdForwardOutputDim(d, x.d, 5, dims) == OK && dims[2] == 2 && dims[3] == 5 && dims[4] == 2,
           "output of three");
    expect(cudnnPoolingForward(h, d, &one, x.d, x.p, &none, y.d, y.p) == OK && y.right(), "three dimensions");
    expect(cudnnGetPoolingNdForwardOutputDim(d, x.d, 4, dims) == BAD, "not four");
    cudnnSetPoolingNdDescriptor(d, CUDNN_POOLING_MAX, CUDNN_NOT_PROPAGATE_NAN, 3, window, pads, steps);
    x.set(0, NAN);
    expect(cudnnPoolingForward(h, d, &one, x.d, x.p, &none, y.d, y.p) == OK &&
               (cudaDeviceSynchronize(), (double)y.p[0] == (double)y.p[0]),
           "NaN is left out");
    cudnnDestroyPoolingDescriptor(d);
}
template <class T> static void batches(int mode, int order)
{
    typedef typename name<T>::scalar S;
    const int n = 4, c = 3, p = 3, q = 5, places = p * q;
    int means = mode ? c : c * places, each = mode ? n * places : n;
    tensor<T> x(order, n, c, p, q), y(below(3), n, c, p, q), dy(below(3), n, c, p, q), dx(below(3), n, c, p, q),
        calm(below(3), n, c, p, q);
    tensor<S> scale(NCHW, 1, c, mode ? 1 : p, mode ? 1 : q), bias(NCHW, 1, c, mode ? 1 : p, mode ? 1 : q),
        rm(NCHW, 1, means, 1, 1), rv(NCHW, 1, means, 1, 1), sm(NCHW, 1, means, 1, 1), si(NCHW, 1, means, 1, 1),
        ds(NCHW, 1, means, 1, 1), db(NCHW, 1, means, 1, 1);
    S alpha = (S)1.5, beta = (S)0.25, one = 1, none = 0;
    double epsilon = 1e-3, factor = 0.2;
    doubles v((size_t)x.count), g((size_t)x.count), inference((size_t)x.count);
    for (int k = 0; k < means; k++) {
        double mean = 0, variance = 0, sum = 0, product = 0;
        auto at = [&](int i) {
            return (size_t)(mode ? (i / places * c + k) * places + i % places : i * c * places + k);
        };
        rv.set(k, 1 + fabs(rv.v[(size_t)k]));
        double im = rm.v[(size_t)k], iv = rv.v[(size_t)k];
        for (int i = 0; i < each; i++)
            mean += x.v[at(i)] / each;
        for (int i = 0; i < each; i++)
            variance += (x.v[at(i)] - mean) * (x.v[at(i)] - mean) / each;
        double inverse = 1 / sqrt(variance + epsilon), by = scale.v[(size_t)k];
        for (int i = 0; i < each; i++) {
            double z = (x.v[at(i)] - mean) * inverse;
            v[at(i)] = by * z + bias.v[(size_t)k], sum += dy.v[at(i)], product += dy.v[at(i)] * z;
            inference[at(i)] = by * (x.v[at(i)] - im) / sqrt(iv + epsilon) + bias.v[(size_t)k];
        }
        for (int i = 0; i < each; i++)
            g[at(i)] = by * inverse / each * (each * dy.v[at(i)] - sum - (x.v[at(i)] - mean) * inverse * product);
        rm.v[(size_t)k] = im * (1 - factor) + mean * factor,
        rv.v[(size_t)k] = iv * (1 - factor) + variance * each / (each - 1) * factor;
        sm.v[(size_t)k] = mean, si.v[(size_t)k] = inverse, ds.v[(size_t)k] = product, db.v[(size_t)k] = sum;
    }
    cudnnTensorDescriptor_t params;
    cudnnCreateTensorDescriptor(&params);
    cudnnBatchNormMode_t m = (cudnnBatchNormMode_t)mode;
    blend(y, v, 1.5, 0.25), blend(dx, g, 1.5, 0.25), blend(calm, inference, 1, 0);
    expect(cudnnDeriveBNTensorDescriptor(params, x.d, m) == OK, "derived");
    expect(cudnnBatchNormalizationForwardInference(h, m, &one, &none, x.d, x.p, calm.d, calm.p, params, scale.p,
                                                   bias.p, rm.p, rv.p, epsilon) == OK &&
               calm.right(4),
           "inference", mode, order);
    bool ok = cudnnBatchNormalizationForwardTraining(h, m, &alpha, &beta, x.d, x.p, y.d, y.p, params, scale.p, bias.p,
                                                     factor, rm.p, rv.p, epsilon, sm.p, si.p) == OK;
    expect(ok && y.right(4), "training", mode, order);
    expect(rm.right() && rv.right() && sm.right() && si.right(), "means", mode, order);
    bool saved = order != GAPS;
    ok =
        cudnnBatchNormalizationBackward(h, m, &alpha, &beta, &one, &none, x.d, x.p, dy.d, dy.p, dx.d, dx.p, params,
                                        scale.p, ds.p, db.p, epsilon, saved ? sm.p : NULL, saved ? si.p : NULL) == OK;
    expect(ok && dx.right(8) && ds.right(4) && db.right(4), "gradients", mode, order);
    cudnnDestroyTensorDescriptor(params);
}
template <class T> static void normalization()
{
    typedef typename name<T>::scalar S;
    batches<T>(CUDNN_BATCHNORM_SPATIAL, NCHW), batches<T>(CUDNN_BATCHNORM_PER_ACTIVATION, NHWC);
    cudnnLRNDescriptor_t d;
    cudnnCreateLRNDescriptor(&d);
    for (int n = 1; n < 6; n += 2) {
        int width = n == 3 ? 4 : n, behind = (width - 1) / 2; /* an even one, too */
        tensor<T> x(below(3), 2, 7, 2, 3), y(below(3), 2, 7, 2, 3), dy(below(3), 2, 7, 2, 3),
            dx(below(3), 2, 7, 2, 3);
        S alpha = (S)1.5, beta = (S)0.25;
        doubles v((size_t)x.count), g((size_t)x.count);
        auto power = [&](int image, int c, int at) {
            double sum = 0;
            for (int j = c - behind; j < c - behind + width; j++)
                if (j >= 0 && j < 7)
                    sum += x.v[(size_t)((image * 7 + j) * 6 + at)] * x.v[(size_t)((image * 7 + j) * 6 + at)];
            return 2 + 0.5 / width * sum;
        };
        for (int i = 0; i < x.count; i++) {
            int image = i / 42, c = i / 6 % 7, at = i % 6;
            v[(size_t)i] = x.v[(size_t)i] * pow(power(image, c, at), -0.75);
            g[(size_t)i] += dy.v[(size_t)i] * pow(power(image, c, at), -0.75);
            for (int j = c - behind; j < c - behind + width; j++) /* y of channel c depends on x of channel j */
                if (j >= 0 && j < 7)
                    g[(size_t)((image * 7 + j) * 6 + at)] -= dy.v[(size_t)i] * x.v[(size_t)i] * 0.75 *
                                                             pow(power(image, c, at), -1.75) * (1.0 / width) *
                                                             x.v[(size_t)((image * 7 + j) * 6 + at)];
        }
        cudnnSetLRNDescriptor(d, (unsigned int)width, 0.5, 0.75, 2);
        blend(y, v, 1.5, 0.25), blend(dx, g, 1.5, 0.25);
        expect(cudnnLRNCrossChannelForward(h, d, CUDNN_LRN_CROSS_CHANNEL_DIM1, &alpha, x.d, x.p, &beta, y.d, y.p) ==
                       OK &&
                   y.right(),
               "LRN", width);
        expect(cudnnLRNCrossChannelBackward(h, d, CUDNN_LRN_CROSS_CHANNEL_DIM1, &alpha, y.d, y.p, dy.d, dy.p, x.d,
                                            x.p, &beta, dx.d, dx.p) == OK &&
                   dx.right(4),
               "its gradient", width);
    }
    cudnnDestroyLRNDescriptor(d);
}
static void dropout()
{
    tensor<float> x(NHWC, 4, 5, 20, 25), y(NCHW, 4, 5, 20, 25), again(NCHW, 4, 5, 20, 25), dx(NCHW, 4, 5, 20, 25);
    cudnnDropoutDescriptor_t d;
    size_t size, room;
    void *states, *reserve, *back;
    float p;
    unsigned long long s;
    cudnnCreateDropoutDescriptor(&d);
    expect(cudnnDropoutForward(h, d, x.d, x.p, y.d, y.p, x.p, 4000) == BAD, "unset");
    expect(cudnnDropoutGetStatesSize(h, &size) == OK && size > 0 &&
               cudnnDropoutGetReserveSpaceSize(x.d, &room) == OK && room >= 1250,
           "sizes");
    cudaMalloc(&states, size), cudaMalloc(&reserve, room);
    expect(cudnnSetDropoutDescriptor(d, h, 0.3f, states, size - 1, 7) == CUDNN_STATUS_INVALID_VALUE &&
               cudnnSetDropoutDescriptor(d, h, 1.3f, states, size, 7) == BAD,
           "bad");
    expect(cudnnSetDropoutDescriptor(d, h, 0.3f, states, size, 7) == OK &&
               cudnnGetDropoutDescriptor(d, h, &p, &back, &s) == OK && p == 0.3f && back == states && s == 7,
           "set");
    expect(cudnnDropoutForward(h, d, x.d, x.p, y.d, y.p, reserve, room - 1) == BAD, "room");
    bool ok = cudnnDropoutForward(h, d, x.d, x.p, y.d, y.p, reserve, room) == OK &&
              cudnnDropoutBackward(h, d, x.d, x.p, dx.d, dx.p, reserve, room) == OK;
    cudaDeviceSynchronize();
    int kept = 0, same = 0, wrong = 0;
    for (int i = 0; i < x.count; i++) {
        double want = x.v[(size_t)i] / 0.7, got = y.p[y.offset(i)];
        kept += got != 0 || want == 0;
        wrong += got != 0 && fabs(got - want) > 1e-5 * fabs(want);
        wrong += got != dx.p[dx.offset(i)];
    }
    expect(ok && wrong == 0, "kept ones are scaled, forward and back", wrong);
    expect(kept > 6800 && kept < 7200, "about 70 %", kept); /* 4 standard deviations: 183 */
    cudnnDropoutForward(h, d, x.d, x.p, again.d, again.p, reserve, room);
    cudaDeviceSynchronize();
    for (int i = 0; i < x.count; i++)
        same += again.p[again.offset(i)] == y.p[y.offset(i)];
    expect(same > 5000 && same < 6500, "other ones the next time", same); /* 0.58 of all */
    cudnnSetDropoutDescriptor(d, h, 0.3f, states, size, 7);
    cudnnDropoutForward(h, d, x.d, x.p, again.d, again.p, reserve, room);
    cudaDeviceSynchronize();
    same = 0;
    for (int i = 0; i < x.count; i++)
        same += again.p[again.offset(i)] == y.p[y.offset(i)];
    expect(same == x.count, "the same seed, the same numbers", same);
    expect(cudnnRestoreDropoutDescriptor(d, h, 0.5f, states, size, 7) == OK && cudnnDestroyDropoutDescriptor(d) == OK,
           "restored");
    cudaFree(states), cudaFree(reserve);
}
