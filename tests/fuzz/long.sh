#!/bin/bash
# Fuzzes with libFuzzer (clang, libclang-rt-dev) for as long as it is told:
#
#   tests/fuzz/long.sh SECONDS [TARGET...]
#   tests/fuzz/long.sh --totals      how often each target was executed by all runs that have ended
#
# SECONDS are of each target, one after the other; without TARGETs all of them. Inputs that were found are kept in
# build/fuzz/corpora and are used the next time. Prints how often each target was executed; an input that breaks a
# promise (a crash, more than 2 seconds, more than 256 MiB at once) is in build/fuzz/found, and the exit code is 1. So
# it is for a leak, which is looked for when a target has ended: a search after each input takes most of the time.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
case "${1:-}" in
--totals)
  awk '{ sum[$1] += $2 } END { for (target in sum) printf "%-16s %12d executions\n", target, sum[target] }' \
    "$root/build/fuzz/executions"
  exit 0
  ;;
'' | *[!0-9]*)
  sed -n '2,10s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
  exit 2
  ;;
esac
seconds="$1"
shift

cd "$root"
cmake --preset fuzz >/dev/null
wanted=("${@/#/fuzz_}")
[ $# -ne 0 ] || wanted=(fuzz_targets)
cmake --build --preset fuzz --target "${wanted[@]}" >/dev/null
programs=build/fuzz/tests/fuzz
if [ $# -eq 0 ]; then
  for program in "$programs"/fuzz_*; do
    [ ! -x "$program" ] || set -- "$@" "$(basename "${program#"$programs"/fuzz_}")"
  done
fi

# Freed memory is watched for a while as ever, but not 256 MiB of it, which no cache holds; libraries that are not
# instrumented return no memory to the kernel between inputs.
quarantine=quarantine_size_mb=16:malloc_context_size=8
export ASAN_OPTIONS="$quarantine${ASAN_OPTIONS:+:$ASAN_OPTIONS}"
export GLIBC_TUNABLES=glibc.malloc.trim_threshold=268435456:glibc.malloc.mmap_threshold=268435456

mkdir -p build/fuzz/found
outcome=0
for target in "$@"; do
  corpus="build/fuzz/corpora/$target"
  seeds="tests/fuzz/corpora/$target"
  [ -d "$seeds" ] || seeds=tests/fuzz/corpora/image
  mkdir -p "$corpus"
  log="build/fuzz/$target.log"
  case $target in
  core | elf | capture) longest=640 ;; # bytes: 16 changes, or a file of its own that has headers
  *) longest=4096 ;;
  esac
  verdict=clean
  if ! "$programs/fuzz_$target" -max_total_time="$seconds" -timeout=2 -malloc_limit_mb=256 -rss_limit_mb=2048 \
    -max_len=$longest -detect_leaks=0 -print_final_stats=1 -artifact_prefix="build/fuzz/found/$target-" "$corpus" "$seeds" \
    >"$log" 2>&1; then
    verdict="FAILED, see $log"
    outcome=1
  fi
  executions="$(sed -n 's/stat::number_of_executed_units: *//p' "$log" | tail -1)"
  echo "$target ${executions:-0}" >>build/fuzz/executions
  printf '%-16s %10s executions  %s\n' "$target" "${executions:-?}" "$verdict"
done
exit $outcome
