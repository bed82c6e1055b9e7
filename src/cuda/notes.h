/* What is special about a call here, for docs/cuda-support.md. */
#ifndef SLUICE_CUDA_NOTES_H
#define SLUICE_CUDA_NOTES_H

const char *cuda_call_note(const char *name); /* NULL: it does what CUDA's does */

#endif
