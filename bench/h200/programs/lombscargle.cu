/* The Lomb-Scargle periodogram of 256 uneven samples: a frequency a thread. */
#include "program.h"

__global__ void lomb_scargle_power(const float *__restrict__ t, const float *__restrict__ y,
                                   float *__restrict__ power, int samples, int freqs, float step)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= freqs)
        return;
    float w = (k + 1) * step, c2 = 0, s2 = 0;
    for (int i = 0; i < samples; i++) {
        float s, c;
        sincosf(2.0f * w * t[i], &s, &c);
        c2 += c;
        s2 += s;
    }
    float tau = atan2f(s2, c2) / (2.0f * w), yc = 0, ys = 0, cc = 0, ss = 0;
    for (int i = 0; i < samples; i++) {
        float s, c;
        sincosf(w * (t[i] - tau), &s, &c);
        yc += y[i] * c;
        ys += y[i] * s;
        cc += c * c;
        ss += s * s;
    }
    power[k] = 0.5f * (yc * yc / cc + ys * ys / ss);
}

int main()
{
    const int samples = 256, freqs = 6000;
    float t[samples], y[samples];
    for (int i = 0; i < samples; i++) {
        t[i] = 20.0f * unit(i);
        y[i] = sinf(7.0f * t[i]) + 0.2f * (unit(i + samples) - 0.5f);
    }
    float *d_t = upload(t, samples), *d_y = upload(y, samples), *d_p = device<float>(freqs);
    lomb_scargle_power<<<(freqs + 127) / 128, 128>>>(d_t, d_y, d_p, samples, freqs, 0.002f);
    float *p = download(d_p, freqs);
    int best = 0;
    for (int k = 0; k < freqs; k++)
        if (p[k] > p[best])
            best = k;
    return verdict(fabsf((best + 1) * 0.002f - 7.0f) < 0.1f);
}
