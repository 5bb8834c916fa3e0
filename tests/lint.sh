#!/bin/bash
# Checks the sources without running them.
#
#   tests/lint.sh [--changed [REVISION]] [--at-most N] [--analyze] [--only STEP]
#
#   --changed   clang-tidy over the sources that differ from REVISION only. Without REVISION: from where the branch left
#               origin/main, else from the commit before this one
#   --at-most N clang-tidy over N sources at most; says how many it leaves out
#   --analyze   clang's path-sensitive analysis too; takes five times as long
#   --only STEP one of: format, python, tidy
#
# Steps: clang-format over all C and C++, flake8 and mypy over all Python, clang-tidy. Exits with 0 if all are clean.
set -uo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
. "$root/tests/configure_and_build.sh"
cd "$root" || exit 2

changed=no
revision=
limit=100000
checks= # beside those of .clang-tidy
steps=(format python tidy)
while [ $# -gt 0 ]; do
  case "$1" in
    --changed)
      changed=yes
      if [ -n "${2:-}" ] && [ "${2#--}" = "$2" ]; then
        revision="$2"
        shift
      fi
      ;;
    --at-most)
      limit="${2:?--at-most needs a number}"
      shift
      ;;
    --analyze) checks="clang-analyzer-*,-clang-analyzer-optin.performance.Padding," ;;
    --only)
      steps=("${2:?--only needs a step}")
      shift
      ;;
    -h | --help)
      sed -n '2,13s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
      exit 0
      ;;
    *)
      echo "lint.sh: unknown option $1 (see --help)" >&2
      exit 2
      ;;
  esac
  shift
done

# In a tree of another user, too, and without the user's configuration.
repository() { git -c safe.directory="$root" -C "$root" "$@" 2> /dev/null; }
# sources PATTERN...: what git knows and what is new, else what is there.
sources() {
  if repository rev-parse HEAD > /dev/null; then
    repository ls-files --cached --others --exclude-standard -- "$@" | while read -r file; do [ ! -e "$file" ] || echo "$file"; done
  else
    local names=() pattern
    for pattern in "$@"; do names+=(-o -name "$pattern"); done
    find . -path ./build -prune -o -type f \( "${names[@]:1}" \) -printf '%P\n'
  fi
}
workers="$(nproc)"

check_format() {
  sources '*.c' '*.h' '*.cpp' | xargs -P "$workers" -n 40 clang-format --dry-run --Werror
}

check_python() {
  local outcome=0 cache
  cache="$(build_directory "$root" lint)/mypy"
  sources '*.py' | xargs flake8 || outcome=1
  MYPYPATH=gdb_python mypy --no-site-packages --no-error-summary --cache-dir "$cache" --check-untyped-defs gdb_python || outcome=1
  MYPYPATH=python mypy --no-site-packages --no-error-summary --cache-dir "$cache" --check-untyped-defs python || outcome=1
  # Folder by folder: each has modules of its own under the same names.
  local folder
  for folder in $(sources '*.py' | sed -n 's|^\(tests/.*\)/[^/]*$|\1|p' | sort -u); do
    MYPYPATH="$folder:tests/real:tests/recorder" mypy --no-site-packages --no-error-summary --cache-dir "$cache" "$folder" || outcome=1
  done
  return $outcome
}

base() {
  local found
  if [ -n "$revision" ]; then
    repository rev-parse --verify "$revision^{commit}"
    return
  fi
  found="$(repository merge-base HEAD origin/main || true)"
  if [ -z "$found" ] || [ "$found" = "$(repository rev-parse HEAD)" ]; then found="$(repository rev-parse --verify HEAD~1)"; fi
  echo "$found"
}

# Sources that changed; of a header that changed, the source of the same name.
changed_sources() {
  local from
  from="$(base)"
  if [ -z "$from" ]; then
    echo "lint.sh: ${revision:+no revision $revision}${revision:-no earlier revision}: nothing to compare with" >&2
    [ -z "$revision" ]
    return
  fi
  repository diff --name-only --diff-filter=d "$from" -- '*.c' '*.cpp' '*.h' | while read -r file; do
    case "$file" in
      *.h) for file in "${file%.h}.cpp" "${file%.h}.c"; do [ ! -e "$file" ] || echo "$file"; done ;;
      *) echo "$file" ;;
    esac
  done | sort -u
}

check_tidy() {
  local directory list compiled together=0 headers=() outcome=0
  # Several sources as one take a fifth of the time, where all are looked at.
  if [ $changed = no ]; then
    together=60
    headers=("--header-filter=^$root/(mpidbg|mqs_shim|corefile|tests)/")
  fi
  # Compiled by clang: its flags are what clang-tidy understands. Nothing is built.
  directory="$(build_directory "$root" lint)"
  configure "$directory" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ \
    -DMPIDBG_FUZZ=ON -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DMPIDBG_COMPILE_TOGETHER=$together || return 1
  list="$(mktemp)"
  # Those that the build compiles, not the data of tests, for instance; and that are there before it.
  compiled="$(mktemp)"
  sed -n 's/^ *"file": "\(.*\)",*$/\1/p' "$directory/compile_commands.json" | sort -u |
    while read -r file; do [ ! -e "$file" ] || echo "$file"; done > "$compiled"
  if [ $changed = no ]; then
    cp "$compiled" "$list"
  else
    changed_sources > "$list.changed" || outcome=1
    sed "s|^|$root/|" "$list.changed" | sort -u | comm -12 - "$compiled" > "$list"
    rm -f "$list.changed"
  fi
  local count
  count="$(wc -l < "$list")"
  if [ "$count" -gt "$limit" ]; then
    echo "lint.sh: clang-tidy over $limit of $count sources; run tests/lint.sh for all"
  fi
  head -n "$limit" "$list" | xargs -r -P "$workers" -n 1 clang-tidy -p "$directory" --quiet \
    "--checks=$checks-bugprone-suspicious-include" "${headers[@]}" 2> /dev/null || outcome=1
  rm -f "$list" "$compiled"
  return $outcome
}

outcome=0
for step in "${steps[@]}"; do
  case "$step" in
    format | python | tidy) "check_$step" || { echo "lint.sh: $step: not clean"; outcome=1; } ;;
    *)
      echo "lint.sh: no step $step" >&2
      exit 2
      ;;
  esac
done
exit $outcome
