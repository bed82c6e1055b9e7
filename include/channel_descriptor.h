/* cudaCreateChannelDesc<T>(): the channels of a texel type. */
#ifndef SLUICE_CHANNEL_DESCRIPTOR_H
#define SLUICE_CHANNEL_DESCRIPTOR_H
#include "cuda_runtime_api.h"

#if defined(__cplusplus)
template <class T> struct sluice_texel;
#define SLUICE_TEXEL1(T, kind_) \
    template <> struct sluice_texel<T> { enum { bits = (int)sizeof(T) * 8, n = 1, kind = kind_ }; typedef T base; };
#define SLUICE_TEXEL(name, T, kind_)                                                                         \
    template <> struct sluice_texel<name##1> { enum { bits = (int)sizeof(T) * 8, n = 1, kind = kind_ }; typedef T base; }; \
    template <> struct sluice_texel<name##2> { enum { bits = (int)sizeof(T) * 8, n = 2, kind = kind_ }; typedef T base; }; \
    template <> struct sluice_texel<name##3> { enum { bits = (int)sizeof(T) * 8, n = 3, kind = kind_ }; typedef T base; }; \
    template <> struct sluice_texel<name##4> { enum { bits = (int)sizeof(T) * 8, n = 4, kind = kind_ }; typedef T base; };
SLUICE_TEXEL1(char, 0) SLUICE_TEXEL1(signed char, 0) SLUICE_TEXEL1(unsigned char, 1) SLUICE_TEXEL1(short, 0)
SLUICE_TEXEL1(unsigned short, 1) SLUICE_TEXEL1(int, 0) SLUICE_TEXEL1(unsigned int, 1) SLUICE_TEXEL1(float, 2)
SLUICE_TEXEL1(long, 0) SLUICE_TEXEL1(unsigned long, 1)
SLUICE_TEXEL(char, signed char, 0) SLUICE_TEXEL(uchar, unsigned char, 1) SLUICE_TEXEL(short, short, 0)
SLUICE_TEXEL(ushort, unsigned short, 1) SLUICE_TEXEL(int, int, 0) SLUICE_TEXEL(uint, unsigned int, 1)
SLUICE_TEXEL(float, float, 2)
#undef SLUICE_TEXEL
#undef SLUICE_TEXEL1

template <class T> static inline __host__ cudaChannelFormatDesc cudaCreateChannelDesc()
{
    typedef sluice_texel<T> t;
    return cudaCreateChannelDesc((int)t::bits, t::n > 1 ? (int)t::bits : 0, t::n > 2 ? (int)t::bits : 0,
                                 t::n > 3 ? (int)t::bits : 0, (cudaChannelFormatKind)t::kind);
}
template <> inline __host__ cudaChannelFormatDesc cudaCreateChannelDesc<void>()
{
    return cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
}
#endif

#endif
