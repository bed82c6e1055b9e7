/*
 * mummergpu: finds where DNA queries match a reference, with a suffix tree (Rodinia-class).
 *
 * The tree is made on the CPU (32 bytes a node: four children, the edge's letters). `match`: one thread a query; for
 * each place of the query it walks down from the root while letters agree and keeps the length and the node. The
 * upper levels of the tree are shared by all threads, the lower ones by none: divergent loads and loops of different
 * lengths. `print_positions`: a thread a match walks up to a leaf for the place in the reference, if the match is
 * long enough. No shared memory.
 *
 * Paper size: a reference of 65,536 letters, 16,384 queries of 25 letters.
 */
#include "common.h"

#define LENGTH 25 /* of a query */
#define LONG 12   /* shortest match that is reported */

struct node {
    int child[4], first, last; /* edge from the parent: letters first..last - 1 of the reference */
    int suffix, pad;           /* a place in the reference where the path from the root begins */
};

/* The longest match of query[at..] from the root: its length, and in *where a place in the reference. */
__host__ __device__ inline int walk(const struct node *tree, const unsigned char *ref, const unsigned char *query,
                                    int at, int *where)
{
    int n = 0, matched = 0;
    *where = -1;
    while (at + matched < LENGTH) {
        int c = tree[n].child[query[at + matched]];
        if (!c)
            break;
        n = c;
        int first = tree[n].first, last = tree[n].last, e = first;
#pragma unroll 1
        while (e < last && at + matched < LENGTH && ref[e] == query[at + matched]) {
            e++;
            matched++;
        }
        *where = n;
        if (e < last)
            break;
    }
    return matched;
}

__global__ void match(const struct node *tree, const unsigned char *ref, const unsigned char *queries, int n,
                      int2 *result)
{
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= n)
        return;
    const unsigned char *query = queries + q * LENGTH;
    for (int at = 0; at <= LENGTH - LONG; at++) {
        int where, length = walk(tree, ref, query, at, &where);
        result[q * LENGTH + at] = make_int2(where, length);
    }
}

__global__ void print_positions(const struct node *tree, const int2 *result, int *position, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && i % LENGTH <= LENGTH - LONG) {
        int2 r = result[i];
        position[i] = r.y >= LONG ? tree[r.x].suffix : -1;
    }
}

/* Inserts every suffix, one after the other. Node 0 is the root. Letters are 0..3; the reference ends where it ends.
 */
static int build(struct node *tree, const unsigned char *ref, int n)
{
    int nodes = 1;
    for (int s = 0; s < n; s++) {
        int at = s, p = 0;
        while (at < n) {
            int c = tree[p].child[ref[at]];
            if (!c) { /* a new leaf */
                tree[p].child[ref[at]] = nodes;
                tree[nodes] = (struct node){{0, 0, 0, 0}, at, n, s, 0};
                nodes++;
                break;
            }
            int e = tree[c].first;
            while (e < tree[c].last && at < n && ref[e] == ref[at]) {
                e++;
                at++;
            }
            if (e < tree[c].last && at < n) { /* the edge is split */
                int upper = nodes++;
                tree[upper] = (struct node){{0, 0, 0, 0}, tree[c].first, e, tree[c].suffix, 0};
                tree[upper].child[ref[e]] = c;
                tree[p].child[ref[tree[c].first]] = upper;
                tree[c].first = e;
                p = upper;
            } else {
                p = c;
            }
        }
    }
    return nodes;
}

int main(int argc, char **argv)
{
    int letters, queries;
    const struct wl_opt opts[] = {{"letters", &letters, 4096, 65536, 64, 1 << 24, "letters of the reference"},
                                  {"queries", &queries, 1024, 16384, 1, 1 << 22, "queries"}};
    wl_begin(argc, argv, "mummergpu", opts, WL_COUNT(opts));
    wl_run.name = letters == 1024 ? "mummergpu-s" : "mummergpu";
    struct wl_rng rng = wl_seed(3);
    size_t cells = (size_t)queries * LENGTH;
    unsigned char *ref = wl_host<unsigned char>(letters), *query = wl_host<unsigned char>(cells);
    for (int i = 0; i < letters; i++)
        ref[i] = (unsigned char)wl_below(&rng, 4);
    for (int q = 0; q < queries; q++) { /* a piece of the reference with a few letters changed */
        int from = (int)wl_below(&rng, (uint32_t)(letters - LENGTH));
        for (int i = 0; i < LENGTH; i++)
            query[q * LENGTH + i] = wl_below(&rng, 24) ? ref[from + i] : (unsigned char)wl_below(&rng, 4);
    }
    struct node *tree = wl_host<struct node>((size_t)letters * 2 + 1);
    int nodes = build(tree, ref, letters);
    struct node *d_tree = wl_upload(tree, nodes);
    unsigned char *d_ref = wl_upload(ref, letters), *d_query = wl_upload(query, cells);
    int2 *d_result = wl_dev_zero<int2>(cells);
    int *d_position = wl_dev_zero<int>(cells);

    match<<<wl_blocks(queries, 256), 256>>>(d_tree, d_ref, d_query, queries, d_result);
    WL_LAUNCHED();
    print_positions<<<wl_blocks((long)cells, 256), 256>>>(d_tree, d_result, d_position, (int)cells);
    WL_LAUNCHED();
    if (wl_checking()) {
        int2 *result = wl_download(d_result, cells);
        int *position = wl_download(d_position, cells), *want = wl_host<int>(cells), *got = wl_host<int>(cells);
        for (int q = 0; q < queries; q++)
            for (int at = 0; at <= LENGTH - LONG; at++) {
                int i = q * LENGTH + at, where;
                want[i] = walk(tree, ref, query + q * LENGTH, at, &where);
                got[i] = result[i].y;
                if (got[i] >= LONG && memcmp(ref + position[i], query + i, (size_t)got[i]))
                    got[i] = -1; /* the letters there are others */
            }
        for (int i = 0; i < 32 && i < queries; i++) { /* without the tree: the longest match anywhere */
            int best = 0;
            for (int p = 0; p < letters; p++) {
                int l = 0;
                while (l < LENGTH && p + l < letters && ref[p + l] == query[i * LENGTH + l])
                    l++;
                best = l > best ? l : best;
            }
            want[i * LENGTH] = best;
        }
        wl_check_i32("length", got, want, cells);
    }
    return wl_end();
}
