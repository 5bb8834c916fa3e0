#!/bin/bash
# MPI processes that die, where the kernel gives their core files to `mpidbg capture --core-pattern`. Needs root, and sets
# /proc/sys/kernel/core_pattern of this machine for some seconds: it is what it was before at the end, however that comes.
# Core files of other programs become a file "core" in their directories meanwhile.
#
#   tests/core_pattern.sh [BUILD-DIRECTORY]      build/release
set -euo pipefail

tree="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
build="$(realpath "${1:-$tree/build/release}")"
mpidbg="$build/corefile/command/mpidbg"
setting=/proc/sys/kernel/core_pattern
if [ "$(id -u)" -ne 0 ] || ! [ -w "$setting" ]; then
  echo "core_pattern.sh: needs root, and $setting that can be written" >&2
  exit 2
fi

before="$(cat "$setting")"
where="$(mktemp -d /tmp/mpidbg-core-XXXXXX)"
launcher=
finish() {
  echo "$before" > "$setting"
  [ -z "$launcher" ] || kill "$launcher" 2> /dev/null || true
  wait
  rm -rf "$where"
}
trap finish EXIT
chmod 755 "$where"
mkdir "$where/captures"

fail() {
  echo "core_pattern.sh: $*" >&2
  cat "$where/log" >&2
  exit 1
}

# What is not of this test, and what is not an MPI program, goes on as before.
cat > "$where/handler" << END
#!/bin/sh
case "\$(readlink "/proc/\$1/exe")" in
  $build/samples/* | $where/*)
    $mpidbg capture --core-pattern -o $where/captures/%r.%p "\$1" 2>> $where/log && exit
    [ \$? -eq 6 ] || exit 1 ;;
esac
cat > "\$(readlink "/proc/\$1/cwd")/core"
END
chmod 755 "$where/handler"
echo "|$where/handler %P" > "$setting"

# start USER SAMPLE: its ranks, in their order.
start() {
  mkdir "$where/$1"
  chown "$1" "$where/$1"
  (cd "$where/$1" && exec setpriv --reuid "$1" --regid "$(id -g "$1")" --clear-groups env HOME="$where/$1" \
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 MPIDBG_SAMPLE_FACTS="$where/$1" nice \
    mpirun.openmpi --oversubscribe --mca pml ob1 --mca btl self,vader -n 4 "$build/samples/$2") > "$where/$1.log" 2>&1 &
  launcher=$!
  for _ in $(seq 600); do
    "$mpidbg" why "$launcher" > "$where/why" 2>&1 || true
    if grep -q '^DEADLOCK' "$where/why"; then
      mapfile -t ranks < <("$mpidbg" ranks "$launcher" --json | python3 -c '
import json, sys
for process in sorted(json.load(sys.stdin)["processes"], key=lambda process: process["rank"]): print(process["pid"])')
      return
    fi
    sleep 0.1
  done
  cat "$where/why" "$where/$1.log" >&2
  fail "the job of $1 does not wait"
}

# Its end: the process is there until the handler has it.
dies() {
  kill -XCPU "$1"
  for _ in $(seq 300); do
    case "$(ps -o stat= -p "$1" 2> /dev/null)" in Z* | '') return 0 ;; esac
    sleep 0.1
  done
  fail "pid $1 does not end"
}

for user in root nobody; do
  start "$user" stencil
  dies "${ranks[0]}"
  file="$where/captures/0.${ranks[0]}"
  [ "$(stat -c '%U %a' "$file")" = "$user 600" ] || fail "$user: $(stat -c '%U %a' "$file")"
  line="$("$mpidbg" why "$file" | sed -n 2p)" || true
  expected="  rank 0  MPI_Recv at exchange (stencil.c:18)  waits for rank 3 to send tag 3 on MPI_COMM_WORLD"
  [ "$line" = "$expected" ] || fail "$user: $line"
  echo "$user: a capture of $(stat -c %s "$file") bytes"
  wait "$launcher" || true  # it ends the others
  launcher=
  [ ! -e "$where/$user/core" ] || fail "$user: a core file as well"
  rm "$where"/captures/*
done

# Not a program of MPI: its core file is complete.
cp "$(command -v sleep)" "$where/sleep"
(cd "$where" && ulimit -c unlimited && exec ./sleep 1000) &
sleeper=$!
until [ "$(readlink "/proc/$sleeper/exe")" = "$where/sleep" ]; do sleep 0.01; done
dies "$sleeper"
wait "$sleeper" || true
[ -z "$(ls "$where/captures")" ] || fail "a capture of sleep"
for _ in $(seq 100); do
  "$mpidbg" stacks "$where/core" > /dev/null 2>&1 || true
  eu-readelf -h "$where/core" > /dev/null 2>&1 && break
  sleep 0.1
done
eu-readelf -h "$where/core" | grep -q 'CORE (Core file)' || fail "no core file of sleep"
echo "sleep: no capture, a core file of $(stat -c %s "$where/core") bytes"
