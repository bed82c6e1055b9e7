/* What an H200's conversions of tests/emu/cvt_forms.h give, through the driver's API (no toolkit is needed):
     gcc -O2 -I tests/emu -I /usr/local/cuda/include -o convert tools/h200/convert.c -lcuda && ./convert OUT-FOLDER
   Writes cvt.bin: a word of each case of each form; zeros where the driver's assembler refuses the form. */
#include "cvt_forms.h"
#include "driver.h"

static char text[1 << 14];
static uint32_t in_words[2 * CVT_CASES], out_words[CVT_CASES];

int main(int argc, char **argv)
{
    CUdeviceptr in, out;
    if (argc < 2)
        return 2;
    folder = argv[1];
    start();
    ok(cuMemAlloc(&in, sizeof in_words), "memory");
    ok(cuMemAlloc(&out, sizeof out_words), "memory");
    cvt_inputs(in_words);
    ok(cuMemcpyHtoD(in, in_words, sizeof in_words), "copy");
    FILE *bin = create("cvt.bin");
    for (size_t i = 0; i < CVT_FORMS; i++) {
        cvt_ptx(text, sizeof text, &cvt_forms[i]);
        CUmodule m = load(text, cvt_forms[i].op);
        memset(out_words, 0, sizeof out_words);
        if (m) {
            void *args[] = {&in, &out};
            ok(cuLaunchKernel(entry(m, "k"), CVT_CASES / 128, 1, 1, 128, 1, 1, 0, NULL, args, NULL), cvt_forms[i].op);
            ok(cuCtxSynchronize(), cvt_forms[i].op);
            ok(cuMemcpyDtoH(out_words, out, sizeof out_words), "copy");
            printf("CVT %s\n", cvt_forms[i].op);
            cuModuleUnload(m);
        }
        fwrite(out_words, 4, CVT_CASES, bin);
    }
    fclose(bin);
    return 0;
}
