#!/bin/sh
# Builds the recorder for an MPI library, with the headers that its compiler wrapper names. Nothing of the library is linked.
#
#   build_recorder.sh MPICC OUTPUT    CXX: a C++20 compiler (default: c++)
#
# OUTPUT is replaced if it is a regular file or a link to one, and refused if it is anything else.
set -eu

mpicc="$1" output="$2"
here="$(cd "$(dirname "$0")" && pwd)"
fail() {
  echo "mpidbg: $*" >&2
  exit 1
}

check_output() {
  [ ! -h "$output" ] || [ -e "$output" ] || fail "$output is a symbolic link that leads to no file"
  [ ! -e "$output" ] || [ -f "$output" ] || fail "$output is not a regular file, and is not replaced"
}
check_output
[ ! -h "$output" ] || output="$(readlink -f "$output")"

command -v "$mpicc" > /dev/null || fail "there is no compiler wrapper $mpicc; give --mpicc PATH"
line="$("$mpicc" -show 2> /dev/null)" || line="$("$mpicc" --showme 2> /dev/null)" ||
  fail "$mpicc is not the compiler wrapper of an MPI library: it knows neither -show nor --showme"
includes=
for word in $line; do
  case "$word" in -I*) includes="$includes -isystem ${word#-I}" ;; esac
done

scratch="$(mktemp -d)" beside=
trap 'rm -rf "$scratch" ${beside:+"$beside"}' EXIT
compiler="${CXX:-c++}"
command -v "$compiler" > /dev/null || fail "there is no C++ compiler $compiler; set CXX"
# shellcheck disable=SC2086  # words
echo '#include <mpi.h>' | "$compiler" -x c++ -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX -E -dM $includes - > "$scratch/macros" 2> "$scratch/log" || {
  cat "$scratch/log" >&2
  fail "the mpi.h of $mpicc cannot be compiled"
}
abi="$(sed -n 's/^#define MPI_ABI_VERSION //p' "$scratch/macros")"
if [ "${abi:--1}" = 1 ]; then
  library="the standard ABI of MPI-5"
  set --
  leave_out=fortran_wrappers.cpp
elif grep -q '^#define OPEN_MPI ' "$scratch/macros"; then
  library="Open MPI "
  for part in MAJOR MINOR RELEASE; do library="$library$(sed -n "s/^#define OMPI_${part}_VERSION //p" "$scratch/macros")."; done
  library="${library%.}"
  set -- -DMPIDBG_WRAP_FORTRAN
  leave_out=
elif grep -q '^#define MPICH_VERSION ' "$scratch/macros"; then
  library="MPICH $(sed -n 's/^#define MPICH_VERSION "\(.*\)"/\1/p' "$scratch/macros")"
  set --
  leave_out=fortran_wrappers.cpp
else
  fail "the mpi.h of $mpicc is neither Open MPI's nor one of MPICH's ABI or of the standard's: there is no recorder for it"
fi

for source in "$here"/*.cpp; do
  [ "$(basename "$source")" = "$leave_out" ] || set -- "$@" "$source"
done
# shellcheck disable=SC2086
"$compiler" -std=c++20 -O2 -DNDEBUG -fPIC -shared -fvisibility=hidden -fvisibility-inlines-hidden -fno-exceptions -fno-rtti \
  -fno-threadsafe-statics -ftls-model=initial-exec -static-libstdc++ -static-libgcc -Wl,--no-undefined -Wl,-z,nodelete \
  -Wl,--version-script="$here/exports.map" -I "$here/../.." $includes -o "$scratch/recorder.so" "$@" -pthread -ldl \
  > "$scratch/log" 2>&1 || {
  tail -n 20 "$scratch/log" >&2
  fail "the recorder cannot be compiled with $compiler and the mpi.h of $library"
}
check_output
# The file is completed in a new directory beside its final name and then renamed, which needs the same file system.
{ beside="$(mktemp -d "$output.XXXXXX")" && cp "$scratch/recorder.so" "$beside/new" && mv -f -T "$beside/new" "$output"; } 2> "$scratch/log" ||
  fail "$output cannot be written: $(sed 's/.*: //' "$scratch/log" | head -n 1)"
echo "$output: the recorder for $library"
