/* What crosses from emulation to timing: for each warp, the executed instructions in order. Emulation
   writes streams (stream_writer), timing walks them (stream_cursor), and neither sees the other.

   A stream holds, in effect, one entry an executed instruction: its pc (index into stream_kernel.code), its
   execution mask (active lanes whose guard predicate holds), and for a memory instruction the lanes' byte
   addresses. Encoding: consecutive pcs with an unchanged mask cost nothing each (a run); a branch costs a
   byte or two; a strided or uniform access a few bytes, so does one in rows (warps of blocks that are 2, 4, 8 or
   16 wide); a scattered one an offset a lane. */
#ifndef SLUICE_STREAM_STREAM_H
#define SLUICE_STREAM_STREAM_H
#include "base/types.h"
#include "stream/kernel.h"

#define STREAM_MAX_LANES 64

struct stream_instr { /* one executed instruction, decoded */
    u32 pc;
    u64 mask;        /* lanes that execute it; 0: issued, but every lane is predicated off */
    u64 active;      /* lanes active at this point of the control flow (mask is a subset) */
    u8 space;        /* resolved enum si_space (generic accesses are resolved by emulation) */
    u8 shape;        /* enum addr_shape; ADDR_NONE unless si.kind != SI_NOT_MEM */
    u32 bar_id;      /* SI_BARRIER: which of the 16 */
    u32 bar_threads; /* SI_BARRIER: threads expected, 0 = all of the CTA */
    u8 row;          /* ADDR_ROWS: 1 << row lanes are a row */
    u64 base;        /* all but ADDR_SCATTERED: address of lane 0; then base + lane * stride, */
    i64 stride;      /* in rows base + lane in the row * stride + row * pitch */
    i64 pitch;
    u64 addr[STREAM_MAX_LANES]; /* ADDR_SCATTERED: one a lane, valid where mask is set */
};
enum addr_shape { ADDR_NONE, ADDR_UNIFORM, ADDR_STRIDED, ADDR_ROWS, ADDR_SCATTERED };

static inline u64 stream_lane_addr(const struct stream_instr *i, u32 lane)
{
    if (i->shape == ADDR_SCATTERED)
        return i->addr[lane];
    if (i->shape == ADDR_ROWS)
        return i->base + (u64)i->stride * (lane & ((1u << i->row) - 1)) + (u64)i->pitch * (lane >> i->row);
    return i->base + (u64)i->stride * lane;
}

/* ---- A warp's stream: a list of blocks of bytes; the writer appends, cursors read, and blocks that every
   cursor has left are given back (stream_trim). Zero it before use. ---- */
struct stream_block;
struct stream_pool { /* blocks for reuse; one owner, one thread at a time. Optional: stream.pool may be NULL. */
    struct stream_block *free;
    u64 n_free, n_live;
};
void stream_pool_free(struct stream_pool *p); /* the free blocks, not those still in streams */

struct stream {
    struct stream_block *first, *last;
    struct stream_pool *pool;
    u64 first_at, end_at; /* byte positions of the first kept byte and of the visible end */
    u64 instrs;           /* instructions visible so far */
    bool ended;           /* the warp has exited: nothing more comes */
    u32 again;            /* after perform, if not 0: it waits, and must be performed again after so many cycles */
    u64 extra;            /* after perform: further instructions executed inside a system call */
    bool gated;           /* the effect of the last visible instruction depends on its issue cycle: see perform */
};

struct stream_writer { /* encoder state of one warp; stream_writer_init sets all of it */
    struct stream *to;
    const struct si *code;
    u32 lanes;
    u32 next_pc, run; /* the run not yet written: `run` instructions up to next_pc, with exec mask `mask` */
    u64 active, mask;
    u64 last[8];       /* last base address by memory-instruction slot, for deltas */
    u8 *p, *lim;       /* where the next record goes */
    u64 instrs, bytes; /* written: instructions, and bytes in blocks already full */
    bool discard;      /* write nothing (functional runs, whose streams are not read) */
};

void stream_writer_init(struct stream_writer *w, struct stream *to, const struct si *code, u32 lanes, bool discard);
void stream_put_jump_run(struct stream_writer *w, u32 pc, u32 n, u64 active, u64 mask);
/* n instructions pc, pc+1, ... without memory access or barrier, all with this active mask and exec mask */
static inline void stream_put_run(struct stream_writer *w, u32 pc, u32 n, u64 active, u64 mask)
{
    if (w->discard)
        return;
    if (pc == w->next_pc && active == w->active && mask == w->mask) {
        w->run += n;
        w->next_pc += n;
    } else {
        stream_put_jump_run(w, pc, n, active, mask);
    }
}
void stream_put_mem(struct stream_writer *w, u32 pc, u64 active, u64 mask, u8 space, u64 base, i64 stride);
/* One address a lane (valid where mask is set). Finds out by itself whether they are uniform, strided or rows. */
void stream_put_mem_scattered(struct stream_writer *w, u32 pc, u64 active, u64 mask, u8 space, const u64 *addr);
void stream_put_barrier(struct stream_writer *w, u32 pc, u64 active, u64 mask, u32 id, u32 threads);
u64 stream_written(const struct stream_writer *w); /* bytes so far */
void stream_put_end(struct stream_writer *w);      /* flushes too */
void stream_flush(struct stream_writer *w);        /* make everything put so far visible to cursors */

struct stream_cursor { /* decoder state; copyable: a warp-split is a copy with a smaller mask */
    const struct stream *from;
    const struct si *code;
    struct stream_block *block;
    u64 at; /* byte position */
    u32 n_code, lanes, pc, run;
    u64 active, mask;
    u64 last[8];
    u64 done; /* instructions read so far */
};

enum stream_status { STREAM_OK, STREAM_DRY /* ask the source for more */, STREAM_END, STREAM_CORRUPT };
void stream_cursor_init(struct stream_cursor *c, const struct stream *from, const struct si *code, u32 n_code,
                        u32 lanes);
enum stream_status stream_next(struct stream_cursor *c, struct stream_instr *out);
/* The next instruction of the run that `out` belongs to (`run` of it are left): only the pc changes. */
static inline void stream_next_of_run(struct stream_cursor *c, struct stream_instr *out)
{
    c->run--;
    c->done++;
    out->pc = c->pc++;
}
void stream_trim(struct stream *s, u64 keep_from); /* frees blocks that lie completely before this byte position */
void stream_free(struct stream *s);
/* Its kept bytes, block by block; concatenated they are what stream_append_raw takes. */
void stream_each_block(const struct stream *s, void (*fn)(void *, const u8 *, u32), void *arg);
/* Appends encoded bytes as they stand (trace files): a whole number of records. */
void stream_append_raw(struct stream *s, const u8 *bytes, u32 n, u64 instrs);

/* ---- Copies that a copy engine makes (bulk copies): what a performed instruction has begun ---- */
enum stream_copy_kind {
    COPY_READ,   /* reads global memory */
    COPY_WRITE,  /* writes global memory */
    COPY_REDUCE, /* changes global memory by an operation */
    COPY_WITHIN  /* from shared memory to shared memory */
};
struct stream_cta;
struct stream_piece { /* of global memory */
    u64 at;
    u32 bytes;
};
struct stream_copy {
    u64 id; /* the source's number for it, for `copied` */
    u8 kind;
    bool group;  /* the warp waits for it by groups */
    bool tensor; /* a tensor map describes it */
    u32 bytes;
    u32 n_pieces;
    const struct stream_piece *pieces; /* owned by the source until the copy ends */
    u32 n_to;                          /* multicast: CTAs that it goes to; 0: only its own */
    struct stream_cta *const *to;
};

/* ---- Where CTAs come from: the emulator, or a trace file. One CTA is a set of streams. ---- */
struct stream_cta {
    u64 index;
    u32 sm; /* set by the machine before `start` */
    u32 n_warps;
    struct stream *warps; /* [n_warps] */
    void *state;          /* the source's own */
};

#define STREAM_OPCODE 96
struct stream_source {
    const struct stream_kernel *kernel;
    /* Starts CTA `index` and produces a first chunk (often the whole CTA). CTAs are started in any order, but a
       given order always gives the same streams. False: the simulated program is at fault (see emu/fault.h). */
    bool (*start)(struct stream_source *, u64 index, struct stream_cta *);
    /* Produces the next chunk of a started CTA: every warp that has not ended and is not blocked gets longer.
       False: fault. */
    bool (*more)(struct stream_source *, struct stream_cta *);
    void (*finish)(struct stream_source *, struct stream_cta *); /* all its warps are consumed: it may be freed */
    /* Executes the last instruction of a gated stream, which was issued in this cycle, at this time in nanoseconds,
       and continues the warp. Called in order of time. False: fault. NULL: no stream is ever gated. */
    bool (*perform)(struct stream_source *, struct stream_cta *, u32 warp, u64 cycle, u64 nanos);
    /* Copies that the last perform has begun, in this order; the SM says when each is over by `copied`, called
       in order of time. False: fault. */
    struct stream_copy *copies;
    u32 n_copies;
    bool asked; /* after perform: the kernel has launched another (emu/nested.h) */
    bool (*copied)(struct stream_source *, u64 id, u64 cycle, u64 nanos);
    /* The machine-code name of the instruction at pc: a word for each issue slot, the last one for all further slots;
       for an access its variant (ADD). "": not known. NULL: the source has no names. */
    void (*opcode)(struct stream_source *, u32 pc, char to[STREAM_OPCODE]);
    /* If not 0: CTAs may be started before they are placed, by any one thread, while others are read and finished,
       since what they do depends on neither; the value is about the bytes that one takes. */
    u64 ahead_bytes;
    bool ahead;     /* CTAs are started ahead of their placement, since the first start */
    bool untrusted; /* a trace file's: that warps wait for each other forever is its fault, not the machine's */
};

#endif
