/* The host's program: after the kernels, with a table `kernels` of them. It writes what each left to the file that is
   named, and how often each feature was executed to standard output. */
int main(int argc, char **argv)
{
    alignas(16) static unsigned in[IN_WORDS], cells[CELLS], out[3 * 128 * OWN];
    (void)argc;
    FILE *f = fopen(argv[1], "wb");
    texels = in;
    for (const row &k : kernels) {
        blockDim = {(unsigned)k.x, (unsigned)k.y, 1};
        gridDim = {(unsigned)k.grid, 1, 1};
        n_fibers = k.x * k.y;
        size_t bytes = (size_t)(k.grid * n_fibers) * OWN * 4;
        for (int round = 0; round < ROUNDS; round++) {
            make_inputs(in, cells, k.number, round);
            memset(out, 0, bytes);
            arg_in = in, arg_out = out, arg_cells = cells, arg_n = argument_of(round);
            for (int b = 0; b < k.grid; b++) {
                blockIdx = {(unsigned)b, 0, 0};
                run_block(k.call);
            }
            fputc(1, f);
            fwrite(out, 1, bytes, f);
            fwrite(cells, 1, sizeof cells, f);
        }
    }
    fclose(f);
    for (const feature *x = feature::all(); x; x = x->next)
        printf("%s\t%llu\n", x->name, x->times);
    return 0;
}
