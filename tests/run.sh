#!/bin/bash
# Installs what is missing, checks the sources, builds, and runs every test.
#
#   tests/run.sh [--asan | --both] [--quick] [--nodes]
#   tests/run.sh --coverage
#
#   --asan    under the address and undefined behaviour sanitizers
#   --both    each test once: those of single parts with them, those that start MPI jobs or install something without
#   --quick   without the tests that start MPI jobs
#   --nodes   also those on four nodes, which tests/nodes.sh makes as root
#   --coverage  the line coverage of mpidbg, mqs_shim and corefile by those tests alone; nothing else
#
# Exits with 0 only if every step passed.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
first=release
both=no
quick=no
nodes=no
coverage=no
for argument in "$@"; do
  case "$argument" in
    --asan) first=asan ;;
    --both) both=yes ;;
    --quick) quick=yes ;;
    --nodes) nodes=yes ;;
    --coverage)
      coverage=yes
      quick=yes
      first=coverage
      ;;
    -h | --help)
      sed -n '2,13s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
      exit 0
      ;;
    *)
      echo "run.sh: unknown option $argument (see --help)" >&2
      exit 2
      ;;
  esac
done

. "$root/tests/install_missing.sh"
. "$root/tests/configure_and_build.sh"
cd "$root"

outcomes="$(mktemp -d)"
trap 'rm -rf "$outcomes"' EXIT
step() { # step NAME COMMAND...: runs it, keeps the outcome for the summary
  local name="$1" begin=$SECONDS outcome=passed
  shift
  echo "== $name"
  "$@" || outcome=FAILED
  [ -e "$outcomes/not-run" ] && outcome="not run" && rm "$outcomes/not-run"
  printf '%s  %s  (%s s)\n' "$outcome" "$name" $((SECONDS - begin)) >> "$outcomes/summary"
  [ "$outcome" = passed ]
}
finish() {
  echo "== summary"
  cat "$outcomes/summary"
  if grep -q '^FAILED' "$outcomes/summary"; then exit 1; fi
  exit 0
}

# build_with NAME ON|OFF CMAKE_OPTION...: ON with what the tests that start MPI jobs need. Prints nothing but failures.
build_with() {
  local name="$1" jobs="$2" directory
  directory="$(build_directory "$root" "$name")"
  step "configure ($name)" configure "$directory" "${@:3}" -DMPIDBG_BUILD_TESTS=ON -DMPIDBG_BUILD_SAMPLES="$jobs" \
    -DMPIDBG_BUILD_RECORDER="$jobs" &&
    step "build ($name)" build "$directory"
}
# ctest counts a test that was skipped, or that could not be run, as passed; here it fails.
ctest_without_skips() { # ctest_without_skips CTEST_OPTION...
  local log="$outcomes/ctest"
  ctest "$@" | tee "$log" || return
  ! grep -q '^The following tests did not run:' "$log" || {
    echo "Every test must run: see the list above; packaging/packages.txt and tests/packages.txt have what tests need."
    return 1
  }
}
# Three times as many as there are processors: those that start MPI jobs wait for these much of their time.
run_tests() { # run_tests NAME CTEST_OPTION...
  # The leak checker guesses where thread-local storage of loaded modules lies, and on some layouts of the heap reads
  # elsewhere and crashes (glibc 2.36). Nothing here is referred to from such storage alone.
  ASAN_OPTIONS="intercept_tls_get_addr=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}" step "tests ($1)" \
    ctest_without_skips --test-dir "$(build_directory "$root" "$1")" --output-on-failure --no-tests=error -j "$((3 * $(nproc)))" "${@:2}"
}

step "packages" install_missing packaging/packages.txt tests/packages.txt || finish

# All formats and Python; of what changed so many sources as take a quarter of a minute. tests/lint.sh checks all.
if [ $coverage = no ]; then step "lint" tests/lint.sh --changed --at-most 5 || true; fi

jobs=ON
selection=()
if [ $quick = yes ]; then
  jobs=OFF
  selection=(-LE mpi)
fi
# With "--both" it is optimised less, and all sources of a library are compiled as one: half of the compiler's time. What is
# released is tested without.
parts=ON
once=()
if [ $both = yes ]; then
  parts=OFF
  once=(-DMPIDBG_COMPILE_TOGETHER=1000)
fi
build_with $first "$jobs" --preset $first -DMPIDBG_BUILD_TESTS_OF_PARTS=$parts -DMPIDBG_OPTIMISE_LESS=$both "${once[@]}" || finish

# The sanitizers come with the other compiler. What runs inside MPI jobs is left out: it does not run under them. Built beside
# the tests of MPI jobs, which leave time. Reports have the functions without their lines, a fifth of the time of compiling, and
# nobody looks for addresses that are 0 or not aligned, another fifth: the first the address sanitizer sees as well. "--asan"
# and the preset "fuzz" have all of it.
sanitized=
fewer=-fno-sanitize=null,alignment
if [ $both = yes ]; then
  (renice -n 5 -p $BASHPID > /dev/null &&
    build_with asan OFF --preset asan "${once[@]}" -DCMAKE_C_FLAGS_DEBUG=$fewer -DCMAKE_CXX_FLAGS_DEBUG=$fewer) &
  sanitized=$!
fi
run_tests $first "${selection[@]}" || true
if [ $coverage = yes ]; then
  directory="$(build_directory "$root" coverage)"
  step "coverage" gcovr --root "$root" --object-directory "$directory" --exclude-unreachable-branches --exclude-throw-branches \
    --gcov-ignore-parse-errors -j "$(nproc)" --txt "$directory/coverage.txt" --json-summary "$directory/coverage.json" \
    --filter mpidbg/ --filter mqs_shim/ --filter corefile/ "$directory" || true
  python3 tests/coverage_table.py "$directory/coverage.json"
fi
# A machine that lets nobody make namespaces, as many containers do, is said in the summary.
run_on_nodes() {
  if ! unshare --mount --net --uts --pid --fork true; then
    touch "$outcomes/not-run"
    return 1
  fi
  tests/nodes.sh "$(build_directory "$root" $first)"
}
# Beside the sanitized build and its tests: the nodes wait for each other much of their time.
on_nodes=
if [ $nodes = yes ]; then
  (step "nodes" run_on_nodes > "$outcomes/nodes" 2>&1) &
  on_nodes=$!
fi
if [ $both = yes ] && wait $sanitized; then run_tests asan -LE mpi || true; fi
if [ $nodes = yes ]; then
  wait $on_nodes || true
  cat "$outcomes/nodes"
fi
finish
