/* Markers for NVIDIA's profilers, as C++ classes: accepted, and do nothing. */
#ifndef SLUICE_NVTX3_NVTX3_HPP
#define SLUICE_NVTX3_NVTX3_HPP
#include "nvToolsExt.h"

namespace nvtx3
{
struct rgb {
    template <class... A> rgb(A...) {}
};
struct argb {
    template <class... A> argb(A...) {}
};
struct payload {
    template <class... A> explicit payload(A...) {}
};
struct category {
    template <class... A> explicit category(A...) {}
};
struct event_attributes {
    template <class... A> event_attributes(const A &...) {}
};
struct domain {
    struct global {
        static constexpr char const *name = "";
    };
};
template <class D> struct scoped_range_in {
    template <class... A> explicit scoped_range_in(const A &...) {}
    ~scoped_range_in() {}
};
template <class D> struct unique_range_in {
    template <class... A> explicit unique_range_in(const A &...) {}
    ~unique_range_in() {}
};
typedef scoped_range_in<domain::global> scoped_range;
typedef scoped_range_in<domain::global> thread_range;
typedef unique_range_in<domain::global> unique_range;
template <class... A> inline void mark(const A &...) {}
} // namespace nvtx3
#define NVTX3_FUNC_RANGE() ((void)0)
#define NVTX3_FUNC_RANGE_IN(D) ((void)0)

#endif
