/* Functional execution: a device with memory and loaded modules, and kernel launches as sources of CTA streams.
   Knows no cycle. */
#ifndef SLUICE_EMU_EMU_H
#define SLUICE_EMU_EMU_H
#include "base/diag.h"
#include "emu/heap.h"
#include "isa/isa.h"
#include "ptx/ptx.h"
#include "stream/stream.h"

/* ---- Device memory (emu/memory.c). Device addresses are host addresses: one region reserved at DEV_BASE, the same
   in every run, so managed and mapped memory need nothing more, and addresses are the same on every machine. ---- */
#define DEV_BASE 0x400000000000ull
#define DEV_SPAN (64ull << 30)

enum emu_alloc_kind {
    EA_DEVICE,
    EA_MANAGED,
    EA_HOST /* pinned */,
    EA_GLOBAL /* module variable */,
    EA_ARRAY,
    EA_HEAP
};
struct emu_alloc {
    u64 at, size;
    u8 kind;
    bool freed;
    const char *name; /* variable name, or "cudaMalloc #3" */
};

struct emu_device;
struct emu_wait {     /* device words for which a launch waits when no warp can go on */
    const u64 *at;    /* addresses, multiples of 4, rising */
    const u32 *value; /* what was read */
    u32 n;
};
enum emu_native { EN_OFF, EN_ON /* translated in the background, where it pays */, EN_ALWAYS /* at once */ };
struct emu_sleep {
    u32 most, tick; /* ns: gpu.sleep_* */
    u32 least;      /* cycles: likewise */
    u32 clock;      /* MHz */
};
struct emu_options {
    u8 native;                /* enum emu_native: kernels as the host's own code */
    bool check_uninit;        /* reading memory never written is a fault */
    bool tolerant;            /* a global access outside every allocation is reported once a place, and ignored */
    u64 step_limit;           /* warp instructions in one launch, 0 = none (fuzzing, endless loops) */
    u64 memory_limit;         /* bytes of device memory, 0 = DEV_SPAN */
    struct isa_target target; /* that kernels are compiled for */
    u32 capability;           /* of the machine, times ten: kernels that need more are refused; 0: all is executed */
    struct heap_costs heap;   /* timed: what malloc, free and printf take */
    u32 launch_call;          /* timed: cycles that a launch from a kernel holds its warp (gpu.launch_device) */
    struct emu_sleep sleep;   /* timed: what nanosleep takes */
    bool verify;              /* every compiler pass is verified; debug builds always do so */
    u64 *pass_changes;        /* by pass: compiled functions that it changed (isa.h); NULL: not counted */
    const char *print_after;  /* the pass after which code is printed; NULL: none */
    const volatile int *stop; /* not 0: the launch ends with EF_STOPPED; or NULL */
    /* A launch waits for memory: returns true when one of the words has another value, false when they will never be
       written (the endless wait is a fault). NULL: they never are. */
    bool (*wait)(const struct emu_wait *);
};
struct emu_device *emu_device_new(const struct emu_options *);
void emu_device_free(struct emu_device *);

u64 emu_alloc(struct emu_device *, u64 size, u64 align, u8 kind, const char *name); /* 0: out of memory */
bool emu_free(struct emu_device *, u64 at);                                         /* false: not an allocation */
const struct emu_alloc *emu_find_alloc(const struct emu_device *,
                                       u64 addr); /* live or freed one that holds addr, or NULL */
const struct emu_alloc *emu_alloc_number(const struct emu_device *, size_t i); /* NULL: there are no more */
const struct emu_alloc *emu_nearest_alloc(const struct emu_device *, u64 addr);
/* Host pointer to [at, at+n) if it lies in one live allocation, else NULL. The host wrote it if `write`. */
void *emu_host_ptr(struct emu_device *, u64 at, u64 n, bool write);
u64 emu_memory_digest(const struct emu_device *); /* of what all live allocations hold */
void emu_mem_info(const struct emu_device *, u64 *free_bytes, u64 *total_bytes);

/* ---- Modules and kernels ---- */
struct emu_module;
struct emu_kernel;
/* Takes the parsed module over (frees it later). NULL: errors in d (an unresolved symbol, say). */
struct emu_module *emu_load(struct emu_device *, struct ptx_module *, struct diag *d);
void emu_unload(struct emu_module *);
struct emu_kernel *emu_find_kernel(struct emu_module *, const char *name);
bool emu_find_global(struct emu_module *, const char *name, u64 *at, u64 *size);

struct emu_kernel_info {
    const char *name;
    u32 regs, static_shared, local_bytes, const_bytes, param_bytes, n_params, max_threads;
    bool polls; /* has a loop that reads what other warps write: it may wait for them */
    bool asks;  /* it launches kernels, or defers other work (emu/nested.h) */
    bool timed; /* its result depends on simulated time: a trace replays one possible order */
    const struct ptx_func *func;
};
struct emu_kernel_info emu_kernel_info(const struct emu_kernel *);
/* Registers of each thread in a launch with so many threads a block, if an SM lacks registers for all: the kernel
   spills. 0: it has enough. (After emu_kernel_info.) */
u32 emu_block_regs(const struct emu_kernel *, u32 threads);
struct emu_text { /* an instruction as text */
    u32 ptx_line, src_line;
    char cost[64], text[440]; /* cost: "" for PTX */
};
/* Instruction i of the kernel's streams, as compiled for the machine; or of its PTX and what it calls, as written.
   False: there is none. */
bool emu_kernel_code(const struct emu_kernel *, u32 i, struct emu_text *);
bool emu_kernel_ptx(const struct emu_kernel *, u32 i, struct emu_text *);
/* Opcode and suffixes of an instruction of the kernel's streams; NULL: there is none. */
const char *emu_kernel_op(const struct emu_kernel *, u32 pc);

/* ---- Textures: what a texref or a texture object names (emu/texture.c) ---- */
#define EMU_TEXTURE_LEVELS 16
struct emu_texture_level {
    u64 at, pitch;
    u32 width, height, depth;
};
struct emu_texture {
    u64 at;                    /* texel memory; with levels: the first one's */
    u32 width, height, depth;  /* texels; height 0: 1D */
    u64 pitch;                 /* bytes a row */
    u8 channels, channel_bits; /* 1,2,4 ; 8,16,32 */
    char channel_kind;         /* 's' 'u' 'f' */
    u8 address_mode[3];        /* 0 wrap 1 clamp 2 mirror 3 border */
    bool linear_filter, normalized_coords, read_normalized_float;
    bool is_linear; /* tex1Dfetch over linear memory */
    bool is_array;  /* a cudaArray: its layout is the machine's own (isa_target.tex_blocks) */
    float border[4];
    u32 n_levels; /* levels of a mipmap; 0: it has none */
    bool linear_levels;
    float level_bias, level_min, level_max;
    struct emu_texture_level levels[EMU_TEXTURE_LEVELS];
};
/* Handles are 64-bit values in device code; the memory of a texref variable holds its handle. */
u64 emu_texture_new(struct emu_device *, const struct emu_texture *);
struct emu_texture *emu_texture_get(struct emu_device *, u64 handle);
void emu_texture_free(struct emu_device *, u64 handle);

/* ---- Faults of the simulated program ---- */
enum emu_fault_kind {
    EF_NONE,
    EF_OUT_OF_BOUNDS,
    EF_MISALIGNED,
    EF_FREED,
    EF_UNINIT,
    EF_BARRIER,
    EF_SPIN,
    EF_ASSERT,
    EF_TRAP,
    EF_UNSUPPORTED /* opcode that parses but does not execute */,
    EF_STACK,
    EF_STEP_LIMIT,
    EF_STOPPED, /* emu_options.stop */
    EF_READ_ONLY
};
struct emu_fault {
    u8 kind;
    const char *kernel;
    u32 ptx_line, src_line;
    const char *src_file, *instr; /* instr: text of the instruction */
    u64 cta;
    u32 cta_id[3], thread[3]; /* block and thread indices */
    u32 warp, lane;
    u64 addr, bytes;
    char text[512]; /* the whole report, in sentences */
};
void emu_fault_print(const struct emu_fault *, FILE *);

/* ---- A launch ---- */
struct emu_counts { /* what a functional run knows */
    u64 warp_instrs, thread_instrs, mem_instrs, global_mem_instrs, local_mem_instrs;
    u64 lines; /* distinct 128-byte lines, summed over global and local memory instructions */
    u64 shared_instrs, barriers, branches, divergent_branches;
    u64 ctas, stream_bytes;
};
struct emu_launch {
    struct emu_kernel *kernel;
    u32 grid[3], block[3];
    u32 dynamic_shared;
    u32 cluster[3];      /* CTAs of a cluster; 0: as the kernel says, or one */
    const void *params;  /* param_bytes bytes */
    bool discard;        /* write no streams */
    u32 depth;           /* nesting depth: 0 for the host's launches */
    u8 order;            /* emu_run: enum emu_order (emu/code.h) */
    u64 part;            /* emu_run: 0: all CTAs; EMU_PART: some; otherwise so many of them */
    u32 sms;             /* timed: SMs of the machine (%nsmid); 0: one SM has all CTAs */
    u32 cluster_barrier; /* timed: cycles from the last arrival at barrier.cluster until warps go on (gpu.*) */
    bool timed; /* the reader of the streams calls perform: clocks and the order of atomics are the machine's */
};
struct emu_source;
/* The source's `struct stream_source` is its first member. NULL with an error in d if the launch is impossible. */
struct emu_source *emu_source_new(struct emu_device *, const struct emu_launch *, struct diag *d);
struct stream_source *emu_stream_source(struct emu_source *);
const struct emu_counts *emu_source_counts(const struct emu_source *);
const struct emu_fault *emu_source_fault(const struct emu_source *); /* kind EF_NONE: fine */
void emu_source_free(struct emu_source *);
/* Runs the whole launch functionally, CTA after CTA (in slices if CTAs wait for each other). False: fault. */
bool emu_run(struct emu_device *, const struct emu_launch *, struct emu_counts *, struct emu_fault *, struct diag *d);
/* Where device printf goes; default stdout. */
void emu_set_output(struct emu_device *, FILE *);

#endif
