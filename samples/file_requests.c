/* file_requests DIRECTORY: a file with a write that is never waited for, a file without, and a generalized request of
 * the program. */
#include <stdio.h>

#include "sample.h"

static int query(void *state, MPI_Status *status) {
  (void)state, (void)status;
  return MPI_SUCCESS;
}
static int release(void *state) {
  (void)state;
  return MPI_SUCCESS;
}
static int cancel(void *state, int complete) {
  (void)state, (void)complete;
  return MPI_SUCCESS;
}

static MPI_File open_in(const char *directory, const char *name) {
  char path[4096];
  MPI_File file;
  snprintf(path, sizeof path, "%s/%s", directory, name);
  MPI_File_open(MPI_COMM_SELF, path, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  return file;
}

int main(int argc, char **argv) {
  static char buffer[1 << 16];
  sample_init(&argc, &argv);
  const char *directory = argc > 1 ? argv[1] : "/tmp";
  MPI_File written = open_in(directory, "written"), idle = open_in(directory, "idle");
  MPI_Request of_file, of_program;
  MPI_File_iwrite(written, buffer, sizeof buffer, MPI_BYTE, &of_file);
  MPI_Grequest_start(query, release, cancel, NULL, &of_program);
  sample_fact("requests", "\"of_file\":\"0x%lx\",\"of_program\":\"0x%lx\",\"written\":\"0x%lx\",\"idle\":\"0x%lx\"",
              SAMPLE_HANDLE(of_file), SAMPLE_HANDLE(of_program), SAMPLE_HANDLE(written), SAMPLE_HANDLE(idle));
  sample_hang_in_recv();
  return 0;
}
