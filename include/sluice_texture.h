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
SLUICE_TEX(sluice_tex_1di, SLUICE_1DI, SLUICE_ARGS(int x), "r"(x))
SLUICE_TEX(sluice_tex_1d, SLUICE_1DF, SLUICE_ARGS(float x), "f"(x))
SLUICE_TEX(sluice_tex_2d, SLUICE_2DF, SLUICE_ARGS(float x, float y), "f"(x), "f"(y))
SLUICE_TEX(sluice_tex_3d, SLUICE_3DF, SLUICE_ARGS(float x, float y, float z), "f"(x), "f"(y), "f"(z))
SLUICE_TEX(sluice_tex_a1d, SLUICE_A1DF, SLUICE_ARGS(float x, int layer), "r"(layer), "f"(x))
SLUICE_TEX(sluice_tex_a2d, SLUICE_A2DF, SLUICE_ARGS(float x, float y, int layer), "r"(layer), "f"(x), "f"(y))
#undef SLUICE_TEX
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
#undef SLUICE_FETCH

/* Without mipmaps, the level does not matter. */
template <class T, enum cudaTextureReadMode mode>
SLUICE_D typename sluice_fetch<T, mode>::type tex2DLod(texture<T, 2, mode> t, float x, float y, float)
{
    return tex2D(t, x, y);
}
template <class T> SLUICE_D T tex2DLod(cudaTextureObject_t t, float x, float y, float) { return tex2D<T>(t, x, y); }
template <class T> SLUICE_D T tex1DLod(cudaTextureObject_t t, float x, float) { return tex1D<T>(t, x); }
template <class T> SLUICE_D T tex3DLod(cudaTextureObject_t t, float x, float y, float z, float)
{
    return tex3D<T>(t, x, y, z);
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
