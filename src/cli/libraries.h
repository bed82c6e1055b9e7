/* The libraries of NVIDIA's toolkit that programs link: which are here, and what of them. */
#ifndef SLUICE_CLI_LIBRARIES_H
#define SLUICE_CLI_LIBRARIES_H
#include "base/types.h"

struct library {
    const char *link;   /* -lNAME */
    const char *header; /* how the names of its headers begin */
    const char *title;
    const char *has; /* what of it is here; NULL: nothing */
};
extern const struct library libraries[];
extern const u32 n_libraries;

/* By the name behind -l (static ones too); NULL: none of them. */
const struct library *library_by_link(const char *name);

#endif
