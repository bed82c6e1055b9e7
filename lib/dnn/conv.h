/* A convolution of two dimensions, forward or back, as one product of matrices that are read where they lie. */
#ifndef SLUICE_DNN_CONV_H
#define SLUICE_DNN_CONV_H
#include "dnn.h"

#define TILE 64        /* rows and columns of the result that a block computes */
#define DEEP 16        /* of the sum, at a time */
#define CONV_THREADS 128
#define CONV_BLOCKS 264 /* with fewer tiles, their sums are split up to this many */

/* Result (row, column) = sum over depth of A(row, depth) * B(depth, column), for each group of channels.
   A column and a depth are three numbers each, the last one running fastest: u[0], u[1], u[2].
   A lies at row * a_row + depth's numbers * a_deep. B is an image: its row is column's numbers * place_col + depth's * place_deep + place[0] (its column
   likewise with [1]), zero outside of `size`; it is of no use unless `divide` divides it (going back through a stride). The image is at
   column's numbers * b_col + depth's * b_deep. */
struct conv_product {
    int rows, cols, depth, groups, splits, per_split;
    int col_size[3], deep_size[3], deep_step[3], load_step[3]; /* steps: DEEP and CONV_THREADS / TILE as depth's three numbers */
    int a_row, a_deep[3], b_col[3], b_deep[3], out_row, out_col[3];
    int place_col[2][3], place_deep[2][3], place[2], size[2], divide[2], b_place[2]; /* rows, columns of the image */
    int a_group, b_group, out_group;
    long long a_first; /* a flipped filter begins at its end */
    long long out_first;
    bool by_depth; /* neighbours in depth are neighbours in B's memory */
};
struct conv_place { int out, z; }; /* of a column, in the result and in z */
/* What becomes of a sum: activation(alpha * sum + beta * z + bias of its row) */
template <class T, class A> struct conv_finish {
    A alpha, beta;
    const T *z, *bias;
    int z_row, z_col[3], z_group;
    long long z_first;
    bool active;
    activation f;
    __device__ conv_place place(const conv_product &p, int col) const
    {
        int c2 = col % p.col_size[2], rest = col / p.col_size[2], c1 = rest % p.col_size[1], c0 = rest / p.col_size[1];
        conv_place at = {c0 * p.out_col[0] + c1 * p.out_col[1] + c2 * p.out_col[2], c0 * z_col[0] + c1 * z_col[1] + c2 * z_col[2]};
        return at;
    }
    __device__ void put(const conv_product &p, T *out, int group, int row, conv_place at, A sum) const
    {
        A v = alpha * sum;
        if (beta != A(0))
            v += beta * A(z[z_first + group * z_group + row * z_row + at.z]);
        if (bias)
            v += A(bias[group * p.rows + row]);
        if (active)
            v = activate(f, v);
        out[p.out_first + group * p.out_group + row * p.out_row + at.out] = T(v);
    }
};
/* parts: NULL, or room for the sums of all splits */
template <class T, class A> void conv_run(cudaStream_t s, const conv_product &p, const T *a, const T *b, T *out, A *parts, const conv_finish<T, A> &f);
#endif
