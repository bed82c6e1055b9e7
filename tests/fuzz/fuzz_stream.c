/* libFuzzer target: the stream decoder on arbitrary bytes. */
#include "stream_bytes.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t n);
int LLVMFuzzerTestOneInput(const u8 *data, size_t n)
{
    stream_bytes_walk(data, n);
    return 0;
}
