/* Counts what holds, names what does not (with up to three numbers), and sums up: "NAME GOOD of ALL". */
#pragma once
#include <stdio.h>

static int good, all;
static void expect(bool ok, const char *what, int a = 0, int b = 0, int c = 0)
{
    good += ok;
    all++;
    if (!ok)
        printf("%s %d %d %d\n", what, a, b, c);
}
static void summary(const char *name)
{
    printf("%s %d of %d\n", name, good, all);
    good = all = 0;
}
