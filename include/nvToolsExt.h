/* Markers for NVIDIA's profilers: accepted, and do nothing. */
#ifndef SLUICE_NVTOOLSEXT_H
#define SLUICE_NVTOOLSEXT_H
#include <stdint.h>
#define NVTX_VERSION 2
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))
enum { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1, NVTX_MESSAGE_UNKNOWN = 0, NVTX_MESSAGE_TYPE_ASCII = 1 };
typedef uint64_t nvtxRangeId_t;
typedef struct nvtxEventAttributes_v2 {
    uint16_t version, size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType, reserved0;
    union { uint64_t ullValue; double dValue; } payload;
    int32_t messageType;
    union { const char *ascii; } message;
} nvtxEventAttributes_t;
static inline void nvtxMarkA(const char *m) { (void)m; }
static inline void nvtxMarkEx(const nvtxEventAttributes_t *a) { (void)a; }
static inline int nvtxRangePushA(const char *m) { (void)m; return 0; }
static inline int nvtxRangePushEx(const nvtxEventAttributes_t *a) { (void)a; return 0; }
static inline int nvtxRangePop(void) { return 0; }
static inline nvtxRangeId_t nvtxRangeStartA(const char *m) { (void)m; return 0; }
static inline void nvtxRangeEnd(nvtxRangeId_t id) { (void)id; }
#define nvtxMark nvtxMarkA
#define nvtxRangePush nvtxRangePushA
#define nvtxRangeStart nvtxRangeStartA

#endif
