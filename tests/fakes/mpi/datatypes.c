/* The toy MPI library's datatypes. A derived one is given out again as a part of another, and has to be freed as often.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/fakes/mpi/toy_mpi.h"

enum { MOST_PARTS = 4 };
struct MPI_ABI_Datatype {
  int uses, size, combiner, part_count;
  MPI_Datatype parts[MOST_PARTS];
};

static int is_predefined(MPI_Datatype type) {
  return (uintptr_t)type < 1024;
}

static int size_of(MPI_Datatype type) {
  if (!is_predefined(type)) return type->size;
  if (type == MPI_CHAR || type == MPI_C_BOOL) return 1;
  if (type == MPI_INT || type == MPI_UNSIGNED || type == MPI_INT32_T || type == MPI_UINT32_T) return 4;
  return 8;
}

size_t toy_bytes(int count, MPI_Datatype type) {
  return (size_t)count * (size_t)size_of(type);
}

static int make(int combiner, int size, int part_count, const MPI_Datatype *parts, MPI_Datatype *made) {
  *made = calloc(1, sizeof **made);
  **made = (struct MPI_ABI_Datatype){.uses = 1, .size = size, .combiner = combiner, .part_count = part_count};
  memcpy((*made)->parts, parts, (size_t)part_count * sizeof *parts);
  for (int i = 0; i < part_count; ++i)
    if (!is_predefined(parts[i])) ++parts[i]->uses;
  return MPI_SUCCESS;
}

static void drop(MPI_Datatype type) {
  if (is_predefined(type) || --type->uses > 0) return;
  for (int i = 0; i < type->part_count; ++i) drop(type->parts[i]);
  free(type);
}

int PMPI_Type_contiguous(int count, MPI_Datatype type, MPI_Datatype *made) {
  return make(MPI_COMBINER_CONTIGUOUS, count * size_of(type), 1, &type, made);
}

int PMPI_Type_contiguous_c(MPI_Count count, MPI_Datatype type, MPI_Datatype *made) {
  return make(MPI_COMBINER_CONTIGUOUS, (int)count, 1, &type, made);
}

int PMPI_Type_vector(int count, int length, int stride, MPI_Datatype type, MPI_Datatype *made) {
  (void)stride;
  return make(MPI_COMBINER_VECTOR, count * length * size_of(type), 1, &type, made);
}

int PMPI_Type_create_struct(int count, const int lengths[], const MPI_Aint displacements[], const MPI_Datatype types[],
                            MPI_Datatype *made) {
  (void)displacements;
  int size = 0;
  for (int i = 0; i < count; ++i) size += lengths[i] * size_of(types[i]);
  return make(MPI_COMBINER_STRUCT, size, count, types, made);
}

int PMPI_Type_commit(MPI_Datatype *type) {
  (void)type;
  return MPI_SUCCESS;
}

int PMPI_Type_free(MPI_Datatype *type) {
  if (is_predefined(*type)) return toy_error(MPI_COMM_WORLD, MPI_ERR_TYPE);
  drop(*type);
  *type = MPI_DATATYPE_NULL;
  return MPI_SUCCESS;
}

int PMPI_Type_size(MPI_Datatype type, int *size) {
  if (type == MPI_DATATYPE_NULL) return MPI_ERR_TYPE;
  *size = size_of(type);
  return MPI_SUCCESS;
}

int PMPI_Type_get_envelope(MPI_Datatype type, int *integers, int *addresses, int *types, int *combiner) {
  *integers = *addresses = 0;
  *types = is_predefined(type) ? 0 : type->part_count;
  *combiner = is_predefined(type) ? MPI_COMBINER_NAMED : type->combiner;
  return MPI_SUCCESS;
}

int PMPI_Type_get_contents(MPI_Datatype type, int most_integers, int most_addresses, int most_types, int integers[],
                           MPI_Aint addresses[], MPI_Datatype types[]) {
  (void)most_integers, (void)most_addresses, (void)integers, (void)addresses;
  for (int i = 0; i < most_types && i < type->part_count; ++i) {
    types[i] = type->parts[i];
    if (!is_predefined(types[i])) ++types[i]->uses;
  }
  return MPI_SUCCESS;
}

/* clang-format off */
TOY_ALIAS(Type_contiguous) TOY_ALIAS(Type_contiguous_c) TOY_ALIAS(Type_vector) TOY_ALIAS(Type_create_struct)
TOY_ALIAS(Type_commit) TOY_ALIAS(Type_free) TOY_ALIAS(Type_size) TOY_ALIAS(Type_get_envelope)
TOY_ALIAS(Type_get_contents)
