#!/bin/sh
# toolkit.sh TOOLKIT BINDIR LIBDIR DATADIR: the folder laid out like NVIDIA's toolkit (tools/toolkit), where `meson install` puts things.
set -eu
to=$MESON_INSTALL_DESTDIR_PREFIX
exec "$1" "$to/$4/sluice/include" "$to/$2/sluice" "$to/$3/libsluice.so" "$MESON_INSTALL_PREFIX/$3/libsluice.so" "$to/$3/sluice/cuda"
