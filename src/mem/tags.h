/* A set-associative tag array with sectors, for L1, L2 and their kin. Up to 16 ways are searched in turn; more go
   through a hash of the line number and a list a set in order of use, so that a fully associative or huge cache costs
   no more. */
#ifndef SLUICE_MEM_TAGS_H
#define SLUICE_MEM_TAGS_H
#include "base/arena.h"
#include "decl/decl.h"
#include "mem/linemap.h"

#define TAGS_INDEX_WORDS(X)                                                                                          \
    X(TAGS_MODULO, "modulo", "low bits of the line number")                                                          \
    X(TAGS_XOR, "xor", "those XORed with the bits above")                                                            \
    X(TAGS_FERMI, "fermi", "as measured on Fermi")
DECL_CHOICE(tags_index, TAGS_INDEX_WORDS);

enum tag_state { TAG_INVALID, TAG_RESERVED /* a miss is out, nothing valid yet */, TAG_VALID };
#define TAG_NONE UINT32_MAX

struct tag {
    u32 mshr; /* entry that fetches (part of) it, or TAG_NONE */
    u8 state;
    u8 valid, dirty, pending; /* sector masks; pending != 0: must not be evicted (tags_set_pending) */
    u16 warp, cta, epoch;     /* of the request that brought it */
    bool only : 1;            /* coherent L1s: no other L1 has it */
    bool prefetched : 1;      /* L1s: brought by a prefetcher, and nothing has read it */
    u8 copied;                /* L2: sectors that the other half of the chip has read (noc.far_once) */
    u8 fresh;                 /* L2: sectors that came with others and were not read yet (l2.pairs) */
    u32 newer, older;         /* order of use within the set: large sets only */
    u64 used;                 /* stamp of last use (lru) or of the fill (fifo) */
};

struct tags;
struct repl { /* a replacement policy: one row of repl_policies[] */
    const char *name, *about;
    bool touch;                            /* a hit renews the stamp */
    u32 (*victim)(struct tags *, u32 set); /* an evictable way (invalid ones are taken before), or TAG_NONE */
};
extern const struct repl repl_policies[];
decl_words repl_words;
extern const u32 repl_policy_count;

struct tags {
    u64 *key;   /* line + 1, 0 = invalid; index = set * ways + way. Apart from the rest, as it is searched */
    u64 *order; /* for the choice of a victim: 0 = invalid, NEVER = has sectors on their way, otherwise the stamp */
    struct tag *at;
    u32 sets, ways, line_shift, set_mask, set_bits; /* set_mask 0 and sets > 1: not a power of two */
    u8 index;                                       /* enum tags_index */
    bool large;
    bool small_lru; /* not large, and the least recently used line is replaced */
    bool empty;     /* no line has come since it was cleared */
    bool used;      /* a line has come at some time */
    u32 most_sets;  /* sets for which there is room */
    const struct repl *repl;
    u64 clock; /* stamps */
    u32 dirty_lines;
    /* Large sets: the list in order of use; the list of ways that were dropped; how many ways have been used since
       the array was cleared (later ways are untouched). */
    u32 *set_newest, *set_oldest, *set_free, *set_used;
    struct linemap map; /* large sets: line -> index */
};

bool tags_init(struct tags *, struct arena *, u64 size, u64 ways /* 0: full */, u32 line_bytes, u32 index,
               const struct repl *);
u32 tags_hash_set(const struct tags *, u64 line); /* the set, where it is more complex than in tags_set */
/* The hash measured on Fermi: bits 7-11 of a byte address XORed with 13, 14, 15, 17 and 19; bit 12 comes on top. The
   high bits' part is a table, since most lookups of most machines need it. */
extern const u8 tags_fermi_high[128];
static inline u32 fermi_hash(u64 addr)
{
    return ((u32)(addr >> 7) ^ tags_fermi_high[addr >> 13 & 127]) & 63;
}
void tags_touch_large(struct tags *, u32 index);
void tags_drop(struct tags *, u32 index); /* invalid from now on */
void tags_clear(struct tags *);
void tags_forget(struct tags *); /* invalidates every clean line; lines with sectors on their way stay reserved */
/* Empties it and changes its size, at most to what it was made for; a remainder smaller than a set is lost. 0: no
   sets, and then nothing may be looked up. */
void tags_resize(struct tags *, u64 size);

static inline u64 tags_line(const struct tags *t, u32 index)
{
    return t->key[index] - 1;
}

static inline u32 tags_set(const struct tags *t, u64 line)
{
    if (t->index == TAGS_FERMI)
        return fermi_hash(line) & t->set_mask;
    return t->set_mask && t->index == TAGS_MODULO ? (u32)(line >> t->line_shift) & t->set_mask
                                                  : tags_hash_set(t, line);
}

/* In a small set: index, valid or reserved, or TAG_NONE. */
static inline u32 tags_find_in(const struct tags *t, u32 set, u64 line)
{
    u64 want = line + 1;
    u32 i = set * t->ways, end = i + t->ways;
    for (const u64 *k = t->key + i; i + 4 <= end; i += 4, k += 4) /* four at a time: most lookups find nothing */
        if (k[0] == want || k[1] == want || k[2] == want || k[3] == want)
            return i + (k[0] == want ? 0 : k[1] == want ? 1 : k[2] == want ? 2 : 3);
    for (; i < end; i++)
        if (t->key[i] == want)
            return i;
    return TAG_NONE;
}

/* In a small set: the way with the oldest stamp, an invalid one before all others; TAG_NONE: every one is reserved.
 */
static inline u32 tags_oldest(const struct tags *t, u32 set)
{
    u32 best = TAG_NONE, first = set * t->ways;
    u64 least = NEVER;
    for (u32 i = first, end = first + t->ways; i < end; i++)
        if (t->order[i] < least) {
            least = t->order[i];
            best = i;
        }
    return best;
}
u32 tags_victim_any(struct tags *, u32 set);
static inline u32 tags_victim_in(struct tags *t, u32 set) /* where a line would go, or TAG_NONE: every way reserved */
{
    return t->small_lru ? tags_oldest(t, set) : tags_victim_any(t, set);
}
static inline bool tags_any_victim(struct tags *t, u32 set) /* is there one? */
{
    if (t->large)
        return tags_victim_in(t, set) != TAG_NONE;
    const u64 *o = t->order + set * t->ways, *end = o + t->ways;
    while (o < end && *o == NEVER)
        o++;
    return o < end;
}
static inline u32 tags_victim(struct tags *t, u64 line)
{
    return tags_victim_in(t, tags_set(t, line));
}

static inline u32 tags_find(const struct tags *t, u64 line) /* the same in any */
{
    return t->large ? linemap_get(&t->map, line) : tags_find_in(t, tags_set(t, line), line);
}

void tags_prepare(struct tags *, u32 index, u64 line); /* before tags_replace, the first time and in large sets */
static inline void tags_replace(struct tags *t, u32 index, u64 line) /* this line's now: reserved, none valid */
{
    struct tag *g = &t->at[index];
    t->empty = false;
    if (__builtin_expect(!t->used | t->large, 0))
        tags_prepare(t, index, line);
    t->dirty_lines -= g->dirty != 0;
    t->key[index] = line + 1;
    t->order[index] = g->used = ++t->clock;
    g->mshr = TAG_NONE;
    g->state = TAG_RESERVED;
    g->valid = g->dirty = g->pending = g->copied = g->fresh = 0;
}

static inline void tags_touch(struct tags *t, u32 index) /* a hit */
{
    if (!t->repl->touch)
        return;
    t->at[index].used = ++t->clock;
    if (!t->at[index].pending)
        t->order[index] = t->clock;
    if (t->large)
        tags_touch_large(t, index);
}

static inline void tags_set_pending(struct tags *t, u32 index, u8 sectors)
{
    t->at[index].pending = sectors;
    t->order[index] = sectors ? NEVER : t->at[index].used;
}

#endif
