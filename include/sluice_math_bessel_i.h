/* Modified Bessel functions of the first kind, orders 0 and 1: the power series, whose terms are all positive, and from 30 on
   the asymptotic one. */
#ifndef SLUICE_MATH_BESSEL_I_H
#define SLUICE_MATH_BESSEL_I_H

static __inline__ __device__ double slm_bessel_i(double x, int order)
{
    double a = fabs(x), sum = 1.0, term = 1.0;
    if (a < 30.0) {
        double q = a * a * 0.25;
        for (int k = 1; k < 100 && term > sum * 1e-17; k++) {
            term *= q / ((double)k * (double)(k + order));
            sum += term;
        }
        return order ? x * 0.5 * sum : sum;
    }
    double mu = order ? 4.0 : 0.0;
    for (int k = 1; k < 24; k++) {
        double odd = 2.0 * k - 1.0;
        term *= -(mu - odd * odd) / (8.0 * a * k);
        sum += term;
    }
    double half = exp(a * 0.5), r = half * (sum / sqrt(6.283185307179586 * a)) * half;
    return order && x < 0.0 ? -r : r;
}
static __inline__ __device__ double cyl_bessel_i0(double x) { return slm_bessel_i(x, 0); }
static __inline__ __device__ double cyl_bessel_i1(double x) { return slm_bessel_i(x, 1); }
static __inline__ __device__ float cyl_bessel_i0f(float x) { return (float)slm_bessel_i((double)x, 0); }
static __inline__ __device__ float cyl_bessel_i1f(float x) { return (float)slm_bessel_i((double)x, 1); }

#endif
