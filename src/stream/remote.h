/* Shared memory of other CTAs of a cluster. */
#ifndef SLUICE_STREAM_REMOTE_H
#define SLUICE_STREAM_REMOTE_H

/* An address of shared memory in a stream is an offset in the own CTA's, or, from 1 << this on, in that of rank
   (address >> this) - 1, another one. */
#define STREAM_RANK_SHIFT 24

#endif
