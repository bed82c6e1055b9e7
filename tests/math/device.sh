#!/bin/sh
# device.sh SLUICE FOLDER: compiles device.cu with `sluice cc` into FOLDER and runs it.
set -eu
here=$(dirname "$0")
mkdir -p "$2"
"$1" cc -O2 "$here/device.cu" "$here/refs.c" -I"$here" -o "$2/device" -lm
"$2/device"
