/* PGM and PPM images, raw files, and comparisons of results, as sample programs use them. */
#ifndef SLUICE_HELPER_IMAGE_H
#define SLUICE_HELPER_IMAGE_H
#define COMMON_HELPER_IMAGE_H_
#include <fstream>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vector>

#include "helper_string.h"

/* One number of a PNM header; comments run to the end of the line. */
inline bool sluice_pnm_number(FILE *f, unsigned *v)
{
    int c;
    while ((c = fgetc(f)) != EOF) {
        if (c == '#')
            while ((c = fgetc(f)) != EOF && c != '\n')
                ;
        else if (c >= '0' && c <= '9') {
            ungetc(c, f);
            return fscanf(f, "%u", v) == 1;
        }
    }
    return false;
}
inline bool __loadPPM(const char *file, unsigned char **data, unsigned int *w, unsigned int *h, unsigned int *channels)
{
    FILE *f = fopen(file, "rb");
    if (!f) {
        fprintf(stderr, "%s: cannot be read\n", file);
        return false;
    }
    unsigned iw = 0, ih = 0, most = 0;
    int p = fgetc(f), kind = fgetc(f);
    bool ok = p == 'P' && (kind == '5' || kind == '6') && sluice_pnm_number(f, &iw) && sluice_pnm_number(f, &ih) &&
              sluice_pnm_number(f, &most) && iw && ih && iw < 65536 && ih < 65536;
    fgetc(f);
    *channels = kind == '6' ? 3 : 1;
    size_t n = (size_t)iw * ih * *channels;
    if (ok && *data == NULL)
        *data = (unsigned char *)malloc(n);
    else if (ok && (*w != iw || *h != ih))
        ok = false;
    *w = iw, *h = ih;
    ok = ok && fread(*data, 1, n, f) == n;
    fclose(f);
    return ok;
}
inline bool __savePPM(const char *file, unsigned char *data, unsigned int w, unsigned int h, unsigned int channels)
{
    FILE *f = fopen(file, "wb");
    if (!f)
        return false;
    fprintf(f, "P%c\n%u %u\n255\n", channels == 3 ? '6' : '5', w, h);
    size_t n = (size_t)w * h * channels;
    bool ok = fwrite(data, 1, n, f) == n;
    return fclose(f) == 0 && ok;
}
inline float sluice_from_byte(float *, unsigned char v) { return (float)v / 255.0f; }
inline unsigned char sluice_from_byte(unsigned char *, unsigned char v) { return v; }
inline unsigned char sluice_to_byte(float v) { return (unsigned char)(v * 255.0f); }
inline unsigned char sluice_to_byte(unsigned char v) { return v; }
template <class T> inline bool sdkLoadPGM(const char *file, T **data, unsigned int *w, unsigned int *h)
{
    unsigned char *raw = NULL;
    unsigned channels;
    if (!__loadPPM(file, &raw, w, h, &channels) || channels != 1)
        return false;
    size_t n = (size_t)*w * *h;
    if (!*data)
        *data = (T *)malloc(n * sizeof(T));
    for (size_t i = 0; i < n; i++)
        (*data)[i] = sluice_from_byte((T *)0, raw[i]);
    free(raw);
    return true;
}
template <class T> inline bool sdkSavePGM(const char *file, T *data, unsigned int w, unsigned int h)
{
    std::vector<unsigned char> raw((size_t)w * h);
    for (size_t i = 0; i < raw.size(); i++)
        raw[i] = sluice_to_byte(data[i]);
    return __savePPM(file, raw.data(), w, h, 1);
}
inline bool sdkLoadPPM4(const char *file, unsigned char **data, unsigned int *w, unsigned int *h)
{
    unsigned char *raw = NULL;
    unsigned channels;
    if (!__loadPPM(file, &raw, w, h, &channels) || channels != 3)
        return false;
    size_t n = (size_t)*w * *h;
    *data = (unsigned char *)malloc(n * 4);
    for (size_t i = 0; i < n; i++) {
        memcpy(*data + i * 4, raw + i * 3, 3);
        (*data)[i * 4 + 3] = 0;
    }
    free(raw);
    return true;
}
inline bool sdkLoadPPM4ub(const char *file, unsigned char **data, unsigned int *w, unsigned int *h)
{
    return sdkLoadPPM4(file, data, w, h);
}
inline bool sdkSavePPM4ub(const char *file, unsigned char *data, unsigned int w, unsigned int h)
{
    std::vector<unsigned char> raw((size_t)w * h * 3);
    for (size_t i = 0; i < (size_t)w * h; i++)
        memcpy(&raw[i * 3], data + i * 4, 3);
    return __savePPM(file, raw.data(), w, h, 3);
}
template <class T> inline bool sdkReadFile(const char *file, T **data, unsigned int *len, bool = false)
{
    std::ifstream in(file);
    std::vector<T> all;
    T v;
    while (in >> v)
        all.push_back(v);
    if (all.empty())
        return false;
    if (!*data)
        *data = (T *)malloc(all.size() * sizeof(T));
    else if (*len != all.size())
        return false;
    memcpy(*data, all.data(), all.size() * sizeof(T));
    *len = (unsigned)all.size();
    return true;
}
template <class T, class S>
inline bool sdkWriteFile(const char *file, const T *data, unsigned int len, const S, bool = false, bool append = false)
{
    std::ofstream out(file, append ? std::ios::app : std::ios::out);
    for (unsigned i = 0; i < len; i++)
        out << data[i] << ' ';
    out << "\n";
    return out.good();
}
/* Equal within epsilon, for all but a share `threshold` of the elements */
template <class T, class S>
inline bool compareData(const T *reference, const T *data, const unsigned int len, const S epsilon, const float threshold)
{
    unsigned wrong = 0;
    for (unsigned i = 0; i < len; i++) {
        double d = (double)reference[i] - (double)data[i];
        if (!(fabs(d) <= (double)epsilon))
            wrong++;
    }
    return threshold == 0.0f ? wrong == 0 : (float)wrong <= (float)len * threshold;
}
inline bool compareData(const float *reference, const float *data, const unsigned int len, const float epsilon)
{
    return compareData(reference, data, len, epsilon, 0.0f);
}
/* Relative error in the 2-norm below epsilon */
inline bool sdkCompareL2fe(const float *reference, const float *data, const unsigned int len, const float epsilon)
{
    double error = 0, ref = 0;
    for (unsigned i = 0; i < len; i++) {
        double d = (double)reference[i] - data[i];
        error += d * d;
        ref += (double)reference[i] * reference[i];
    }
    if (ref < 1e-30)
        return false;
    return sqrt(error / ref) < epsilon;
}

#endif
