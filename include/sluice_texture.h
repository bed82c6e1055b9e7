/* Texture fetches and surface accesses in kernels. A texture reference and a texture object are the same thing to the
   instruction: a handle. */
#ifndef SLUICE_TEXTURE_H
#define SLUICE_TEXTURE_H

/* The four channels that an instruction returns, by kind: s32, u32 or f32. */
struct sluice_texel4 {
    unsigned int v[4];
};
#define SLUICE_TEX(name, ins, coords, ...)                                                                   \
    SLUICE_D sluice_texel4 name(unsigned long long h, char kind, coords)                                     \
    {                                                                                                        \
        sluice_texel4 r;                                                                                     \
        if (kind == 'f')                                                                                     \
            asm volatile("tex." ins(".f32") : "=r"(r.v[0]), "=r"(r.v[1]), "=r"(r.v[2]), "=r"(r.v[3]) : "l"(h), __VA_ARGS__); \
        else if (kind == 's')                                                                                \
            asm volatile("tex." ins(".s32") : "=r"(r.v[0]), "=r"(r.v[1]), "=r"(r.v[2]), "=r"(r.v[3]) : "l"(h), __VA_ARGS__); \
        else                                                                                                 \
            asm volatile("tex." ins(".u32") : "=r"(r.v[0]), "=r"(r.v[1]), "=r"(r.v[2]), "=r"(r.v[3]) : "l"(h), __VA_ARGS__); \
        return r;                                                                                            \
    }
#define SLUICE_ARGS(...) __VA_ARGS__
#define SLUICE_1DI(t) "1d.v4" t ".s32 {%0, %1, %2, %3}, [%4, {%5}];"
#define SLUICE_1DF(t) "1d.v4" t ".f32 {%0, %1, %2, %3}, [%4, {%5}];"
#define SLUICE_2DF(t) "2d.v4" t ".f32 {%0, %1, %2, %3}, [%4, {%5, %6}];"
#define SLUICE_3DF(t) "3d.v4" t ".f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];"
#define SLUICE_A1DF(t) "a1d.v4" t ".f32 {%0, %1, %2, %3}, [%4, {%5, %6}];"
#define SLUICE_A2DF(t) "a2d.v4" t ".f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];"
#define SLUICE_CUBEF(t) "cube.v4" t ".f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];"
#define SLUICE_ACUBEF(t) "acube.v4" t ".f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %8}];"
#define SLUICE_L1DF(t) "level.1d.v4" t ".f32 {%0, %1, %2, %3}, [%4, {%5}], %6;"
#define SLUICE_L2DF(t) "level.2d.v4" t ".f32 {%0, %1, %2, %3}, [%4, {%5, %6}], %7;"
#define SLUICE_L3DF(t) "level.3d.v4" t ".f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}], %8;"
#define SLUICE_LA1DF(t) "level.a1d.v4" t ".f32 {%0, %1, %2, %3}, [%4, {%5, %6}], %7;"
#define SLUICE_LA2DF(t) "level.a2d.v4" t ".f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}], %8;"
#define SLUICE_LCUBEF(t) "level.cube.v4" t ".f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}], %8;"
#define SLUICE_LACUBEF(t) "level.acube.v4" t ".f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %8}], %9;"
SLUICE_TEX(sluice_tex_1di, SLUICE_1DI, SLUICE_ARGS(int x), "r"(x))
SLUICE_TEX(sluice_tex_1d, SLUICE_1DF, SLUICE_ARGS(float x), "f"(x))
SLUICE_TEX(sluice_tex_2d, SLUICE_2DF, SLUICE_ARGS(float x, float y), "f"(x), "f"(y))
SLUICE_TEX(sluice_tex_3d, SLUICE_3DF, SLUICE_ARGS(float x, float y, float z), "f"(x), "f"(y), "f"(z))
SLUICE_TEX(sluice_tex_a1d, SLUICE_A1DF, SLUICE_ARGS(float x, int layer), "r"(layer), "f"(x))
SLUICE_TEX(sluice_tex_a2d, SLUICE_A2DF, SLUICE_ARGS(float x, float y, int layer), "r"(layer), "f"(x), "f"(y))
SLUICE_TEX(sluice_tex_cube, SLUICE_CUBEF, SLUICE_ARGS(float x, float y, float z), "f"(x), "f"(y), "f"(z))
SLUICE_TEX(sluice_tex_acube, SLUICE_ACUBEF, SLUICE_ARGS(float x, float y, float z, int layer), "r"(layer), "f"(x), "f"(y), "f"(z))
SLUICE_TEX(sluice_tex_l1d, SLUICE_L1DF, SLUICE_ARGS(float x, float l), "f"(x), "f"(l))
SLUICE_TEX(sluice_tex_l2d, SLUICE_L2DF, SLUICE_ARGS(float x, float y, float l), "f"(x), "f"(y), "f"(l))
SLUICE_TEX(sluice_tex_l3d, SLUICE_L3DF, SLUICE_ARGS(float x, float y, float z, float l), "f"(x), "f"(y), "f"(z), "f"(l))
SLUICE_TEX(sluice_tex_la1d, SLUICE_LA1DF, SLUICE_ARGS(float x, int layer, float l), "r"(layer), "f"(x), "f"(l))
SLUICE_TEX(sluice_tex_la2d, SLUICE_LA2DF, SLUICE_ARGS(float x, float y, int layer, float l), "r"(layer), "f"(x), "f"(y), "f"(l))
SLUICE_TEX(sluice_tex_lcube, SLUICE_LCUBEF, SLUICE_ARGS(float x, float y, float z, float l), "f"(x), "f"(y), "f"(z), "f"(l))
SLUICE_TEX(sluice_tex_lacube, SLUICE_LACUBEF, SLUICE_ARGS(float x, float y, float z, int layer, float l), "r"(layer), "f"(x),
           "f"(y), "f"(z), "f"(l))
/* tld4, by channel */
#define SLUICE_TLD4(name, channel)                                                                           \
    SLUICE_TEX_GATHER(name##_f, "tld4." channel ".2d.v4.f32.f32")                                            \
    SLUICE_TEX_GATHER(name##_s, "tld4." channel ".2d.v4.s32.f32")                                            \
    SLUICE_TEX_GATHER(name##_u, "tld4." channel ".2d.v4.u32.f32")
#define SLUICE_TEX_GATHER(name, ins)                                                                         \
    SLUICE_D sluice_texel4 name(unsigned long long h, float x, float y)                                      \
    {                                                                                                        \
        sluice_texel4 r;                                                                                     \
        asm volatile(ins " {%0, %1, %2, %3}, [%4, {%5, %6}];"                                                \
                     : "=r"(r.v[0]), "=r"(r.v[1]), "=r"(r.v[2]), "=r"(r.v[3]) : "l"(h), "f"(x), "f"(y));     \
        return r;                                                                                            \
    }
SLUICE_TLD4(sluice_tld4_r, "r")
SLUICE_TLD4(sluice_tld4_g, "g")
SLUICE_TLD4(sluice_tld4_b, "b")
SLUICE_TLD4(sluice_tld4_a, "a")
#undef SLUICE_TEX_GATHER
#undef SLUICE_TLD4
SLUICE_D sluice_texel4 sluice_tld4(unsigned long long h, char kind, float x, float y, int channel)
{
    if (kind == 'f')
        return channel == 0 ? sluice_tld4_r_f(h, x, y) : channel == 1 ? sluice_tld4_g_f(h, x, y) : channel == 2 ? sluice_tld4_b_f(h, x, y) : sluice_tld4_a_f(h, x, y);
    if (kind == 's')
        return channel == 0 ? sluice_tld4_r_s(h, x, y) : channel == 1 ? sluice_tld4_g_s(h, x, y) : channel == 2 ? sluice_tld4_b_s(h, x, y) : sluice_tld4_a_s(h, x, y);
    return channel == 0 ? sluice_tld4_r_u(h, x, y) : channel == 1 ? sluice_tld4_g_u(h, x, y) : channel == 2 ? sluice_tld4_b_u(h, x, y) : sluice_tld4_a_u(h, x, y);
}
#undef SLUICE_TEX
#undef SLUICE_CUBEF
#undef SLUICE_ACUBEF
#undef SLUICE_L1DF
#undef SLUICE_L2DF
#undef SLUICE_L3DF
#undef SLUICE_LA1DF
#undef SLUICE_LA2DF
#undef SLUICE_LCUBEF
#undef SLUICE_LACUBEF
#undef SLUICE_ARGS
#undef SLUICE_1DI
#undef SLUICE_1DF
#undef SLUICE_2DF
#undef SLUICE_3DF
#undef SLUICE_A1DF
#undef SLUICE_A2DF

/* A channel's bits as its type. */
template <class B> struct sluice_channel {
    SLUICE_D B of(unsigned int v) { return (B)v; }
};
template <> struct sluice_channel<float> {
    SLUICE_D float of(unsigned int v) { return __uint_as_float(v); }
};
template <class T, int n> struct sluice_unpack;
template <class T> struct sluice_unpack<T, 1> {
    SLUICE_D T of(sluice_texel4 t)
    {
        T r;
        typename sluice_texel<T>::base b = sluice_channel<typename sluice_texel<T>::base>::of(t.v[0]);
        __builtin_memcpy(&r, &b, sizeof(r));
        return r;
    }
};
template <class T> struct sluice_unpack<T, 2> {
    SLUICE_D T of(sluice_texel4 t)
    {
        typedef sluice_channel<typename sluice_texel<T>::base> c;
        T r;
        r.x = c::of(t.v[0]), r.y = c::of(t.v[1]);
        return r;
    }
};
template <class T> struct sluice_unpack<T, 4> {
    SLUICE_D T of(sluice_texel4 t)
    {
        typedef sluice_channel<typename sluice_texel<T>::base> c;
        T r;
        r.x = c::of(t.v[0]), r.y = c::of(t.v[1]), r.z = c::of(t.v[2]), r.w = c::of(t.v[3]);
        return r;
    }
};
/* float, float2 or float4: what the normalized read mode gives for a type of n channels */
template <int n> struct sluice_floats;
template <> struct sluice_floats<1> { typedef float type; };
template <> struct sluice_floats<2> { typedef float2 type; };
template <> struct sluice_floats<4> { typedef float4 type; };

/* What a fetch from texture<T, dim, mode> returns, and the kind of the instruction that fetches it. */
template <class T, enum cudaTextureReadMode mode> struct sluice_fetch {
    typedef T type;
    enum { kind = sluice_texel<T>::kind == 2 ? 'f' : sluice_texel<T>::kind == 0 ? 's' : 'u' };
};
template <class T> struct sluice_fetch<T, cudaReadModeNormalizedFloat> {
    typedef typename sluice_floats<sluice_texel<T>::n>::type type;
    enum { kind = 'f' };
};
template <class R> SLUICE_D R sluice_texel_as(sluice_texel4 t) { return sluice_unpack<R, sluice_texel<R>::n>::of(t); }

/* clang hands a texture<> over as its handle when it is passed by value. */
template <class T> SLUICE_D unsigned long long sluice_handle(T t)
{
    unsigned long long h;
    asm("mov.b64 %0, %1;" : "=l"(h) : "l"(t));
    return h;
}

#define SLUICE_FETCH(name, dim, low, params, args)                                                           \
    template <class T, enum cudaTextureReadMode mode>                                                        \
    SLUICE_D typename sluice_fetch<T, mode>::type name(texture<T, dim, mode> t, SLUICE_ARGS params)          \
    {                                                                                                        \
        return sluice_texel_as<typename sluice_fetch<T, mode>::type>(                                        \
            low(sluice_handle(t), (char)sluice_fetch<T, mode>::kind, SLUICE_ARGS args));                     \
    }                                                                                                        \
    template <class T> SLUICE_D T name(cudaTextureObject_t t, SLUICE_ARGS params)                            \
    {                                                                                                        \
        return sluice_texel_as<T>(low(t, (char)sluice_fetch<T, cudaReadModeElementType>::kind, SLUICE_ARGS args)); \
    }                                                                                                        \
    template <class T> SLUICE_D void name(T *r, cudaTextureObject_t t, SLUICE_ARGS params)                   \
    {                                                                                                        \
        *r = name<T>(t, SLUICE_ARGS args);                                                                   \
    }
#define SLUICE_ARGS(...) __VA_ARGS__
SLUICE_FETCH(tex1Dfetch, cudaTextureType1D, sluice_tex_1di, (int x), (x))
SLUICE_FETCH(tex1D, cudaTextureType1D, sluice_tex_1d, (float x), (x))
SLUICE_FETCH(tex2D, cudaTextureType2D, sluice_tex_2d, (float x, float y), (x, y))
SLUICE_FETCH(tex3D, cudaTextureType3D, sluice_tex_3d, (float x, float y, float z), (x, y, z))
SLUICE_FETCH(tex1DLayered, cudaTextureType1DLayered, sluice_tex_a1d, (float x, int layer), (x, layer))
SLUICE_FETCH(tex2DLayered, cudaTextureType2DLayered, sluice_tex_a2d, (float x, float y, int layer), (x, y, layer))
SLUICE_FETCH(texCubemap, cudaTextureTypeCubemap, sluice_tex_cube, (float x, float y, float z), (x, y, z))
SLUICE_FETCH(texCubemapLayered, cudaTextureTypeCubemapLayered, sluice_tex_acube, (float x, float y, float z, int layer), (x, y, z, layer))
SLUICE_FETCH(tex1DLod, cudaTextureType1D, sluice_tex_l1d, (float x, float l), (x, l))
SLUICE_FETCH(tex2DLod, cudaTextureType2D, sluice_tex_l2d, (float x, float y, float l), (x, y, l))
SLUICE_FETCH(tex3DLod, cudaTextureType3D, sluice_tex_l3d, (float x, float y, float z, float l), (x, y, z, l))
SLUICE_FETCH(tex1DLayeredLod, cudaTextureType1DLayered, sluice_tex_la1d, (float x, int layer, float l), (x, layer, l))
SLUICE_FETCH(tex2DLayeredLod, cudaTextureType2DLayered, sluice_tex_la2d, (float x, float y, int layer, float l), (x, y, layer, l))
SLUICE_FETCH(texCubemapLod, cudaTextureTypeCubemap, sluice_tex_lcube, (float x, float y, float z, float l), (x, y, z, l))
SLUICE_FETCH(texCubemapLayeredLod, cudaTextureTypeCubemapLayered, sluice_tex_lacube, (float x, float y, float z, int layer, float l),
             (x, y, z, layer, l))
#undef SLUICE_FETCH

/* The level that derivatives ask for: the longer side of what a pixel covers, in texels. */
SLUICE_D float sluice_grad_level(unsigned long long h, float2 dx, float2 dy)
{
    unsigned w, n, norm;
    asm("txq.width.b32 %0, [%1];" : "=r"(w) : "l"(h));
    asm("txq.height.b32 %0, [%1];" : "=r"(n) : "l"(h));
    asm("txq.normalized_coords.b32 %0, [%1];" : "=r"(norm) : "l"(h));
    float sx = norm ? (float)w : 1.0f, sy = norm ? (float)n : 1.0f;
    float a = dx.x * sx * dx.x * sx + dx.y * sy * dx.y * sy, b = dy.x * sx * dy.x * sx + dy.y * sy * dy.y * sy;
    return 0.5f * __log2f(a > b ? a : b);
}
template <class T> SLUICE_D T tex2DGrad(cudaTextureObject_t t, float x, float y, float2 dx, float2 dy)
{
    return tex2DLod<T>(t, x, y, sluice_grad_level(t, dx, dy));
}
template <class T> SLUICE_D T tex1DGrad(cudaTextureObject_t t, float x, float dx, float dy)
{
    return tex1DLod<T>(t, x, sluice_grad_level(t, make_float2(dx, 0), make_float2(dy, 0)));
}

/* Gathers give a channel of four texels, whatever the number of a texel's own. */
template <class B> struct sluice_four;
template <> struct sluice_four<char> { typedef char4 type; };
template <> struct sluice_four<signed char> { typedef char4 type; };
template <> struct sluice_four<unsigned char> { typedef uchar4 type; };
template <> struct sluice_four<short> { typedef short4 type; };
template <> struct sluice_four<unsigned short> { typedef ushort4 type; };
template <> struct sluice_four<int> { typedef int4 type; };
template <> struct sluice_four<unsigned int> { typedef uint4 type; };
template <> struct sluice_four<float> { typedef float4 type; };
template <class T> SLUICE_D T tex2Dgather(cudaTextureObject_t t, float x, float y, int comp = 0)
{
    return sluice_texel_as<T>(sluice_tld4(t, (char)sluice_fetch<T, cudaReadModeElementType>::kind, x, y, comp));
}
template <class T, enum cudaTextureReadMode mode>
SLUICE_D typename sluice_four<typename sluice_texel<typename sluice_fetch<T, mode>::type>::base>::type
tex2Dgather(texture<T, cudaTextureType2D, mode> t, float x, float y, int comp = 0)
{
    typedef typename sluice_four<typename sluice_texel<typename sluice_fetch<T, mode>::type>::base>::type R;
    return sluice_texel_as<R>(sluice_tld4(sluice_handle(t), (char)sluice_fetch<T, mode>::kind, x, y, comp));
}

/* ---- Surfaces: a descriptor in memory, and plain loads and stores. x counts bytes. ---- */
struct sluice_surface {
    unsigned long long at, width_bytes, height, depth, pitch;
};
SLUICE_D char *sluice_surface_at(unsigned long long h, int x, int y, int z, unsigned bytes, cudaSurfaceBoundaryMode mode)
{
    const sluice_surface *s = (const sluice_surface *)h;
    long long w = (long long)s->width_bytes - (long long)bytes;
    bool in = x >= 0 && x <= w && y >= 0 && y < (long long)s->height && z >= 0 && z < (long long)s->depth;
    if (!in && mode == cudaBoundaryModeTrap)
        __trap();
    if (!in && mode == cudaBoundaryModeZero)
        return nullptr;
    long long cx = x < 0 ? 0 : x > w ? w : x, cy = y < 0 ? 0 : y >= (long long)s->height ? (long long)s->height - 1 : y,
              cz = z < 0 ? 0 : z >= (long long)s->depth ? (long long)s->depth - 1 : z;
    return (char *)(s->at + (unsigned long long)((cz * (long long)s->height + cy) * (long long)s->pitch + cx));
}
/* A reference's variable holds the descriptor's address. */
template <class S> SLUICE_D unsigned long long sluice_surface_of(S s)
{
    return *(const unsigned long long *)sluice_handle(s);
}
SLUICE_D unsigned long long sluice_surface_of(cudaSurfaceObject_t s) { return s; }

#define SLUICE_SURFACE(dims, H, params, args)                                                                \
    template <class T SLUICE_ARGS H> SLUICE_D void surf##dims##read(T *r, SLUICE_S s, SLUICE_ARGS params,    \
                                                       cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)  \
    {                                                                                                        \
        const T *p = (const T *)sluice_surface_at(sluice_surface_of(s), SLUICE_ARGS args, sizeof(T), mode);  \
        *r = p ? *p : T();                                                                                   \
    }                                                                                                        \
    template <class T SLUICE_ARGS H> SLUICE_D T surf##dims##read(SLUICE_S s, SLUICE_ARGS params,             \
                                                    cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)     \
    {                                                                                                        \
        const T *p = (const T *)sluice_surface_at(sluice_surface_of(s), SLUICE_ARGS args, sizeof(T), mode);  \
        return p ? *p : T();                                                                                 \
    }                                                                                                        \
    template <class T SLUICE_ARGS H> SLUICE_D void surf##dims##write(T v, SLUICE_S s, SLUICE_ARGS params,    \
                                                        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
    {                                                                                                        \
        T *p = (T *)sluice_surface_at(sluice_surface_of(s), SLUICE_ARGS args, sizeof(T), mode);              \
        if (p)                                                                                               \
            *p = v;                                                                                          \
    }
#define SLUICE_S cudaSurfaceObject_t
SLUICE_SURFACE(1D, (), (int x), (x, 0, 0))
SLUICE_SURFACE(2D, (), (int x, int y), (x, y, 0))
SLUICE_SURFACE(3D, (), (int x, int y, int z), (x, y, z))
SLUICE_SURFACE(1DLayered, (), (int x, int layer), (x, 0, layer))
SLUICE_SURFACE(2DLayered, (), (int x, int y, int layer), (x, y, layer))
SLUICE_SURFACE(Cubemap, (), (int x, int y, int face), (x, y, face))
SLUICE_SURFACE(CubemapLayered, (), (int x, int y, int face), (x, y, face))
#undef SLUICE_S
#define SLUICE_S surface<U, dim>
#define SLUICE_COMMA ,
SLUICE_SURFACE(1D, (SLUICE_COMMA class U SLUICE_COMMA int dim), (int x), (x, 0, 0))
SLUICE_SURFACE(2D, (SLUICE_COMMA class U SLUICE_COMMA int dim), (int x, int y), (x, y, 0))
SLUICE_SURFACE(3D, (SLUICE_COMMA class U SLUICE_COMMA int dim), (int x, int y, int z), (x, y, z))
#undef SLUICE_COMMA
#undef SLUICE_S
#undef SLUICE_SURFACE
#undef SLUICE_ARGS

#endif
