/* Something that a program reads besides its arguments, and its present content. A list of inputs is text, a line
   each: libsluice-watch.so writes it while a program runs (watch/watch.c), and a store of results keeps it. */
#ifndef SLUICE_BASE_INPUT_H
#define SLUICE_BASE_INPUT_H
#include "base/hash.h"

enum input_kind {
    INPUT_FILE = 'f',        /* opened: its contents; of a folder the names in it */
    INPUT_STAT = 's',        /* asked about: is there one, of which kind, how long */
    INPUT_ENV = 'e',         /* a variable of the environment */
    INPUT_ENVIRONMENT = 'E', /* all of it, but for what shells and sluice change */
    INPUT_OBJECT = 'o',      /* code: the program of a process, or a library of the user's own */
    /* not inputs, but notes among them: */
    INPUT_WROTE = 'w',   /* the program made this file or folder: what it reads there later is its own */
    INPUT_UNNAMED = 'u', /* it reads something that cannot be looked at beforehand: the name says what */
    INPUT_BEGIN = 'b',   /* a process begins to be watched */
    INPUT_BUILT = ':',   /* up to here it was compiled: now it runs */
    INPUT_CONTENTS = 'c' /* the name is that of what it gave the device; the size 1 if it may follow the machine */
};
struct input {
    char kind;
    char hash[HASH_HEX];           /* what was there */
    u64 inode, size;               /* files: while these and the times are unchanged, so are the contents */
    i64 modified, changed, hashed; /* ns; hashed: when this was noted */
    const char *name;
};

/* Its present content, with its times. */
void input_look(struct input *in, char kind, const char *name);
/* Is it unchanged? Files are read only if their times do not tell. */
bool input_same(const struct input *in);
/* A line with its end, which is `room` bytes at most; 0: too long. */
size_t input_print(const struct input *in, char *line, size_t room);
/* Takes a line (changed: the name is made out of it) apart. False: it is none. */
bool input_parse(struct input *in, char *line);

#endif
