/* Leaky integrate-and-fire neurons: sixteen time steps in a launch, with a refractory time. */
#include "program.h"

__global__ void lif_steps(float *__restrict__ voltage, int *__restrict__ rest, int *__restrict__ spikes,
                          const float *__restrict__ current, int n, int steps, float decay, float threshold)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = voltage[i];
    int wait = rest[i], fired = 0;
    for (int s = 0; s < steps; s++) {
        float in = current[(s & 3) * n + i];
        if (wait > 0) {
            wait--;
            v = 0.0f;
        } else {
            v = v * decay + in;
            if (v > threshold) {
                fired++;
                v = 0.0f;
                wait = 3;
            }
        }
    }
    voltage[i] = v;
    rest[i] = wait;
    spikes[i] += fired;
}

int main()
{
    const int n = 100000;
    float *current = host_units(4 * n, 1), *d_c = upload(current, 4 * n), *d_v = device<float>(n);
    int *d_rest = device<int>(n), *d_spikes = device<int>(n);
    for (int k = 0; k < 2; k++)
        lif_steps<<<(n + 255) / 256, 256>>>(d_v, d_rest, d_spikes, d_c, n, 16, 0.9f, 1.5f);
    int *spikes = download(d_spikes, n), wait = 0, fired = 0;
    float v = 0;
    for (int s = 0; s < 32; s++) {
        float in = current[(s & 3) * n + 42];
        if (wait > 0) {
            wait--;
            v = 0;
        } else if ((v = v * 0.9f + in) > 1.5f) {
            fired++;
            v = 0;
            wait = 3;
        }
    }
    return verdict(abs(spikes[42] - fired) <= 1);
}
