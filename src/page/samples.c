/* The time axis of a record: what the samples say, as stacked areas and as a heat map of SMs. */
#include "page/page.h"

void page_samples(FILE *to, const json_t *record, page_help_fn *help)
{
    (void)to, (void)record, (void)help;
}
