# Sourced by libraries.sh and own_build.sh: the samples that need another library than those of Debian 12: an Open MPI of MPI-4.0,
# or MPICH with the standard ABI.

# build_mpi4_samples SAMPLES DIRECTORY COMPILER...: builds those of SAMPLES, a directory of sources, in DIRECTORY with the
# compiler wrapper of the library. Open MPI 5.0 has no functions of large counts, and 4.1 has nothing for any of them.
build_mpi4_samples() {
  local samples="$1" directory="$2"
  shift 2
  (cd "$samples" && "$@" -g -O1 -Wno-stringop-overflow -o "$directory/sessions_alone" sessions_alone.c)
  (cd "$samples" && "$@" -g -O1 -o "$directory/sessions" sessions.c sample.c)
  (cd "$samples" && "$@" -g -O1 -o "$directory/partitioned" partitioned.c sample.c)
  (cd "$samples" && "$@" -g -O1 -o "$directory/count_arguments" count_arguments.c sample.c) 2> /dev/null || true
}

# build_mpich_abi_samples SAMPLES DIRECTORY COMPILER...: the samples that the tests of MPICH start, under their names there.
build_mpich_abi_samples() {
  local samples="$1" directory="$2" name source=() level
  shift 2
  # MPICH 5.0.2 declares it and lacks it.
  cat > "$directory/status.c" << 'END'
#include <mpi.h>
#include <string.h>
int MPI_Status_c2f(const MPI_Status *status, MPI_Fint *fortran) {
  memcpy(fortran, status, sizeof *status);
  return MPI_SUCCESS;
}
END
  for name in communicators datatypes errhandlers files hangs hung_recv infos intercomm mpit_variables ops own_messages partitioned \
    persistent requests sends_pending ssend_ring unexpected waitall windows; do
    source=("$name.c") level=-O1
    if [ $name = hangs ]; then source=("$samples"/hangs*.c); fi
    case $name in hangs | partitioned) level=-O0 ;; esac  # tests ask where in its source it is
    (cd "$samples" && "$@" $level -pthread -Wno-stringop-overflow -Wno-deprecated-declarations -o "$directory/mpich_$name" \
      "${source[@]}" sample.c sample_datatype.c info_text.c "$directory/status.c")
  done
}
