/* The path of some requests, for the timeline: a request with RQF_MARKED leaves a mark wherever it passes from one
   stage to the next. Each unit has its own marks, so that threads do not share them; they grow as needed, and exist
   only with --timeline. */
#ifndef SLUICE_MEM_MARK_H
#define SLUICE_MEM_MARK_H
#include "mem/req.h"

enum mark_what {             /* in the order of the path; each begins a span */
                 MARK_L1,    /* looked up */
                 MARK_NET,   /* enters the network */
                 MARK_L2,    /* leaves it */
                 MARK_DRAM,  /* a miss of the L2's: sent to the memory */
                 MARK_DATA,  /* the memory's data */
                 MARK_REPLY, /* the answer enters the network */
                 MARK_BACK,  /* and leaves it */
                 MARKS
};
extern const char *const mark_spans[MARKS]; /* what the request does from there on */

struct mark {
    cyc at;
    u64 line;
    u32 born;
    u16 sm, warp;
    u32 what; /* enum mark_what */
};
struct marks {
    struct mark *at;
    size_t n, cap;
};

#define MARK_LINE 128  /* bytes; marks are found by line; caches with shorter lines ask for more below */
#define MARK_ONE_OF 16 /* lines whose requests are marked */

static inline bool mark_wanted(u64 line)
{
    return (line / MARK_LINE * 0x9e3779b97f4a7c15ull >> 32) % MARK_ONE_OF == 0;
}
void mark_put(struct marks *, cyc at, const struct req *, enum mark_what what);
static inline void mark(struct marks *m, cyc at, const struct req *r, enum mark_what what)
{
    if (WATCHED(r->flags & RQF_MARKED))
        mark_put(m, at, r, what);
}

/* Marks of one request, in order of time: sort all marks first. Returns how many. */
void marks_sort(struct marks *);
size_t marks_of(const struct marks *, u16 sm, u16 warp, u64 line, u32 born, const struct mark **first);
void marks_append(struct marks *to, const struct marks *from);
void marks_free(struct marks *);

#endif
