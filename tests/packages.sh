#!/bin/bash
# Makes the packages for Debian, has lintian look at them, and installs them in fresh root directories as a user does: from
# `apt install ./*.deb` to the verdict on a job that hangs. The jobs are the samples that were built here. Needs root, lintian,
# debootstrap, 1 GB of disk and a network; tests/run.sh does not run it. Its last result is in packages.md.
#
#   tests/packages.sh [BUILD-DIRECTORY]    with the samples: build/release; the packages are built in build/debian
#
# $MPIDBG_PACKAGES: a directory with packages, instead of building them.
set -euo pipefail

tree="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
. "$tree/tests/foreign_root.sh"
build="$(realpath "${1:-$tree/build/release}")"
if [ "$(id -u)" -ne 0 ]; then
  echo "packages.sh: needs root, to make and enter other root directories" >&2
  exit 2
fi
where="$(mktemp -d "${TMPDIR:-/tmp}/mpidbg-packages.XXXXXX")"
trap 'rm -rf --one-file-system "$where"' EXIT

packages="${MPIDBG_PACKAGES:-}"
if [ -z "$packages" ]; then
  (cd "$tree" && cmake --preset debian && cmake --build --preset debian && cpack --preset debian) > "$where/build.log" 2>&1 || {
    tail -n 20 "$where/build.log" >&2
    exit 1
  }
  packages="$tree/build/debian/packages"
fi

# CPack adds the calls of ldconfig itself; the program of mpidbg-nodes is started by mpidbg alone.
lintian --allow-root --fail-on error,warning --suppress-tags maintscript-calls-ldconfig,no-manual-page "$packages"/*.deb
echo "lintian: nothing but maintscript-calls-ldconfig, and no-manual-page of mpidbg-nodes"

# try_suite SUITE LAUNCHER SAMPLE PACKAGE...: in a root directory of the suite, whose MPI is in the packages.
try_suite() {
  local suite="$1" launcher="$2" sample="$3" root="$where/$1"
  shift 3
  debootstrap --variant=minbase "$suite" "$root" "$(archive_of_this_machine)" > "$where/$suite.log" 2>&1 || {
    tail -n 20 "$where/$suite.log" >&2
    return 1
  }
  mkdir "$root/job"
  cp "$packages"/*.deb "$build/samples/$sample" "$root/job"
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  cat > "$root/job/try" << 'END'
#!/bin/bash
# In the root directory: try LAUNCHER SAMPLE PACKAGE...
cd /job
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
launcher="$1" sample="$2"
shift 2
quietly() { "$@" > log 2>&1 || { tail -n 20 log; exit 1; }; }
quietly apt-get update
quietly apt-get install -y --no-install-recommends "$@" gdb procps
echo '$ apt install ./*.deb'
begin=$SECONDS
rm -f mpidbg-nodes_*.deb  # which needs the libpmix of the suite that it was built on
quietly apt-get install -y --no-install-recommends ./*.deb
seconds=$((SECONDS - begin))
$launcher -n 4 "./$sample" > /dev/null 2>&1 &
job=$!
# The job is there once its ranks wait; until then it is not proved that they hang.
for _ in $(seq 100); do
  mpidbg why $job > verdict 2>&1
  code=$?
  [ $code = 3 ] && break
  sleep 1
done
echo '$ mpidbg why PID'
cat verdict
echo "exit code $code"
rank="$(pgrep -x "${sample:0:15}" | head -n 1)"
echo '$ gdb -p RANK -ex "mpi queues"'
gdb -batch -ex 'mpi queues' -p "$rank" 2>&1 | tail -n 5
echo '$ python3 -c "import mpidbg; ..."'
python3 -c "import mpidbg; print(mpidbg.open($job).why().outcome)"
{ kill -9 $job; wait; } 2> /dev/null
pkill -9 -x "${sample:0:15}"
quietly apt-get purge -y python3-mpidbg mpidbg mpidbg-gdb mpidbg-recorder libmqs-shim1 libmqs-shim-dev
left="$(find /usr /etc -path '*mpidbg*' -o -name '*mqs_shim*' | grep -v '^/usr/share/doc-base' || true)"
echo "left after purge: ${left:-nothing}"
[ "$code" = 3 ] && [ -z "$left" ]
END
  chmod +x "$root/job/try"
  echo "== $suite"
  # A pid namespace: what is left of a job ends with it.
  unshare --mount --pid --fork bash -c '
    mount --make-rprivate /
    mount -t proc proc "$0/proc"; mount --rbind /dev "$0/dev"; mount -t tmpfs tmp "$0/dev/shm"
    exec chroot "$0" /bin/bash /job/try "$@"' "$root" "$launcher" "$sample" "$@"
}

outcome=0
try_suite bookworm "mpirun.openmpi --allow-run-as-root --oversubscribe" stencil openmpi-bin libopenmpi3 || outcome=1
try_suite trixie "mpiexec.hydra" mpich_stencil mpich libmpich12 || outcome=1
exit $outcome
