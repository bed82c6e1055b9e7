/* Products of 3 by 3 complex matrices, as lattice gauge codes have them: four links a site, a row of the result a
 * thread. */
#include "program.h"

struct su3 {
    double2 e[3][3];
};

__global__ void su3_multiply(const su3 *__restrict__ a, const su3 *__restrict__ b, su3 *__restrict__ c, int links)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x, link = id / 9, k = id % 9 / 3, l = id % 3;
    if (link >= links)
        return;
    double re = 0, im = 0;
    for (int m = 0; m < 3; m++) {
        double2 x = a[link].e[k][m], y = b[link & 3].e[m][l];
        re += x.x * y.x - x.y * y.y;
        im += x.x * y.y + x.y * y.x;
    }
    c[link].e[k][l] = make_double2(re, im);
}

int main()
{
    const int links = 8 * 8 * 8 * 8 * 4;
    su3 *a = host<su3>(links), b[4];
    for (int i = 0; i < links * 9; i++)
        a[i / 9].e[i % 9 / 3][i % 3] = make_double2(unit(i), unit(i + 7));
    for (int i = 0; i < 36; i++)
        b[i / 9].e[i % 9 / 3][i % 3] = make_double2(unit(i + 5), unit(i + 99));
    su3 *d_a = upload(a, links), *d_b = upload(b, 4), *d_c = device<su3>(links);
    su3_multiply<<<(links * 9 + 127) / 128, 128>>>(d_a, d_b, d_c, links);
    su3 *c = download(d_c, links);
    double re = 0;
    for (int m = 0; m < 3; m++)
        re += a[501].e[1][m].x * b[1].e[m][2].x - a[501].e[1][m].y * b[1].e[m][2].y;
    return verdict(near(c[501].e[1][2].x, re, 1e-9));
}
