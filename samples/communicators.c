/* Communicators of all kinds: duplicate, split, subset, Cartesian, graph, distributed graph with and without weights,
 * intercommunicator; names at the length limit and outside of ASCII; one with an error handler that returns; one that
 * is freed while a receive is pending on it. Any number of ranks; the intercommunicator needs two. */
#include <stdlib.h>
#include <string.h>

#include "sample.h"

static void named(MPI_Comm comm, const char *name) {
  MPI_Comm_set_name(comm, name);
  sample_fact_communicator(comm);
}

int main(int argc, char **argv) {
  int rank, size;
  sample_init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int next = sample_next(MPI_COMM_WORLD), previous = sample_previous(MPI_COMM_WORLD);

  MPI_Comm dup, half, subset, unnamed, returns;
  MPI_Comm_dup(MPI_COMM_WORLD, &dup);
  named(dup, "my dup");
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
  named(half, rank % 2 ? "odd" : "even");
  MPI_Comm_dup(MPI_COMM_SELF, &unnamed);
  sample_fact_communicator(unnamed);

  MPI_Group world_group, subset_group;
  int last = size - 1;
  MPI_Comm_group(MPI_COMM_WORLD, &world_group);
  MPI_Group_incl(world_group, 1, &last, &subset_group);
  sample_fact_group(world_group);
  sample_fact_group(subset_group);
  MPI_Comm_create(MPI_COMM_WORLD, subset_group, &subset);
  if (subset != MPI_COMM_NULL) named(subset, "last only");

  MPI_Comm cart, graph, weighted, plain;
  int dims[2] = {0, 0}, periods[2] = {1, 0};
  MPI_Dims_create(size, 2, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &cart);
  named(cart, "my cart");

  int *index = malloc(sizeof(int) * (size_t)size), *edges = malloc(sizeof(int) * (size_t)size);
  for (int i = 0; i < size; ++i) {
    index[i] = i + 1;
    edges[i] = (i + 1) % size;
  }
  MPI_Graph_create(MPI_COMM_WORLD, size, index, edges, 0, &graph);
  named(graph, "my graph");

  int source_weight = 10 + rank, destination_weight = 20 + rank;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &previous, &source_weight, 1, &next, &destination_weight,
                                 MPI_INFO_NULL, 0, &weighted);
  named(weighted, "weighted");
  int *volatile unweighted = MPI_UNWEIGHTED; /* gcc 12 knows that no array is at that address, and warns */
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &previous, unweighted, 1, &next, unweighted, MPI_INFO_NULL, 0,
                                 &plain);
  named(plain, "unweighted");

  if (size > 1) {
    MPI_Comm inter;
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank % 2 ? (size - 1) / 2 * 2 : (size / 2 - 1) * 2 + 1, 3, &inter);
    named(inter, "my intercomm");
  }

  MPI_Comm longest, foreign;
  char name[MPI_MAX_OBJECT_NAME];
  memset(name, 'x', sizeof name);
  memcpy(name, "longest ", 8);
  name[sizeof name - 1] = '\0';
  MPI_Comm_dup(MPI_COMM_WORLD, &longest);
  named(longest, name);
  MPI_Comm_dup(MPI_COMM_WORLD, &foreign);
  named(foreign, "halo \xc3\xa4\xc3\xb6\xc3\xbc \xe6\xb5\x81");

  MPI_Comm_dup(MPI_COMM_WORLD, &returns);
  MPI_Comm_set_errhandler(returns, MPI_ERRORS_RETURN);
  named(returns, "returns errors");

  MPI_Comm freed;
  MPI_Request request;
  int buffer[3];
  MPI_Comm_dup(MPI_COMM_WORLD, &freed);
  named(freed, "freed");
  MPI_Irecv(buffer, 3, MPI_INT, next, 8, freed, &request);
  sample_fact_operation(&(struct sample_operation){.queue = "posted",
                                                   .comm = freed,
                                                   .peer = next,
                                                   .tag = 8,
                                                   .count = 3,
                                                   .datatype = MPI_INT,
                                                   .buffer = buffer,
                                                   .request = &request});
  MPI_Comm_free(&freed);

  sample_fact_communicator(MPI_COMM_WORLD);
  sample_fact_communicator(MPI_COMM_SELF);
  sample_hang_in_recv();
  return 0;
}
