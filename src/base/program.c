#include "base/program.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

struct bytes {
    unsigned char *at;
    size_t n;
};

static bool slurp(const char *path, struct bytes *b)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return false;
    size_t cap = 0;
    for (size_t got = 1; got;) {
        if (b->n == cap) {
            cap = cap ? cap * 2 : 1 << 16;
            b->at = xrealloc(b->at, cap);
        }
        got = fread(b->at + b->n, 1, cap - b->n, f);
        b->n += got;
    }
    bool ok = !ferror(f);
    fclose(f);
    return ok;
}

/* Code and data that the compiler made; what the linker adds for finding libraries depends on their folder. */
static bool counts(const char *name)
{
    static const char *const names[] = {".text", ".rodata", ".data", ".nv_fatbin", "__nv_"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (!strncmp(name, names[i], strlen(names[i])))
            return true;
    return strstr(name, "fatbin") || strstr(name, "ptx");
}

/* In the wrapping of `sluice cc` the line before the text has its length and the source's name, a .file line the
   source's folder. Neither is part of what the program does. */
void hash_ptx(struct hash *h, const void *text, size_t n)
{
    const unsigned char *at = text;
    static const char wrapping[] = "SLUICE-PTX ";
    for (size_t i = 0, end; i < n; i = end) {
        const unsigned char *newline = memchr(at + i, '\n', n - i);
        end = newline ? (size_t)(newline - at) + 1 : n;
        size_t from = i, to = end;
        while (from < to && (at[from] == '\t' || at[from] == ' '))
            from++;
        if (to - from > 6 && !memcmp(at + from, ".file\t", 6)) {
            for (size_t j = from; j < to; j++)
                if (at[j] == '/')
                    from = j + 1;
        } else if (to - i >= sizeof wrapping - 1 && !memcmp(at + i, wrapping, sizeof wrapping - 1)) {
            continue;
        }
        hash_bytes(h, at + from, to - from);
    }
}

/* False: not an ELF file that is understood. */
static bool hash_sections(struct hash *h, const struct bytes *b)
{
    Elf64_Ehdr e;
    if (b->n < sizeof e || memcmp(b->at, ELFMAG, SELFMAG) != 0 || b->at[EI_CLASS] != ELFCLASS64)
        return false;
    memcpy(&e, b->at, sizeof e);
    if (e.e_shentsize != sizeof(Elf64_Shdr) || e.e_shstrndx >= e.e_shnum || e.e_shoff > b->n ||
        (u64)e.e_shnum * sizeof(Elf64_Shdr) > b->n - e.e_shoff)
        return false;
    Elf64_Shdr names, s;
    memcpy(&names, b->at + e.e_shoff + e.e_shstrndx * sizeof s, sizeof names);
    if (names.sh_offset > b->n || names.sh_size > b->n - names.sh_offset || !names.sh_size ||
        b->at[names.sh_offset + names.sh_size - 1])
        return false;
    u32 found = 0;
    for (u32 i = 0; i < e.e_shnum; i++) {
        memcpy(&s, b->at + e.e_shoff + i * sizeof s, sizeof s);
        const char *name = s.sh_name < names.sh_size ? (const char *)b->at + names.sh_offset + s.sh_name : "";
        if (s.sh_type != SHT_PROGBITS || !(s.sh_flags & SHF_ALLOC) || !counts(name))
            continue;
        if (s.sh_offset > b->n || s.sh_size > b->n - s.sh_offset)
            return false;
        hash_text(h, name);
        if (!strcmp(name, ".nv_fatbin"))
            hash_ptx(h, b->at + s.sh_offset, s.sh_size);
        else
            hash_bytes(h, b->at + s.sh_offset, s.sh_size);
        found++;
    }
    return found > 0;
}

bool hash_program(struct hash *h, const char *path)
{
    struct bytes b = {0};
    bool ok = slurp(path, &b);
    if (ok) {
        struct hash before = *h;
        if (!hash_sections(h, &b)) {
            *h = before;
            hash_bytes(h, b.at, b.n);
        }
    }
    free(b.at);
    return ok;
}
