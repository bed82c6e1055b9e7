/* Command lines of the form -name=value, as sample programs read them. */
#ifndef SLUICE_HELPER_STRING_H
#define SLUICE_HELPER_STRING_H
#define COMMON_HELPER_STRING_H_
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
#ifndef STRCASECMP
#define STRCASECMP strcasecmp
#define STRNCASECMP strncasecmp
#define STRCPY(to, n, from) strcpy(to, from)
#define FOPEN(f, name, mode) (f = fopen(name, mode))
#define FOPEN_FAIL(r) (r == NULL)
#define SSCANF sscanf
#define SPRINTF sprintf
#endif

/* The text behind -name (after '=' if there is one), or NULL. Any number of dashes. */
static inline const char *sluice_flag(int argc, const char **argv, const char *name)
{
    size_t n = strlen(name);
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i];
        while (*a == '-')
            a++;
        if (a != argv[i] && !strncasecmp(a, name, n) && (a[n] == 0 || a[n] == '='))
            return a + n + (a[n] == '=');
    }
    return NULL;
}
static inline int stringRemoveDelimiter(char delimiter, const char *s)
{
    int i = 0;
    while (s[i] == delimiter)
        i++;
    return s[i] ? i : 0;
}
static inline bool checkCmdLineFlag(const int argc, const char **argv, const char *name)
{
    return sluice_flag(argc, argv, name) != NULL;
}
static inline int getCmdLineArgumentInt(const int argc, const char **argv, const char *name)
{
    const char *v = sluice_flag(argc, argv, name);
    return v ? atoi(v) : 0;
}
static inline float getCmdLineArgumentFloat(const int argc, const char **argv, const char *name)
{
    const char *v = sluice_flag(argc, argv, name);
    return v ? (float)atof(v) : 0.0f;
}
static inline bool getCmdLineArgumentString(const int argc, const char **argv, const char *name, char **value)
{
    const char *v = sluice_flag(argc, argv, name);
    *value = v ? (char *)v : NULL;
    return v != NULL;
}
#if defined(__cplusplus)
template <class T> inline bool getCmdLineArgumentValue(const int argc, const char **argv, const char *name, T *value)
{
    const char *v = sluice_flag(argc, argv, name);
    if (v)
        *value = (T)atoi(v);
    return v != NULL;
}
#endif
/* Looks beside the program and in the folders where samples keep their inputs. */
static inline char *sdkFindFilePath(const char *file, const char *program)
{
    static const char *const dirs[] = {"./", "./data/", "../data/", "../../data/", "./src/", "../", "../common/data/",
                                       "../../common/data/", "../../../common/data/", "../../../../common/data/"};
    char dir[1024] = "./";
    if (program && strrchr(program, '/'))
        snprintf(dir, sizeof(dir), "%.*s", (int)(strrchr(program, '/') - program + 1), program);
    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < sizeof(dirs) / sizeof(dirs[0]); i++) {
            char path[4096];
            snprintf(path, sizeof(path), "%s%s%s", k ? dir : "", dirs[i], file);
            FILE *f = fopen(path, "rb");
            if (f) {
                fclose(f);
                return strdup(path);
            }
        }
    return NULL;
}

#endif
