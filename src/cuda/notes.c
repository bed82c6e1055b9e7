/* Calls that are not quite CUDA's: refused, without effect, or with an answer of their own. */
#include "cuda/notes.h"

#include <string.h>

#include "base/types.h"

#define REFUSED "returns cudaErrorNotSupported and says so once"
#define NOTHING "accepted; nothing to do here"
#define SYNC "done when the call returns; on a machine with several streams, once the program waits"

static const struct {
    const char *name, *note;
} rows[] = {
    {"cudaGetTextureObjectResourceDesc", REFUSED},
    {"cudaMemAdvise", NOTHING},
    {"cudaMemPrefetchAsync", NOTHING},
    {"cudaProfilerStart", NOTHING},
    {"cudaProfilerStop", NOTHING},
    {"cuProfilerStart", NOTHING},
    {"cuProfilerStop", NOTHING},
    {"cudaSetDoubleForDevice", NOTHING},
    {"cudaSetDoubleForHost", NOTHING},
    {"cudaSetValidDevices", NOTHING},
    {"cudaStreamAttachMemAsync", NOTHING},
    {"cudaFuncSetCacheConfig", "accepted; the machine's own split is used"},
    {"cudaDeviceSetCacheConfig", "remembered; the machine's own split is used"},
    {"cudaDeviceSetSharedMemConfig", "remembered; the machine's own banks are used"},
    {"cudaFuncSetSharedMemConfig", "accepted; the machine's own banks are used"},
    {"cudaDeviceSetLimit", "remembered"},
    {"cudaEventElapsedTime", "simulated time on a machine, 0 (with a note) in a functional run"},
    {"cuEventElapsedTime", "simulated time on a machine, 0 (with a note) in a functional run"},
    {"cudaHostRegister", "kernels work on a copy, brought up to date around each launch"},
    {"cudaMemcpyToSymbol", "the variable itself or its name"},
    {"cudaMemcpyFromSymbol", "the variable itself or its name"},
    {"cudaGetDeviceProperties", "the simulated machine; in a functional run a generic card of compute capability "
                                "7.0, or of -arch if that is more"},
    {"cudaGetDeviceCount", "always 1"},
    {"cudaDeviceCanAccessPeer", "never"},
    {"cudaDeviceEnablePeerAccess", "there is one device: cudaErrorInvalidDevice"},
    {"cudaDeviceDisablePeerAccess", "there is one device: cudaErrorInvalidDevice"},
    {"cudaMemcpyAsync", SYNC},
    {"cudaMemsetAsync", SYNC},
    {"cudaLaunchKernel", SYNC},
    {"cuLaunchKernel", SYNC},
    {"cudaDeviceReset", "after a fault the device is usable again; the process's exit status stays 3"},
    {"cudaLaunchCooperativeKernel", "refused if the grid does not fit the machine at once"},
    {"cuModuleLoad", "PTX text, or what `sluice cc -fatbin` wrote"},
    {"cuModuleLoadData", "PTX text, or what `sluice cc -fatbin` wrote"},
    {"cuModuleLoadDataEx",
     "PTX text, or what `sluice cc -fatbin` wrote; of the options, logs, the wall time and registers"},
    {"cuModuleLoadFatBinary", "PTX text, or what `sluice cc -fatbin` wrote"},
    {"cuCtxCreate", "there is one context; the runtime API uses it too"},
};

const char *cuda_call_note(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (!strcmp(rows[i].name, name))
            return rows[i].note;
    return NULL;
}
