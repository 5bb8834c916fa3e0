/* MPIDBG_KEEP_FREED: what the program has freed is null for it, and there for the library, until it is released. */
#define _GNU_SOURCE
#include <mpi.h>

#include "mpidbg/recorder/record_release.h"
#include "tests/recorder/record_view.h"

enum { KEPT = MPIDBG_RECORD_FREED | MPIDBG_RECORD_KEPT };

static int deleted;

static int count_deleted(MPI_Comm comm, int keyval, void *value, void *extra) {
  (void)comm, (void)keyval, (void)value, (void)extra;
  ++deleted;
  return MPI_SUCCESS;
}

static void communicator(int size) {
  MPI_Comm dup;
  int keyval;
  MPI_Comm_dup(MPI_COMM_WORLD, &dup);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, count_deleted, &keyval, NULL);
  MPI_Comm_set_attr(dup, keyval, NULL);
  const MPI_Comm copy = dup;
  MPI_Comm_free(&dup);
  CHECK(dup == MPI_COMM_NULL);
  struct mpidbg_record_handle *entry = find_handle(MPIDBG_RECORD_COMM, WORD(copy));
  CHECK(entry->flags == KEPT);
  CHECK(is_call(entry->freed_by, "Comm_free") && entry->freed_at != 0 && entry->released == 0);
  CHECK(is_call(last_event()->call, "Comm_free") && last_event()->result == MPI_SUCCESS);
  CHECK(record_header()->kept == 1);
  int there = 0;
  CHECK(PMPI_Comm_size(copy, &there) == MPI_SUCCESS && there == size);
  CHECK(deleted == 0);

  CHECK(mpidbg_record_release() == 1);
  CHECK(deleted == 1);
  CHECK(entry->flags == MPIDBG_RECORD_FREED && entry->released != 0);
  CHECK(record_header()->kept == 0);
  CHECK(mpidbg_record_release() == 0);
  MPI_Comm_free_keyval(&keyval);
}

static void add(void *in, void *inout, int *count, MPI_Datatype *type) {
  (void)in, (void)inout, (void)count, (void)type;
}

static void on_error(MPI_Comm *comm, int *code, ...) {
  (void)comm, (void)code;
}

static void all_kinds(void) {
  MPI_Datatype type, type_copy;
  MPI_Group group, group_copy;
  MPI_Op op, op_copy;
  MPI_Errhandler handler, handler_copy;
  MPI_Info info, info_copy;
  MPI_Type_contiguous(3, MPI_INT, &type);
  MPI_Comm_group(MPI_COMM_WORLD, &group);
  MPI_Op_create(add, 1, &op);
  MPI_Comm_create_errhandler(on_error, &handler);
  MPI_Info_create(&info);
  MPI_Info_set(info, "key", "value");
  type_copy = type, group_copy = group, op_copy = op, handler_copy = handler, info_copy = info;
  MPI_Type_free(&type);
  MPI_Group_free(&group);
  MPI_Op_free(&op);
  MPI_Errhandler_free(&handler);
  MPI_Info_free(&info);
  CHECK(type == MPI_DATATYPE_NULL && group == MPI_GROUP_NULL && op == MPI_OP_NULL);
  CHECK(handler == MPI_ERRHANDLER_NULL && info == MPI_INFO_NULL);
  CHECK(find_handle(MPIDBG_RECORD_DATATYPE, WORD(type_copy))->flags == KEPT);
  CHECK(find_handle(MPIDBG_RECORD_GROUP, WORD(group_copy))->flags == KEPT);
  CHECK(find_handle(MPIDBG_RECORD_OP, WORD(op_copy))->flags == KEPT);
  CHECK(find_handle(MPIDBG_RECORD_ERRHANDLER, WORD(handler_copy))->flags == KEPT);
  CHECK(find_handle(MPIDBG_RECORD_INFO, WORD(info_copy))->flags == KEPT);
  int size = 0, keys = 0, commutes = 0;
  CHECK(PMPI_Type_size(type_copy, &size) == MPI_SUCCESS && size == 3 * (int)sizeof(int));
  CHECK(PMPI_Info_get_nkeys(info_copy, &keys) == MPI_SUCCESS && keys == 1);
  CHECK(PMPI_Op_commutative(op_copy, &commutes) == MPI_SUCCESS && commutes == 1);
  CHECK(mpidbg_record_release() == 5);
  CHECK(find_handle(MPIDBG_RECORD_DATATYPE, WORD(type_copy))->flags == MPIDBG_RECORD_FREED);
  CHECK(find_handle(MPIDBG_RECORD_INFO, WORD(info_copy))->flags == MPIDBG_RECORD_FREED);
}

/* The oldest goes when there is no more room. */
static void bounded(void) {
  const uint64_t most = record_header()->kept_most;
  CHECK(most > 0);
  uint64_t first = 0;
  for (uint64_t i = 0; i < most + 10; ++i) {
    MPI_Datatype type;
    MPI_Type_contiguous(2, MPI_INT, &type);
    if (i == 0) first = WORD(type);
    MPI_Type_free(&type);
    CHECK(type == MPI_DATATYPE_NULL);
    if (i == 0) CHECK(find_handle(MPIDBG_RECORD_DATATYPE, first)->flags == KEPT);
  }
  CHECK(record_header()->kept <= most);
  CHECK(record_header()->handles_not_recorded == 0);
  CHECK(mpidbg_record_release() > 0);
  CHECK(record_header()->kept == 0);
}

/* These wait for others, or are not the program's to free. */
static void not_kept(void) {
  MPI_Comm dup;
  MPI_Comm_dup(MPI_COMM_WORLD, &dup);
  const uint64_t handle = WORD(dup);
  MPI_Comm_disconnect(&dup);
  CHECK(dup == MPI_COMM_NULL && find_handle(MPIDBG_RECORD_COMM, handle)->flags == MPIDBG_RECORD_FREED);

  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Datatype predefined = MPI_INT;
  CHECK(MPI_Type_free(&predefined) != MPI_SUCCESS);
  CHECK(record_header()->kept == 0);
}

/* Communicators are freed in the order in which the program freed them, on all ranks, also by MPI_Finalize. */
static void left_for_finalize(void) {
  for (int i = 0; i < 3; ++i) {
    MPI_Comm dup;
    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    MPI_Comm_free(&dup);
  }
  CHECK(record_header()->kept == 3);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  CHECK(mpidbg_record_release != NULL);
  communicator(size);
  all_kinds();
  bounded();
  not_kept();
  left_for_finalize();
  MPI_Finalize();
  CHECK(record_header()->kept == 0);
  puts("ok");
  return 0;
}
