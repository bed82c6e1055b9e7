/* Inside stream/ and emu/'s native code, which writes the most common records by itself: the first bytes of records.
   stream.c says what they mean. */
#ifndef SLUICE_STREAM_ENCODE_H
#define SLUICE_STREAM_ENCODE_H

enum {
    TAG_MEM = 0x80,
    TAG_BARRIER = 0xa0,
    TAG_JUMP8 = 0xa2,
    TAG_JUMP32 = 0xa3,
    TAG_RUN32 = 0xa4,
    TAG_ACTIVE = 0xa8,
    TAG_MASK = 0xac,
    TAG_BACK = 0xc0
};
enum { SHAPE_UNIFORM, SHAPE_UNIT, SHAPE_STRIDE, SHAPE_SCATTER };
enum { ROWS = 0x10, ROW_MAX = 4 }; /* width bytes that announce rows instead of a width */

#endif
