/* Posts receives with many datatypes: predefined ones, and derived ones with and without a name. Then makes a datatype
 * with each combiner: nested, resized, overlapping, empty, not committed, freed while a receive is pending, with a
 * Fortran handle, and made from each other. Runs on any number of ranks. */
#include <stddef.h>

#include "sample.h"

static char buffers[16][256];

static void receive(MPI_Datatype datatype, int count) {
  static int n = 0;
  MPI_Request request;
  int next = sample_next(MPI_COMM_WORLD);
  MPI_Irecv(buffers[n], count, datatype, next, 200 + n, MPI_COMM_WORLD, &request);
  sample_fact_operation(&(struct sample_operation){.queue = "posted",
                                                   .comm = MPI_COMM_WORLD,
                                                   .peer = next,
                                                   .tag = 200 + n,
                                                   .count = count,
                                                   .datatype = datatype,
                                                   .buffer = buffers[n],
                                                   .request = &request});
  ++n;
}

static void tell(const char *label, MPI_Datatype datatype) {
  sample_fact_datatype(datatype, &(struct sample_datatype){.label = label, .committed = 1, .fortran = -1});
}

static MPI_Datatype commit(const char *label, MPI_Datatype datatype) {
  MPI_Type_commit(&datatype);
  tell(label, datatype);
  return datatype;
}

static void regular(void) {
  MPI_Datatype type, vector, small;
  MPI_Type_contiguous(7, MPI_SHORT, &type);
  commit("contiguous", type);
  MPI_Type_vector(4, 2, 5, MPI_DOUBLE, &vector);
  commit("vector", vector);
  MPI_Type_vector(3, 2, -4, MPI_INT, &type);
  commit("vector backwards", type);
  MPI_Type_create_hvector(3, 2, 20, MPI_INT, &type);
  commit("hvector", type);
  MPI_Type_create_hvector(2, 3, 200, vector, &type);
  commit("hvector of vectors", type);
  MPI_Type_contiguous(3, vector, &type);
  commit("contiguous vectors", type);

  int sizes[] = {4, 5, 6}, part[] = {2, 3, 2}, starts[] = {1, 1, 3};
  MPI_Type_create_subarray(3, sizes, part, starts, MPI_ORDER_C, MPI_FLOAT, &type);
  commit("subarray in C order", type);
  MPI_Type_create_subarray(3, sizes, part, starts, MPI_ORDER_FORTRAN, MPI_FLOAT, &type);
  commit("subarray in Fortran order", type);
  MPI_Type_create_subarray(1, sizes, part, starts, MPI_ORDER_C, vector, &type);
  commit("subarray of one dimension", type);
  MPI_Type_vector(200, 2, 5, MPI_CHAR, &type);
  commit("large vector", type);
  MPI_Type_create_resized(MPI_INT, 0, 20, &small);
  commit("column element", small);
  MPI_Type_contiguous(4, small, &type);
  commit("column", type);
}

static void irregular(void) {
  MPI_Datatype type, pair;
  int lengths[] = {2, 1, 0, 3}, displacements[] = {4, 0, 9, 10};
  MPI_Aint bytes[] = {64, 0, 12, 23};
  MPI_Type_indexed(4, lengths, displacements, MPI_LONG, &type);
  commit("indexed", type);
  MPI_Type_create_hindexed(4, lengths, bytes, MPI_CHAR, &type);
  commit("hindexed", type);
  MPI_Type_create_indexed_block(4, 2, (int[]){0, 5, 10, 15}, MPI_INT, &type);
  commit("indexed block at equal distances", type);
  MPI_Type_create_indexed_block(3, 2, (int[]){7, 0, 3}, MPI_INT, &pair);
  commit("indexed block", pair);
  MPI_Type_create_hindexed_block(3, 2, (MPI_Aint[]){100, 0, 51}, pair, &type);
  commit("hindexed block of indexed blocks", type);
  MPI_Type_indexed(2, (int[]){3, 3}, (int[]){0, 2}, MPI_INT, &type);
  commit("overlapping", type);

  struct particle {
    char kind;
    double position[3];
    int cell;
    float weight;
  };
  MPI_Aint members[] = {offsetof(struct particle, kind), offsetof(struct particle, position),
                        offsetof(struct particle, cell), offsetof(struct particle, weight)};
  MPI_Datatype types[] = {MPI_CHAR, MPI_DOUBLE, MPI_INT, MPI_FLOAT}, particle, row;
  MPI_Type_create_struct(4, (int[]){1, 3, 1, 1}, members, types, &particle);
  MPI_Type_set_name(particle, "particle");
  commit("struct", particle);
  MPI_Type_vector(2, 1, 2, particle, &row);
  commit("vector of structs", row);
  MPI_Type_create_struct(3, (int[]){1, 2, 1}, (MPI_Aint[]){8, 400, 100}, (MPI_Datatype[]){row, particle, row}, &type);
  MPI_Type_set_name(type, "a name of sixty-three characters, which is as long as it can be");
  commit("nested struct", type);

  int many_lengths[300];
  MPI_Aint many[300];
  for (int i = 0; i < 300; ++i) many_lengths[i] = 1 + i % 3, many[i] = (MPI_Aint)20 * i + i * i % 7;
  MPI_Type_create_hindexed(300, many_lengths, many, MPI_SHORT, &type);
  commit("irregular", type);
}

static void arrays(void) {
  MPI_Datatype type;
  int sizes[] = {7, 10}, grid[] = {2, 3}, block[] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_BLOCK},
      cyclic[] = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_CYCLIC},
      by_default[] = {MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG};
  MPI_Type_create_darray(6, 4, 2, sizes, block, by_default, grid, MPI_ORDER_C, MPI_INT, &type);
  commit("darray of blocks", type);
  MPI_Type_create_darray(6, 1, 2, sizes, cyclic, (int[]){2, 3}, grid, MPI_ORDER_C, MPI_INT, &type);
  commit("darray in cycles", type);
  MPI_Type_create_darray(6, 5, 2, sizes, cyclic, by_default, grid, MPI_ORDER_FORTRAN, MPI_DOUBLE, &type);
  commit("darray in Fortran order", type);
  MPI_Type_create_darray(3, 2, 3, (int[]){4, 9, 5},
                         (int[]){MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_NONE},
                         (int[]){MPI_DISTRIBUTE_DFLT_DARG, 2, MPI_DISTRIBUTE_DFLT_DARG}, (int[]){1, 3, 1},
                         MPI_ORDER_FORTRAN, MPI_SHORT, &type);
  commit("darray of one dimension", type);
}

static void special(void) {
  MPI_Datatype type, inner;
  MPI_Type_dup(MPI_INT, &type);
  commit("dup of a predefined type", type);
  MPI_Type_vector(2, 1, 3, MPI_INT, &inner);
  commit("vector to be resized", inner);
  MPI_Type_dup(inner, &type);
  commit("dup", type);
  MPI_Type_create_resized(inner, -8, 40, &type);
  commit("resized", type);
  MPI_Type_contiguous(3, type, &type);
  commit("contiguous resized", type);
  MPI_Type_create_resized(inner, 4, 4, &type);
  commit("smaller than its data", type);
  MPI_Type_create_f90_real(6, 30, &type);
  tell("f90 real", type);
  MPI_Type_contiguous(2, type, &type);
  commit("f90 reals", type);
  MPI_Type_create_f90_complex(12, MPI_UNDEFINED, &type);
  tell("f90 complex", type);
  MPI_Type_create_f90_integer(8, &type);
  tell("f90 integer", type);
  MPI_Type_vector(3, 2, 4, MPI_DOUBLE_INT, &type);
  commit("pairs", type);
  MPI_Type_contiguous(2, MPI_SHORT_INT, &type);
  commit("short pairs", type);
  tell("predefined", MPI_DOUBLE);
  tell("predefined pair", MPI_DOUBLE_INT);
  tell("predefined pair of equal types", MPI_2INT);
  tell("predefined pair of long double", MPI_LONG_DOUBLE_INT);
  MPI_Type_vector(0, 2, 5, MPI_INT, &type);
  commit("empty", type);
  MPI_Type_create_struct(2, (int[]){0, 0}, (MPI_Aint[]){0, 8}, (MPI_Datatype[]){MPI_INT, MPI_INT}, &type);
  commit("empty struct", type);
  MPI_Type_vector(2, 2, 3, MPI_INT, &type);
  sample_fact_datatype(type, &(struct sample_datatype){.label = "not committed", .fortran = -1});
  MPI_Type_contiguous(5, MPI_INT, &type);
  MPI_Type_commit(&type);
  int fortran = MPI_Type_c2f(type);
  sample_fact_datatype(type,
                       &(struct sample_datatype){.label = "known to Fortran", .committed = 1, .fortran = fortran});
}

int main(int argc, char **argv) {
  sample_init(&argc, &argv);
  receive(MPI_CHAR, 7);
  receive(MPI_BYTE, 0);
  receive(MPI_UNSIGNED_LONG, 3);
  receive(MPI_LONG_LONG, 2);
  receive(MPI_FLOAT, 5);
  receive(MPI_DOUBLE, 5);
  receive(MPI_DOUBLE_INT, 2);
  receive(MPI_C_DOUBLE_COMPLEX, 1);
  receive(MPI_INT32_T, 4);

  MPI_Datatype vector, contiguous, freed;
  MPI_Type_vector(3, 2, 5, MPI_DOUBLE, &vector);
  MPI_Type_commit(&vector);
  receive(vector, 1);
  tell("in use", vector);
  MPI_Type_contiguous(6, MPI_INT, &contiguous);
  MPI_Type_commit(&contiguous);
  MPI_Type_set_name(contiguous, "six ints");
  receive(contiguous, 2);
  tell("named", contiguous);
  MPI_Type_dup(contiguous, &freed);
  MPI_Type_set_name(freed, "freed type");
  receive(freed, 3);
  sample_fact_datatype(freed,
                       &(struct sample_datatype){.label = "freed, in use", .committed = 1, .freed = 1, .fortran = -1});
  MPI_Type_free(&freed); /* lives on for as long as the receive does */
  regular();
  irregular();
  arrays();
  special();
  MPI_Datatype part, whole;
  MPI_Type_vector(2, 3, 4, MPI_INT, &part);
  sample_fact_datatype(part, &(struct sample_datatype){.label = "freed, part of another", .freed = 1, .fortran = -1});
  MPI_Type_contiguous(2, part, &whole);
  MPI_Type_free(&part);
  commit("whole", whole);
  sample_hang_in_recv();
  return 0;
}
