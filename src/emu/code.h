/* Which code a launch executes, how to have it made otherwise, and how to execute it in other orders: for code that
   holds machine code to its PTX (cuda/proof.c). */
#ifndef SLUICE_EMU_CODE_H
#define SLUICE_EMU_CODE_H
#include "emu/emu.h"

/* Orders in which emu_run takes CTAs and warps. CUDA allows all of them; the clock goes at another pace in each. */
enum emu_order {
    EMU_FORWARD,
    EMU_BACKWARD, /* the last CTAs and warps first, in turns of middle length */
    EMU_FINE,     /* many CTAs in turns of few instructions */
    EMU_ORDERS
};
/* Of a launch whose CTAs do not wait for each other, a sixteenth of them, spread over the grid; more until they have
   executed PART_STEPS warp instructions. How many there were is emu_counts.ctas. */
#define EMU_PART UINT64_MAX

struct emu_code {  /* what a launch executes */
    u64 without;   /* passes that it was compiled without (isa_pass_bit) */
    u32 most_regs; /* registers of a thread that the launch leaves it; 0: as many as the machine has */
    bool plain;    /* it is the PTX, instruction by instruction */
    u8 *mark;      /* the caller's own, 0 at first; lasts until emu_kernel_compile */
};
bool emu_launch_code(const struct emu_launch *, struct emu_code *); /* false: it has errors */
/* From the next launch on the kernel's code is made without these passes, or is plain PTX. */
void emu_kernel_compile(struct emu_kernel *, u64 without, bool as_ptx);
void emu_region(const struct emu_device *, u64 *base, u64 *span); /* of the host's address space: all device memory */
/* For a process that executes one launch more: by the interpreter, which waits for no compiler, and at most so many
   warp instructions (0: as before). */
void emu_alone(struct emu_device *, FILE *out, u64 steps);

#endif
