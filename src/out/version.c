#include "model_version.h"
#include "out/out.h"

const char *out_version(void)
{
    return SLUICE_VERSION "+" SLUICE_MODEL;
}

const char *out_model(void)
{
    return SLUICE_MODEL;
}
