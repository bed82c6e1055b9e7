/*
 * spmv: y = A x with A sparse in JDS form (jagged diagonals: rows sorted by length, first entries of all, then
 * second).
 *
 * One thread a row, 192-thread blocks. Values and column numbers are read coalesced (that is what JDS is for); x is
 * gathered, up to 32 lines a load; lanes of a warp end almost together since rows are sorted; y is scattered through
 * the permutation. Columns lie near the diagonal mostly (a band of 2,048), one in eight anywhere.
 *
 * Paper size: 131,072 rows with 1 to 63 entries, 32 on average, as of a medium-sized finite-element matrix.
 */
#include "common.h"

struct jds {
    int rows, diagonals, entries;
    int *start;  /* of each diagonal, diagonals + 1 */
    int *length; /* of each sorted row */
    int *perm;   /* sorted row to original row */
    int *col;
    float *val;
};

__global__ void spmv_jds(int rows, const int *start, const int *length, const int *perm, const int *col,
                         const float *val, const float *x, float *y)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        float sum = 0;
        int count = length[r];
        for (int d = 0; d < count; d++) {
            int e = start[d] + r;
            sum += val[e] * x[col[e]];
        }
        y[perm[r]] = sum;
    }
}

/* Rows by length, longest first, equal ones in order: a counting sort. */
static struct jds make_matrix(int rows, int longest)
{
    struct wl_rng rng = wl_seed(7);
    int *len = wl_host<int>(rows), *count = wl_host<int>(longest + 2);
    struct jds m = {rows, longest, 0, wl_host<int>(longest + 1), wl_host<int>(rows), wl_host<int>(rows), NULL, NULL};
    for (int r = 0; r < rows; r++) {
        len[r] = 1 + (int)wl_below(&rng, longest);
        count[len[r]]++;
        m.entries += len[r];
    }
    for (int d = 0, longer = rows; d < longest; d++) { /* rows that reach diagonal d */
        longer -= count[d];
        m.start[d + 1] = m.start[d] + longer;
    }
    for (int l = longest, at = 0; l > 0; l--) {
        int here = at;
        at += count[l];
        count[l] = here;
    }
    for (int r = 0; r < rows; r++) {
        int s = count[len[r]]++;
        m.perm[s] = r;
        m.length[s] = len[r];
    }
    m.col = wl_host<int>(m.entries);
    m.val = wl_host<float>(m.entries);
    for (int s = 0; s < rows; s++)
        for (int d = 0; d < m.length[s]; d++) {
            int near = m.perm[s] - 1024 + (int)wl_below(&rng, 2048);
            bool far = near < 0 || near >= rows || !wl_below(&rng, 8);
            m.col[m.start[d] + s] = far ? (int)wl_below(&rng, rows) : near;
            m.val[m.start[d] + s] = wl_f32(&rng, 0, 1);
        }
    free(len);
    free(count);
    return m;
}

int main(int argc, char **argv)
{
    int rows, longest;
    const struct wl_opt opts[] = {{"rows", &rows, 8192, 131072, 1, 4194304, "rows and columns"},
                                  {"longest", &longest, 31, 63, 1, 512, "entries of the longest row"}};
    wl_begin(argc, argv, "spmv", opts, WL_COUNT(opts));
    struct jds m = make_matrix(rows, longest);
    float *x = wl_random(rows, 0, 1, 1);
    int *d_start = wl_upload(m.start, longest + 1), *d_length = wl_upload(m.length, rows);
    int *d_perm = wl_upload(m.perm, rows), *d_col = wl_upload(m.col, m.entries);
    float *d_val = wl_upload(m.val, m.entries), *d_x = wl_upload(x, rows), *d_y = wl_dev<float>(rows);

    spmv_jds<<<wl_blocks(rows, 192), 192>>>(rows, d_start, d_length, d_perm, d_col, d_val, d_x, d_y);
    WL_LAUNCHED();
    if (wl_checking()) {
        float *y = wl_host<float>(rows);
        for (int s = 0; s < rows; s++) {
            double sum = 0;
            for (int d = 0; d < m.length[s]; d++)
                sum += (double)m.val[m.start[d] + s] * x[m.col[m.start[d] + s]];
            y[m.perm[s]] = (float)sum;
        }
        wl_check_f32("y", wl_download(d_y, rows), y, rows, 1e-4, 0);
    }
    return wl_end();
}
