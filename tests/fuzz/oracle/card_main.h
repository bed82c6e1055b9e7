/* The program of a file that carries what is expected: for a card, and for one kernel that was kept. */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#define TRY(x) do { cudaError_t e = x; if (e) { printf("%s: %s\n", #x, cudaGetErrorString(e)); exit(1); } } while (0)

static cudaTextureObject_t texture_of(cudaResourceType kind, void *at, cudaArray_t array, cudaChannelFormatDesc format)
{
    cudaResourceDesc res;
    cudaTextureDesc how;
    cudaTextureObject_t t;
    memset(&res, 0, sizeof res);
    memset(&how, 0, sizeof how);
    res.resType = kind;
    if (kind == cudaResourceTypeArray) {
        res.res.array.array = array;
    } else {
        res.res.linear.devPtr = at;
        res.res.linear.desc = format;
        res.res.linear.sizeInBytes = IN_WORDS * 4;
    }
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    TRY(cudaCreateTextureObject(&t, &res, &how, nullptr));
    return t;
}

int main()
{
    unsigned words[IN_WORDS], begin[CELLS], *in, *out, *cells, *result = (unsigned *)malloc((3 * 128 * OWN + CELLS) * 4);
    cudaArray_t array;
    cudaChannelFormatDesc word = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindUnsigned), bytes4 = cudaCreateChannelDesc(8, 8, 8, 8, cudaChannelFormatKindUnsigned);
    TRY(cudaDeviceSetLimit(cudaLimitStackSize, 16384)); // recursion with local arrays takes more than a card's first 1,024 bytes a thread
    TRY(cudaMalloc((void **)&in, sizeof words));
    TRY(cudaMalloc((void **)&out, 3 * 128 * OWN * 4));
    TRY(cudaMalloc((void **)&cells, sizeof begin));
    TRY(cudaMallocArray(&array, &word, 16, 16, 0));
    cudaTextureObject_t t1 = texture_of(cudaResourceTypeLinear, in, 0, word), t2 = texture_of(cudaResourceTypeArray, 0, array, word), t3 = texture_of(cudaResourceTypeLinear, in, 0, bytes4);
    int differ = 0;
    for (const row &k : kernels) {
        const unsigned *expected = k.expected;
        size_t n = (size_t)k.grid * k.x * k.y * OWN, bad = 0;
        char why[120] = "";
        for (int round = 0; round < ROUNDS; round++, expected += n + CELLS) {
            make_inputs(words, begin, k.number, round);
            TRY(cudaMemcpy2DToArray(array, 0, 0, words, 64, 64, 16, cudaMemcpyHostToDevice));
            TRY(cudaMemcpy(in, words, sizeof words, cudaMemcpyHostToDevice));
            TRY(cudaMemcpy(cells, begin, sizeof begin, cudaMemcpyHostToDevice));
            TRY(cudaMemset(out, 0, n * 4));
            int arg = argument_of(round);
            void *args[] = {&in, &in, &out, &cells, &t1, &t2, &t3, &arg};
            TRY(cudaLaunchKernel(k.kernel, dim3(k.grid), dim3(k.x, k.y), args, 0, 0));
            TRY(cudaDeviceSynchronize());
            TRY(cudaMemcpy(result, out, n * 4, cudaMemcpyDeviceToHost));
            TRY(cudaMemcpy(result + n, cells, CELLS * 4, cudaMemcpyDeviceToHost));
            for (size_t i = 0; i < n + CELLS; i++)
                if (result[i] != expected[i] && !bad++)
                    snprintf(why, sizeof why, "round %d, %s %d word %d: %08x, expected %08x", round, i < n ? "thread" : "cell", i < n ? (int)(i / OWN) : (int)(i - n), i < n ? (int)(i % OWN) : 0,
                             result[i], expected[i]);
        }
        if (bad)
            printf("differs %d in %d words; %s\n", k.number, (int)bad, why);
        else
            printf("ok %d\n", k.number);
        differ += bad > 0;
    }
    return differ ? 1 : 0;
}
