/* A datatype of many blocks at irregular places, and a large heap: large_datatype BLOCKS MEGABYTES [shuffled]. The
 * blocks come in ascending order unless they are to be shuffled. Any number of ranks. */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sample.h"

int main(int argc, char **argv) {
  sample_init(&argc, &argv);
  int blocks = argc > 1 ? atoi(argv[1]) : 1000, rank;
  size_t heap = (size_t)(argc > 2 ? atoi(argv[2]) : 0) << 20;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);

  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  for (size_t done = 0; done < heap; done += 1 << 20) memset(malloc(1 << 20), (int)(done >> 20) | 1, 1 << 20);

  int *lengths = malloc(sizeof *lengths * (size_t)blocks);
  MPI_Aint *places = malloc(sizeof *places * (size_t)blocks);
  unsigned random = 12345;
  for (int i = 0; i < blocks; ++i) {
    random = random * 1103515245 + 12345;
    lengths[i] = 1 + (int)(random >> 16) % 3;
    places[i] = 40 * (MPI_Aint)i + 4 * (MPI_Aint)((random >> 20) % 5);
  }
  if (argc > 3 && strcmp(argv[3], "shuffled") == 0) {
    for (int i = blocks - 1; i > 0; --i) {
      random = random * 1103515245 + 12345;
      int other = (int)((random >> 8) % (unsigned)(i + 1));
      MPI_Aint place = places[i];
      places[i] = places[other];
      places[other] = place;
    }
  }
  MPI_Datatype datatype;
  MPI_Type_create_hindexed(blocks, lengths, places, MPI_INT, &datatype);
  MPI_Type_commit(&datatype);
  sample_fact_handle("datatype", "datatype", &datatype, sizeof datatype, -1);
  sample_hang_in_recv();
  return 0;
}
