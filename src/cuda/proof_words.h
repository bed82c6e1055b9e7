/* What two executions of a launch left, word by word: which words depend on the order, and which differ besides. */
#ifndef SLUICE_CUDA_PROOF_WORDS_H
#define SLUICE_CUDA_PROOF_WORDS_H
#include "cuda/proof_run.h"

/* The same chunks, as far as they differ from what is there now, with the same contents; the same lines and asked
   work. */
bool proof_images_equal(const struct proof_image *, const struct proof_image *);

/* Looks closer at where the two differ: at most so many chunks, from the first on. */
struct proof_words;
struct proof_words *proof_words_new(const struct proof_image *ptx, const struct proof_image *machine);
void proof_words_free(struct proof_words *);
/* The chunks whose contents it wants of further executions */
const u64 *proof_words_keep(const struct proof_words *);
u32 proof_words_kept(const struct proof_words *);
/* One more execution of the PTX, the first in the order that was compared. False: it did not come to its end, since
   there is no such order. */
bool proof_words_add(struct proof_words *, const struct proof_image *ptx);
bool proof_words_any(const struct proof_words *); /* something depends on the order */
struct proof_first {                              /* that differs */
    u64 at;                                       /* a word of 32 bits; 0: none */
    u32 ptx, machine;
    char text[600]; /* or what else */
};
/* The execution left what the PTX left, but for allocations with words that depend on the order. */
bool proof_words_equal(const struct proof_words *, const struct proof_image *, struct proof_first *);
void proof_first_text(const struct cuda_state *, const struct proof_first *, char *to, size_t n);

#endif
