#!/bin/sh
# usage: exports_test.sh LIBRARY: it exports mqs_shim_* functions, and nothing else.
set -eu
names=$(nm -D --defined-only "$1" | awk '{print $NF}' | sed 's/@.*//')
[ -n "$names" ] || { echo "$1 exports nothing"; exit 1; }
others=$(printf '%s\n' "$names" | grep -v '^mqs_shim_' || true)
[ -z "$others" ] || { printf '%s exports more than mqs_shim_*:\n%s\n' "$1" "$others"; exit 1; }
