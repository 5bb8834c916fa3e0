/* Ranks that wait for files, other programs, the system, or the program itself. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hangs.h"

static void file_open(void) {
  MPI_File file;
  verdict("deadlock", "1");
  if (rank == 1) receive_from(0, 4);
  const int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
  BLOCKS("MPI_File_open", MPI_File_open(MPI_COMM_WORLD, "/tmp/mpidbg-hangs", mode, MPI_INFO_NULL, &file));
}

static void file_write(void) {
  MPI_File file;
  MPI_File_open(MPI_COMM_WORLD, "/tmp/mpidbg-hangs-written", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &file);
  verdict("deadlock", "1");
  if (rank == 1) receive_from(0, 4);
  BLOCKS("MPI_File_write_all", MPI_File_write_all(file, large, 1 << 18, MPI_INT, MPI_STATUS_IGNORE));
}

static int grequest_query(void *state, MPI_Status *status) {
  (void)state, (void)status;
  return MPI_SUCCESS;
}
static int grequest_free(void *state) {
  (void)state;
  return MPI_SUCCESS;
}
static int grequest_cancel(void *state, int complete) {
  (void)state, (void)complete;
  return MPI_SUCCESS;
}

/* The request is completed outside of MPI. */
static void generalized_request(void) {
  MPI_Request request;
  verdict("waits for its own program", "0");
  if (rank != 0) receive_from(0, 4);
  MPI_Grequest_start(grequest_query, grequest_free, grequest_cancel, NULL, &request);
  BLOCKS("MPI_Wait", MPI_Wait(&request, MPI_STATUS_IGNORE));
}

/* The rank waits for two requests, of which this is one. */
static void any_with_generalized(void) {
  MPI_Request requests[2];
  int number, index;
  verdict("waits for its own program", "0");
  if (rank != 0) receive_from(0, 4);
  MPI_Irecv(&number, 1, MPI_INT, 1, 4, MPI_COMM_WORLD, &requests[0]);
  MPI_Grequest_start(grequest_query, grequest_free, grequest_cancel, NULL, &requests[1]);
  BLOCKS("MPI_Waitany", MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE));
}

static void comm_accept(void) {
  MPI_Comm client;
  char port[MPI_MAX_PORT_NAME];
  verdict("waits for outside", "0");
  if (rank != 0) receive_from(0, 4);
  MPI_Open_port(MPI_INFO_NULL, port);
  BLOCKS("MPI_Comm_accept", MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &client));
}

/* The program that it starts never calls MPI_Init. */
static void comm_spawn(void) {
  MPI_Comm made, self = MPI_COMM_SELF;
  char program[] = "sleep", seconds[] = "1000", *words[] = {seconds, NULL};
  verdict("waits for outside", "0");
  if (rank != 0) receive_from(0, 4);
  int code;
  BLOCKS("MPI_Comm_spawn", MPI_Comm_spawn(program, words, 1, MPI_INFO_NULL, 0, self, &made, &code));
}

/* Opens a FIFO that no other process has open, which blocks like a file server that does not answer. To create a file,
 * ROMIO lets one rank open it first. Open MPI always does so, but opens files for reading even if they are only
 * written, in which case a FIFO does not block. */
static void file_does_not_open(void) {
  char path[64];
  MPI_File file;
#ifdef OPEN_MPI
  const int mode = MPI_MODE_RDONLY;
#else
  const int mode = MPI_MODE_CREATE | MPI_MODE_WRONLY;
#endif
  snprintf(path, sizeof path, "/tmp/mpidbg-hangs-%d", (int)getppid());
  verdict("waits for running", "1");
  if (rank == 0) mkfifo(path, 0600);
  MPI_Barrier(MPI_COMM_WORLD);
  const int line = __LINE__ + 4;
  if (rank == 0) {
    ACTIVITY("is in MPI_File_open at", line, ", in the system call open");
    sample_ready();
    MPI_File_open(MPI_COMM_WORLD, path, mode, MPI_INFO_NULL, &file);
  }
  BLOCKS("MPI_File_open", MPI_File_open(MPI_COMM_WORLD, path, mode, MPI_INFO_NULL, &file));
}

/* A rank is outside of MPI, in a system call that never returns. */
static void reading(void) {
  int ends[2];
  char byte;
  verdict("waits for running", "0,1");
  if (rank != 2) receive_from(2, 4);
  if (pipe(ends) != 0) abort();
  ACTIVITY("is outside of MPI, in read, at", __LINE__ + 2, "");
  sample_ready();
  if (read(ends[0], &byte, 1) != 0) abort();
}

/* MPICH uses an internal generalized request for this call. With Open MPI no rank waits. */
static void file_iwrite(void) {
  MPI_File file;
  MPI_Request request;
  MPI_File_open(MPI_COMM_WORLD, "/tmp/mpidbg-hangs-written", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &file);
  verdict("deadlock", "1");
  if (rank == 1) receive_from(0, 4);
  MPI_File_iwrite_all(file, large, 1 << 18, MPI_INT, &request);
  BLOCKS("MPI_Wait", MPI_Wait(&request, MPI_STATUS_IGNORE));
}

/* Rank 1 never takes part, so that a client that connects would change nothing. */
static void accept_without_all(void) {
  MPI_Comm client;
  char port[MPI_MAX_PORT_NAME] = "";
  verdict_by("deadlock", "0,1", "suspected");
  if (rank == 1) receive_from(0, 4);
  if (rank == 0) MPI_Open_port(MPI_INFO_NULL, port);
  BLOCKS("MPI_Comm_accept", MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &client));
}

const struct way ways_of_outside[] = {{"file_open", file_open},
                                      {"file_write", file_write},
                                      {"generalized_request", generalized_request},
                                      {"any_with_generalized", any_with_generalized},
                                      {"comm_accept", comm_accept},
                                      {"comm_spawn", comm_spawn},
                                      {"accept_without_all", accept_without_all},
                                      {"file_does_not_open", file_does_not_open},
                                      {"reading", reading},
                                      {"file_iwrite", file_iwrite},
                                      {NULL, NULL}};
