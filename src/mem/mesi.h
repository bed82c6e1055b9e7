/* The coherence protocol: MESI with a directory at an inclusive L2. All of it is in the two tables of mesi.c: what an
   L1 does with a line, and what the directory does with it. docs/coherence.md draws them, `sluice list protocol`
   prints them. A line is one of the L1's; an L2 line holds several, each with an entry of its own.

   Why it is small. Messages from a slice to an L1 stay in order, probes behind grants: if a probe comes while a miss
   is out, the grant is still to come, so the probe means an earlier copy. Requests stay in order, too: a write-back
   arrives before the request that follows it. Acknowledgements go on a network of their own and are always accepted.
   Clean lines are dropped silently: the directory may list an L1 that has dropped its copy. */
#ifndef SLUICE_MEM_MESI_H
#define SLUICE_MEM_MESI_H
#include "decl/decl.h"
#include "mem/port.h"

/* An L1's line. The last four wait for something. */
#define MESI_STATES(X)                                                                                               \
    X(I, "nothing here")                                                                                             \
    X(S, "a copy, others may have one")                                                                              \
    X(E, "the only copy, as memory has it")                                                                          \
    X(M, "the only copy, written to")                                                                                \
    X(IS, "asked for a copy")                                                                                        \
    X(IM, "asked for the only copy")                                                                                 \
    X(SM, "had a copy, asked for it to be the only one")                                                             \
    X(MI, "written back, not yet acknowledged")
#define MESI_EVENTS(X)                                                                                               \
    X(load, "the SM reads")                                                                                          \
    X(store, "the SM writes")                                                                                        \
    X(evict, "another line takes its place")                                                                         \
    X(copy, "comes a copy")                                                                                          \
    X(only, "comes the only copy, for a read")                                                                       \
    X(own, "comes the only copy, for a write")                                                                       \
    X(invalidate, "probe: give it up")                                                                               \
    X(downgrade, "probe: keep a copy")                                                                               \
    X(put_ack, "the write-back has arrived")
#define MESI_ACTIONS(X)                                                                                              \
    X(none, "")                                                                                                      \
    X(hit, "hit")                                                                                                    \
    X(get_s, "ask for a copy")                                                                                       \
    X(get_m, "ask for the only copy")                                                                                \
    X(upgrade, "ask for the only copy, without data")                                                                \
    X(put, "write back")                                                                                             \
    X(ack, "acknowledge")                                                                                            \
    X(ack_data, "acknowledge with data")                                                                             \
    X(merge, "joins the request that is out")                                                                        \
    X(wait, "waits until it has come")

/* The directory's entry of a line. */
#define DIR_STATES(X)                                                                                                \
    X(I, "no L1 has it")                                                                                             \
    X(S, "those listed may have a copy")                                                                             \
    X(EM, "the owner may have the only copy, written to or not")
#define DIR_EVENTS(X)                                                                                                \
    X(get_s, "an L1 asks for a copy")                                                                                \
    X(get_s_owner, "the owner does: it has dropped its own")                                                         \
    X(get_m, "an L1 asks for the only copy")                                                                         \
    X(get_m_owner, "the owner does: it has dropped its own")                                                         \
    X(put, "the owner writes back")                                                                                  \
    X(put_late, "another L1 writes back: a probe has taken its data before")                                         \
    X(read, "a read that no L1 keeps")                                                                               \
    X(atomic, "an atomic, performed here")                                                                           \
    X(recall, "the L2 needs the place of the line that it is part of")
#define DIR_PROBES(X)                                                                                                \
    X(none, "")                                                                                                      \
    X(invalidate, "invalidate all others")                                                                           \
    X(downgrade, "downgrade the owner")
#define DIR_ANSWERS(X)                                                                                               \
    X(copy, "a copy")                                                                                                \
    X(only, "the only copy")                                                                                         \
    X(value, "the value")                                                                                            \
    X(put_ack, "acknowledgement")                                                                                    \
    X(none, "")

#define MESI_ENUM(name, about) MESI_##name,
enum mesi_state { MESI_STATES(MESI_ENUM) MESI_N_STATES };
enum mesi_event { MESI_EVENTS(MESI_ENUM) MESI_N_EVENTS };
#define MESI_DO_ENUM(name, about) MESI_DO_##name,
enum mesi_action { MESI_ACTIONS(MESI_DO_ENUM) MESI_N_ACTIONS };
#define DIR_ENUM(name, about) DIR_##name,
enum dir_state { DIR_STATES(DIR_ENUM) DIR_N_STATES };
#define DIR_ON_ENUM(name, about) DIR_ON_##name,
enum dir_event { DIR_EVENTS(DIR_ON_ENUM) DIR_N_EVENTS };
#define DIR_PROBE_ENUM(name, about) DIR_PROBE_##name,
enum dir_probe { DIR_PROBES(DIR_PROBE_ENUM) DIR_N_PROBES };
#define DIR_GIVE_ENUM(name, about) DIR_GIVE_##name,
enum dir_answer { DIR_ANSWERS(DIR_GIVE_ENUM) DIR_N_ANSWERS };

struct mesi_row { /* an L1 */
    u8 action, next;
    const char *why; /* NULL: cannot happen */
};
struct dir_row { /* probes go first; when all are acknowledged, or at once, the reply and the next
                    state */
    u8 probe, answer, next;
    const char *why;
};
extern const struct mesi_row mesi_rows[MESI_N_STATES][MESI_N_EVENTS];
extern const struct dir_row dir_rows[DIR_N_STATES][DIR_N_EVENTS];
/* BUG where the table has no row. */
const struct mesi_row *mesi_row(enum mesi_state, enum mesi_event);
const struct dir_row *dir_row(enum dir_state, enum dir_event);

struct mesi_word {
    const char *name, *about;
};
extern const struct mesi_word mesi_state_words[], mesi_event_words[], mesi_action_words[], dir_state_words[],
    dir_event_words[], dir_probe_words[], dir_answer_words[];

#define MESI_STATS(S, R, M, K)                                                                                       \
    S(get_s, "requests", "reads that ask for a copy")                                                                \
    S(get_m, "requests", "stores that ask for the only copy")                                                        \
    S(upgrade, "requests", "of these, those of an L1 that had a copy")                                               \
    S(put, "requests", "write-backs of a line's owner")                                                              \
    S(put_late, "requests", "write-backs whose data a probe had already taken", LESS)                                \
    S(invalidate, "probes", "probes that invalidate a copy", LESS)                                                   \
    S(downgrade, "probes", "probes that make an owner share", LESS)                                                  \
    S(recall, "lines", "lines taken from L1s because the L2 needed their place", LESS)                               \
    S(ack_data, "acknowledgements", "acknowledgements with data")                                                    \
    S(busy, "L2 cycles", "a request waits for probes of its line, or of the line whose place it needs", LESS)
DECL_STATS(mesi, MESI_STATS);

struct l1_mesi {      /* a coherent L1 */
    struct port acks; /* one for each probe, to the cluster */
    u64 *lines;       /* written back and not yet acknowledged */
    u32 n, cap;
    u64 probes; /* acknowledged */
};

#endif
