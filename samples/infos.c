/* infos DIRECTORY: makes info objects that are empty, have many pairs, have the longest keys and values, are changed,
 * duplicated or freed, and passes some of them as hints to communicators, a window and a file in DIRECTORY. Runs on any
 * number of ranks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "info_text.h"
#include "sample.h"

/* `users` has the objects to which it was passed, as JSON. */
static void fact(MPI_Info info, const char *users) {
  char *pairs = info_text(info);
  sample_fact("info", "\"handle\":\"0x%lx\",\"fortran\":%d,\"pairs\":%s,\"users\":[%s]", SAMPLE_HANDLE(info),
              (int)MPI_Info_c2f(info), pairs, users);
  free(pairs);
}

/* Writes the hints of a communicator, and those set by the program (null: none) that MPI does not return. */
static void fact_hints(MPI_Comm comm, MPI_Info set) {
  MPI_Info used;
  char key[MPI_MAX_INFO_KEY], value[MPI_MAX_INFO_VAL], ignored[1024] = "";
  int count = 0, found, length_of_value;
  MPI_Comm_get_info(comm, &used);
  if (set != MPI_INFO_NULL) MPI_Info_get_nkeys(set, &count);
  for (int i = 0; i < count; ++i) {
    MPI_Info_get_nthkey(set, i, key);
    MPI_Info_get_valuelen(used, key, &length_of_value, &found);
    if (found) continue;
    MPI_Info_get(set, key, sizeof value - 1, value, &found);
    size_t length = strlen(ignored);
    snprintf(ignored + length, sizeof ignored - length, "%s[\"%s\",\"%s\"]", length ? "," : "", key, value);
  }
  char *pairs = info_text_and_free(used);
  sample_fact("hints", "\"handle\":\"0x%lx\",\"pairs\":%s,\"ignored\":[%s]", SAMPLE_HANDLE(comm), pairs, ignored);
  free(pairs);
}

int main(int argc, char **argv) {
  sample_init(&argc, &argv);
  MPI_Info empty, many, longest, changed, copy, freed, for_comm, for_window, for_file;
  char key[MPI_MAX_INFO_KEY], value[MPI_MAX_INFO_VAL], users[256], path[4096];
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);

  MPI_Info_create(&empty);
  fact(empty, "");

  MPI_Info_create(&many);
  for (int i = 0; i < 50; ++i) {
    snprintf(key, sizeof key, "key %d", i * 37 % 50);
    snprintf(value, sizeof value, "value %d of rank %d", i, rank);
    MPI_Info_set(many, key, value);
  }
  fact(many, "");

  MPI_Info_create(&longest);
  memset(key, 'k', sizeof key - 1);
  key[sizeof key - 1] = '\0';
  memset(value, 'v', sizeof value - 1);
  value[sizeof value - 1] = '\0';
  MPI_Info_set(longest, key, value);
  MPI_Info_set(longest, "caf\xc3\xa9", "\"quoted\"\x1b[31m and \\ \xe6\xb5\x81");
  MPI_Info_set(longest, "one", "1");
  fact(longest, "");

  MPI_Info_create(&changed);
  MPI_Info_set(changed, "stays", "first");
  MPI_Info_set(changed, "goes", "x");
  MPI_Info_set(changed, "changes", "before");
  MPI_Info_set(changed, "last", "z");
  MPI_Info_set(changed, "changes", "after");
  MPI_Info_delete(changed, "goes");
  fact(changed, "");
  MPI_Info_dup(changed, &copy);
  MPI_Info_set(copy, "and", "one more");
  fact(copy, "");

  MPI_Info_create(&freed);
  MPI_Info_set(freed, "was", "freed");
  MPI_Info kept = freed;
  char *pairs = info_text(freed);
  int fortran = (int)MPI_Info_c2f(freed);
  MPI_Info_free(&freed);
  sample_fact("freed_info", "\"handle\":\"0x%lx\",\"fortran\":%d,\"pairs\":%s", SAMPLE_HANDLE(kept), fortran, pairs);
  free(pairs);

  MPI_Comm known, plain;
  MPI_Comm_dup(MPI_COMM_WORLD, &plain);
  MPI_Comm_dup(MPI_COMM_WORLD, &known);
  MPI_Info_create(&for_comm);
  MPI_Info_set(for_comm, "mpi_assert_no_any_tag", "true");
  MPI_Info_set(for_comm, "colour", "red");
  MPI_Comm_set_info(known, for_comm);
  snprintf(users, sizeof users, "{\"kind\":\"communicator\",\"handle\":\"0x%lx\"}", SAMPLE_HANDLE(known));
  fact(for_comm, users);
  fact_hints(known, for_comm);
  fact_hints(plain, MPI_INFO_NULL);

  MPI_Win window;
  void *memory;
  MPI_Info_create(&for_window);
  MPI_Info_set(for_window, "no_locks", "true");
  MPI_Info_set(for_window, "purpose", "halo");
  MPI_Win_allocate(64, 1, for_window, MPI_COMM_WORLD, &memory, &window);
  snprintf(users, sizeof users, "{\"kind\":\"window\",\"handle\":\"0x%lx\"}", SAMPLE_HANDLE(window));
  fact(for_window, users);

  MPI_File file;
  MPI_Info_create(&for_file);
  MPI_Info_set(for_file, "access_style", "write_once,sequential");
  MPI_Info_set(for_file, "cb_nodes", "1");
  snprintf(path, sizeof path, "%s/infos.data", argc > 1 ? argv[1] : "/tmp");
  MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, for_file, &file);
  snprintf(users, sizeof users, "{\"kind\":\"file\",\"handle\":\"0x%lx\"}", SAMPLE_HANDLE(file));
  fact(for_file, users);

  /* No info object is made after this one is freed, so none has its address. */
  MPI_Info gone;
  MPI_Info_create(&gone);
  MPI_Info before_free = gone;
  MPI_Info_free(&gone);
  sample_fact("gone_info", "\"handle\":\"0x%lx\"", SAMPLE_HANDLE(before_free));

  pairs = info_text(MPI_INFO_ENV);
  sample_fact("environment", "\"handle\":\"0x%lx\",\"pairs\":%s", SAMPLE_HANDLE(MPI_INFO_ENV), pairs);
  free(pairs);
  sample_fact("null_info", "\"handle\":\"0x%lx\"", SAMPLE_HANDLE(MPI_INFO_NULL));
  sample_hang_in_recv();
  return 0;
}
