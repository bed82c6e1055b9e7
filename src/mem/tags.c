/* Tag array: see tags.h. Replacement looks at lines with no sector on its way only; an invalid way is always taken
   first. Large sets keep their lines in a list, newest use first, and their invalid ways in another. */
#include "mem/tags.h"

#include <string.h>

#include "base/diag.h"

#define SMALL_WAYS 16

static bool evictable(const struct tag *t)
{
    return !t->pending && t->state == TAG_VALID;
}

/* lru and fifo differ only in whether a hit renews the stamp (or the place in the list) */
static u32 victim_oldest(struct tags *t, u32 set)
{
    if (t->large) {
        for (u32 i = t->set_oldest[set]; i != TAG_NONE; i = t->at[i].newer)
            if (evictable(&t->at[i]))
                return i;
        return TAG_NONE;
    }
    u32 best = TAG_NONE, first = set * t->ways;
    u64 used = UINT64_MAX;
    for (u32 i = first; i < first + t->ways; i++)
        if (evictable(&t->at[i]) && t->at[i].used < used) {
            used = t->at[i].used;
            best = i;
        }
    return best;
}

/* Deterministic: a hash of the number of replacements so far chooses where the search starts. */
static u32 victim_random(struct tags *t, u32 set)
{
    u64 h = (t->clock + 1) * 0x9e3779b97f4a7c15ull;
    u32 first = set * t->ways, start = (u32)((h >> 32) % t->ways);
    for (u32 k = 0; k < t->ways; k++) {
        u32 i = first + (start + k) % t->ways;
        if (evictable(&t->at[i]))
            return i;
    }
    return TAG_NONE;
}

const struct repl repl_policies[] = {
    {"lru", true, victim_oldest},
    {"fifo", false, victim_oldest},
    {"random", false, victim_random},
};
const u32 repl_policy_count = (u32)COUNT_OF(repl_policies);

bool tags_init(struct tags *t, struct arena *a, u64 size, u64 ways, u32 line_bytes, bool xor_index,
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
                       .xor_index = xor_index,
                       .large = ways > SMALL_WAYS,
                       .repl = repl};
    t->at = ARENA_ARRAY(a, struct tag, lines);
    if (t->large) {
        linemap_init(&t->map, a, (u32)lines);
        t->set_newest = ARENA_ARRAY(a, u32, t->sets);
        t->set_oldest = ARENA_ARRAY(a, u32, t->sets);
        t->set_free = ARENA_ARRAY(a, u32, t->sets);
    }
    tags_clear(t);
    return true;
}

void tags_clear(struct tags *t)
{
    memset(t->at, 0, sizeof(*t->at) * (size_t)t->sets * t->ways);
    t->dirty_lines = 0;
    if (!t->large)
        return;
    linemap_clear(&t->map);
    for (u32 s = 0; s < t->sets; s++) {
        t->set_newest[s] = t->set_oldest[s] = TAG_NONE;
        t->set_free[s] = s * t->ways;
        for (u32 i = s * t->ways; i < (s + 1) * t->ways; i++)
            t->at[i].older = i + 1 < (s + 1) * t->ways ? i + 1 : TAG_NONE;
    }
}

/* The set index. XOR: every group of index bits above the lowest is folded in, as in a hashed set index. */
u32 tags_set(const struct tags *t, u64 line)
{
    u64 n = line >> t->line_shift;
    if (!is_pow2(t->sets))
        return (u32)((t->xor_index ? n ^ (n >> 7) ^ (n >> 13) : n) % t->sets);
    if (t->xor_index && t->sets > 1) {
        u32 bits = ctz64(t->sets);
        u64 h = 0;
        for (u64 rest = n; rest; rest >>= bits)
            h ^= rest;
        n = h;
    }
    return (u32)(n & (t->sets - 1));
}

u32 tags_find(const struct tags *t, u64 line)
{
    if (t->large)
        return linemap_get(&t->map, line);
    u32 first = tags_set(t, line) * t->ways;
    for (u32 i = first; i < first + t->ways; i++)
        if (t->at[i].line == line && t->at[i].state != TAG_INVALID)
            return i;
    return TAG_NONE;
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

void tags_touch(struct tags *t, u32 index)
{
    if (!t->repl->touch)
        return;
    t->at[index].used = ++t->clock;
    if (t->large && t->at[index].newer != TAG_NONE) {
        u32 set = index / t->ways;
        unlink_line(t, set, index);
        link_newest(t, set, index);
    }
}

u32 tags_victim(struct tags *t, u64 line)
{
    u32 set = tags_set(t, line);
    if (t->large) {
        if (t->set_free[set] != TAG_NONE)
            return t->set_free[set];
    } else {
        for (u32 i = set * t->ways; i < (set + 1) * t->ways; i++)
            if (t->at[i].state == TAG_INVALID)
                return i;
    }
    return t->repl->victim(t, set);
}

void tags_replace(struct tags *t, u32 index, u64 line)
{
    struct tag *g = &t->at[index];
    if (t->large) {
        u32 set = index / t->ways;
        if (g->state == TAG_INVALID) {
            ENSURE(t->set_free[set] == index);
            t->set_free[set] = g->older;
        } else {
            unlink_line(t, set, index);
            linemap_del(&t->map, g->line);
        }
        link_newest(t, set, index);
        linemap_put(&t->map, line, index);
    }
    t->dirty_lines -= g->dirty != 0;
    g->line = line;
    g->used = ++t->clock;
    g->mshr = TAG_NONE;
    g->state = TAG_RESERVED;
    g->valid = g->dirty = g->pending = 0;
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
        linemap_del(&t->map, g->line);
        g->older = t->set_free[set];
        t->set_free[set] = index;
    }
}
