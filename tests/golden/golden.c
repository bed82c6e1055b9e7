/* Reads the case list that cases.py writes, and makes textures' contents. */
#include "golden.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t fnv(uint64_t h, const char *s)
{
    for (; *s; s++)
        h = (h ^ (uint8_t)*s) * 0x100000001b3ull;
    return h;
}

static char *load(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return NULL;
    fseek(f, 0, SEEK_END);
    size_t n = (size_t)ftell(f);
    rewind(f);
    char *text = malloc(n + 1);
    if (!text || fread(text, 1, n, f) != n) {
        free(text);
        text = NULL;
    } else {
        text[n] = 0;
    }
    fclose(f);
    return text;
}

static void parse_tex(const char *s, struct gold_tex *t)
{
    char where[16] = "", filter[16] = "", mode[16] = "";
    sscanf(s, "%15s %u %u %u %7s %u %15s %15s %d", where, &t->width, &t->height, &t->depth, t->format, &t->channels,
           filter, mode, &t->normalized);
    t->linear = !strcmp(where, "linear");
    t->filter_linear = !strcmp(filter, "linear");
    t->mode = !strcmp(mode, "wrap") ? 0 : !strcmp(mode, "clamp") ? 1 : !strcmp(mode, "mirror") ? 2 : 3;
}

static void parse_line(struct gold_case *c, char *line)
{
    char *arg = strchr(line, ' ');
    if (arg)
        *arg++ = 0;
    if (!strcmp(line, "@kernel"))
        c->kernel = arg;
    else if (!strcmp(line, "@n"))
        c->n = (unsigned)atoi(arg);
    else if (!strcmp(line, "@in"))
        for (char *w = strtok(arg, " "); w && c->n_in < GOLD_MAX_IN; w = strtok(NULL, " ")) {
            c->hash = fnv(c->hash, w);
            c->in[c->n_in++] = w;
        }
    else if (!strcmp(line, "@out") && c->n_out < GOLD_MAX_OUT) {
        c->width[c->n_out] = (unsigned)strtoul(arg, &arg, 10);
        c->label[c->n_out++] = arg + 1;
    } else if (!strcmp(line, "@tex")) {
        c->has_tex = 1;
        c->hash = fnv(c->hash, arg);
        parse_tex(arg, &c->tex);
    }
}

int gold_read(const char *path, struct gold_cases *g)
{
    memset(g, 0, sizeof *g);
    g->text = load(path);
    if (!g->text) {
        fprintf(stderr, "golden: cannot read %s\n", path);
        return 1;
    }
    size_t room = 0;
    for (char *at = g->text; (at = strstr(at, "@case ")); at++)
        room++;
    g->v = calloc(room, sizeof *g->v);
    if (!g->v)
        return 1;
    for (char *at = g->text; *at;) {
        char *end = strchr(at, '\n');
        if (!end)
            break;
        *end = 0;
        if (!strncmp(at, "@case ", 6)) {
            struct gold_case *c = &g->v[g->n++];
            c->name = at + 6;
            c->hash = fnv(0xcbf29ce484222325ull, c->name);
        } else if (!strcmp(at, "@ptx") && g->n) {
            struct gold_case *c = &g->v[g->n - 1];
            c->ptx = end + 1;
            end = strstr(end + 1, "@end\n");
            if (!end)
                break;
            *end = 0;
            c->hash = fnv(c->hash, c->ptx);
            end += 4;
        } else if (g->n) {
            parse_line(&g->v[g->n - 1], at);
        }
        at = end + 1;
    }
    return 0;
}

void gold_free(struct gold_cases *g)
{
    free(g->text);
    free(g->v);
}

unsigned gold_texel_bytes(const struct gold_tex *t)
{
    unsigned channel = strstr(t->format, "8") ? 1 : strstr(t->format, "16") ? 2 : 4;
    return channel * t->channels;
}

void gold_texels(const struct gold_tex *t, uint8_t *texels)
{
    size_t n = (size_t)t->width * t->height * t->depth * t->channels;
    uint32_t x = 12345;
    for (size_t i = 0; i < n; i++) {
        x = x * 1664525u + 1013904223u;
        if (!strcmp(t->format, "f32")) {
            float f = (float)(x >> 8) / 16384.0f - 512.0f;
            memcpy(texels + 4 * i, &f, 4);
        } else if (!strcmp(t->format, "u32")) {
            memcpy(texels + 4 * i, &x, 4);
        } else if (!strcmp(t->format, "s16n")) {
            uint16_t h = (uint16_t)(x >> 16);
            memcpy(texels + 2 * i, &h, 2);
        } else {
            texels[i] = (uint8_t)(x >> 24);
        }
    }
}
