/* Which code a launch executes, how to have it made otherwise, and how to execute it in other orders: for code that
   holds machine code to its PTX (cuda/proof.c). */
#ifndef SLUICE_EMU_CODE_H
#define SLUICE_EMU_CODE_H
#include "emu/emu.h"

/* Orders in which emu_run takes CTAs and warps. CUDA allows all of them; the clock's pace differs in each. */
enum emu_order {
    EMU_FORWARD,
    EMU_BACKWARD, /* the last CTAs and warps first, in turns of middle length */
    EMU_FINE,     /* many CTAs in turns of few instructions */
    EMU_ORDERS
};
/* A sixteenth of the CTAs of a launch whose CTAs do not wait for each other, spread over the grid; more CTAs until
   PART_STEPS warp instructions are executed. emu_counts.ctas says how many. */
#define EMU_PART UINT64_MAX

struct emu_code {  /* what a launch executes */
    u64 without;   /* passes that it was compiled without (isa_pass_bit) */
    u32 most_regs; /* registers of a thread in this launch; 0: as many as the machine has */
    bool plain;    /* it is the PTX, instruction by instruction */
    u8 *mark;      /* for the caller's use, 0 at first; lasts until emu_kernel_compile */
};
bool emu_launch_code(const struct emu_launch *, struct emu_code *); /* false: it has errors */
/* From the next launch on, the kernel is compiled without these passes, or runs as plain PTX. */
void emu_kernel_compile(struct emu_kernel *, u64 without, bool as_ptx);
void emu_region(const struct emu_device *, u64 *base, u64 *span); /* host addresses of all device memory */
/* For a process that runs one more launch: with the interpreter, which waits for no compiler, and at most so many
   warp instructions (0: as before). */
void emu_alone(struct emu_device *, FILE *out, u64 steps);

#endif
