/* Two processes that make handles of every kind, free some, and hang: rank 0 in MPI_Recv, rank 1 in MPI_Allreduce. Each
 * prints one line of JSON: what it made and how, as it knows it itself. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int rank;
static int numbers[8], results[8];
static MPI_Comm split, freed_comm;
static MPI_Datatype columns;
static MPI_Op combine;
static MPI_Win window;
static MPI_Request receive, send_kept, send_freed, collective, persistent;

static unsigned long long bits(const void *handle, size_t size) {
  uint64_t word = 0;
  uint32_t half = 0;
  if (size == sizeof half) {
    memcpy(&half, handle, sizeof half);
    return half;
  }
  memcpy(&word, handle, size);
  return word;
}
#define BITS(handle) bits(&(handle), sizeof(handle))

static void add(void *in, void *inout, int *count, MPI_Datatype *type) {
  (void)type;
  for (int i = 0; i < *count; ++i) ((int *)inout)[i] += ((int *)in)[i];
}

__attribute__((noinline)) static void make_communicators(void) {
  MPI_Comm duplicate;
  MPI_Comm_split(MPI_COMM_WORLD, 7, 10 - rank, &split);
  MPI_Comm_set_name(split, "before");
  MPI_Comm_set_name(split, "reversed");
  MPI_Comm_dup(split, &duplicate);
  MPI_Comm_set_name(duplicate, "soon gone");
  freed_comm = duplicate;
  MPI_Barrier(duplicate);
}

__attribute__((noinline)) static void free_communicator(void) {
  MPI_Comm copy = freed_comm;
  MPI_Comm_free(&copy);
}

__attribute__((noinline)) static void make_others(void) {
  MPI_Type_vector(3, 1, 2, MPI_INT, &columns);
  MPI_Type_commit(&columns);
  MPI_Type_set_name(columns, "columns");
  MPI_Op_create(add, 1, &combine);
}

__attribute__((noinline)) static void make_requests(void) {
  MPI_Irecv(numbers, 1, columns, 1 - rank, 77, split, &receive);
  MPI_Issend(results, 2, MPI_INT, 1 - rank, 88, MPI_COMM_WORLD, &send_freed);
  MPI_Send_init(results, 3, MPI_INT, 1 - rank, 55, split, &persistent);
  send_kept = send_freed;
  if (rank == 0) MPI_Iallreduce(numbers, results, 2, MPI_INT, combine, split, &collective);
}

__attribute__((noinline)) static void free_request(void) {
  MPI_Request_free(&send_freed);
}

__attribute__((noinline)) static void lock_window(void) {
  void *base;
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
}

static void say(void) {
  char line[1024];
  const int length = snprintf(line, sizeof line,
                              "{\"rank\":%d,\"pid\":%d,\"split\":\"0x%llx\",\"freed_comm\":\"0x%llx\",\"columns\":\"0x%"
                              "llx\",\"combine\":\"0x%llx\","
                              "\"window\":\"0x%llx\",\"receive\":\"0x%llx\",\"send\":\"0x%llx\",\"collective\":\"0x%"
                              "llx\",\"persistent\":\"0x%llx\","
                              "\"numbers\":\"0x%llx\",\"results\":\"0x%llx\"}\n",
                              rank, (int)getpid(), BITS(split), BITS(freed_comm), BITS(columns), BITS(combine),
                              BITS(window), BITS(receive), BITS(send_kept), BITS(collective), BITS(persistent),
                              (unsigned long long)(uintptr_t)numbers, (unsigned long long)(uintptr_t)results);
  if (write(1, line, (size_t)length) != length) MPI_Abort(MPI_COMM_WORLD, 1);
}

__attribute__((noinline)) static void hang(void) {
  if (rank == 0)
    MPI_Recv(numbers, 5, MPI_INT, 1, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  else
    MPI_Allreduce(numbers, results, 3, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  rank = -1; /* no tail call: the site is in here */
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  make_communicators();
  free_communicator();
  make_others();
  lock_window();
  make_requests();
  free_request();
  say();
  hang();
  return 0;
}
