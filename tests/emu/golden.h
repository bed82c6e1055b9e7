/* Results that are compared with a card's: a file has a hash of each form's words, one a line. Where an environment
   variable names a file with the card's words themselves, these are compared, and the hashes are written anew. */
#ifndef TESTS_EMU_GOLDEN_H
#define TESTS_EMU_GOLDEN_H
#include "tensor_forms.h"

struct golden {
    FILE *hashes, *words;
    u32 wrong; /* forms */
};

static struct golden golden_open(const char *hashes, const char *variable)
{
    const char *bin = getenv(variable);
    struct golden g = {.hashes = fopen(hashes, bin ? "w" : "r"), .words = bin ? fopen(bin, "r") : NULL};
    assert_non_null(g.hashes);
    assert_true(!bin || g.words);
    return g;
}

/* The next form's n words */
static void golden_next(struct golden *g, const u32 *got, u32 n, const char *form)
{
    u32 bad = 0, hash = 0;
    if (g->words) {
        u32 *want = malloc(n * sizeof *want);
        assert_int_equal(fread(want, 4, n, g->words), n);
        fprintf(g->hashes, "%08x\n", tensor_hash(want, n, 0xcbf29ce484222325u));
        for (u32 i = 0; i < n; i++)
            if (got[i] != want[i] && bad++ < 3)
                fprintf(stderr, "%s: word %u: %08x, card %08x\n", form, i, got[i], want[i]);
        free(want);
    } else {
        assert_int_equal(fscanf(g->hashes, "%x", &hash), 1);
        bad = tensor_hash(got, n, 0xcbf29ce484222325u) != hash;
    }
    if (bad)
        fprintf(stderr, "%s: differs\n", form);
    g->wrong += bad != 0;
}

static void golden_close(struct golden *g)
{
    fclose(g->hashes);
    if (g->words)
        fclose(g->words);
    assert_int_equal(g->wrong, 0);
}

#endif
