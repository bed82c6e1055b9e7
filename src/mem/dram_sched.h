/* What a DRAM scheduler sees and decides. Swappable: one table of functions and one row of dram_scheds each.

   A bank serves one of its requests at a time: with column commands if the row is open, otherwise with the precharge
   and activate that open it. The policy chooses the request. Among banks, those that want a column command go before
   those that want another row, and the oldest request first; a policy may also exclude banks. */
#ifndef SLUICE_MEM_DRAM_SCHED_H
#define SLUICE_MEM_DRAM_SCHED_H
#include "mem/dram.h"

#define DRAM_NONE UINT32_MAX

struct dram_entry { /* a request in the channel's queue */
    struct req req;
    u64 row, seq; /* seq: order of arrival */
    cyc since;
    u32 bank, left;               /* column commands still to go */
    u32 port;                     /* the slice that asks */
    u32 next, next_all, prev_all; /* next of its bank, in order of arrival; next and previous of all */
    bool missed, started;
};
/* The next command that a bank wants, kept up to date, so that choosing a bank is a short loop. */
enum want { WANT_RD, WANT_WR, WANT_ACT, WANT_PRE };
struct dram_bank {
    u64 bit; /* 1 << its number */
    cyc at;  /* the bank's own timings allow the command from here on */
    u64 seq; /* of the request that wants it */
    u8 want; /* enum want */
    u8 group;
    bool open;
    u64 row;
    u32 first, last; /* requests, oldest first */
    u32 hit;         /* its oldest request for the open row, or DRAM_NONE */
    u32 serves;      /* the policy's choice */
    u32 passed;      /* requests served since its oldest one could have been */
    cyc next_act, next_pre, next_col;
};

struct dram_sched {
    const char *name, *about;
    /* Which request of the bank is served next. Asked when a request has joined or left the bank, which has at least
       one. */
    u32 (*serve)(const struct dram *, const struct dram_bank *);
    u64 (*banks)(const struct dram *); /* banks that may have a command now, a bit each; NULL: always all */
};
extern const struct dram_sched dram_scheds[];
extern const u32 dram_sched_count;

#endif
