#!/bin/bash
# Makes a profile of a libfabric from its sources, without configuring or building it: only types are compiled, in seconds.
#
#   packaging/libfabric_profile.sh SOURCES OUTPUT.json [LIKE]
#
# SOURCES is an unpacked release, a checkout of a tag, or the source tree of a site's own build: it is not changed. With LIKE, the
# name of a known profile, only the differences from that one are written. $MPIDBG is the command (mpidbg). The profile names no
# build: it is used for the version, and by the series for other patch releases. Packaged builds of libfabric are compiled with
# NDEBUG, which leaves members out, so the types are, too; set CFLAGS for one that is not.
set -euo pipefail

sources="$(realpath "$1")" output="$(realpath -m "$2")" like="${3:-}"
mpidbg="${MPIDBG:-mpidbg}"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT

version="$(sed -nE 's/^AC_INIT\(\[?libfabric\]?, *\[?([0-9a-z.]+)\]?.*/\1/p' "$sources/configure.ac")"
if [ -z "$version" ]; then echo "$sources/configure.ac does not say the version of libfabric" >&2; exit 1; fi

# What configure finds on every Linux. Nothing else changes structs, but for the interfaces of graphics cards in psm3.
for feature in HAVE_ATOMICS HAVE_BUILTIN_ATOMICS HAVE_BUILTIN_MM_ATOMICS HAVE_EPOLL HAVE_ALIAS_ATTRIBUTE HAVE_SYMVER_SUPPORT \
    HAVE_CLOCK_GETTIME HAVE_ETHTOOL HAVE_CPUID HAVE_GLIB_VERSION HAVE_MALLOC_TRIM HAVE_ATOMICS_LEAST_TYPES HAVE___INT128 \
    PT_LOCK_SPIN PSM_SOCKETS PSM_DSA; do
  echo "#define $feature 1"
done > "$scratch/config.h"
printf '#define ENABLE_DEBUG 0\n#define PACKAGE "libfabric"\n#define PACKAGE_NAME "libfabric"\n#define PACKAGE_VERSION "%s"\n' "$version" \
  >> "$scratch/config.h"

# Before 1.16, this struct of rxm had another name.
echo "#define rxm_peer_addr util_peer_addr" >> "$scratch/config.h"

cd "$sources"
read -ra flags <<< "${CFLAGS:--DNDEBUG}"
compile=("${CC:-cc}" -w -g -O0 -fPIC -fno-eliminate-unused-debug-types -D_GNU_SOURCE -DHAVE_CONFIG_H "${flags[@]}"
         -I"$scratch" -Iinclude -Iinclude/linux -Iinclude/unix -I.)

# compile_provider NAME DIRECTORY HEADERS...: its headers, if this version has it. The directories of headers are those below
# DIRECTORY.
compile_provider() {
  local name="$1" directory="$2" include=()
  shift 2
  if [ ! -d "$directory" ]; then return; fi
  mapfile -t include < <(find "$directory" -type d ! -path '*hal_gen1*' ! -path '*opa-*' ! -path '*/test*' -printf '-I%p\n')
  printf '#include "config.h"\n#include "ofi_util.h"\n#include "ofi_proto.h"\n' > "$scratch/$name.c"
  printf '#include "%s"\n' "$@" >> "$scratch/$name.c"
  if ! "${compile[@]}" "${include[@]}" -c "$scratch/$name.c" -o "$scratch/$name.o" 2> "$scratch/errors"; then
    echo "left out: $name ($(grep -m1 error "$scratch/errors" || head -1 "$scratch/errors"))" >&2
    rm -f "$scratch/$name.o"
  fi
}
compile_provider rxm prov/rxm/src rxm.h
if [ -e prov/net/src/xnet.h ]; then
  compile_provider xnet prov/net/src xnet.h
elif [ -e prov/tcp/src/xnet.h ]; then
  compile_provider xnet prov/tcp/src xnet.h
fi
compile_provider shm prov/shm/src smr.h
compile_provider sm2 prov/sm2/src sm2.h
compile_provider lnx prov/lnx/include lnx.h
# The pools of psm3 are described in a source file.
compile_provider psm3 prov/psm3 psmx3.h psm_user.h psm_mq_internal.h psm_mpool.c

"${compile[@]}" -shared -Wl,--build-id=none,--unresolved-symbols=ignore-all -o "$scratch/types.so" "$scratch"/*.o
"$mpidbg" profile extract "$scratch/types.so" --library libfabric --library-version "$version" ${like:+--like "$like"} -o "$output"
sed -i "s/^ \"pointer_size\".*/&\n \"source\": \"debug information of a type-only compilation of the sources with ${flags[*]}\",/" "$output"
