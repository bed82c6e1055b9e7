/* Atomic operations on global and shared memory. The scope does not change what they do here, so the _block and
   _system forms are the plain ones. */
#ifndef SLUICE_ATOMICS_H
#define SLUICE_ATOMICS_H

#define SLUICE_ATOM_AS(name, T)                                                                              \
    SLUICE_D T name##_block(T *p, T v) { return name(p, v); }                                                \
    SLUICE_D T name##_system(T *p, T v) { return name(p, v); }
#define SLUICE_ATOM(name, T, builtin, B)                                                                     \
    SLUICE_D T name(T *p, T v) { return (T)builtin((B *)p, (B)v); }                                          \
    SLUICE_ATOM_AS(name, T)
#define SLUICE_ATOM_INT(name, op)                                                                            \
    SLUICE_ATOM(name, int, __nvvm_atom_##op##_gen_i, int)                                                    \
    SLUICE_ATOM(name, unsigned int, __nvvm_atom_##op##_gen_i, int)                                           \
    SLUICE_ATOM(name, long long, __nvvm_atom_##op##_gen_ll, long long)                                       \
    SLUICE_ATOM(name, unsigned long long, __nvvm_atom_##op##_gen_ll, long long)
#define SLUICE_ATOM_ORD(name, op)                                                                            \
    SLUICE_ATOM(name, int, __nvvm_atom_##op##_gen_i, int)                                                    \
    SLUICE_ATOM(name, unsigned int, __nvvm_atom_##op##_gen_ui, unsigned int)                                 \
    SLUICE_ATOM(name, long long, __nvvm_atom_##op##_gen_ll, long long)                                       \
    SLUICE_ATOM(name, unsigned long long, __nvvm_atom_##op##_gen_ull, unsigned long long)

SLUICE_ATOM_INT(atomicAdd, add)
SLUICE_ATOM(atomicAdd, float, __nvvm_atom_add_gen_f, float)
SLUICE_ATOM_INT(atomicExch, xchg)
SLUICE_ATOM_ORD(atomicMin, min)
SLUICE_ATOM_ORD(atomicMax, max)
SLUICE_ATOM_INT(atomicAnd, and)
SLUICE_ATOM_INT(atomicOr, or)
SLUICE_ATOM_INT(atomicXor, xor)
SLUICE_ATOM(atomicInc, unsigned int, __nvvm_atom_inc_gen_ui, unsigned int)
SLUICE_ATOM(atomicDec, unsigned int, __nvvm_atom_dec_gen_ui, unsigned int)
SLUICE_D int atomicSub(int *p, int v) { return atomicAdd(p, (int)(0u - (unsigned int)v)); }
SLUICE_D unsigned int atomicSub(unsigned int *p, unsigned int v) { return atomicAdd(p, 0u - v); }
SLUICE_ATOM_AS(atomicSub, int)
SLUICE_ATOM_AS(atomicSub, unsigned int)
SLUICE_D float atomicExch(float *p, float v)
{
    return __int_as_float(__nvvm_atom_xchg_gen_i((int *)p, __float_as_int(v)));
}
SLUICE_ATOM_AS(atomicExch, float)

#define SLUICE_CAS(T, builtin, B)                                                                            \
    SLUICE_D T atomicCAS(T *p, T old, T v) { return (T)builtin((B *)p, (B)old, (B)v); }                      \
    SLUICE_D T atomicCAS_block(T *p, T old, T v) { return atomicCAS(p, old, v); }                            \
    SLUICE_D T atomicCAS_system(T *p, T old, T v) { return atomicCAS(p, old, v); }
SLUICE_CAS(int, __nvvm_atom_cas_gen_i, int)
SLUICE_CAS(unsigned int, __nvvm_atom_cas_gen_i, int)
SLUICE_CAS(long long, __nvvm_atom_cas_gen_ll, long long)
SLUICE_CAS(unsigned long long, __nvvm_atom_cas_gen_ll, long long)
SLUICE_D unsigned short atomicCAS(unsigned short *p, unsigned short old, unsigned short v)
{
    unsigned int *w = (unsigned int *)((unsigned long long)p & ~3ull);
    unsigned int shift = ((unsigned int)(unsigned long long)p & 2) * 8, word = *(volatile unsigned int *)w, seen;
    do {
        if ((unsigned short)(word >> shift) != old)
            return (unsigned short)(word >> shift);
        seen = word;
        word = atomicCAS(w, seen, (seen & ~(0xffffu << shift)) | ((unsigned int)v << shift));
    } while (word != seen);
    return old;
}

/* Templates, so that a program's own atomicAdd(double *, double), which it needed on cards before sm_60, wins. */
template <class T> struct sluice_double_only;
template <> struct sluice_double_only<double> { typedef double type; };
template <class T> SLUICE_D typename sluice_double_only<T>::type atomicAdd(T *p, typename sluice_double_only<T>::type v)
{
    return __nvvm_atom_add_gen_d(p, v);
}
template <class T>
SLUICE_D typename sluice_double_only<T>::type atomicAdd_block(T *p, typename sluice_double_only<T>::type v)
{
    return atomicAdd(p, v);
}
template <class T>
SLUICE_D typename sluice_double_only<T>::type atomicAdd_system(T *p, typename sluice_double_only<T>::type v)
{
    return atomicAdd(p, v);
}
#undef SLUICE_ATOM
#undef SLUICE_ATOM_AS
#undef SLUICE_ATOM_INT
#undef SLUICE_ATOM_ORD
#undef SLUICE_CAS

#endif
