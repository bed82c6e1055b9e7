/* The protocol's tables: see mesi.h. Transitions without a row cannot happen; a run that meets one ends with a
   report. */
#include "mem/mesi.h"

#include "base/diag.h"

/*                  state  event       does      next  */
#define L1_PROTOCOL(X)                                                                                               \
    X(I, load, get_s, IS, "a miss")                                                                                  \
    X(I, store, get_m, IM, "a miss")                                                                                 \
    X(I, invalidate, ack, I, "dropped silently before")                                                              \
    X(I, downgrade, ack, I, "dropped silently before")                                                               \
    X(S, load, hit, S, "")                                                                                           \
    X(S, store, upgrade, SM, "others may have copies")                                                               \
    X(S, evict, none, I, "silently: the directory goes on listing it")                                               \
    X(S, invalidate, ack, I, "")                                                                                     \
    X(E, load, hit, E, "")                                                                                           \
    X(E, store, hit, M, "no other L1 has a copy")                                                                    \
    X(E, evict, none, I, "silently: the directory takes it for the owner still")                                     \
    X(E, invalidate, ack, I, "")                                                                                     \
    X(E, downgrade, ack, S, "")                                                                                      \
    X(M, load, hit, M, "")                                                                                           \
    X(M, store, hit, M, "")                                                                                          \
    X(M, evict, put, MI, "its data is kept until the write-back has arrived")                                        \
    X(M, invalidate, ack_data, I, "")                                                                                \
    X(M, downgrade, ack_data, S, "")                                                                                 \
    X(IS, load, merge, IS, "")                                                                                       \
    X(IS, store, wait, IS, "it may come as a copy that must not be written")                                         \
    X(IS, copy, none, S, "")                                                                                         \
    X(IS, only, none, E, "")                                                                                         \
    X(IS, invalidate, ack, IS, "an earlier copy is meant: ours is still to come")                                    \
    X(IS, downgrade, ack, IS, "an earlier copy is meant")                                                            \
    X(IM, load, merge, IM, "")                                                                                       \
    X(IM, store, merge, IM, "")                                                                                      \
    X(IM, own, none, M, "")                                                                                          \
    X(IM, invalidate, ack, IM, "an earlier copy is meant")                                                           \
    X(IM, downgrade, ack, IM, "an earlier copy is meant")                                                            \
    X(SM, load, merge, SM, "")                                                                                       \
    X(SM, store, merge, SM, "")                                                                                      \
    X(SM, own, none, M, "")                                                                                          \
    X(SM, invalidate, ack, IM, "another one's store came first: ours will come with data")                           \
    X(MI, invalidate, ack_data, MI, "the write-back is under way: it will arrive late")                              \
    X(MI, downgrade, ack_data, MI, "the write-back is under way")                                                    \
    X(MI, put_ack, none, I, "")

/*                  state  event      probes     answer   next */
#define DIR_PROTOCOL(X)                                                                                              \
    X(I, get_s, none, only, EM, "no other L1 has it")                                                                \
    X(I, get_m, none, only, EM, "")                                                                                  \
    X(I, put_late, none, put_ack, I, "")                                                                             \
    X(I, read, none, value, I, "")                                                                                   \
    X(I, atomic, none, value, I, "")                                                                                 \
    X(S, get_s, none, copy, S, "")                                                                                   \
    X(S, get_m, invalidate, only, EM, "no data for one that is listed and upgrades")                                 \
    X(S, put_late, none, put_ack, S, "")                                                                             \
    X(S, read, none, value, S, "")                                                                                   \
    X(S, atomic, invalidate, value, I, "the asker's own copy, too")                                                  \
    X(S, recall, invalidate, none, I, "")                                                                            \
    X(EM, get_s, downgrade, copy, S, "the owner stays listed")                                                       \
    X(EM, get_s_owner, none, only, EM, "it was clean, or its write-back would have come first")                      \
    X(EM, get_m, invalidate, only, EM, "")                                                                           \
    X(EM, get_m_owner, none, only, EM, "it was clean")                                                               \
    X(EM, put, none, put_ack, I, "")                                                                                 \
    X(EM, put_late, none, put_ack, EM, "")                                                                           \
    X(EM, read, downgrade, value, S, "")                                                                             \
    X(EM, atomic, invalidate, value, I, "")                                                                          \
    X(EM, recall, invalidate, none, I, "")

#define L1_ROW(s, e, a, n, w) [MESI_##s][MESI_##e] = {MESI_DO_##a, MESI_##n, w},
const struct mesi_row mesi_rows[MESI_N_STATES][MESI_N_EVENTS] = {L1_PROTOCOL(L1_ROW)};
#define DIR_ROW(s, e, p, a, n, w) [DIR_##s][DIR_ON_##e] = {DIR_PROBE_##p, DIR_GIVE_##a, DIR_##n, w},
const struct dir_row dir_rows[DIR_N_STATES][DIR_N_EVENTS] = {DIR_PROTOCOL(DIR_ROW)};

#define WORD(name, about) {#name, about},
const struct mesi_word mesi_state_words[] = {MESI_STATES(WORD)};
const struct mesi_word mesi_event_words[] = {MESI_EVENTS(WORD)};
const struct mesi_word mesi_action_words[] = {MESI_ACTIONS(WORD)};
const struct mesi_word dir_state_words[] = {DIR_STATES(WORD)};
const struct mesi_word dir_event_words[] = {DIR_EVENTS(WORD)};
const struct mesi_word dir_probe_words[] = {DIR_PROBES(WORD)};
const struct mesi_word dir_answer_words[] = {DIR_ANSWERS(WORD)};

const struct mesi_row *mesi_row(enum mesi_state s, enum mesi_event e)
{
    const struct mesi_row *r = &mesi_rows[s][e];
    if (!r->why)
        BUG("coherence: an L1's line in state %s cannot have the event %s", mesi_state_words[s].name,
            mesi_event_words[e].name);
    return r;
}

const struct dir_row *dir_row(enum dir_state s, enum dir_event e)
{
    const struct dir_row *r = &dir_rows[s][e];
    if (!r->why)
        BUG("coherence: a line of the directory in state %s cannot have the event %s", dir_state_words[s].name,
            dir_event_words[e].name);
    return r;
}
