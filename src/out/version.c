#include "model_version.h"
#include "out/out.h"

const char *out_model(void)
{
    return SLUICE_MODEL;
}
