#ifndef SLUICE_TEXTURE_H
#define SLUICE_TEXTURE_H
#endif
