/* What a program read while it was watched (base/input.h): taken from the notes of a run, kept as text, compared with
   what is there now. */
#ifndef SLUICE_CLI_INPUTS_H
#define SLUICE_CLI_INPUTS_H
#include "base/arena.h"
#include "base/hash.h"

struct inputs {
    const char *text;    /* a line an input, in the order of reading; files below this folder by their way from it */
    const char *unnamed; /* it read something that cannot be looked at beforehand, or could not be watched; or NULL */
    char contents[HASH_HEX]; /* the name of what it gave the device; "": it launched nothing */
    bool follows;            /* what it does may depend on the machine */
    struct hash code;        /* its own libraries and helpers */
};
void inputs_read(struct inputs *in, struct arena *a, const char *file);
/* Is everything what it was? The first that is not goes to `other`, which may be NULL. */
bool inputs_same(const char *text, struct arena *a, const char **other);

#endif
