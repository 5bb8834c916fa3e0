# Sourced by libraries.sh and own_build.sh: the samples that need an Open MPI of MPI-4.0, which Debian 12's is not.

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
