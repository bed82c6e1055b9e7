/* American puts by a binomial tree of 128 steps: an option a block, the level in shared memory. */
#include "program.h"

#define STEPS 128

__global__ void binomial_american(const float *strike, float *value, float spot, float up, float discount, float prob)
{
    __shared__ float level[STEPS + 1];
    int t = threadIdx.x;
    float k = strike[blockIdx.x];
    for (int i = t; i <= STEPS; i += blockDim.x)
        level[i] = fmaxf(k - spot * powf(up, 2.0f * i - STEPS), 0.0f);
    __syncthreads();
    for (int step = STEPS - 1; step >= 0; step--) {
        float v = 0;
        if (t <= step) {
            float hold = discount * (prob * level[t + 1] + (1.0f - prob) * level[t]);
            float now = k - spot * __expf((2.0f * t - step) * __logf(up));
            v = fmaxf(hold, now);
        }
        __syncthreads();
        if (t <= step)
            level[t] = v;
        __syncthreads();
    }
    if (t == 0)
        value[blockIdx.x] = level[0];
}

int main()
{
    const int n = 250;
    float strike[n];
    for (int i = 0; i < n; i++)
        strike[i] = 50.0f + 100.0f * i / n;
    float *d_strike = upload(strike, n), *d_value = device<float>(n);
    float dt = 1.0f / STEPS, up = expf(0.3f * sqrtf(dt)), down = 1 / up, grow = expf(0.05f * dt);
    binomial_american<<<n, STEPS>>>(d_strike, d_value, 100.0f, up, 1 / grow, (grow - down) / (up - down));
    float *v = download(d_value, n);
    bool ok = true;
    for (int i = 1; i < n; i++)
        ok &= v[i] >= v[i - 1] - 1e-3f && v[i] >= strike[i] - 100.0f - 1e-2f;
    return verdict(ok && v[n / 2] > 8 && v[n / 2] < 12);
}
