/* What a program gave the device, as two names.

   The program's name (`program.hash` of a record) is made of the device code that was loaded and of every launch:
   kernel, grid, block, shared memory, arguments that are numbers or pointers. It is the same in every run, however
   the program was linked, and whether it is timed or not.

   The name of the contents has all that reached the device as well: arguments that are structures, what was copied
   and set, what managed and mapped memory held at each launch, textures. A functional run makes it, for commands that
   keep results (`sluice sweep`). Bytes that mean nothing (the padding of a structure) are part of it. */
#ifndef SLUICE_CUDA_IDENTITY_H
#define SLUICE_CUDA_IDENTITY_H
#include "base/hash.h"
#include "cuda/state.h"

void identity_begin(bool contents);                /* names are wanted: without this nothing is done */
void identity_image(const struct cuda_image *);    /* is loaded */
void identity_wrote(u64 at, u64 n);                /* the host writes there before the next launch */
void identity_texture(const struct emu_texture *); /* is bound, or made into an object */
void identity_launch(struct cuda_state *, const struct emu_launch *); /* before it runs */
void identity_program(char out[HASH_HEX]);
void identity_contents(char out[HASH_HEX]);

#endif
