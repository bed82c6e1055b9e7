// A loop waits for memory that nobody writes, or until the clock says that it is late: time passes, though nothing
// that the loop keeps changes from one round to the next. With an argument: a wait of so many cycles or ns alone.
// expect: clock: late after 100000: yes
// expect: clock64: late after 100000: yes
// expect: globaltimer: late after 100000: yes
// expect: clock: late after 1000000000: yes
// expect: clock64: late after 1000000000: yes
// expect: globaltimer: late after 1000000000: yes
#include <cstdio>
#include <cstdlib>

// the clock's value is gone before the flag is read
#define WAIT(NAME, TYPE, SUFFIX, LETTER)                                                                             \
    __global__ void wait_##NAME(const volatile unsigned *flag, TYPE limit, int *late)                                \
    {                                                                                                                \
        TYPE began;                                                                                                  \
        unsigned is_late;                                                                                            \
        asm volatile("mov." SUFFIX " %0, %%" #NAME ";" : "=" LETTER(began));                                         \
        do {                                                                                                         \
            asm volatile("{\n\t"                                                                                     \
                         ".reg .pred p;\n\t"                                                                         \
                         ".reg ." SUFFIX " t;\n\t"                                                                   \
                         "mov." SUFFIX " t, %%" #NAME ";\n\t"                                                        \
                         "sub." SUFFIX " t, t, %1;\n\t"                                                              \
                         "setp.gt." SUFFIX " p, t, %2;\n\t"                                                          \
                         "mov." SUFFIX " t, 0;\n\t"                                                                  \
                         "selp.u32 %0, 1, 0, p;\n\t"                                                                 \
                         "}"                                                                                         \
                         : "=&r"(is_late)                                                                            \
                         : LETTER(began), LETTER(limit));                                                            \
        } while (!is_late && !*flag);                                                                                \
        late[threadIdx.x] = is_late;                                                                                 \
    }
WAIT(clock, unsigned, "u32", "r")
WAIT(clock64, unsigned long long, "u64", "l")
WAIT(globaltimer, unsigned long long, "u64", "l")

static unsigned *flag;
static int *late;

static void done(const char *what, unsigned limit)
{
    cudaError_t e = cudaDeviceSynchronize();
    printf("%s: late after %u: %s\n", what, limit, e ? cudaGetErrorString(e) : late[31] ? "yes" : "no");
    late[31] = 0;
}

static void all(unsigned limit)
{
    wait_clock<<<1, 32>>>(flag, limit, late);
    done("clock", limit);
    wait_clock64<<<1, 32>>>(flag, limit, late);
    done("clock64", limit);
    wait_globaltimer<<<1, 32>>>(flag, limit, late);
    done("globaltimer", limit);
}

int main(int argc, char **argv)
{
    cudaMallocManaged(&flag, sizeof *flag);
    cudaMallocManaged(&late, 32 * sizeof *late);
    *flag = 0;
    if (argc > 1) {
        all(strtoul(argv[1], NULL, 10));
        return 0;
    }
    all(100000);
    all(1000000000);
    return 0;
}
