/* Shared memory of other CTAs of a cluster. */
#ifndef SLUICE_STREAM_REMOTE_H
#define SLUICE_STREAM_REMOTE_H

/* A shared-memory address in a stream is an offset in the own CTA's memory; from 1 << this on it is an offset in the
   memory of the CTA with rank (address >> this) - 1. */
#define STREAM_RANK_SHIFT 24

#endif
