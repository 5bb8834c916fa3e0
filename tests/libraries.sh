#!/bin/bash
# Runs the tests of MPICH and Open MPI with the libraries of another suite of Debian, to show that what is read of them does
# not depend on one build. Their packages are unpacked into a root directory of their own, from the archive that apt uses here
# or $MPIDBG_MIRROR; jobs run in it as in a container, with the samples that were built here, and with those that need a newer
# MPI built there. Needs root, 1 GB of disk and a network; tests/run.sh does not run it. Its last result is in libraries.md.
#
#   tests/libraries.sh [BUILD-DIRECTORY] [SUITE] [mpich|mpich_abi|openmpi|ways]    build/release, trixie and all
#   tests/libraries.sh BUILD-DIRECTORY SUITE times                                 what `queues` costs, against GDB
set -euo pipefail

tree="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
. "$tree/tests/foreign_root.sh"
. "$tree/tests/mpi4_samples.sh"
build="$(realpath "${1:-$tree/build/release}")"
suite="${2:-trixie}"
mpi="${3:-mpich|mpich_abi|openmpi|ways}"
# Of Open MPI those that use nothing but what 5.0 has as well, under the same names; they run over ob1, real_other_layers
# over ucx. "mpich_abi" are samples that are compiled there for the standard ABI, where MPICH is built for it. "ways" are both
# libraries live, by core files, by captures, and in GDB, which is this machine's.
declare -A tests=([mpich]='^real_mpich(_.*)?$'
                  [mpich_abi]='^real_mpich(_objects|_queues|_why|_windows)?$'
                  [openmpi]='^real_(communicators|datatypes|derived|errhandlers|files|infos|internal_traffic|ops|other_layers|queues|requests|sessions|why|windows)(_[0-9])?$'
                  [ways]='^(gdb_ways_in|real_captures)$')

if [ "$(id -u)" -ne 0 ]; then
  echo "libraries.sh: needs root, to enter another root directory" >&2
  exit 2
fi
where="${MPIDBG_ROOTS:-$build/roots}/$suite"
mkdir -p "$where"
make_root "$suite" "$where" base-files bash coreutils dash mount hostname mpich libmpich-dev openmpi-bin libopenmpi-dev gcc > "$where.log" 2>&1 || {
  tail -n 20 "$where.log" >&2
  exit 1
}

# The launchers are those of the other root for the tests.
programs="$(mktemp -d)"
trap 'rm -rf "$programs"' EXIT
for launcher in mpirun.mpich mpirun.openmpi; do
  cat > "$programs/$launcher" << END
#!/bin/bash
. "$tree/tests/foreign_root.sh"
in_root "$where/root" "$tree" $launcher "\$@"
END
  chmod +x "$programs/$launcher"
done
build_mpi4_samples "$tree/samples" "$programs" in_root "$where/root" "$tree" mpicc.openmpi
if [[ mpich_abi =~ ^($mpi)$ && -e "$where/root$mpich_abi" ]]; then
  mkdir "$programs/abi"
  build_mpich_abi_samples "$tree/samples" "$programs/abi" mpich_abi_cc "$where/root" "$tree"
  cat > "$programs/abi/mpirun.mpich" << END
#!/bin/bash
. "$tree/tests/foreign_root.sh"
if [ "\$*" != --version ]; then set -- -genv LD_PRELOAD $mpich_abi "\$@"; fi
in_root "$where/root" "$tree" mpirun.mpich "\$@"
END
  chmod +x "$programs/abi/mpirun.mpich"
fi

grep -E '^(libmpich|libopenmpi|libucx|libc6|libfabric|libpmix)' "$where/versions"
failed=0
for library in mpich mpich_abi openmpi ways; do
  if [[ ! $library =~ ^($mpi)$ ]]; then continue; fi
  path="$programs:$PATH" more=()
  if [ $library = mpich_abi ]; then
    if [ ! -e "$programs/abi" ]; then continue; fi
    path="$programs/abi:$path" more=("MPIDBG_TEST_MPICH_ABI=$programs/abi")
  fi
  env "${more[@]}" PATH="$path" MPIDBG_TEST_SYSROOT="$where/root" MPIDBG_TEST_MPI4_SAMPLES="$programs" MPIDBG_TEST_EVERY_JOB=1 \
    ctest --test-dir "$build" -R "${tests[$library]}" --output-on-failure --no-tests=error || failed=1
done
if [ "$mpi" = times ]; then
  PATH="$programs:$PATH" "$tree/tests/bench/commands.py" --build "$build" --only layers
fi
exit $failed
