/* Objects made from communicators and groups: windows and files over a communicator, over one that is freed meanwhile,
 * and over one without a name; groups with and without a handle. Any number of ranks. */
#include <stdio.h>
#include <unistd.h>

#include "sample.h"

static MPI_Comm communicators[16];
static int communicator_count;

static MPI_Comm made(MPI_Comm comm, const char *name) {
  if (name) MPI_Comm_set_name(comm, name);
  communicators[communicator_count++] = comm;
  return comm;
}

static MPI_Comm duplicate(const char *name) {
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  return made(comm, name);
}

static MPI_Win window_over(MPI_Comm comm) {
  void *memory;
  MPI_Win window;
  MPI_Win_allocate(64, 1, MPI_INFO_NULL, comm, &memory, &window);
  return window;
}

static MPI_File file_over(MPI_Comm comm, int number) {
  int rank;
  long pid = (long)getpid();
  char path[64];
  MPI_File file;
  MPI_Comm_rank(comm, &rank);
  MPI_Bcast(&pid, 1, MPI_LONG, 0, comm);
  snprintf(path, sizeof path, "/tmp/mpidbg-derived-%ld-%d", pid, number);
  MPI_File_open(comm, path, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  if (rank == 0) unlink(path);
  return file;
}

/* Null handles stand for none. */
static void fact(MPI_Comm comm, MPI_Win first, MPI_Win second, MPI_File file, int freed) {
  char windows[64] = "", files[32] = "";
  if (first) snprintf(windows, sizeof windows, "\"%p\"", (void *)first);
  if (second) snprintf(windows, sizeof windows, "\"%p\",\"%p\"", (void *)first, (void *)second);
  if (file) snprintf(files, sizeof files, "\"%p\"", (void *)file);
  sample_fact("derived", "\"comm_handle\":\"%p\",\"windows\":[%s],\"files\":[%s],\"freed\":%s", (void *)comm, windows,
              files, freed ? "true" : "false");
}

/* A null handle stands for no communicator. */
static void fact_group(MPI_Group group, int without_handle, MPI_Comm of) {
  char communicators[32] = "";
  int rank, size;
  MPI_Group_rank(group, &rank);
  MPI_Group_size(group, &size);
  if (of) snprintf(communicators, sizeof communicators, "\"%p\"", (void *)of);
  sample_fact("group_handle",
              "\"handle\":\"%p\",\"without_handle\":%s,\"fortran\":%d,\"rank\":%d,\"size\":%d,\"communicators\":[%s]",
              (void *)group, without_handle ? "true" : "false", (int)MPI_Group_c2f(group),
              rank == MPI_UNDEFINED ? -1 : rank, size, communicators);
}

int main(int argc, char **argv) {
  sample_init(&argc, &argv);
  made(MPI_COMM_WORLD, 0);
  made(MPI_COMM_SELF, 0);

  MPI_Comm both = duplicate("with both"), neither = duplicate("with neither"), freed = duplicate("freed"),
           unnamed = duplicate(0);
  MPI_Win first = window_over(both), second = window_over(both), third = window_over(unnamed);
  MPI_File file = file_over(both, 0), other = file_over(freed, 1);
  fact(both, first, second, file, 0);
  fact(neither, 0, 0, 0, 0);
  fact(freed, 0, 0, other, 1);
  fact(unnamed, third, 0, 0, 0);
  MPI_Comm_free(&freed);

  int self = 0;
  MPI_Group world, held, shared, gone;
  MPI_Comm created, split, asked;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &self, &held);
  fact_group(held, 0, 0);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  MPI_Group_incl(world, 1, &self, &gone);
  MPI_Comm_create_group(MPI_COMM_WORLD, gone, self, &created);
  made(created, "of a freed group");
  fact_group(gone, 1, created);
  MPI_Group_free(&gone);
  MPI_Comm_split(MPI_COMM_WORLD, self, 0, &split);
  made(split, "split");
  MPI_Comm_group(split, &shared);
  fact_group(shared, 1, split);
  MPI_Group_free(&shared);
  MPI_Comm_split(MPI_COMM_WORLD, self, 0, &asked);
  made(asked, "asked for its group");
  MPI_Comm_group(asked, &shared);
  fact_group(shared, 0, asked);

  for (int i = 0; i < communicator_count; ++i) {
    sample_fact("made", "\"comm_handle\":\"%p\"", (void *)communicators[i]);
  }
  sample_hang_in_recv();
  return 0;
}
