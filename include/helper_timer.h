/* Stop watches over the host's clock. */
#ifndef SLUICE_HELPER_TIMER_H
#define SLUICE_HELPER_TIMER_H
#define COMMON_HELPER_TIMER_H_
#include <time.h>

class StopWatchInterface
{
  public:
    StopWatchInterface() : from(0), total(0), sessions(0), running(false) {}
    virtual ~StopWatchInterface() {}
    void start() { from = now(), running = true; }
    void stop()
    {
        if (running)
            total += now() - from, sessions++;
        running = false;
    }
    void reset() { total = 0, sessions = 0, from = now(); }
    float getTime() { return (float)(running ? total + now() - from : total); }
    float getAverageTime() { return sessions ? (float)(total / sessions) : 0.0f; }

  private:
    static double now()
    {
        struct timespec t;
        clock_gettime(CLOCK_MONOTONIC, &t);
        return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
    }
    double from, total; /* ms */
    int sessions;
    bool running;
};
typedef StopWatchInterface StopWatchLinux;
inline bool sdkCreateTimer(StopWatchInterface **t) { return (*t = new StopWatchInterface()) != 0; }
inline bool sdkDeleteTimer(StopWatchInterface **t) { delete *t; *t = 0; return true; }
inline bool sdkStartTimer(StopWatchInterface **t) { (*t)->start(); return true; }
inline bool sdkStopTimer(StopWatchInterface **t) { (*t)->stop(); return true; }
inline bool sdkResetTimer(StopWatchInterface **t) { (*t)->reset(); return true; }
inline float sdkGetTimerValue(StopWatchInterface **t) { return (*t)->getTime(); }
inline float sdkGetAverageTimerValue(StopWatchInterface **t) { return (*t)->getAverageTime(); }

#endif
