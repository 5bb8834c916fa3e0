#!/bin/bash
# Records the test data of data/recorded: the two ranks of samples/hung_recv.c, hung, with each library, as they were when asked
# for their queues, communicators and verdict. Only for who adds a build; needs root, and for other suites' libraries the root
# directory that tests/libraries.sh makes.
#
#   tests/foreign/record_cores.sh BUILD-DIRECTORY NAME mpich|mpich-abi|openmpi|openmpi-ucx [ROOT]      NAME: "mpich-4.2.1-ucx-1.18.1"
#
# MPIDBG_LAUNCHERS: where tests/own_build.sh --launchers has put those of an own build.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
tree="$(cd "$here/../.." && pwd)"
. "$tree/tests/foreign_root.sh"
build="$(realpath "$1")" name="$2" library="$3" root="${4:-}"
output="$here/data/recorded"
mkdir -p "$output"
scratch="$(mktemp -d)"

sample=hung_recv
launch=(mpirun.openmpi --allow-run-as-root --oversubscribe)
if [ "$library" = mpich ]; then
  sample=mpich_hung_recv
  launch=(mpirun.mpich)
fi
layer=(OMPI_MCA_pml=ob1)
if [ "$library" = openmpi-ucx ]; then
  layer=(OMPI_MCA_pml=ucx OMPI_MCA_pml_ucx_tls=any OMPI_MCA_pml_ucx_devices=any UCX_TLS=self,sysv,posix,cma)
fi
inside=()
if [ -n "$root" ]; then inside=(in_root "$root" "$scratch"); fi
# Names of this machine are not to be in the memory of the processes.
if [ "$library" = mpich-abi ]; then
  launch=(mpirun.mpich)
  layer=(LD_PRELOAD="$mpich_abi")
  cp "$tree"/samples/{hung_recv.c,sample.c,sample.h} "$scratch/"
  (cd "$scratch" && mpich_abi_cc "$root" "$scratch" -o hung_recv hung_recv.c sample.c)
elif [ -n "$root" ] && [ "$library" != mpich ]; then # an older suite's C library does not run programs of this machine's
  cp "$tree"/samples/{hung_recv.c,sample.c,sample.h} "$scratch/"
  (cd "$scratch" && in_root "$root" "$scratch" mpicc.openmpi -g -O1 -o hung_recv hung_recv.c sample.c)
else
  cp "$build/samples/$sample" "$scratch/"
fi
environment=(env -i PATH="${MPIDBG_LAUNCHERS:+$MPIDBG_LAUNCHERS:}/usr/bin:/bin" HOME=/tmp "${layer[@]}" MPIDBG_SAMPLE_FACTS="$scratch")
(cd "$scratch" && "${inside[@]}" "${environment[@]}" "${launch[@]}" -n 2 "$scratch/$sample" > "$scratch/log" 2>&1) &
job=$!
end_job() {
  for pid in $pids; do kill -KILL "$pid" 2> /dev/null || true; done
  wait "$job" 2> /dev/null || true
  rm -rf "$scratch"
}
pids=""
trap end_job EXIT

facts() { grep -ahs '"fact"' "$scratch"/log "$scratch"/*.facts || true; }
while [ "$(facts | grep -c '"fact":"blocked"')" -lt 2 ]; do
  kill -0 "$job" || { cat "$scratch/log" >&2; exit 1; }
  sleep 0.2
done
sleep 1 # the last call is announced before it is entered
pids="$(facts | sed -n 's/.*"fact":"process".*"pid":\([0-9]*\).*/\1/p')"
for pid in $pids; do
  rank="$(facts | sed -n "s/.*\"fact\":\"process\",\"rank\":\([0-9]*\),\"pid\":$pid,.*/\1/p")"
  MPIDBG_RECORD="$output/$name.$rank" gdb -nx -batch -iex "set sysroot target:" -iex 'set debuginfod enabled off' -p "$pid" \
    -ex "source $build/gdb_python/mpidbg.py" -x "$here/record_process.py" \
    > "$scratch/gdb" 2>&1 || { tail "$scratch/gdb" >&2; exit 1; }
  grep -F "$output" "$scratch/gdb" || { tail "$scratch/gdb" >&2; exit 1; }
done
facts | sort > "$output/$name.facts"
