#!/bin/bash
# Runs the tests of MPICH's queues with an MPICH that was built from its sources and installed in PREFIX. The samples are
# those that were built here with the distribution's MPICH, which the same interface of binaries lets run with any. Not
# run by tests/run.sh, as nothing here builds MPICH; its last result is in libraries.md.
#
#   tests/own_mpich.sh PREFIX [BUILD-DIRECTORY]    build/release
set -euo pipefail

tree="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
prefix="$(realpath "$1")"
build="$(realpath "${2:-$tree/build/release}")"

programs="$(mktemp -d)"
trap 'rm -rf "$programs"' EXIT
ln -s "$prefix/lib/libmpi.so.12" "$programs/libmpich.so.12" # the name that the distribution's has
cat > "$programs/mpirun.mpich" << END
#!/bin/bash
export LD_LIBRARY_PATH="$programs:$prefix/lib"
exec "$prefix/bin/mpiexec" "\$@"
END
chmod +x "$programs/mpirun.mpich"

"$programs/mpirun.mpich" --version | grep -E 'Version|Configure options'
PATH="$programs:$PATH" ctest --test-dir "$build" -R '^real_mpich_queues$' --output-on-failure --no-tests=error
