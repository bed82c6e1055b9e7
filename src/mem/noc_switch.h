/* A switch with contention, for noc.kind = switch: half of the latency before it, half behind it. Packets wait at its
   inputs, in one queue an input (a head that must wait holds up those behind it) or in one for each output (virtual
   output queues), and iSLIP matches inputs and outputs that are free, packet by packet. For noc.c only.

   It is not a unit: it runs at the exchange. What was sent before the end of a window reaches the switch before that
   plus `ahead`, so that all until then is settled. Machines with a switch run on one thread. */
#ifndef SLUICE_MEM_NOC_SWITCH_H
#define SLUICE_MEM_NOC_SWITCH_H
#include "mem/noc.h"

struct noc_switch;
struct noc_switch *switch_new(struct noc *, struct arena *);
void switch_put(struct noc *, const struct packet *);
/* Hands over all packets that leave before `until` + ahead. Returns a tick in the window at whose end the next
   exchange is needed; NEVER: the switch is empty. */
cyc switch_run(struct noc *, cyc until);
u32 switch_held(const struct noc_switch *, u32 src); /* packets of a source */
bool switch_empty(const struct noc_switch *);
/* noc.c: a packet whose arrival and place are now known goes to its destination port */
void noc_arrive(struct noc *, const struct packet *);

#endif
