/* Attributes of communicators: the predefined ones and the program's own, on MPI_COMM_WORLD and on a communicator that
 * has no others. Any number of ranks. */
#include "sample.h"

static int drop(MPI_Comm comm, int keyval, void *value, void *extra) {
  (void)comm, (void)keyval, (void)value, (void)extra;
  return MPI_SUCCESS;
}

static int copy_none(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag) {
  (void)comm, (void)keyval, (void)extra, (void)in, (void)out;
  *flag = 0;
  return MPI_SUCCESS;
}

static int new_keyval(MPI_Comm_copy_attr_function *copy, MPI_Comm_delete_attr_function *delete, void *extra,
                      const char *copy_name) {
  int keyval;
  MPI_Comm_create_keyval(copy, delete, &keyval, extra);
  sample_fact("keyval",
              "\"keyval\":%d,\"copy\":\"0x%lx\",\"copy_name\":\"%s\",\"delete\":\"0x%lx\",\"extra_state\":\"0x%lx\"",
              keyval, (unsigned long)copy, copy_name, (unsigned long)delete, (unsigned long)extra);
  return keyval;
}

static void predefined(int keyval, const char *name) {
  int *value, set;
  MPI_Comm_get_attr(MPI_COMM_WORLD, keyval, &value, &set);
  if (set) {
    sample_fact("attribute", "\"comm_handle\":\"%p\",\"keyval\":%d,\"name\":\"%s\",\"setter\":\"library\",\"value\":%d",
                (void *)MPI_COMM_WORLD, keyval, name, *value);
  }
}

static void own(MPI_Comm comm, int keyval, void *value) {
  MPI_Comm_set_attr(comm, keyval, value);
  sample_fact("attribute", "\"comm_handle\":\"%p\",\"keyval\":%d,\"name\":null,\"setter\":\"C\",\"value\":%lld",
              (void *)comm, keyval, (long long)(MPI_Aint)value);
}

int main(int argc, char **argv) {
  sample_init(&argc, &argv);
  MPI_Comm with, without;
  int overwritten = 3;
  MPI_Comm_dup(MPI_COMM_WORLD, &without);
  int first = new_keyval(MPI_COMM_NULL_COPY_FN, drop, &overwritten, "OMPI_C_MPI_COMM_NULL_COPY_FN");
  int second = new_keyval(copy_none, drop, 0, "copy_none");
  MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &with); /* the duplicate of the world would have the predefined ones */
  MPI_Comm_set_name(with, "with attributes");
  MPI_Comm_set_name(without, "without");

  predefined(MPI_TAG_UB, "MPI_TAG_UB");
  predefined(MPI_HOST, "MPI_HOST");
  predefined(MPI_IO, "MPI_IO");
  predefined(MPI_WTIME_IS_GLOBAL, "MPI_WTIME_IS_GLOBAL");
  predefined(MPI_APPNUM, "MPI_APPNUM");
  predefined(MPI_LASTUSEDCODE, "MPI_LASTUSEDCODE");
  predefined(MPI_UNIVERSE_SIZE, "MPI_UNIVERSE_SIZE");
  own(MPI_COMM_WORLD, first, &first);
  MPI_Comm_set_attr(with, second, &overwritten);
  own(with, second, (void *)-5);
  own(with, first, 0);
  MPI_Comm_set_attr(MPI_COMM_WORLD, second, &second);
  MPI_Comm_delete_attr(MPI_COMM_WORLD, second);
  MPI_Comm_free(&without);
  sample_hang_in_recv();
  return 0;
}
