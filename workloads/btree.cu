/*
 * btree: looks keys up in a B+ tree (Rodinia-class).
 *
 * One block of 256 threads a query, one thread an entry of the node: all compare at once, the one whose range holds
 * the key writes the child's number to global memory, a barrier, the next level. Node reads are coalesced, which
 * node is random; upper levels stay in the cache, leaves do not.
 *
 * Paper size: 1M keys and 4,096 queries (Rodinia has 1M keys; the MRPB paper names no input): three levels.
 */
#include "common.h"

#define ORDER 256

struct tree_node {
    int key[ORDER + 1]; /* lower bounds of the children, then an upper bound; unused ones are INT32_MAX */
    int child[ORDER];   /* node, or in a leaf the record */
};

__global__ void find(const struct tree_node *nodes, int height, const int *records, const int *query, int *where,
                     int *answer)
{
    int t = threadIdx.x, q = query[blockIdx.x];
    for (int level = 1; level < height; level++) {
        const struct tree_node *at = &nodes[where[blockIdx.x]];
        int child = -1;
        if (at->key[t] <= q && q < at->key[t + 1])
            child = at->child[t];
        __syncthreads(); /* all have read where they are */
        if (child >= 0)
            where[blockIdx.x] = child;
        __syncthreads();
    }
    const struct tree_node *leaf = &nodes[where[blockIdx.x]];
    if (leaf->key[t] == q)
        answer[blockIdx.x] = records[leaf->child[t]];
}

/* Packs `count` ascending keys (with child numbers from first_child on) into nodes from `at` on; returns how many. */
static int pack(struct tree_node *nodes, int at, const int *key, int count, int first_child)
{
    int made = 0;
    for (int i = 0; i < count; i += ORDER, made++) {
        struct tree_node *n = &nodes[at + made];
        for (int j = 0; j <= ORDER; j++)
            n->key[j] = i + j < count ? key[i + j] : INT32_MAX;
        for (int j = 0; j < ORDER; j++)
            n->child[j] = i + j < count ? first_child + i + j : -1;
    }
    return made;
}

/* Key i of the table: ascending, with gaps that no query for a missing key falls out of. */
static int key_of(int i)
{
    return i * 7 + i % 5;
}

int main(int argc, char **argv)
{
    int keys, queries;
    const struct wl_opt opts[] = {{"keys", &keys, 65536, 1000000, 1, 16777216, "keys in the tree"},
                                  {"queries", &queries, 256, 4096, 1, 65535, "keys looked up"}};
    wl_begin(argc, argv, "btree", opts, WL_COUNT(opts));
    struct wl_rng rng = wl_seed(13);
    int most = 4 + 2 * (keys / ORDER + 1), nodes = 0, height = 0, root = 0;
    struct tree_node *tree = wl_host<struct tree_node>(most);
    int *low = wl_host<int>(keys), *record = wl_host<int>(keys);
    for (int i = 0; i < keys; i++) {
        low[i] = key_of(i);
        record[i] = (int)(wl_u32(&rng) >> 1);
    }
    for (int count = keys, child = 0; height == 0 || count > 1; height++) { /* leaves first, then level by level */
        int made = pack(tree, nodes, low, count, child);
        for (int i = 0; i < made; i++)
            low[i] = tree[nodes + i].key[0];
        child = root = nodes;
        nodes += made;
        count = made;
    }
    int *query = wl_host<int>(queries), *where = wl_host<int>(queries), *want = wl_host<int>(queries);
    int *answer = wl_host<int>(queries);
    for (int i = 0; i < queries; i++) { /* one in eight asks for a key that is not there */
        int k = (int)wl_below(&rng, keys), missing = !wl_below(&rng, 8);
        query[i] = key_of(k) + missing;
        want[i] = missing ? -1 : record[k];
        where[i] = root;
        answer[i] = -1;
    }
    struct tree_node *d_tree = wl_upload(tree, nodes);
    int *d_record = wl_upload(record, keys), *d_query = wl_upload(query, queries);
    int *d_where = wl_upload(where, queries), *d_answer = wl_upload(answer, queries);

    find<<<queries, ORDER>>>(d_tree, height, d_record, d_query, d_where, d_answer);
    WL_LAUNCHED();
    if (wl_checking())
        wl_check_i32("answer", wl_download(d_answer, queries), want, queries);
    return wl_end();
}
