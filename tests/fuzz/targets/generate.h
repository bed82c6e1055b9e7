/* Inside generate: the state of a kernel that is being written, and the pieces that its files share. */
#ifndef TESTS_FUZZ_GENERATE_H
#define TESTS_FUZZ_GENERATE_H
#include "targets.h"

enum {
    N_R = 10, /* %r: 32 bits */
    N_D = 6,  /* %d: 64 bits */
    N_F = 5,  /* %f: f32 */
    N_G = 3,  /* %g: f64 */
    N_H = 3,  /* %h: 16 bits */
    N_P = 4,  /* %p1.. */
    OWN = 256 /* bytes of each array that are a thread's own */
};

struct gen {
    struct kernel *k;
    u64 random;
    u32 n_groups, n_loops, group;
    bool solo;    /* one thread: arrays may be named by their symbols */
    bool quits;   /* threads may end early: no barriers, no shuffles */
    bool in_func; /* inside of a function: its registers, its frame, nothing that threads share */
    bool uniform; /* all threads of the block come here together */
    bool tensor;  /* products of matrices, too: its warps are whole */
    u32 n_funcs, depth, room;
    u32 walk32, walk64; /* pointers of the loops around: their numbers, 0: none */
    u32 walkv;          /* likewise, of those that are computed anew each round */
    u32 stride;         /* bytes that they go on a round */
    char ring[16][48];
    u32 ring_at;
};

u32 below(struct gen *g, u32 n);
bool chance(struct gen *g, u32 percent);
/* A piece of its own, or one of the group */
void put(struct gen *g, u8 kind, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
const char *word(struct gen *g, const char *fmt, ...) __attribute__((format(printf, 2, 3))); /* lives for a while */
#define ANY(g, ...)                                                                                                  \
    (((const char *const[]){__VA_ARGS__})[below(g, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))])

const char *reg(struct gen *g, char kind);    /* 'r' 'd' 'f' 'g' 'h' 'p' 't' 'u' */
const char *guard(struct gen *g);             /* "", "@%p1 " or "@!%p1 " */
const char *source(struct gen *g, char kind); /* a register or an immediate */

void put_arithmetic(struct gen *g); /* one or a few instructions, of random type */
void put_memory(struct gen *g);
void put_array(struct gen *g);  /* a thread's own, which may become registers */
void put_dead(struct gen *g);   /* what nothing reaches */
void put_warp(struct gen *g);   /* shuffles, votes; barriers where all threads are together */
void put_tensor(struct gen *g); /* where all lanes of whole warps are together */
void put_call(struct gen *g);

#endif
