/* Thrust's own header, with a thrust::device that does one thing after the other inside kernels: there it would have to launch
   kernels, and without -rdc=true nvcc's does the same. `sluice cc` takes this one for files that need it. Functions that are both
   __host__ and __device__ count as device code here: what they would launch is missing when the host calls them, and the launch
   says so. */
#pragma once
#include <thrust/detail/config.h>
#include <thrust/detail/execute_with_allocator.h>
#include <thrust/detail/execution_policy.h>
#include <thrust/detail/seq.h>
#include <thrust/system/cpp/execution_policy.h>
#include <thrust/system/cuda/execution_policy.h>

namespace thrust
{
namespace system
{
namespace sluice_device
{
template <class Derived> using execution_policy = thrust::system::cuda::execution_policy<Derived>;
namespace detail
{
struct par_t : thrust::system::cuda::detail::par_t {
    __host__ __device__ constexpr par_t() {}
};
} // namespace detail
} // namespace sluice_device
} // namespace system
} // namespace thrust

#pragma push_macro("__THRUST_DEVICE_SYSTEM_NAMESPACE")
#pragma push_macro("__THRUST_DEVICE_SYSTEM_ROOT")
#undef __THRUST_DEVICE_SYSTEM_NAMESPACE
#undef __THRUST_DEVICE_SYSTEM_ROOT
#define __THRUST_DEVICE_SYSTEM_NAMESPACE sluice_device
#define __THRUST_DEVICE_SYSTEM_ROOT thrust/system/cuda
#include_next <thrust/execution_policy.h>
#pragma pop_macro("__THRUST_DEVICE_SYSTEM_ROOT")
#pragma pop_macro("__THRUST_DEVICE_SYSTEM_NAMESPACE")

#if defined(__CUDA_ARCH__)
namespace thrust
{
#define SLUICE_SEQ(name)                                                                                                      \
    template <class... A>                                                                                                     \
    static __device__ __forceinline__ auto name(const system::sluice_device::detail::par_t &, A &&...a)                       \
        ->decltype(name(thrust::seq, static_cast<A &&>(a)...))                                                                \
    {                                                                                                                         \
        return name(thrust::seq, static_cast<A &&>(a)...);                                                                    \
    }
SLUICE_SEQ(adjacent_difference)
SLUICE_SEQ(all_of)
SLUICE_SEQ(any_of)
SLUICE_SEQ(binary_search)
SLUICE_SEQ(copy)
SLUICE_SEQ(copy_if)
SLUICE_SEQ(copy_n)
SLUICE_SEQ(count)
SLUICE_SEQ(count_if)
SLUICE_SEQ(equal)
SLUICE_SEQ(equal_range)
SLUICE_SEQ(exclusive_scan)
SLUICE_SEQ(exclusive_scan_by_key)
SLUICE_SEQ(fill)
SLUICE_SEQ(fill_n)
SLUICE_SEQ(find)
SLUICE_SEQ(find_if)
SLUICE_SEQ(find_if_not)
SLUICE_SEQ(for_each)
SLUICE_SEQ(for_each_n)
SLUICE_SEQ(gather)
SLUICE_SEQ(gather_if)
SLUICE_SEQ(generate)
SLUICE_SEQ(generate_n)
SLUICE_SEQ(inclusive_scan)
SLUICE_SEQ(inclusive_scan_by_key)
SLUICE_SEQ(inner_product)
SLUICE_SEQ(is_partitioned)
SLUICE_SEQ(is_sorted)
SLUICE_SEQ(is_sorted_until)
SLUICE_SEQ(lower_bound)
SLUICE_SEQ(max_element)
SLUICE_SEQ(merge)
SLUICE_SEQ(merge_by_key)
SLUICE_SEQ(min_element)
SLUICE_SEQ(minmax_element)
SLUICE_SEQ(mismatch)
SLUICE_SEQ(none_of)
SLUICE_SEQ(partition)
SLUICE_SEQ(partition_copy)
SLUICE_SEQ(partition_point)
SLUICE_SEQ(reduce)
SLUICE_SEQ(reduce_by_key)
SLUICE_SEQ(remove)
SLUICE_SEQ(remove_copy)
SLUICE_SEQ(remove_copy_if)
SLUICE_SEQ(remove_if)
SLUICE_SEQ(replace)
SLUICE_SEQ(replace_copy)
SLUICE_SEQ(replace_copy_if)
SLUICE_SEQ(replace_if)
SLUICE_SEQ(reverse)
SLUICE_SEQ(reverse_copy)
SLUICE_SEQ(scatter)
SLUICE_SEQ(scatter_if)
SLUICE_SEQ(sequence)
SLUICE_SEQ(set_difference)
SLUICE_SEQ(set_difference_by_key)
SLUICE_SEQ(set_intersection)
SLUICE_SEQ(set_intersection_by_key)
SLUICE_SEQ(set_symmetric_difference)
SLUICE_SEQ(set_symmetric_difference_by_key)
SLUICE_SEQ(set_union)
SLUICE_SEQ(set_union_by_key)
SLUICE_SEQ(sort)
SLUICE_SEQ(sort_by_key)
SLUICE_SEQ(stable_partition)
SLUICE_SEQ(stable_partition_copy)
SLUICE_SEQ(stable_sort)
SLUICE_SEQ(stable_sort_by_key)
SLUICE_SEQ(swap_ranges)
SLUICE_SEQ(tabulate)
SLUICE_SEQ(transform)
SLUICE_SEQ(transform_exclusive_scan)
SLUICE_SEQ(transform_if)
SLUICE_SEQ(transform_inclusive_scan)
SLUICE_SEQ(transform_reduce)
SLUICE_SEQ(uninitialized_copy)
SLUICE_SEQ(uninitialized_fill)
SLUICE_SEQ(unique)
SLUICE_SEQ(unique_by_key)
SLUICE_SEQ(unique_by_key_copy)
SLUICE_SEQ(unique_copy)
SLUICE_SEQ(upper_bound)
#undef SLUICE_SEQ
} // namespace thrust
#endif
