#include "emu/ops.h"
bool select_fp16(struct prog *p, struct uop *u) { (void)p; (void)u; return false; }
bool select_approx(struct prog *p, struct uop *u) { (void)p; (void)u; return false; }
bool select_atom(struct prog *p, struct uop *u) { (void)p; (void)u; return false; }
bool select_tex(struct prog *p, struct uop *u) { (void)p; (void)u; return false; }
bool select_warp(struct prog *p, struct uop *u) { (void)p; (void)u; return false; }
u64 emu_texture_new(struct emu_device *d, const struct emu_texture *t) { (void)d;(void)t; return 0; }
struct emu_texture *emu_texture_get(struct emu_device *d, u64 h) { (void)d;(void)h; return NULL; }
void emu_texture_free(struct emu_device *d, u64 h) { (void)d;(void)h; }
bool print_vprintf(struct warp *w, const struct uop *u, u32 lane, u64 format, u64 args, u32 *written) { (void)w;(void)u;(void)lane;(void)format;(void)args;(void)written; return true; }
