#!/bin/bash
# Runs tests with an MPICH or Open MPI that was built from its sources and installed in PREFIX. The samples are those that were
# built here with the distribution's library, whose interface of binaries lets them run with any; those that need MPI-4.0 are
# built with the library. Not run by tests/run.sh, as nothing here builds these libraries; its last results are in libraries.md.
#
#   tests/own_build.sh PREFIX [BUILD-DIRECTORY] [TESTS]    build/release, and a regular expression of tests
#   tests/own_build.sh --ways PREFIX [BUILD-DIRECTORY] [TESTS]
#                                                          with three copies of a library that was built with -g: as it is,
#                                                          without debug information, and stripped
#   tests/own_build.sh --launchers DIRECTORY PREFIX        only makes the launchers, for tests by hand and record_cores.sh
#   tests/own_build.sh --libfabric PREFIX [BUILD-DIRECTORY] [TESTS]
#                                                          with an MPICH that has ch4:ofi: real/mpich_libfabric.py, whose jobs send
#                                                          all messages over libfabric
#   tests/own_build.sh mpich-ofi SOURCES PREFIX            builds an MPICH with ch4:ofi; needs libfabric-dev and libhwloc-dev
#   tests/own_build.sh mpich-events SOURCES PREFIX         the same with events, levels, counters and timers of MPI_T, which no
#                                                          packaged one has; debug information is there for their tables alone
#
# SOURCES is the directory of a release of MPICH or its archive, or `debian`: the sources of this machine's Debian, which alone
# need a network. It is built in a directory of its own, in a quarter of an hour of one processor.
#
# It needs what tests/run.sh needs (gdb for its gcore among it), and of the library bin/mpiexec (MPICH), or lib, bin/ompi_info
# and, from Open MPI 5.0, bin/mpicc. An Open MPI without mpirun (5.0 --without-prrte) has its ranks started by the mpirun of the
# distribution; both must use the same series of PMIx: --with-pmix=/usr/lib/x86_64-linux-gnu/pmix2. What a library was built
# without, its tests fail for: Open MPI needs ob1, shared memory and TCP, ompio and ROMIO, Fortran, and for real_other_layers
# ucx (--with-ucx) and the layer cm over ofi. For real_sessions the launcher needs groups of PMIx, which that of Debian 12 lacks.
set -euo pipefail

tree="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
. "$tree/tests/foreign_root.sh"
. "$tree/tests/mpi4_samples.sh"

# in_openmpi PREFIX PROGRAM ARGUMENT...: a program of the Open MPI in PREFIX, which may have been moved there.
in_openmpi() {
  local prefix="$1" program="$2"
  shift 2
  OPAL_PREFIX="$prefix" LD_LIBRARY_PATH="$prefix/lib" "$prefix/bin/$program" "$@"
}

openmpi_version() { in_openmpi "$1" ompi_info --version | sed -n 's/^Open MPI v//p'; }

# make_launchers DIRECTORY PREFIX: the launcher that tests start, under its name here. A library without one of its own gets
# that of the distribution, which then is for the ranks alone and answers with the version of their library. Libraries that a
# test puts into LD_LIBRARY_PATH come first.
make_launchers() {
  local programs="$1" prefix="$2" launch
  if [ -e "$prefix/lib/libmpi.so.12" ]; then
    ln -s "$prefix/lib/libmpi.so.12" "$programs/libmpich.so.12" # the name that the distribution's has
    launch="export LD_LIBRARY_PATH='$programs:$prefix/lib'; exec '$prefix/bin/mpiexec'"
    library=mpich
  else
    launch="export OPAL_PREFIX='$prefix' LD_LIBRARY_PATH=\"\${LD_LIBRARY_PATH:+\$LD_LIBRARY_PATH:}$prefix/lib\"; exec '$prefix/bin/mpirun'"
    if [ ! -x "$prefix/bin/mpirun" ]; then
      launch="if [ \"\$*\" = --version ]; then echo 'mpirun (Open MPI) $(openmpi_version "$prefix")'; exit; fi
export LD_LIBRARY_PATH=\"\${LD_LIBRARY_PATH:+\$LD_LIBRARY_PATH:}$prefix/lib\"
exec '$(command -v mpirun.openmpi)' -x OPAL_PREFIX='$prefix' -x LD_LIBRARY_PATH"
    fi
    library=openmpi
  fi
  printf '#!/bin/bash\n%s "$@"\n' "$launch" > "$programs/mpirun.$library"
  chmod +x "$programs/mpirun.$library"
}

# run_tests PREFIX BUILD-DIRECTORY TESTS
run_tests() {
  local prefix="$1" build="$2" selected="$3" programs result=0
  programs="$(mktemp -d)"
  make_launchers "$programs" "$prefix"
  if [ "$library" = openmpi ] && [[ $(openmpi_version "$prefix") != 4.* ]]; then
    build_mpi4_samples "$tree/samples" "$programs" in_openmpi "$prefix" mpicc
  fi
  "$programs/mpirun.$library" --version | grep -E 'Version|Configure options|MPI|RTE'
  PATH="$programs:$PATH" MPIDBG_TEST_MPI4_SAMPLES="$programs" \
    ctest --test-dir "$build" -R "${selected:-${tests[$library]}}" --output-on-failure --no-tests=error || result=1
  rm -rf "$programs"
  return $result
}

# copy_library PREFIX DIRECTORY STRIP-OPTION: a copy whose libraries and components are stripped.
copy_library() {
  cp -a "$1" "$2"
  find "$2/lib" -name '*.so*' -type f -exec strip "$3" {} +
}

# get_sources SOURCES DIRECTORY: a copy of SOURCES in DIRECTORY/sources.
get_sources() {
  local given="$1" where="$2" lists="$2/lists" suite apt
  mkdir -p "$where/sources"
  if [ "$given" = debian ]; then
    suite="$(. /etc/os-release && echo "$VERSION_CODENAME")"
    mkdir -p "$lists/state/partial" "$lists/cache/archives/partial"
    echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $(archive_of_this_machine) $suite main" \
      > "$lists/sources.list"
    apt=(apt-get -q -o Dir::State::lists="$lists/state" -o Dir::Cache="$lists/cache" -o Dir::Etc::SourceList="$lists/sources.list"
         -o Dir::Etc::SourceParts=- -o APT::Sandbox::User=root)
    "${apt[@]}" update
    (cd "$lists" && "${apt[@]}" source --download-only mpich)
    given="$(echo "$lists"/mpich_*.orig.tar.*)"
  fi
  if [ -d "$given" ]; then
    cp -a "$given/." "$where/sources"
  else
    tar -xf "$given" --strip-components=1 -C "$where/sources"
  fi
}

# build_mpich KIND SOURCES PREFIX. What libfabric itself is linked with need not be here.
build_mpich() {
  local kind="$1" given="$2" prefix where tables=src/mpi_t/lib_libmpi_la- options=(MPICHLIB_CFLAGS=-g) result=0
  prefix="$(realpath -m "$3")"
  where="$(mktemp -d)"
  if [ "$kind" = mpich-events ]; then options=(--enable-mpit-events=yes --enable-mpit-pvars=all); fi
  (
    set -e
    get_sources "$given" "$where"
    mkdir "$where/build"
    cd "$where/build"
    "$where/sources/configure" --prefix="$prefix" --with-device=ch4:ofi --with-libfabric=/usr --with-hwloc=/usr --without-cuda \
      --with-datatype-engine=dataloop --disable-fortran --disable-cxx --disable-romio --disable-static "${options[@]}"
    sed -i 's/ -l\(psm_infinipath\|psm2\|rdmacm\|ibverbs\|efa\)\>//g' Makefile
    if [ "$kind" = mpich-events ]; then
      nice make -j "$(nproc)" CFLAGS='-g -O0' "${tables}events_impl.lo" "${tables}mpit.lo"
      nice make -j "$(nproc)" CFLAGS=-O0
    else
      nice make -j "$(nproc)"
    fi
    make install
  ) > "$where/log" 2>&1 || result=1
  if [ $result != 0 ]; then tail -n 20 "$where/log" >&2; fi
  rm -rf "$where"
  return $result
}

# run_libfabric PREFIX BUILD-DIRECTORY TEST...
run_libfabric() {
  local prefix="$1" build="$2" programs result=0
  shift 2
  programs="$(mktemp -d)"
  make_launchers "$programs" "$prefix"
  PATH="$programs:$PATH" MPIDBG_COMMAND="$build/corefile/command/mpidbg" MPIDBG_PLUGIN="$build/mpidbg/libmpidbg.so" \
    MPIDBG_SAMPLES="$build/samples" MPIDBG_SCHEMA="$build/mpidbg.schema.json" MPIDBG_RECORDER= \
    "$tree/tests/real/mpich_libfabric.py" "$@" || result=1
  rm -rf "$programs"
  return $result
}

declare -A tests=([mpich]='^real_mpich_queues$'
                  [openmpi]='^real_(communicators|datatypes|derived|errhandlers|files|infos|internal_traffic|ops|other_layers|queues|requests|sessions|why|windows)(_[0-9])?$')

ways=false
case "$1" in
  --launchers)
    mkdir -p "$2"
    make_launchers "$(realpath "$2")" "$(realpath "$3")"
    exit
    ;;
  --ways)
    ways=true
    shift
    ;;
  --libfabric)
    run_libfabric "$(realpath "$2")" "$(realpath "${3:-$tree/build/release}")" "${@:4}"
    exit
    ;;
  mpich-ofi | mpich-events)
    build_mpich "$1" "$2" "$3"
    exit
    ;;
esac
prefix="$(realpath "$1")"
build="$(realpath "${2:-$tree/build/release}")"
selected="${3:-}"
failed=0
if $ways; then
  copies="$(mktemp -d)"
  trap 'rm -rf "$copies"' EXIT
  copy_library "$prefix" "$copies/default" --strip-debug
  copy_library "$prefix" "$copies/stripped" --strip-unneeded
  for way in "$prefix" "$copies/default" "$copies/stripped"; do
    echo "== $(basename "$way")"
    run_tests "$way" "$build" "$selected" || failed=1
  done
else
  run_tests "$prefix" "$build" "$selected" || failed=1
fi
exit $failed
