/* Included by cuda_runtime_api.h, each time. CUB 1.15 to 1.17 has a policy (sizes of blocks and the like) for each
   generation, chooses one when the program runs, by the architecture its kernels were compiled for, and compiles the
   kernels that any of them would launch. Here that architecture is the one of -arch, so the choice is made while
   compiling, as CUB 2 does: a sort has half the kernels. A version that is not listed is chosen by CUB itself. */
#if defined(CUB_RUNTIME_FUNCTION) && defined(__CUDA_ARCH_LIST__) && !defined(SLUICE_CUB_H)
#define SLUICE_CUB_H
#if CUB_VERSION >= 101500 && CUB_VERSION < 200000
#include <type_traits>
CUB_NAMESPACE_BEGIN
template <int version, typename policy, typename older> struct ChainedPolicy;
template <bool chosen> struct sluice_policy {
    template <typename policy, typename older, typename what>
    CUB_RUNTIME_FUNCTION __forceinline__ static cudaError_t invoke(int, what &op)
    {
        return op.template Invoke<policy>();
    }
};
template <> struct sluice_policy<false> {
    template <typename policy, typename older, typename what>
    CUB_RUNTIME_FUNCTION __forceinline__ static cudaError_t invoke(int version, what &op)
    {
        return older::Invoke(version, op);
    }
};
#define SLUICE_POLICY(n)                                                                                             \
    template <typename policy, typename older> struct ChainedPolicy<n, policy, older> {                              \
        using ActivePolicy =                                                                                         \
            typename std::conditional<(CUB_PTX_ARCH < n), typename older::ActivePolicy, policy>::type;               \
        template <typename what> CUB_RUNTIME_FUNCTION __forceinline__ static cudaError_t Invoke(int v, what &op)     \
        {                                                                                                            \
            return sluice_policy<(n <= __CUDA_ARCH_LIST__)>::template invoke<policy, older>(v, op);                  \
        }                                                                                                            \
    };                                                                                                               \
    template <typename policy> struct ChainedPolicy<n, policy, policy> {                                             \
        using ActivePolicy = policy;                                                                                 \
        template <typename what> CUB_RUNTIME_FUNCTION __forceinline__ static cudaError_t Invoke(int, what &op)       \
        {                                                                                                            \
            return op.template Invoke<policy>();                                                                     \
        }                                                                                                            \
    };
SLUICE_POLICY(300)
SLUICE_POLICY(350)
SLUICE_POLICY(500)
SLUICE_POLICY(520)
SLUICE_POLICY(600)
SLUICE_POLICY(610)
SLUICE_POLICY(620)
SLUICE_POLICY(700)
SLUICE_POLICY(750)
SLUICE_POLICY(800)
SLUICE_POLICY(860)
#undef SLUICE_POLICY
CUB_NAMESPACE_END
#endif
#endif
