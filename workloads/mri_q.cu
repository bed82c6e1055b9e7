/*
 * mri-q: the matrix Q of a reconstruction from non-Cartesian MRI data (Parboil-class).
 *
 * `phi_mag` squares the samples; `compute_q` has one thread a voxel, which adds up a cosine and a sine for every
 * sample; samples come in chunks of 1,024 through constant memory, which all lanes read at the same address. Hardly
 * any global traffic: arithmetic and SFU.
 *
 * Paper size: Parboil's small input has 32,768 voxels and 3,072 samples; 1,024 samples here.
 */
#include "common.h"

#define CHUNK 1024

__constant__ float4 sample[CHUNK]; /* kx, ky, kz, squared magnitude of phi */

__global__ void phi_mag(const float *re, const float *im, float *mag, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        mag[i] = re[i] * re[i] + im[i] * im[i];
}

__global__ void compute_q(const float *x, const float *y, const float *z, float *q_re, float *q_im, int voxels,
                          int samples)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= voxels)
        return;
    float px = x[i], py = y[i], pz = z[i], re = q_re[i], im = q_im[i];
    for (int k = 0; k < samples; k++) {
        float4 s = sample[k];
        float angle = 6.2831853f * (s.x * px + s.y * py + s.z * pz);
        re += s.w * __cosf(angle);
        im += s.w * __sinf(angle);
    }
    q_re[i] = re;
    q_im[i] = im;
}

static void reference(const float *k, const float *mag, const float *pos, double *re, double *im, int voxels,
                      int samples)
{
    for (int i = 0; i < voxels; i++) {
        double r = 0, m = 0;
        for (int s = 0; s < samples; s++) {
            float angle = 6.2831853f * (k[s] * pos[i] + k[samples + s] * pos[voxels + i] +
                                        k[2 * samples + s] * pos[2 * voxels + i]);
            r += mag[s] * cosf(angle);
            m += mag[s] * sinf(angle);
        }
        re[i] = r;
        im[i] = m;
    }
}

int main(int argc, char **argv)
{
    int voxels, samples;
    const struct wl_opt opts[] = {{"voxels", &voxels, 4096, 32768, 1, 1 << 22, "voxels"},
                                  {"samples", &samples, 256, 1024, 1, 1 << 16, "samples"}};
    wl_begin(argc, argv, "mri-q", opts, WL_COUNT(opts));
    float *k = wl_random((size_t)samples * 3, -0.5f, 0.5f, 1), *phi = wl_random((size_t)samples * 2, -1, 1, 2);
    float *pos = wl_random((size_t)voxels * 3, -1, 1, 3);
    float *d_phi = wl_upload(phi, (size_t)samples * 2), *d_pos = wl_upload(pos, (size_t)voxels * 3);
    float *d_mag = wl_dev_zero<float>(samples), *d_q = wl_dev_zero<float>((size_t)voxels * 2);

    phi_mag<<<wl_blocks(samples, 512), 512>>>(d_phi, d_phi + samples, d_mag, samples);
    WL_LAUNCHED();
    float *mag = wl_download(d_mag, samples);
    float4 *chunk = wl_host<float4>(CHUNK);
    for (int first = 0; first < samples; first += CHUNK) {
        int count = samples - first < CHUNK ? samples - first : CHUNK;
        for (int i = 0; i < count; i++)
            chunk[i] = make_float4(k[first + i], k[samples + first + i], k[2 * samples + first + i], mag[first + i]);
        CUDA_OK(cudaMemcpyToSymbol(sample, chunk, count * sizeof(float4)));
        compute_q<<<wl_blocks(voxels, 256), 256>>>(d_pos, d_pos + voxels, d_pos + 2 * voxels, d_q, d_q + voxels,
                                                   voxels, count);
        WL_LAUNCHED();
    }
    if (wl_checking()) {
        float *want = wl_host<float>((size_t)voxels * 2), *want_mag = wl_host<float>(samples);
        double *re = wl_host<double>(voxels), *im = wl_host<double>(voxels);
        for (int i = 0; i < samples; i++)
            want_mag[i] = phi[i] * phi[i] + phi[samples + i] * phi[samples + i];
        reference(k, want_mag, pos, re, im, voxels, samples);
        for (int i = 0; i < voxels; i++) {
            want[i] = (float)re[i];
            want[voxels + i] = (float)im[i];
        }
        wl_check_f32("phi", mag, want_mag, samples, 1e-5, 0);
        wl_check_f32("q", wl_download(d_q, (size_t)voxels * 2), want, (size_t)voxels * 2, 1e-3, 2e-5 * samples);
    }
    return wl_end();
}
