/* Inside emu/: the text that every translated kernel begins with. */
#ifndef SLUICE_EMU_NATIVE_TEXT_H
#define SLUICE_EMU_NATIVE_TEXT_H
#include <stdio.h>

#include "emu/native.h"

/* Types, where a warp's and a launch's fields lie, the functions of one lane, what native_run.c offers. `small`:
   common accesses are written out wherever they are used. */
void native_text_head(FILE *to, bool small);

#endif
