/* Datatypes made by each function twice: with arguments of type int and MPI_Aint, and with the same ones as MPI_Count.
 * Needs MPI 4.0 with functions of large counts; one rank. Facts: the two handles.
 */
#include "sample.h"

static void twins(const char *call, MPI_Datatype plain, MPI_Datatype counted) {
  sample_fact("twins", "\"call\":\"%s\",\"plain\":\"0x%lx\",\"counted\":\"0x%lx\"", call, SAMPLE_HANDLE(plain),
              SAMPLE_HANDLE(counted));
}

int main(int argc, char **argv) {
  const int lengths[] = {2, 1, 3}, places[] = {0, 5, 9}, sizes[] = {4, 6}, parts[] = {2, 3}, starts[] = {1, 2};
  const int distributions[] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC}, processes[] = {2, 2};
  const int blocks[] = {MPI_DISTRIBUTE_DFLT_DARG, 2};
  const MPI_Aint bytes[] = {0, 40, 96};
  const MPI_Count many_lengths[] = {2, 1, 3}, many_places[] = {0, 5, 9}, many_sizes[] = {4, 6}, many_parts[] = {2, 3},
                  many_starts[] = {1, 2}, many_bytes[] = {0, 40, 96};
  const MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE, MPI_CHAR};
  MPI_Datatype plain, counted;
  sample_init(&argc, &argv);

  MPI_Type_contiguous(7, MPI_INT, &plain);
  MPI_Type_contiguous_c(7, MPI_INT, &counted);
  twins("MPI_Type_contiguous", plain, counted);
  MPI_Type_vector(3, 2, 5, MPI_DOUBLE, &plain);
  MPI_Type_vector_c(3, 2, 5, MPI_DOUBLE, &counted);
  twins("MPI_Type_vector", plain, counted);
  MPI_Type_create_hvector(3, 2, -64, MPI_DOUBLE, &plain);
  MPI_Type_create_hvector_c(3, 2, -64, MPI_DOUBLE, &counted);
  twins("MPI_Type_create_hvector", plain, counted);
  MPI_Type_indexed(3, lengths, places, MPI_INT, &plain);
  MPI_Type_indexed_c(3, many_lengths, many_places, MPI_INT, &counted);
  twins("MPI_Type_indexed", plain, counted);
  MPI_Type_create_hindexed(3, lengths, bytes, MPI_INT, &plain);
  MPI_Type_create_hindexed_c(3, many_lengths, many_bytes, MPI_INT, &counted);
  twins("MPI_Type_create_hindexed", plain, counted);
  MPI_Type_create_indexed_block(3, 2, places, MPI_INT, &plain);
  MPI_Type_create_indexed_block_c(3, 2, many_places, MPI_INT, &counted);
  twins("MPI_Type_create_indexed_block", plain, counted);
  MPI_Type_create_hindexed_block(3, 2, bytes, MPI_INT, &plain);
  MPI_Type_create_hindexed_block_c(3, 2, many_bytes, MPI_INT, &counted);
  twins("MPI_Type_create_hindexed_block", plain, counted);
  MPI_Type_create_struct(3, lengths, bytes, types, &plain);
  MPI_Type_create_struct_c(3, many_lengths, many_bytes, types, &counted);
  twins("MPI_Type_create_struct", plain, counted);
  MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &plain);
  MPI_Type_create_subarray_c(2, many_sizes, many_parts, many_starts, MPI_ORDER_C, MPI_INT, &counted);
  twins("MPI_Type_create_subarray", plain, counted);
  MPI_Type_create_darray(4, 1, 2, sizes, distributions, blocks, processes, MPI_ORDER_FORTRAN, MPI_INT, &plain);
  MPI_Type_create_darray_c(4, 1, 2, many_sizes, distributions, blocks, processes, MPI_ORDER_FORTRAN, MPI_INT, &counted);
  twins("MPI_Type_create_darray", plain, counted);
  MPI_Type_create_resized(MPI_INT, -4, 32, &plain);
  MPI_Type_create_resized_c(MPI_INT, -4, 32, &counted);
  twins("MPI_Type_create_resized", plain, counted);
  sample_ready();
  MPI_Recv(&argc, 1, MPI_INT, 0, 7, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
