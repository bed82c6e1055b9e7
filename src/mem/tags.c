/* Tag array: see tags.h. A victim is a line without sectors on their way; an invalid way is always taken first. Large
   sets keep their lines in a list, newest use first, and their invalid ways in another. */
#include "mem/tags.h"

#include <string.h>

#include "base/diag.h"

#define SMALL_WAYS 16

/* By bits 13 to 19 of the address: bits 13-15 to the set's lowest, 17 and 19 to the next two. */
#define FERMI(i) ((i)&7) ^ ((i) >> 1 & 8) ^ ((i) >> 2 & 16)
#define FERMI_4(i) FERMI(i), FERMI((i) + 1), FERMI((i) + 2), FERMI((i) + 3)
#define FERMI_16(i) FERMI_4(i), FERMI_4((i) + 4), FERMI_4((i) + 8), FERMI_4((i) + 12)
#define FERMI_64(i) FERMI_16(i), FERMI_16((i) + 16), FERMI_16((i) + 32), FERMI_16((i) + 48)
const u8 tags_fermi_high[128] = {FERMI_64(0), FERMI_64(64)};

/* lru and fifo differ only in whether a hit renews the stamp (or the place in the list). */
static u32 victim_oldest(struct tags *t, u32 set)
{
    if (t->large) {
        for (u32 i = t->set_oldest[set]; i != TAG_NONE; i = t->at[i].newer)
            if (t->order[i] != NEVER)
                return i;
        return TAG_NONE;
    }
    return tags_oldest(t, set);
}

/* Deterministic: a hash of the number of replacements so far chooses where the search starts. */
static u32 victim_random(struct tags *t, u32 set)
{
    u64 h = (t->clock + 1) * 0x9e3779b97f4a7c15ull;
    u32 first = set * t->ways, start = (u32)((h >> 32) % t->ways);
    for (u32 k = 0; k < t->ways; k++) {
        u32 i = first + (start + k) % t->ways;
        if (t->order[i] != NEVER)
            return i;
    }
    return TAG_NONE;
}

const struct repl repl_policies[] = {
    {"lru", "the one used longest ago", true, victim_oldest},
    {"fifo", "the one filled longest ago", false, victim_oldest},
    {"random", "any", false, victim_random},
};
DECL_TABLE_WORDS(repl, repl_policies, name, about);
const u32 repl_policy_count = (u32)COUNT_OF(repl_policies);

static void set_index(struct tags *t)
{
    t->set_mask = is_pow2(t->sets) ? t->sets - 1 : 0;
    t->set_bits = t->sets ? ctz64(t->sets) : 0;
}

void tags_resize(struct tags *t, u64 size)
{
    u64 sets = size / ((u64)t->ways << t->line_shift);
    ENSURE(sets <= t->most_sets);
    if (sets == t->sets)
        return;
    tags_clear(t); /* no line lies beyond the sets in use */
    t->sets = (u32)sets;
    set_index(t);
}

bool tags_init(struct tags *t, struct arena *a, u64 size, u64 ways, u32 line_bytes, u32 index,
               const struct repl *repl)
{
    u64 lines = size / line_bytes;
    if (!ways || ways > lines)
        ways = lines;
    if (!lines || lines % ways || lines > UINT32_MAX / 2)
        return false;
    *t = (struct tags){.sets = (u32)(lines / ways),
                       .ways = (u32)ways,
                       .line_shift = ctz64(line_bytes),
                       .index = (u8)index,
                       .large = ways > SMALL_WAYS,
                       .small_lru = ways <= SMALL_WAYS && repl->touch && repl->victim == victim_oldest,
                       .repl = repl};
    t->most_sets = t->sets;
    set_index(t);
    t->at = ARENA_LINES(a, struct tag, lines);
    t->key = ARENA_LINES(a, u64, lines);
    t->order = ARENA_LINES(a, u64, lines);
    if (t->large) {
        linemap_init(&t->map, a, (u32)lines);
        t->set_newest = ARENA_LINES(a, u32, t->sets);
        t->set_oldest = ARENA_LINES(a, u32, t->sets);
        t->set_free = ARENA_LINES(a, u32, t->sets);
        t->set_used = ARENA_LINES(a, u32, t->sets);
        for (u32 s = 0; s < t->sets; s++)
            t->set_newest[s] = t->set_oldest[s] = t->set_free[s] = TAG_NONE;
    }
    t->empty = true; /* an arena's memory is zero, and stays untouched until a line comes */
    return true;
}

static void clear_lines(struct tags *t, size_t first, size_t n)
{
    memset(t->at + first, 0, sizeof(*t->at) * n);
    memset(t->key + first, 0, sizeof(*t->key) * n);
    memset(t->order + first, 0, sizeof(*t->order) * n);
}

void tags_clear(struct tags *t)
{
    if (t->empty)
        return;
    t->empty = true;
    t->dirty_lines = 0;
    if (!t->large) {
        clear_lines(t, 0, (size_t)t->sets * t->ways);
        return;
    }
    bool few = t->map.n <= t->map.mask / 8;
    if (!few)
        linemap_clear(&t->map);
    for (u32 s = 0; s < t->sets; s++) {
        for (u32 i = s * t->ways, end = i + t->set_used[s]; few && i < end; i++)
            if (t->key[i])
                linemap_clear_from(&t->map, tags_line(t, i));
        clear_lines(t, (size_t)s * t->ways, t->set_used[s]);
        t->set_newest[s] = t->set_oldest[s] = t->set_free[s] = TAG_NONE;
        t->set_used[s] = 0;
    }
    ENSURE(!t->map.n);
}

/* The set index when it is not just the low bits. XOR: every group of index bits above the lowest is folded in. */
u32 tags_hash_set(const struct tags *t, u64 line)
{
    u64 n = line >> t->line_shift;
    if (t->sets == 1)
        return 0;
    if (!t->set_mask)
        return (u32)((t->index == TAGS_XOR ? n ^ (n >> 7) ^ (n >> 13) : n) % t->sets);
    u64 h = 0;
    for (; n; n >>= t->set_bits)
        h ^= n;
    return (u32)h & t->set_mask;
}

static void unlink_line(struct tags *t, u32 set, u32 i)
{
    struct tag *g = &t->at[i];
    *(g->newer == TAG_NONE ? &t->set_newest[set] : &t->at[g->newer].older) = g->older;
    *(g->older == TAG_NONE ? &t->set_oldest[set] : &t->at[g->older].newer) = g->newer;
}

static void link_newest(struct tags *t, u32 set, u32 i)
{
    struct tag *g = &t->at[i];
    g->newer = TAG_NONE;
    g->older = t->set_newest[set];
    *(g->older == TAG_NONE ? &t->set_oldest[set] : &t->at[g->older].newer) = i;
    t->set_newest[set] = i;
}

void tags_touch_large(struct tags *t, u32 index)
{
    if (t->at[index].newer == TAG_NONE)
        return;
    u32 set = index / t->ways;
    unlink_line(t, set, index);
    link_newest(t, set, index);
}

u32 tags_victim_any(struct tags *t, u32 set)
{
    if (t->large && t->set_free[set] != TAG_NONE)
        return t->set_free[set];
    if (t->large && t->set_used[set] < t->ways)
        return set * t->ways + t->set_used[set];
    if (!t->large && !t->repl->touch) /* the oldest-first search finds invalid ways, other policies may not */
        for (u32 i = set * t->ways; i < (set + 1) * t->ways; i++)
            if (!t->key[i])
                return i;
    return t->repl->victim(t, set);
}

/* On the first line: until now the arena's memory was untouched. */
static void first_line(struct tags *t)
{
    size_t lines = (size_t)t->most_sets * t->ways;
    t->used = true;
    pages_take(t->at, lines * sizeof *t->at);
    pages_take(t->key, lines * sizeof *t->key);
    pages_take(t->order, lines * sizeof *t->order);
}

void tags_prepare(struct tags *t, u32 index, u64 line)
{
    const struct tag *g = &t->at[index];
    if (!t->used)
        first_line(t);
    if (!t->large)
        return;
    u32 set = index / t->ways;
    if (g->state == TAG_INVALID && t->set_free[set] == index) {
        t->set_free[set] = g->older;
    } else if (g->state == TAG_INVALID) {
        ENSURE(index == set * t->ways + t->set_used[set]);
        t->set_used[set]++;
    } else {
        unlink_line(t, set, index);
        linemap_del(&t->map, tags_line(t, index));
    }
    link_newest(t, set, index);
    linemap_put(&t->map, line, index);
}

void tags_drop(struct tags *t, u32 index)
{
    struct tag *g = &t->at[index];
    t->dirty_lines -= g->dirty != 0;
    g->state = TAG_INVALID;
    g->valid = g->dirty = g->pending = 0;
    if (t->large) {
        u32 set = index / t->ways;
        unlink_line(t, set, index);
        linemap_del(&t->map, tags_line(t, index));
        g->older = t->set_free[set];
        t->set_free[set] = index;
    }
    t->key[index] = t->order[index] = 0;
}

void tags_forget(struct tags *t)
{
    u32 kept = 0;
    for (u32 i = 0; !t->empty && i < t->sets * t->ways; i++) {
        struct tag *g = &t->at[i];
        if (!t->key[i])
            continue;
        kept += g->pending || g->dirty || g->state == TAG_RESERVED;
        if (g->pending && !g->dirty && g->state == TAG_VALID)
            g->valid = 0;
        else if (!g->pending && !g->dirty && g->state == TAG_VALID)
            tags_drop(t, i);
    }
    t->empty |= !kept && !t->large;
}
