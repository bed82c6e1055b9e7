/* Signals that end a run early: see stop.h. */
#include "cuda/stop.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

volatile int stop_signal;          /* written by the handler */
static volatile sig_atomic_t busy; /* part of the process's state */

static void on_signal(int sig)
{
    if (!busy)
        _exit(128 + sig);
    stop_signal = sig;
}

void stop_arm(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction old, mine;
    memset(&mine, 0, sizeof(mine));
    mine.sa_handler = on_signal;
    mine.sa_flags = SA_RESTART;
    for (size_t i = 0; i < COUNT_OF(signals); i++)
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(signals[i], &mine, NULL);
}

void stop_in_launch(bool inside)
{
    busy = inside;
}
