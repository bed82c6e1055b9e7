/* The helpers together. */
#ifndef SLUICE_HELPER_FUNCTIONS_H
#define SLUICE_HELPER_FUNCTIONS_H
#define COMMON_HELPER_FUNCTIONS_H_
#include <algorithm>
#include <assert.h>
#include <fstream>
#include <iostream>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string>
#include <vector>

#include "exception.h"
#include "helper_image.h"
#include "helper_string.h"
#include "helper_timer.h"

#endif
