/* sluice list cuda: the PTX instructions of ops.def, and the runtime and driver calls that the library really
 * exports. */
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/vec.h"
#include "cli/cli.h"
#include "cli/libraries.h"
#include "cli/list.h"
#include "cuda/notes.h"
#include "ptx/ptx.h"

typedef VEC(const char *) names_vec;

static bool is_supported(const char *name)
{
    static const char *const no[] = {
#define UNSUPPORTED(call) #call,
#include "cuda/unsupported.def"
#undef UNSUPPORTED
    };
    for (size_t i = 0; i < COUNT_OF(no); i++)
        if (!strcmp(no[i], name))
            return false;
    return true;
}

static bool is_api(const char *name)
{
    if (!strncmp(name, "cuda", 4))
        return name[4] >= 'A' && name[4] <= 'Z';
    return !strncmp(name, "cu", 2) && name[2] >= 'A' && name[2] <= 'Z';
}

/* Collects the functions of a mapped 64-bit ELF file's dynamic symbol table. */
static void collect(const char *image, size_t size, struct arena *a, names_vec *names)
{
    const Elf64_Ehdr *h = (const void *)image;
    const Elf64_Shdr *s = (const void *)(image + h->e_shoff);
    if (size < sizeof(*h) || h->e_shoff + (size_t)h->e_shnum * sizeof(*s) > size)
        return;
    for (u32 i = 0; i < h->e_shnum; i++) {
        if (s[i].sh_type != SHT_DYNSYM)
            continue;
        const Elf64_Sym *symbols = (const void *)(image + s[i].sh_offset);
        const char *text = image + s[s[i].sh_link].sh_offset;
        for (size_t k = 0; k < s[i].sh_size / sizeof(*symbols); k++)
            if (symbols[k].st_shndx != SHN_UNDEF && ELF64_ST_TYPE(symbols[k].st_info) == STT_FUNC &&
                is_api(text + symbols[k].st_name))
                VEC_PUSH(names, arena_strdup(a, text + symbols[k].st_name));
    }
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void api_names(struct arena *a, names_vec *names)
{
    Dl_info here;
    struct stat st;
    void *in_library = dlsym(RTLD_DEFAULT, "cudaMalloc");
    if (!in_library || !dladdr(in_library, &here))
        return;
    int fd = open(here.dli_fname, O_RDONLY);
    if (fd < 0 || fstat(fd, &st))
        return;
    char *image = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (image == MAP_FAILED)
        return;
    collect(image, (size_t)st.st_size, a, names);
    munmap(image, (size_t)st.st_size);
    if (names->n)
        qsort(names->at, names->n, sizeof(*names->at), by_name);
}

enum api { RUNTIME, DRIVER, UNSUPPORTED_CALLS };

static bool belongs(const char *name, enum api which)
{
    if (!is_supported(name))
        return which == UNSUPPORTED_CALLS;
    return which == (strncmp(name, "cuda", 4) ? DRIVER : RUNTIME);
}

/* Prints a name in quotes, or none, on this line or, where it would be wider than width, the next one. */
static void in_lines(const char *quote, const char *name, size_t *column, size_t width)
{
    size_t n = strlen(name) + 2 * strlen(quote);
    if (*column && *column + 1 + n > width) {
        putchar('\n');
        *column = 0;
    }
    *column += (size_t)printf("%s%s%s%s", *column ? " " : "", quote, name, quote);
}

/* The calls of one interface: first those that do what CUDA's do, in lines, then those with a note. */
static void api_list(const struct list_request *r, const names_vec *names, enum api which)
{
    static const char *const titles[] = {"Runtime API", "Driver API", "Calls that only return cudaErrorNotSupported"};
    size_t column = 0;
    bool any = false, notes = false;
    for (size_t i = 0; i < names->n; i++) {
        const char *name = names->at[i];
        if (!belongs(name, which) || !list_wanted(r, name))
            continue;
        if (!any)
            printf(r->markdown ? "\n## %s\n\n" : "%s:\n", titles[which]);
        any = true;
        if (cuda_call_note(name))
            notes = true;
        else
            in_lines(r->markdown ? "`" : "", name, &column, r->markdown ? 158 : 116);
    }
    if (column)
        putchar('\n');
    if (notes && r->markdown)
        printf("\n| call | what is special here |\n|---|---|\n");
    for (size_t i = 0; i < names->n && notes; i++) {
        const char *name = names->at[i], *note = cuda_call_note(name);
        if (note && belongs(name, which) && list_wanted(r, name))
            printf(r->markdown ? "| `%s` | %s |\n" : "  %s: %s\n", name, note);
    }
    if (any && !r->markdown)
        putchar('\n');
}

/* What programs link beside the runtime. */
static void library_list(const struct list_request *r)
{
    bool any = false;
    for (u32 i = 0; i < n_libraries; i++) {
        const struct library *l = &libraries[i];
        if (!list_wanted(r, l->title))
            continue;
        if (!any)
            printf(r->markdown ? "\n## Libraries\n\n| library | link with | |\n|---|---|---|\n" : "Libraries:\n");
        any = true;
        printf(r->markdown ? "| %s | `-l%s` | %s |\n" : "  %-14s -l%-14s %s\n", l->title, l->link,
               l->has ? l->has : "not here");
    }
    if (any && !r->markdown)
        putchar('\n');
}

static void instructions(const struct list_request *r, bool exec)
{
    bool any = false;
    for (u32 i = 0; i < OP_COUNT; i++) {
        if (ptx_ops[i].exec != exec || !list_wanted(r, ptx_ops[i].name))
            continue;
        if (!any && r->markdown)
            printf("\n## PTX: %s\n\n| opcode | |\n|---|---|\n",
                   exec ? "executed" : "parsed only (an error names opcode and line if one executes)");
        else if (!any)
            printf("PTX, %s:\n", exec ? "executed" : "parsed only");
        any = true;
        printf(r->markdown ? "| `%s` | %s |\n" : "  %-14s %s\n", ptx_ops[i].name, ptx_ops[i].help);
    }
    if (any && !r->markdown)
        putchar('\n');
}

int list_cuda(const struct list_request *r, struct diag *d)
{
    struct arena a = {0};
    names_vec names = {0};
    (void)d;
    api_names(&a, &names);
    if (r->json) {
        json_t *ops = json_array(), *calls = json_array();
        for (u32 i = 0; i < OP_COUNT; i++)
            if (list_wanted(r, ptx_ops[i].name))
                json_array_append_new(ops, json_pack("{s:s, s:b, s:s}", "opcode", ptx_ops[i].name, "executes",
                                                     (int)ptx_ops[i].exec, "help", ptx_ops[i].help));
        for (size_t i = 0; i < names.n; i++)
            if (list_wanted(r, names.at[i]))
                json_array_append_new(
                    calls, json_pack("{s:s, s:b}", "name", names.at[i], "supported", (int)is_supported(names.at[i])));
        list_json(r, json_pack("{s:o, s:o}", "ptx", ops, "calls", calls));
    } else {
        if (r->markdown)
            printf("# What of CUDA works\n\nWritten by `./dev docs`: the calls are those that the library exports, "
                   "the instructions the rows of the opcode table. A call that is\nnot here is a link error that "
                   "names it. Of an interface's calls, those that do what CUDA's do are named first.\n");
        api_list(r, &names, RUNTIME);
        api_list(r, &names, DRIVER);
        api_list(r, &names, UNSUPPORTED_CALLS);
        library_list(r);
        instructions(r, true);
        instructions(r, false);
    }
    VEC_FREE(&names);
    arena_free(&a);
    return EXIT_DONE;
}
