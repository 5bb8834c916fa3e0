/* Ranks that run code of the program inside an MPI call. */
#define _GNU_SOURCE
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include "hangs.h"

static void slow_operation(void *in, void *inout, int *count, MPI_Datatype *type) {
  (void)in, (void)inout, (void)count, (void)type;
  if (rank == 1) run_inside(", called from MPI_Scan");
}

static void user_operation(void) {
  MPI_Op op;
  MPI_Op_create(slow_operation, 1, &op);
  verdict("waits for running", "2");
  if (rank == 0) MPI_Scan(&one, &other, 1, MPI_INT, op, MPI_COMM_WORLD);
  if (rank == 0) BLOCKS("MPI_Barrier", MPI_Barrier(MPI_COMM_WORLD));
  if (rank == 1) MPI_Scan(&one, &other, 1, MPI_INT, op, MPI_COMM_WORLD);
  BLOCKS("MPI_Scan", MPI_Scan(&one, &other, 1, MPI_INT, op, MPI_COMM_WORLD));
}

static int slow_copy(MPI_Comm comm, int keyval, void *state, void *in, void *out, int *flag) {
  (void)comm, (void)keyval, (void)state, (void)in, (void)out;
  if (rank == 1) run_inside(", called from MPI_Comm_dup");
  *flag = 0;
  return MPI_SUCCESS;
}

static void attribute_copy(void) {
  int keyval;
  MPI_Comm dup;
  verdict("waits for running", "0");
  MPI_Comm_create_keyval(slow_copy, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
  MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, NULL);
  if (rank == 1) MPI_Comm_dup(MPI_COMM_WORLD, &dup);
  BLOCKS("MPI_Comm_dup", MPI_Comm_dup(MPI_COMM_WORLD, &dup));
}

static int slow_delete(MPI_Comm comm, int keyval, void *value, void *state) {
  (void)comm, (void)keyval, (void)value, (void)state;
  run_inside(", called from MPI_Finalize");
  return MPI_SUCCESS;
}

/* The attributes of MPI_COMM_SELF are deleted when MPI_Finalize begins. */
static void attribute_delete(void) {
  int keyval;
  verdict("waits for running", "0,2");
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, slow_delete, &keyval, NULL);
  if (rank == 1) MPI_Comm_set_attr(MPI_COMM_SELF, keyval, NULL);
  if (rank == 1) MPI_Finalize();
  BLOCKS("MPI_Finalize", MPI_Finalize());
}

static void report_error(MPI_Comm *comm, int *code, ...) {
  (void)comm, (void)code;
  run_inside(", called from MPI_Send");
}

static void error_handler(void) {
  MPI_Errhandler handler;
  verdict("waits for running", "0");
  MPI_Comm_create_errhandler(report_error, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  if (rank == 1) MPI_Send(&one, 1, MPI_INT, 999, 0, MPI_COMM_WORLD);
  BLOCKS("MPI_Barrier", MPI_Barrier(MPI_COMM_WORLD));
}

/* How often the timer has fired since the program was about to call MPI_Recv. */
static volatile sig_atomic_t about_to_receive, ticks;

static void on_tick(int number) {
  (void)number;
  /* No handler should do this, but some do. NOLINTNEXTLINE(bugprone-signal-handler) */
  if (about_to_receive && ++ticks == 5) run_inside(", called from MPI_Recv");
}

/* Ranks 0 and 1 would wait for each other without the handler. */
static void signal_handler(void) {
  const struct itimerval often = {{0, 100000}, {0, 100000}};
  verdict("waits for running", "0");
  if (rank != 1) receive_from(1 - rank / 2, 4);
  signal(SIGALRM, on_tick);
  setitimer(ITIMER_REAL, &often, NULL);
  about_to_receive = 1;
  MPI_Recv(&other, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* A tool's function of the program, which does not call the library at once. */
int MPI_Exscan(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  const int line = __LINE__ + 5;
  if (rank == 0) {
    ACTIVITY("runs in", line, "");
    sample_ready();
  }
  while (rank == 0) usleep(1000);
  return PMPI_Exscan(in, out, count, type, op, comm);
}

static void wrapper(void) {
  MPI_Comm w = MPI_COMM_WORLD;
  verdict("waits for running", "1");
  if (rank == 0) MPI_Exscan(&one, &other, 1, MPI_INT, MPI_SUM, w);
  BLOCKS("MPI_Exscan", MPI_Exscan(&one, &other, 1, MPI_INT, MPI_SUM, w));
}

const struct way ways_of_callbacks[] = {{"user_operation", user_operation},
                                        {"attribute_copy", attribute_copy},
                                        {"attribute_delete", attribute_delete},
                                        {"error_handler", error_handler},
                                        {"signal_handler", signal_handler},
                                        {"wrapper", wrapper},
                                        {NULL, NULL}};
