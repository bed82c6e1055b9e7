/*
 * layernorm: each row of a matrix less its mean, divided by its deviation, times a weight and plus a bias a column;
 * and the way back: the gradients of input, weight and bias from that of the output.
 *
 * The kernels are in layernorm.h.
 *
 * Paper size: 4096 rows of 768, as GPT-2's.
 */
#include "layernorm.h"

struct result {
    float *y, *dx, *dweight, *dbias;
};

static void reference(int rows, int n, const float *x, const float *weight, const float *bias, const float *dy,
                      struct result r)
{
    double *dw = wl_host<double>(n), *db = wl_host<double>(n);
    for (int i = 0; i < rows; i++) {
        const float *v = x + (size_t)i * n, *d = dy + (size_t)i * n;
        double mean = 0, squares = 0, sum = 0, along = 0;
        for (int k = 0; k < n; k++)
            mean += (double)v[k] / n;
        for (int k = 0; k < n; k++)
            squares += (v[k] - mean) * (v[k] - mean) / n;
        double scale = 1 / sqrt(squares + 1e-5);
        for (int k = 0; k < n; k++) {
            double norm = (v[k] - mean) * scale, g = (double)d[k] * weight[k];
            r.y[(size_t)i * n + k] = (float)(norm * weight[k] + bias[k]);
            sum += g / n;
            along += g * norm / n;
            dw[k] += d[k] * norm;
            db[k] += d[k];
        }
        for (int k = 0; k < n; k++)
            r.dx[(size_t)i * n + k] =
                (float)(((double)d[k] * weight[k] - sum - (v[k] - mean) * scale * along) * scale);
    }
    for (int k = 0; k < n; k++) {
        r.dweight[k] = (float)dw[k];
        r.dbias[k] = (float)db[k];
    }
    free(dw);
    free(db);
}

int main(int argc, char **argv)
{
    int rows, n;
    const struct wl_opt opts[] = {{"rows", &rows, 64, 4096, 1, 65536, "rows"},
                                  {"n", &n, 256, 768, 1, 65536, "columns"}};
    wl_begin(argc, argv, "layernorm", opts, WL_COUNT(opts));
    size_t all = (size_t)rows * n;
    float *x = wl_random(all, -1, 3, 1), *weight = wl_random(n, 0.5f, 1.5f, 2), *bias = wl_random(n, -1, 1, 3);
    float *dy = wl_random(all, -1, 1, 4);
    float *d_x = wl_upload(x, all), *d_w = wl_upload(weight, n), *d_b = wl_upload(bias, n),
          *d_dy = wl_upload(dy, all);
    float *d_y = wl_dev<float>(all), *d_means = wl_dev<float>(rows), *d_scales = wl_dev<float>(rows);
    float *d_dx = wl_dev<float>(all), *d_dw = wl_dev<float>(n), *d_db = wl_dev<float>(n);

    layernorm<<<wl_blocks(rows, 8), 256>>>(rows, n, d_x, d_w, d_b, d_y, d_means, d_scales);
    WL_LAUNCHED();
    layernorm_back<<<wl_blocks(rows, 8), 256>>>(rows, n, d_dy, d_x, d_w, d_means, d_scales, NULL, d_dx);
    WL_LAUNCHED();
    layernorm_weights<<<wl_blocks(n, 32), dim3(32, 8)>>>(rows, n, d_dy, d_x, d_means, d_scales, d_dw, d_db);
    WL_LAUNCHED();
    if (wl_checking()) {
        struct result want = {wl_host<float>(all), wl_host<float>(all), wl_host<float>(n), wl_host<float>(n)};
        reference(rows, n, x, weight, bias, dy, want);
        wl_check_f32("y", wl_download(d_y, all), want.y, all, 1e-4, 1e-5);
        wl_check_f32("dx", wl_download(d_dx, all), want.dx, all, 1e-4, 1e-5);
        wl_check_f32("dweight", wl_download(d_dw, n), want.dweight, n, 1e-4, 1e-4 * sqrt((double)rows));
        wl_check_f32("dbias", wl_download(d_db, n), want.dbias, n, 1e-4, 1e-4 * sqrt((double)rows));
    }
    return wl_end();
}
