#!/bin/bash
# Runs the tests of MPICH with the MPICH and UCX of another suite of Debian, to show that what is read of them does not depend
# on one build. Their packages are unpacked into a root directory of their own, from the archive that apt uses here or
# $MPIDBG_MIRROR; jobs run in it as in a container, with the samples that were built here. Needs root, 700 MB of disk and
# a network; tests/run.sh does not run it. Its last result is in libraries.md.
#
#   tests/libraries.sh [BUILD-DIRECTORY] [SUITE]    build/release and trixie
set -euo pipefail

tree="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
. "$tree/tests/foreign_root.sh"
build="$(realpath "${1:-$tree/build/release}")"
suite="${2:-trixie}"
tests='^real_mpich(_.*)?$'

if [ "$(id -u)" -ne 0 ]; then
  echo "libraries.sh: needs root, to enter another root directory" >&2
  exit 2
fi
where="${MPIDBG_ROOTS:-$build/roots}/$suite"
mkdir -p "$where"
make_root "$suite" "$where" base-files bash coreutils dash mount hostname mpich > "$where.log" 2>&1 || {
  tail -n 20 "$where.log" >&2
  exit 1
}

# "mpirun.mpich" is that of the other root for the tests.
programs="$(mktemp -d)"
trap 'rm -rf "$programs"' EXIT
cat > "$programs/mpirun.mpich" << END
#!/bin/bash
. "$tree/tests/foreign_root.sh"
in_root "$where/root" "$tree" mpirun.mpich "\$@"
END
chmod +x "$programs/mpirun.mpich"

grep -E '^(libmpich|libucx|libc6|libfabric)' "$where/versions"
PATH="$programs:$PATH" MPIDBG_TEST_SYSROOT="$where/root" ctest --test-dir "$build" -R "$tests" --output-on-failure --no-tests=error
