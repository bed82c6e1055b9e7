/* What branches cost on which a warp's lanes part: loops with ifs, elses, ifs in ifs, ways out and inner loops, the same code with data
   that all lanes share and with data that differs. Prints the cycles of a round.

       gcc -O1 -o parted tools/h200/parted.c -lcuda && ./parted      (on the card)
       cp tools/h200/parted.c parted.cu && sluice cc -I tools/h200 parted.cu -o parted && sluice run -m h200 -- ./parted */
#include <string.h>

#include "driver.h"

#define ROUNDS 200
#define MAD "mad.lo.s32 %r4,%r4,%r5,%r6;\n"
#define MAD6 MAD MAD MAD MAD MAD MAD
#define MAD12 MAD6 MAD6
#define MAD16 MAD12 MAD MAD MAD MAD
#define IF(bit, out) "setp.eq.s32 %p2,%r1" bit ",0;\n@%p2 bra " out ";\n"

static const struct {
    const char *name, *body; /* %r2: what lanes differ in, %r10, %r11, %r12: its bits, %r4: what is computed */
} kernels[] = {
    {"an if", IF("0", "E") MAD16 "E:"},
    {"if and else", IF("0", "A") MAD16 "bra E;\nA:" MAD16 MAD "E:"},
    {"an if in an if", IF("0", "E") MAD16 IF("1", "F") MAD16 "F:" MAD12 "E:"},
    {"three ways to one place", IF("0", "E") MAD12 IF("1", "E") MAD12 IF("2", "E") MAD12 "E:"},
    {"four ways", IF("2", "H") IF("1", "B") MAD6 MAD6 "bra E;\nB:" MAD12 MAD "bra E;\nH:" IF("1", "D") MAD12 MAD MAD
                  "bra E;\nD:" MAD12 MAD MAD MAD "E:"},
    {"an inner loop", "mov.u32 %r9,0;\nL: .pragma \"nounroll\";\n" MAD6
                      "add.s32 %r9,%r9,1;\nsetp.lt.s32 %p2,%r9,%r2;\n@%p2 bra L;\n"},
    {"a loop left in the middle", "mov.u32 %r9,0;\nL: .pragma \"nounroll\";\n" MAD6
                                  "setp.ge.s32 %p2,%r9,%r2;\n@%p2 bra E;\n" MAD6
                                  "add.s32 %r9,%r9,1;\nsetp.lt.s32 %p3,%r9,%r7;\n@%p3 bra L;\nE:"},
    {"neither", MAD16},
};

static char *text_of(unsigned k)
{
    static char text[16384];
    snprintf(text, sizeof text,
             ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 kind,.param .u64 took)\n{\n"
             ".reg .b32 %%r<30>;\n.reg .b64 %%rd<20>;\n.reg .pred %%p<9>;\nld.param.u64 %%rd1,[kind];\n"
             "ld.param.u64 %%rd2,[took];\ncvta.to.global.u64 %%rd1,%%rd1;\ncvta.to.global.u64 %%rd2,%%rd2;\n"
             "ld.global.u32 %%r7,[%%rd1+128];\nld.global.u32 %%r5,[%%rd1+132];\nld.global.u32 %%r6,[%%rd1+136];\n"
             "mov.u32 %%r1,%%tid.x;\nmul.wide.u32 %%rd4,%%r1,4;\nadd.s64 %%rd5,%%rd1,%%rd4;\nld.global.u32 %%r2,[%%rd5];\n"
             "and.b32 %%r10,%%r2,1;\nand.b32 %%r11,%%r2,2;\nand.b32 %%r12,%%r2,4;\nmov.u32 %%r4,%%r1;\nmov.u32 %%r8,0;\n"
             "bar.sync 0;\nmov.u64 %%rd7,%%clock64;\nbar.sync 0;\nROUND: .pragma \"nounroll\";\n%s\nadd.s32 %%r8,%%r8,1;\n"
             "setp.lt.s32 %%p1,%%r8,%%r7;\n@%%p1 bra ROUND;\nbar.sync 0;\nmov.u64 %%rd8,%%clock64;\n"
             "sub.s64 %%rd8,%%rd8,%%rd7;\nst.global.u32 [%%rd5],%%r4;\nmul.wide.u32 %%rd10,%%r1,8;\n"
             "add.s64 %%rd10,%%rd2,%%rd10;\nst.global.u64 [%%rd10],%%rd8;\nret;\n}\n",
             kernels[k].body);
    return text;
}

int main(void)
{
    static const char *const data[] = {"all 0", "all 7", "0 1", "0 3 4 7", "0 to 7"};
    CUdeviceptr kind, took;

    start();
    ok(cuMemAlloc(&kind, 256), "memory");
    ok(cuMemAlloc(&took, 256), "memory");
    for (unsigned k = 0; k < sizeof kernels / sizeof *kernels; k++) {
        CUfunction f = entry(load(text_of(k), kernels[k].name), "k");
        for (unsigned how = 0; how < sizeof data / sizeof *data; how++) {
            long long cycles[32];
            void *args[] = {&kind, &took};
            for (unsigned again = 0; again < 2; again++) { /* the first brings the code */
                int of[64] = {0};
                for (int i = 0; i < 32; i++)
                    of[i] = how == 0 ? 0 : how == 1 ? 7 : how == 2 ? i % 2 : how == 3 ? i % 4 * 2 + i % 2 : i % 8;
                of[32] = ROUNDS;
                of[33] = 3;
                of[34] = 5;
                ok(cuMemcpyHtoD(kind, of, sizeof of), "copy");
                ok(cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, 0, args, 0), "launch");
                ok(cuMemcpyDtoH(cycles, took, sizeof cycles), "copy");
            }
            printf("%s, %s: %.1f\n", kernels[k].name, data[how], (double)cycles[0] / ROUNDS);
        }
    }
    return 0;
}
