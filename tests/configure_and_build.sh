# Sourced by run.sh and samples/demo.sh.

# build_directory ROOT NAME: ROOT/build/NAME where this user may write there, else a directory of this user's own.
build_directory() {
  local directory="$1/build/$2" existing
  existing="$directory"
  while [ ! -e "$existing" ]; do existing="$(dirname "$existing")"; done
  if [ -w "$existing" ] && { [ ! -e "$directory/CMakeCache.txt" ] || [ -w "$directory/CMakeCache.txt" ]; }; then
    echo "$directory"
  else
    echo "${XDG_CACHE_HOME:-$HOME/.cache}/mpidbg/build/$2"
  fi
}

# configure DIRECTORY CMAKE_OPTION...: silent unless it fails.
configure() {
  local log
  log="$(mktemp)"
  if ! cmake "${@:2}" -B "$1" > "$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    return 1
  fi
  rm -f "$log"
}

# build DIRECTORY TARGET...: all errors at once, and nothing else.
build() {
  local log
  log="$(mktemp)"
  if ! cmake --build "$1" ${2:+--target "${@:2}"} -- -k 0 > "$log" 2>&1; then
    grep -v '^\[[0-9]*/[0-9]*\] ' "$log" >&2
    rm -f "$log"
    return 1
  fi
  rm -f "$log"
}
