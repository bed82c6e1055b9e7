#include <stdio.h>

int main(int argc, char **argv)
{
    (void)argv;
    printf("sluice (%d)\n", argc);
    return 0;
}
