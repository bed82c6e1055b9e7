/* Lines of a packed text: see lines.h. */
#include "accel/lines.h"

#include <errno.h>
#include <lzma.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zstd.h>

enum { IN = 1 << 15, OUT = 3 * LINES_LONGEST };
enum packing { PLAIN, XZ, ZSTD };

struct lines {
    const char *path;
    FILE *file; /* NULL: of memory */
    enum packing packing;
    lzma_stream xz;
    ZSTD_DStream *zstd;
    u8 in[IN];
    const u8 *next; /* bytes read and not yet unpacked */
    size_t left;
    bool ended; /* ended: no more output; whole: and the text itself ends there */
    bool whole;
    char out[OUT + 1];
    size_t at, n; /* unpacked and not yet returned: out[at..n) */
    u32 number;
    u64 bytes;
};

enum { XZ_MEMORY = 512 << 20 };

static bool begin(struct lines *l, struct diag *d)
{
    static const u8 xz[] = {0xfd, '7', 'z', 'X', 'Z', 0}, zstd[] = {0x28, 0xb5, 0x2f, 0xfd};
    if (l->left >= sizeof xz && !memcmp(l->next, xz, sizeof xz))
        l->packing = XZ;
    else if (l->left >= sizeof zstd && !memcmp(l->next, zstd, sizeof zstd))
        l->packing = ZSTD;
    if (l->packing == XZ && lzma_stream_decoder(&l->xz, XZ_MEMORY, LZMA_CONCATENATED) != LZMA_OK)
        return diag_error(d, l->path, 0, 0, "cannot be unpacked: no memory"), false;
    if (l->packing == ZSTD && !(l->zstd = ZSTD_createDStream()))
        return diag_error(d, l->path, 0, 0, "cannot be unpacked: no memory"), false;
    return true;
}

static bool fill(struct lines *l, struct diag *d)
{
    if (l->left || !l->file || feof(l->file))
        return true;
    l->left = fread(l->in, 1, sizeof l->in, l->file);
    l->next = l->in;
    if (ferror(l->file)) {
        diag_error(d, l->path, 0, 0, "cannot be read: %s", strerror(errno));
        return false;
    }
    return true;
}

struct lines *lines_open(const char *path, struct diag *d)
{
    struct stat st;
    FILE *f = fopen(path, "rbe");
    if (!f || (fstat(fileno(f), &st) == 0 && S_ISDIR(st.st_mode))) {
        diag_error(d, path, 0, 0, "cannot be read: %s", strerror(f ? EISDIR : errno));
        if (f)
            fclose(f);
        return NULL;
    }
    struct lines *l = xcalloc(1, sizeof *l);
    l->path = path;
    l->file = f;
    l->xz = (lzma_stream)LZMA_STREAM_INIT;
    if (!fill(l, d) || !begin(l, d)) {
        lines_close(l);
        return NULL;
    }
    return l;
}

struct lines *lines_of(const char *path, const void *bytes, size_t n)
{
    struct lines *l = xcalloc(1, sizeof *l);
    l->path = path;
    l->next = bytes;
    l->left = n;
    l->xz = (lzma_stream)LZMA_STREAM_INIT;
    return l;
}

static const char *unpack_xz(struct lines *l, size_t room, size_t *got)
{
    bool last = !l->left;
    l->xz.next_in = l->next;
    l->xz.avail_in = l->left;
    l->xz.next_out = (u8 *)l->out + l->n;
    l->xz.avail_out = room;
    lzma_ret r = lzma_code(&l->xz, last ? LZMA_FINISH : LZMA_RUN);
    *got = room - l->xz.avail_out;
    l->next = l->xz.next_in;
    l->left = l->xz.avail_in;
    l->whole = r == LZMA_STREAM_END;
    l->ended = l->whole || (last && !*got);
    if (r == LZMA_MEM_ERROR || r == LZMA_MEMLIMIT_ERROR)
        return "takes too much memory to unpack";
    if (r != LZMA_OK && r != LZMA_BUF_ERROR && !l->whole)
        return "is broken: it cannot be unpacked";
    return l->ended && !l->whole ? "is cut short" : NULL;
}

static const char *unpack_zstd(struct lines *l, size_t room, size_t *got)
{
    bool last = !l->left;
    ZSTD_inBuffer in = {l->next, l->left, 0};
    ZSTD_outBuffer out = {l->out + l->n, room, 0};
    size_t r = ZSTD_decompressStream(l->zstd, &out, &in);
    *got = out.pos;
    l->next += in.pos;
    l->left -= in.pos;
    if (ZSTD_isError(r))
        return "is broken: it cannot be unpacked";
    if (last && !*got) { /* and so as it was before: a frame had ended, or not */
        l->ended = true;
        return l->whole ? NULL : "is cut short";
    }
    l->whole = r == 0;
    return NULL;
}

/* Unpacks more text behind the existing one. False: an error in d. */
static bool unpack(struct lines *l, struct diag *d)
{
    memmove(l->out, l->out + l->at, l->n - l->at);
    l->n -= l->at;
    l->at = 0;
    size_t room = OUT - l->n, got = 0;
    const char *wrong = NULL;
    if (!fill(l, d))
        return false;
    if (l->packing == XZ) {
        wrong = unpack_xz(l, room, &got);
    } else if (l->packing == ZSTD) {
        wrong = unpack_zstd(l, room, &got);
    } else {
        got = MIN(room, l->left);
        memcpy(l->out + l->n, l->next, got);
        l->next += got;
        l->left -= got;
        l->ended = l->whole = !got;
    }
    l->n += got;
    l->bytes += got;
    if (wrong) {
        diag_error(d, l->path, 0, 0, "%s", wrong);
        l->ended = true;
        return false;
    }
    return true;
}

char *lines_next(struct lines *l, size_t *n, struct diag *d)
{
    char *end;
    size_t seen = 0;
    while (!(end = memchr(l->out + l->at + seen, '\n', l->n - l->at - seen))) {
        seen = l->n - l->at;
        if (seen > LINES_LONGEST) {
            diag_error(d, l->path, l->number + 1, 0, "the line is longer than %u bytes", LINES_LONGEST);
            return NULL;
        }
        if (l->ended) {
            if (!seen)
                return NULL;
            end = l->out + l->n;
            break;
        }
        if (!unpack(l, d))
            return NULL;
    }
    char *line = l->out + l->at;
    l->at = MIN((size_t)(end - l->out) + 1, l->n);
    l->number++;
    if (end > line && end[-1] == '\r')
        end--;
    *end = 0;
    *n = (size_t)(end - line);
    if (*n > LINES_LONGEST) {
        diag_error(d, l->path, l->number, 0, "the line is longer than %u bytes", LINES_LONGEST);
        return NULL;
    }
    return line;
}

u32 lines_number(const struct lines *l)
{
    return l->number;
}
const char *lines_path(const struct lines *l)
{
    return l->path;
}
u64 lines_bytes(const struct lines *l)
{
    return l->bytes;
}

void lines_close(struct lines *l)
{
    if (!l)
        return;
    if (l->file)
        fclose(l->file);
    lzma_end(&l->xz);
    ZSTD_freeDStream(l->zstd);
    free(l);
}
