/* What the files of this library share: the generator. */
#ifndef SLUICE_RAND_H
#define SLUICE_RAND_H
#include <curand_kernel.h>
#include <stdio.h>
#include <stdlib.h>

/* Pseudorandom numbers come from independent columns, as cuRAND documents its orders: number n is the next one of column n modulo their count. */
struct curandGenerator_st {
    curandRngType_t type;
    curandOrdering_t order;
    bool host; /* results go to host memory */
    cudaStream_t stream;
    unsigned long long seed, offset, next; /* next: of the columns, of the numbers (Philox), of the points (Sobol) */
    unsigned int dims, columns;
    void *states; /* device: one for each column; direction vectors (Sobol). NULL: not seeded yet */
    void *scramble;
    void *twister; /* MT19937's */
    void *mtgp;    /* MTGP32's */
};
#define SOBOL_DIMS 512

/* What is drawn */
enum draw_kind { RAW, UNIFORM, NORMAL, LOG_NORMAL, POISSON };
struct draw {
    draw_kind kind;
    double a, b; /* mean and standard deviation, or lambda */
};
const unsigned int *sobol32(bool scrambled);
const unsigned long long *sobol64(bool scrambled);
/* twister.cu; of a seed; NULL: there is no memory */
void *twister_new(unsigned long long seed);
void twister_free(void *);
template <class T> bool twister_fill(curandGenerator_t g, T *out, size_t n, const draw &d); /* false: there is no memory */
/* mtgp.cu; of a seed; NULL: there is no memory */
void *mtgp_new(unsigned long long seed, bool legacy);
void mtgp_free(void *);
template <class T> void mtgp_fill(curandGenerator_t g, T *out, size_t n, const draw &d);
#endif
