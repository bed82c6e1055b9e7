/* What kernels read, the same on the host and on the device: 256 words, and the words that atomics change. */
enum { IN_WORDS = 256, CELLS = 64, OWN = 16, ROUNDS = 2 };
static void make_inputs(unsigned *in, unsigned *cells, int kernel, int round)
{
    for (unsigned i = 0; i < IN_WORDS; i++)
        in[i] = round ? (i * 2654435761u) ^ ((unsigned)kernel * 40503u) ^ (i * i << 20) : i % 3 ? i % 7 : i * 0x01010101u;
    for (unsigned i = 0; i < CELLS; i++)
        cells[i] = i < 48 ? i * 0x03070503u + (unsigned)round : 0;
}
static int argument_of(int round)
{
    return round ? 5 : 2;
}
