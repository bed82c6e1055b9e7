/* Inside emu/: the device, its allocation table, address windows, loaded modules. */
#ifndef SLUICE_EMU_DEVICE_H
#define SLUICE_EMU_DEVICE_H
#include "base/vec.h"
#include "emu/emu.h"
#include "emu/nested.h"

/* Generic addresses outside the device region. Shared, local and kernel-parameter memory have a window each,
   as on hardware; functions have one so that a function pointer is never a valid data address. */
#define WINDOW_SPAN 0x10000000000ull
#define LOCAL_WINDOW 0x200000000000ull
#define SHARED_WINDOW 0x210000000000ull
#define PARAM_WINDOW 0x220000000000ull
#define FUNC_WINDOW 0x230000000000ull
/* The physical address of local memory: words of a warp's lanes are interleaved. */
#define LOCAL_PHYS 0x600000000000ull

#define EMU_SEATS 256 /* launches that sluice_grid_arrived (cooperative_groups.h) tells apart at a time */

struct emu_module {
    struct emu_device *dev;
    struct ptx_module *ptx;
    struct emu_kernel *kernels;
    u32 n_kernels;
    u32 first_func;          /* function pointers: FUNC_WINDOW + 16 * (first_func + index + 1) */
    struct ptx_func **funcs; /* by index */
    u32 n_funcs;
    VEC(u64) allocs;             /* device memory of its variables */
    VEC(struct prog *) outdated; /* replaced code that launches may still use: emu_kernel_compile */
    struct emu_module *next;
};

struct emu_kernel {
    struct emu_module *module;
    struct ptx_func *func;
    struct prog *prog;        /* decoded at its first launch */
    VEC(struct prog *) tight; /* variants for blocks so large that each thread has fewer registers */
    u64 without;              /* passes that it is compiled without */
    bool as_ptx;              /* it is compiled for no machine */
    u32 card_regs;            /* registers that a card's compiler would give it; 0: not computed yet */
};

/* Which version of the operations over lanes is used (ops.h): tests compare the results of all, as a host normally
   uses only its best one. */
enum host_code { HOST_CODE_BEST, HOST_CODE_BASELINE, HOST_CODE_ANY };

struct emu_device {
    struct emu_options opt;
    enum host_code code;
    u64 base, span;          /* the region */
    struct isa_target plain; /* target of kernels that are compiled for no machine */
    u64 const_bump;          /* constants lie in the first CONST_SPAN bytes, alone */
    u64 bump;                /* next fresh address */
    u64 live_bytes, limit;
    u32 n_host;                    /* live allocations of the host's memory */
    VEC(struct emu_alloc *) table; /* by address; freed ones stay, so that reports can name them */
    u64 epoch;                     /* changes whenever an allocation is made or freed */
    u8 *shadow;                    /* check_uninit: one bit a byte, written or not */
    struct emu_module *modules;
    u32 n_funcs;
    VEC(struct emu_texture *) textures; /* handle = TEX_HANDLE + index */
    FILE *out;
    u32 n_unnamed;
    VEC(const struct ptx_instr *) told; /* tolerant: instructions that have been reported */
    struct emu_nesting nesting;         /* what kernels ask for */
    u64 seats[EMU_SEATS / 64];          /* a bit for each running launch */
    struct emu_source *sources;         /* running launches on a machine */
};

#define CONST_SPAN (16ull << 20)
u64 memory_alloc_const(struct emu_device *d, u64 size, u64 align, const char *name);
/* The live allocation that holds all of [at, at + n), or NULL. */
struct emu_alloc *memory_live(const struct emu_device *d, u64 at, u64 n);
void memory_mark(struct emu_device *d, u64 at, u64 n); /* written */
bool memory_marked(const struct emu_device *d, u64 at, u64 n, u64 *first_bad);
bool module_func_at(struct emu_device *d, u64 pointer, struct ptx_func **f, struct emu_module **m);
u64 module_func_pointer(const struct emu_module *m, const struct ptx_func *f);
/* Definitions in any module of the device, for extern declarations; NULL: none. */
struct ptx_func *module_find_def(struct emu_device *d, const char *name, struct emu_module **m);
struct ptx_var *module_find_var_def(struct emu_device *d, const char *name);

#endif
