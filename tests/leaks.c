/* For sanitized builds: a leak check that is only made where something can have leaked. Where the heap holds no more
   at the end than it did at the start, nothing has (what is there at the start, the C++ library's reserve, stays);
   LeakSanitizer's own search takes 4 seconds a program on arm64 (it walks the whole address space, 2^48 bytes in
   steps of 2^20, some five times), and there are seventy programs and many that they fork. */
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

size_t __sanitizer_get_current_allocated_bytes(void); /* libasan has no header of its own in Debian */
int __lsan_is_turned_off(void);

static size_t at_start;
static char out[1 << 16], err[1 << 10];

static void here(void)
{
    at_start = __sanitizer_get_current_allocated_bytes();
}

__attribute__((constructor)) static void start(void)
{
    setvbuf(stdout, out, _IOFBF, sizeof out); /* not from the heap: libc never gives these back */
    setvbuf(stderr, err, _IOLBF, sizeof err);
    pthread_atfork(NULL, NULL, here); /* a child answers for what it takes itself */
    here();
}

int __lsan_is_turned_off(void)
{
    return __sanitizer_get_current_allocated_bytes() <= at_start;
}
