/* Stopping a run early: Ctrl-C, SIGTERM and SIGHUP under `sluice run`. In the middle of a launch they are noticed at
   the next pause, and the run ends like one with --max-cycles; anywhere else the process ends at once, and what it
   recorded is in the journal. */
#ifndef SLUICE_CUDA_STOP_H
#define SLUICE_CUDA_STOP_H
#include "base/types.h"

void stop_arm(void);              /* for each of the signals that the program has left alone */
void stop_in_launch(bool inside); /* a launch begins, or has ended */
extern volatile int stop_signal;  /* the signal that came during a launch; 0: none */
enum { STOP_AT_EXIT = -1 };       /* no signal: another thread ends the process */

#endif
