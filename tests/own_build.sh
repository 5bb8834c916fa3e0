#!/bin/bash
# Runs tests with an MPICH or Open MPI that was built from its sources and installed in PREFIX. The samples are those that were
# built here with the distribution's library, whose interface of binaries lets them run with any; those that need MPI-4.0 are
# built with the library. Not run by tests/run.sh, as nothing here builds these libraries; its last results are in libraries.md.
#
#   tests/own_build.sh PREFIX [BUILD-DIRECTORY] [TESTS]    build/release, and a regular expression of tests
#   tests/own_build.sh --ways PREFIX [BUILD-DIRECTORY] [TESTS]
#                                                          with three copies of a library that was built with -g: as it is,
#                                                          without debug information, and stripped
#   tests/own_build.sh --launchers DIRECTORY PREFIX        only makes the launchers, for tests by hand and record_cores.sh
#
# It needs what tests/run.sh needs (gdb for its gcore among it), and of the library bin/mpiexec (MPICH), or lib, bin/ompi_info
# and, from Open MPI 5.0, bin/mpicc. An Open MPI without mpirun (5.0 --without-prrte) has its ranks started by the mpirun of the
# distribution; both must use the same series of PMIx: --with-pmix=/usr/lib/x86_64-linux-gnu/pmix2. What a library was built
# without, its tests fail for: Open MPI needs ob1, shared memory and TCP, ompio and ROMIO, Fortran, and for real_other_layers
# ucx (--with-ucx) and the layer cm over ofi. For real_sessions the launcher needs groups of PMIx, which that of Debian 12 lacks.
set -euo pipefail

tree="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
. "$tree/tests/mpi4_samples.sh"

# in_openmpi PREFIX PROGRAM ARGUMENT...: a program of the Open MPI in PREFIX, which may have been moved there.
in_openmpi() {
  local prefix="$1" program="$2"
  shift 2
  OPAL_PREFIX="$prefix" LD_LIBRARY_PATH="$prefix/lib" "$prefix/bin/$program" "$@"
}

openmpi_version() { in_openmpi "$1" ompi_info --version | sed -n 's/^Open MPI v//p'; }

# make_launchers DIRECTORY PREFIX: the launcher that tests start, under its name here. A library without one of its own gets
# that of the distribution, which then is for the ranks alone and answers with the version of their library. Libraries that a
# test puts into LD_LIBRARY_PATH come first.
make_launchers() {
  local programs="$1" prefix="$2" launch
  if [ -e "$prefix/lib/libmpi.so.12" ]; then
    ln -s "$prefix/lib/libmpi.so.12" "$programs/libmpich.so.12" # the name that the distribution's has
    launch="export LD_LIBRARY_PATH='$programs:$prefix/lib'; exec '$prefix/bin/mpiexec'"
    library=mpich
  else
    launch="export OPAL_PREFIX='$prefix' LD_LIBRARY_PATH=\"\${LD_LIBRARY_PATH:+\$LD_LIBRARY_PATH:}$prefix/lib\"; exec '$prefix/bin/mpirun'"
    if [ ! -x "$prefix/bin/mpirun" ]; then
      launch="if [ \"\$*\" = --version ]; then echo 'mpirun (Open MPI) $(openmpi_version "$prefix")'; exit; fi
export LD_LIBRARY_PATH=\"\${LD_LIBRARY_PATH:+\$LD_LIBRARY_PATH:}$prefix/lib\"
exec '$(command -v mpirun.openmpi)' -x OPAL_PREFIX='$prefix' -x LD_LIBRARY_PATH"
    fi
    library=openmpi
  fi
  printf '#!/bin/bash\n%s "$@"\n' "$launch" > "$programs/mpirun.$library"
  chmod +x "$programs/mpirun.$library"
}

# run_tests PREFIX BUILD-DIRECTORY TESTS
run_tests() {
  local prefix="$1" build="$2" selected="$3" programs result=0
  programs="$(mktemp -d)"
  make_launchers "$programs" "$prefix"
  if [ "$library" = openmpi ] && [[ $(openmpi_version "$prefix") != 4.* ]]; then
    build_mpi4_samples "$tree/samples" "$programs" in_openmpi "$prefix" mpicc
  fi
  "$programs/mpirun.$library" --version | grep -E 'Version|Configure options|MPI|RTE'
  PATH="$programs:$PATH" MPIDBG_TEST_MPI4_SAMPLES="$programs" \
    ctest --test-dir "$build" -R "${selected:-${tests[$library]}}" --output-on-failure --no-tests=error || result=1
  rm -rf "$programs"
  return $result
}

# copy_library PREFIX DIRECTORY STRIP-OPTION: a copy whose libraries and components are stripped.
copy_library() {
  cp -a "$1" "$2"
  find "$2/lib" -name '*.so*' -type f -exec strip "$3" {} +
}

declare -A tests=([mpich]='^real_mpich_queues$'
                  [openmpi]='^real_(communicators|datatypes|derived|errhandlers|files|infos|internal_traffic|ops|other_layers|queues|requests|sessions|why|windows)(_[0-9])?$')

ways=false
case "$1" in
  --launchers)
    mkdir -p "$2"
    make_launchers "$(realpath "$2")" "$(realpath "$3")"
    exit
    ;;
  --ways)
    ways=true
    shift
    ;;
esac
prefix="$(realpath "$1")"
build="$(realpath "${2:-$tree/build/release}")"
selected="${3:-}"
failed=0
if $ways; then
  copies="$(mktemp -d)"
  trap 'rm -rf "$copies"' EXIT
  copy_library "$prefix" "$copies/default" --strip-debug
  copy_library "$prefix" "$copies/stripped" --strip-unneeded
  for way in "$prefix" "$copies/default" "$copies/stripped"; do
    echo "== $(basename "$way")"
    run_tests "$way" "$build" "$selected" || failed=1
  done
else
  run_tests "$prefix" "$build" "$selected" || failed=1
fi
exit $failed
