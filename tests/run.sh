#!/bin/bash
# Installs what is missing, builds, and runs every test.
#
#   tests/run.sh [--asan] [--quick]
#
#   --asan    under the address and undefined behaviour sanitizers
#   --quick   without the tests that start MPI jobs
#
# Exits with 0 only if every step passed.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
preset=release
quick=no
for argument in "$@"; do
  case "$argument" in
    --asan) preset=asan ;;
    --quick) quick=yes ;;
    -h | --help)
      sed -n '2,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
      exit 0
      ;;
    *)
      echo "run.sh: unknown option $argument (see --help)" >&2
      exit 2
      ;;
  esac
done

# The leak checker guesses where thread-local storage of loaded modules lies, and on some layouts of the heap reads elsewhere
# and crashes (gcc 12, glibc 2.36). Nothing here is referred to from such storage alone.
if [ $preset = asan ]; then export ASAN_OPTIONS="intercept_tls_get_addr=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}"; fi

. "$root/tests/install_missing.sh"
. "$root/tests/configure_and_build.sh"
cd "$root"

failed=()
summary=()
step() { # step NAME COMMAND...: runs it, keeps the outcome for the summary
  local name="$1" begin=$SECONDS
  shift
  echo "== $name"
  if "$@"; then
    summary+=("passed  $name  ($((SECONDS - begin)) s)")
  else
    summary+=("FAILED  $name  ($((SECONDS - begin)) s)")
    failed+=("$name")
    return 1
  fi
}
finish() {
  echo "== summary"
  printf '%s\n' "${summary[@]}"
  if [ ${#failed[@]} -ne 0 ]; then exit 1; fi
  exit 0
}

step "packages" install_missing || finish

samples=ON
if [ $quick = yes ]; then samples=OFF; fi
directory="$(build_directory "$root" $preset)"
step "configure ($preset)" configure "$directory" --preset "$preset" -DMPIDBG_BUILD_SAMPLES=$samples -DMPIDBG_BUILD_RECORDER=$samples || finish
step "build ($preset)" build "$directory" || finish

# The other compiler: everything must build with it, too, without a warning.
if [ $preset = release ]; then
  clang="$(build_directory "$root" clang)"
  if step "configure (clang)" configure "$clang" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_COMPILER=clang \
    -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_C_FLAGS_DEBUG= -DCMAKE_CXX_FLAGS_DEBUG= \
    -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DMPIDBG_BUILD_SAMPLES=$samples -DMPIDBG_BUILD_RECORDER=$samples; then
    step "build (clang)" build "$clang" || true
  fi
fi

tests=(ctest --test-dir "$directory" --output-on-failure --no-tests=error -j "$(nproc)")
if [ $quick = yes ]; then tests+=(-LE mpi); fi
step "tests ($preset)" "${tests[@]}" || true
finish
