#!/bin/bash
# Shows mpidbg at work: installs what is missing, builds, starts an Open MPI job that hangs, asks why, looks at what MPI holds,
# does the same with core files, and ends the job. Needs no arguments; run it as root or as a user, from anywhere, as often as
# you like.
#
#   demo.sh [--mpi openmpi|openmpi-ucx|openmpi-ofi|mpich]    with Open MPI's own point-to-point layer, with UCX, with
#                                                            libfabric, or with MPICH
set -euo pipefail

mpi=openmpi
if [ "${1:-}" = --mpi ]; then mpi="${2:-}"; fi
# The compiler, and the launcher with options of the point-to-point layer. `of_cores` is the exit code of the verdict on core
# files: they prove a deadlock where the layer numbers its messages.
openmpi=(mpirun.openmpi --oversubscribe)
if [ "$(id -u)" -eq 0 ]; then openmpi+=(--allow-run-as-root); fi
compiler=mpicc.openmpi
case "$mpi" in
  openmpi)
    launcher=("${openmpi[@]}" --mca btl "self,vader" --mca pml ob1)
    of_cores=3
    ;;
  openmpi-ucx)
    launcher=("${openmpi[@]}" --mca pml ucx --mca pml_ucx_tls any --mca pml_ucx_devices any
              -x "UCX_TLS=self,sysv,posix,cma")
    of_cores=6
    ;;
  openmpi-ofi)
    launcher=("${openmpi[@]}" --mca pml cm --mca mtl ofi --mca mtl_ofi_provider_include "tcp;ofi_rxm")
    of_cores=6
    ;;
  mpich)
    launcher=(mpirun.mpich)
    compiler=mpicc.mpich
    of_cores=6
    ;;
  *)
    echo "demo.sh: --mpi is openmpi, openmpi-ucx, openmpi-ofi or mpich" >&2
    exit 2
    ;;
esac

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
. "$root/tests/install_missing.sh"
. "$root/tests/configure_and_build.sh"

say() { printf '\n# %s\n' "$*"; }
show() { # show COMMAND...: prints it as one would type it, and runs it
  printf '$ %s\n' "$*"
  "$@" || {
    echo "demo.sh: that failed with exit code $?" >&2
    exit 1
  }
}

say "Installing what is missing"
install_missing "$root/packaging/packages.txt"
if ! command -v "$compiler" > /dev/null; then
  echo "demo.sh: --mpi mpich needs the packages mpich and libmpich-dev" >&2
  exit 1
fi
directory="$(build_directory "$root" release)"
options=()
if [ ! -e "$directory/build.ninja" ]; then
  # Nothing is installed from here, so that half of the compiler's time is saved.
  directory="$(build_directory "$root" demo)"
  options=(--preset release -DMPIDBG_OPTIMISE_LESS=ON)
fi
say "Building in $directory"
cd "$root"
configure "$directory" "${options[@]}"
build "$directory"

# "mpidbg" alone means the one just built.
PATH="$directory/corefile/command:$PATH"

work="$(mktemp -d)"
mpirun_pid=
end_mpirun() {
  if [ -n "$mpirun_pid" ]; then
    kill "$mpirun_pid" 2> /dev/null || true
    wait "$mpirun_pid" 2> /dev/null || true
  fi
  mpirun_pid=
}
end_job() {
  end_mpirun
  rm -rf "$work"
}
trap end_job EXIT
trap 'exit 1' INT TERM HUP
cd "$work"

start_job() { # start_job RANKS: of stencil.c; sets mpirun_pid and ranks
  show "$compiler" -g -o stencil "$root"/samples/stencil.c "$root"/samples/sample*.c
  echo "$ ${launcher[*]} -n $1 ./stencil &"
  mkdir facts
  MPIDBG_SAMPLE_FACTS="$work/facts" "${launcher[@]}" -n "$1" ./stencil > mpirun.log 2>&1 &
  mpirun_pid=$!
  SECONDS=0
  until [ "$(cat facts/*.facts 2> /dev/null | grep -c '"fact":"ready"')" = "$1" ]; do
    if ! kill -0 "$mpirun_pid" 2> /dev/null || [ $SECONDS -gt 60 ]; then
      cat mpirun.log >&2
      echo "demo.sh: the job did not start" >&2
      exit 1
    fi
    sleep 0.1
  done
  mapfile -t ranks < <(sed -n 's/^{"fact":"process".*"pid":\([0-9]*\).*/\1/p' facts/*.facts)
}
take_cores() { # take_cores DIRECTORY: of all ranks
  mkdir "$1"
  for pid in "${ranks[@]}"; do
    echo "$ gcore -o $1/core $pid"
    "${as_owner[@]}" gcore -o "$1/core" "$pid" > gcore.log 2>&1 || {
      cat gcore.log >&2
      exit 1
    }
  done
  if [ ${#as_owner[@]} -ne 0 ]; then sudo chown -R "$(id -u)" "$1"; fi
}

# A process may look at another one of the same user only where the system allows it.
as_owner=()
if [ "$(id -u)" -ne 0 ] && [ "$(cat /proc/sys/kernel/yama/ptrace_scope 2> /dev/null || echo 0)" -ne 0 ]; then
  if command -v sudo > /dev/null; then
    as_owner=(sudo env "PATH=$PATH")
  else
    echo "demo.sh: this system forbids looking at other processes. As root: sysctl kernel.yama.ptrace_scope=0" >&2
    exit 1
  fi
fi

# A deadlock that is proved ends with 3. It is asked again until the last rank has come to where it hangs.
prove() { # prove EXIT-CODE COMMAND...
  local expected=$1
  shift
  SECONDS=0
  local code=0
  "$@" > why.txt || code=$?
  while [ $code -ne "$expected" ] && [ $SECONDS -le 60 ]; do
    sleep 0.1
    code=0
    "$@" > why.txt || code=$?
  done
  printf '$ %s\n' "$*"
  cat why.txt
  [ $code -eq "$expected" ] || {
    echo "demo.sh: that should have ended with exit code $expected, not $code" >&2
    exit 1
  }
}

say "Starting a job of four ranks that hangs"
start_job 4
say "Why does it hang? $mpirun_pid is the pid of mpirun"
prove 3 "${as_owner[@]}" mpidbg why "$mpirun_pid"

say "The message with the wrong tag, and the receive that waits for another one"
show "${as_owner[@]}" mpidbg queues "$mpirun_pid"
say "Which communicators are there?"
show "${as_owner[@]}" mpidbg comms "$mpirun_pid"
say "Who are the ranks, and what is each blocked in?"
show "${as_owner[@]}" mpidbg ranks "$mpirun_pid"
say "Which MPI jobs are there on this node?"
show "${as_owner[@]}" mpidbg

say "The same from core files"
take_cores cores
page="$directory/why.html"
prove "$of_cores" mpidbg why cores --html "$page"
echo "The page, to open in a browser: $page"
show mpidbg queues cores

say "Ending the job"
end_mpirun
