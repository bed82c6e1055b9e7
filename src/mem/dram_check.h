/* Watches a channel's commands and ends the program at the first that breaks a timing. It knows only the data sheet's
   numbers and the commands so far, and shares no code with the scheduler: a mistake would have to be made twice. */
#ifndef SLUICE_MEM_DRAM_CHECK_H
#define SLUICE_MEM_DRAM_CHECK_H
#include "mem/dram.h"

struct dram_watch *dram_watch_new(struct arena *, const struct dram_params *, cyc period);
void dram_watch_cmd(struct dram_watch *, cyc now, u8 cmd, u32 bank, u64 row);
u64 dram_watch_count(const struct dram_watch *); /* commands seen */

#endif
