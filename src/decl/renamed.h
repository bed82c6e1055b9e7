/* Parameters and words of choices that had another name: a file with the old name gets an error that says the new
 * one. */
#ifndef SLUICE_DECL_RENAMED_H
#define SLUICE_DECL_RENAMED_H
#include <stddef.h>
#include <string.h>

static const struct {
    const char *key, *word; /* word NULL: the key itself */
    const char *now;
} decl_renamed[] = {
    {"const.turn", NULL, "const.word_interval"},
    {"sched.arbiter", "turns", "after-last"},
};

static inline const char *decl_new_name(const char *key, const char *word) /* or NULL */
{
    for (size_t i = 0; i < sizeof decl_renamed / sizeof *decl_renamed; i++)
        if (!strcmp(decl_renamed[i].key, key) && !decl_renamed[i].word == !word &&
            (!word || !strcmp(decl_renamed[i].word, word)))
            return decl_renamed[i].now;
    return NULL;
}

#endif
