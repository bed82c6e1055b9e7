/* BLAKE2b with 128 bits (RFC 7693): what `b2sum -l 128` prints of the same bytes. */
#ifndef SLUICE_BASE_CHECKSUM_H
#define SLUICE_BASE_CHECKSUM_H
#include "base/types.h"

#define CHECKSUM_HEX 33 /* 32 hexadecimal digits and the end of the text */

void checksum(const void *bytes, size_t n, char hex[CHECKSUM_HEX]);

#endif
