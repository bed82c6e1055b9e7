/* What `sluice run FILE.cu` links. */
#ifndef SLUICE_CLI_RUN_LINK_H
#define SLUICE_CLI_RUN_LINK_H
#include "cli/cc.h"

/* Adds -lNAME for each of NVIDIA's libraries that is here and whose headers the source includes. */
void run_libraries(struct arena *a, const char *source, strings *flags);

#endif
