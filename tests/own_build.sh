#!/bin/bash
# Runs tests with an MPICH or Open MPI that was built from its sources and installed in PREFIX. The samples are those that were
# built here with the distribution's library, whose interface of binaries lets them run with any. Not run by tests/run.sh, as
# nothing here builds these libraries; its last results are in libraries.md.
#
#   tests/own_build.sh PREFIX [BUILD-DIRECTORY] [TESTS]    build/release, and a regular expression of tests
#   tests/own_build.sh --launchers DIRECTORY PREFIX        only makes the launchers, for tests by hand and record_cores.sh
set -euo pipefail

tree="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

# make_launchers DIRECTORY PREFIX: the launcher that tests start, under its name here. A library without one of its own gets
# that of the distribution, which then is for the ranks alone.
make_launchers() {
  local programs="$1" prefix="$2" launch
  if [ -e "$prefix/lib/libmpi.so.12" ]; then
    ln -s "$prefix/lib/libmpi.so.12" "$programs/libmpich.so.12" # the name that the distribution's has
    launch="export LD_LIBRARY_PATH='$programs:$prefix/lib'; exec '$prefix/bin/mpiexec'"
    library=mpich
  else
    launch="export OPAL_PREFIX='$prefix' LD_LIBRARY_PATH='$prefix/lib'; exec '$prefix/bin/mpirun'"
    if [ ! -x "$prefix/bin/mpirun" ]; then
      launch="exec '$(command -v mpirun.openmpi)' -x OPAL_PREFIX='$prefix' -x LD_LIBRARY_PATH='$prefix/lib'"
    fi
    library=openmpi
  fi
  printf '#!/bin/bash\n%s "$@"\n' "$launch" > "$programs/mpirun.$library"
  chmod +x "$programs/mpirun.$library"
}

if [ "$1" = --launchers ]; then
  mkdir -p "$2"
  make_launchers "$(realpath "$2")" "$(realpath "$3")"
  exit
fi
prefix="$(realpath "$1")"
build="$(realpath "${2:-$tree/build/release}")"
programs="$(mktemp -d)"
trap 'rm -rf "$programs"' EXIT
make_launchers "$programs" "$prefix"
declare -A tests=([mpich]='^real_mpich_queues$' [openmpi]='^real_(queues|communicators|requests|other_layers)$')

"$programs/mpirun.$library" --version | grep -E 'Version|Configure options|MPI|RTE'
PATH="$programs:$PATH" ctest --test-dir "$build" -R "${3:-${tests[$library]}}" --output-on-failure --no-tests=error
