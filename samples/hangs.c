/* hangs WAY: a job that hangs in one of the ways that jobs hang, or that looks as if it did.
 *
 * Each rank says what it is about to block in, and where: {"fact":"blocked","rank":0,"call":"MPI_Recv","line":88,
 * "function":"exchange"}. A fact of rank 0 says what the verdict has to be: {"fact":"verdict","kind":"deadlock",
 * "core":[0,1]}, where the core is what certainly belongs to it, however the library does its collectives. Ranks that
 * are not blocked run in a loop. "proof" of that fact is what the proof has to rest on, if not on the counters of
 * messages. A rank that runs can say what the verdict has to say of it: {"fact":"activity","rank":0,"text":"runs in
 * ..."}.
 *
 * With MPIDBG_SHARED_WINDOW in the environment windows are of shared memory. With MPIDBG_LATE_GRANTS the library grants
 * locks and posts not before they are used, as osc/pt2pt of Open MPI.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "sample.h"

static int rank, size;

/* The call has to be on the line of the macro. */
#define BLOCKS(name, statement)       \
  do {                                \
    blocks(name, __LINE__, __func__); \
    statement;                        \
  } while (0)

static void blocks(const char *call, int line, const char *function) {
  sample_fact("blocked", "\"rank\":%d,\"call\":\"%s\",\"line\":%d,\"function\":\"%s\"", rank, call, line, function);
  sample_ready();
}

static void verdict(const char *kind, const char *core) {
  if (rank == 0) sample_fact("verdict", "\"kind\":\"%s\",\"core\":[%s]", kind, core);
}

static void verdict_by(const char *kind, const char *core, const char *proof) {
  if (rank == 0) sample_fact("verdict", "\"kind\":\"%s\",\"core\":[%s],\"proof\":\"%s\"", kind, core, proof);
}

/* In user code, for ever. */
static void run(void) {
  sample_ready();
  for (;;) usleep(1000);
}

static void activity(const char *what, const char *function, int line, const char *where) {
  sample_fact("activity", "\"rank\":%d,\"text\":\"%s %s (hangs.c:%d)%s\"", rank, what, function, line, where);
}

/* The program's code, which an MPI call has called, for ever. */
static void run_inside(const char *where) {
  const int line = __LINE__ + 3;
  activity("runs in", __func__, line, where);
  sample_ready();
  for (;;) usleep(1000);
}

static int one = 1, other;
static int large[1 << 18];

static int next(void) {
  return sample_next(MPI_COMM_WORLD);
}
static int previous(void) {
  return sample_previous(MPI_COMM_WORLD);
}

static void receive_from(int source, int tag) {
  BLOCKS("MPI_Recv", MPI_Recv(&other, 1, MPI_INT, source, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
}

static void recv_ring(void) {
  verdict("deadlock", "0,1,2");
  receive_from(previous(), 7);
}

static void other_tag(void) {
  verdict("deadlock", "0");
  if (rank == 1) MPI_Send(&one, 1, MPI_INT, 0, 8, MPI_COMM_WORLD);
  if (rank == 0) receive_from(1, 7);
  BLOCKS("MPI_Barrier", MPI_Barrier(MPI_COMM_WORLD));
}

/* What rank 1 waits for went to rank 2. */
static void other_receiver(void) {
  verdict("deadlock", "1");
  if (rank == 0) MPI_Send(&one, 1, MPI_INT, 2, 7, MPI_COMM_WORLD);
  if (rank == 1) receive_from(0, 7);
  BLOCKS("MPI_Barrier", MPI_Barrier(MPI_COMM_WORLD));
}

/* A large message of MPI_Bsend, which has returned, is still at its sender. */
static void buffered(void) {
  verdict("deadlock", "0,1");
  if (rank == 0) {
    const int bytes = (int)sizeof large + MPI_BSEND_OVERHEAD;
    MPI_Buffer_attach(malloc((size_t)bytes), bytes);
    MPI_Bsend(large, 1 << 18, MPI_INT, 1, 1, MPI_COMM_WORLD);
    receive_from(1, 9);
  }
  receive_from(0, 2);
}

/* Rank 2 takes another rank for the root, which has done its part by then. */
static void scatter_roots(void) {
  static int all[3 << 18];
  verdict("collective mismatch", "0,2");
  const int root = rank == 2 ? 1 : 0, count = 1 << 18;
  MPI_Comm w = MPI_COMM_WORLD;
  if (rank != 1) {
    BLOCKS("MPI_Scatter", MPI_Scatter(all, count, MPI_INT, large, count, MPI_INT, root, w));
  } else {
    MPI_Scatter(NULL, 0, MPI_INT, large, count, MPI_INT, root, w);
  }
  BLOCKS("MPI_Barrier", MPI_Barrier(w));
}

static void send_ring(void) {
  verdict("deadlock", "0,1,2");
  BLOCKS("MPI_Send", MPI_Send(large, 1 << 18, MPI_INT, next(), 3, MPI_COMM_WORLD));
}

static void ssend_ring(void) {
  verdict("deadlock", "0,1,2");
  BLOCKS("MPI_Ssend", MPI_Ssend(&one, 1, MPI_INT, next(), 3, MPI_COMM_WORLD));
}

static void sendrecv_tags(void) {
  verdict("deadlock", "0,1,2");
  const int to = next(), from = previous();
  MPI_Comm w = MPI_COMM_WORLD;
  BLOCKS("MPI_Sendrecv", MPI_Sendrecv(&one, 1, MPI_INT, to, 1, &other, 1, MPI_INT, from, 77, w, MPI_STATUS_IGNORE));
}

static void probe_ring(void) {
  verdict("deadlock", "0,1,2");
  BLOCKS("MPI_Probe", MPI_Probe(previous(), 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
}

static void wait_ring(void) {
  MPI_Request request, more;
  verdict("deadlock", "0,1,2");
  MPI_Irecv(&other, 1, MPI_INT, previous(), 9, MPI_COMM_WORLD, &request);
  MPI_Irecv(large, 1, MPI_INT, MPI_ANY_SOURCE, 10, MPI_COMM_WORLD, &more);
  BLOCKS("MPI_Wait", MPI_Wait(&request, MPI_STATUS_IGNORE));
}

/* Each has the message from the rank before it, and not that from the next one. */
static void waitall(void) {
  MPI_Request requests[2];
  verdict("deadlock", "0,1,2");
  MPI_Irecv(&other, 1, MPI_INT, previous(), 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(large, 1, MPI_INT, next(), 2, MPI_COMM_WORLD, &requests[1]);
  MPI_Send(&one, 1, MPI_INT, next(), 1, MPI_COMM_WORLD);
  BLOCKS("MPI_Waitall", MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
}

static void waitany(void) {
  MPI_Request requests[2];
  int index;
  verdict("deadlock", "0,1,2");
  MPI_Irecv(&other, 1, MPI_INT, previous(), 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(large, 1, MPI_INT, next(), 2, MPI_COMM_WORLD, &requests[1]);
  BLOCKS("MPI_Waitany", MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE));
}

/* One of its two requests can be answered by the rank that runs. */
static void waitany_escape(void) {
  MPI_Request requests[2];
  int index;
  verdict("waits for running", "0,1");
  if (rank == 2) run();
  MPI_Irecv(&other, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(large, 1, MPI_INT, 2, 2, MPI_COMM_WORLD, &requests[1]);
  BLOCKS("MPI_Waitany", MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE));
}

static void any_source(void) {
  verdict("deadlock", "0,1,2");
  receive_from(MPI_ANY_SOURCE, 4);
}

static void any_source_escape(void) {
  verdict("waits for running", "0,1");
  if (rank == 2) run();
  receive_from(MPI_ANY_SOURCE, 4);
}

static void self(void) {
  verdict("self-deadlock", "0");
  receive_from(rank, 6);
}

static void missing_in_barrier(void) {
  verdict("waits for running", "");
  if (rank == 1) run();
  BLOCKS("MPI_Barrier", MPI_Barrier(MPI_COMM_WORLD));
}

static void barrier_and_recv(void) {
  verdict("deadlock", "1");
  if (rank == 1) receive_from(0, 4);
  BLOCKS("MPI_Barrier", MPI_Barrier(MPI_COMM_WORLD));
}

/* Each is in a collective that nobody leaves before all have entered. */
static void other_collective(void) {
  verdict("collective mismatch", "1");
  if (rank == 1) BLOCKS("MPI_Allreduce", MPI_Allreduce(&one, &other, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  BLOCKS("MPI_Barrier", MPI_Barrier(MPI_COMM_WORLD));
}

/* Each is the root of its own. */
static void other_root(void) {
  MPI_Comm pair;
  MPI_Comm_split(MPI_COMM_WORLD, rank == 2, rank, &pair);
  MPI_Comm_set_name(pair, "pair");
  for (int i = 0; i < 3; ++i) MPI_Bcast(&one, 1, MPI_INT, 0, pair);
  verdict("collective mismatch", "0,1");
  if (rank == 2) receive_from(0, 4);
  BLOCKS("MPI_Bcast", MPI_Bcast(large, 1 << 18, MPI_INT, rank, pair));
}

/* Between ranks 0 and 1, and rank 2. */
static MPI_Comm make_intercomm(void) {
  MPI_Comm half, inter;
  MPI_Comm_split(MPI_COMM_WORLD, rank == 2, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank == 2 ? 0 : 2, 3, &inter);
  MPI_Comm_set_name(inter, "inter");
  return inter;
}

/* In the group of the root nobody passes MPI_ROOT. */
static void intercomm_no_root(void) {
  MPI_Comm inter = make_intercomm();
  verdict("deadlock", "2");
  if (rank == 2) BLOCKS("MPI_Bcast", MPI_Bcast(&other, 1, MPI_INT, 0, inter));
  MPI_Bcast(&one, 1, MPI_INT, MPI_PROC_NULL, inter);
  BLOCKS("MPI_Barrier", MPI_Barrier(MPI_COMM_WORLD));
}

/* Each group takes rank 0 of the other one for the root. */
static void intercomm_two_roots(void) {
  MPI_Comm inter = make_intercomm();
  verdict("collective mismatch", "0,2");
  BLOCKS("MPI_Bcast", MPI_Bcast(&other, 1, MPI_INT, 0, inter));
}

static void other_communicators(void) {
  MPI_Comm halo;
  MPI_Comm_dup(MPI_COMM_WORLD, &halo);
  MPI_Comm_set_name(halo, "halo");
  verdict("deadlock", "1");
  BLOCKS("MPI_Barrier", MPI_Barrier(rank == 1 ? halo : MPI_COMM_WORLD));
}

static void nonblocking_barrier(void) {
  MPI_Request request;
  verdict("deadlock", "1");
  if (rank == 1) receive_from(0, 4);
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  BLOCKS("MPI_Wait", MPI_Wait(&request, MPI_STATUS_IGNORE));
}

/* A wait for one collective while another one is pending. */
static void two_schedules(void) {
  MPI_Comm dup;
  MPI_Request wanted, pending;
  MPI_Comm_dup(MPI_COMM_WORLD, &dup);
  verdict("deadlock", "1");
  MPI_Ibarrier(dup, &pending);
  if (rank == 1) receive_from(0, 4);
  MPI_Iallreduce(&one, &other, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &wanted);
  BLOCKS("MPI_Wait", MPI_Wait(&wanted, MPI_STATUS_IGNORE));
}

static void comm_dup(void) {
  MPI_Comm dup;
  verdict("deadlock", "1");
  if (rank == 1) receive_from(0, 4);
  BLOCKS("MPI_Comm_dup", MPI_Comm_dup(MPI_COMM_WORLD, &dup));
}

static void finalize(void) {
  verdict("waits for finalized", "0");
  if (rank == 0) receive_from(1, 4);
  BLOCKS("MPI_Finalize", MPI_Finalize());
}

static void polling(void) {
  MPI_Request request;
  int flag = 0;
  verdict("waits for polling", "0,2");
  if (rank != 1) receive_from(1, 4);
  MPI_Irecv(&other, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, &request);
  sample_ready();
  while (!flag) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
}

static void fence(void) {
  MPI_Win window;
  MPI_Win_create(large, sizeof large, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  verdict("deadlock", "1");
  if (rank == 1) receive_from(0, 4);
  BLOCKS("MPI_Win_fence", MPI_Win_fence(0, window));
}

static MPI_Win make_window(const char *name) {
  MPI_Win window;
  int *memory;
  if (getenv("MPIDBG_SHARED_WINDOW")) {
    MPI_Win_allocate_shared(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  } else {
    MPI_Win_create(large, sizeof large, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  }
  MPI_Win_set_name(window, name);
  return window;
}

static const char *proof_by_windows(void) {
  return getenv("MPIDBG_LATE_GRANTS") ? "looks" : "instant";
}

static MPI_Group group_of(int member) {
  MPI_Group world, group;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &member, &group);
  return group;
}

static void want_lock(int type, int target, MPI_Win window) {
  if (getenv("MPIDBG_LATE_GRANTS")) {
    MPI_Win_lock(type, target, 0, window);
    BLOCKS("MPI_Win_unlock", MPI_Win_unlock(target, window));
  }
  BLOCKS("MPI_Win_lock", MPI_Win_lock(type, target, 0, window));
}

/* Two windows, locked in a different order. */
static void lock_cross(void) {
  MPI_Win first = make_window("first"), second = make_window("second");
  verdict_by("deadlock", "0,1", proof_by_windows());
  if (rank < 2) MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, rank == 0 ? first : second);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 2) receive_from(0, 4);
  want_lock(rank == 0 ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, 1 - rank, rank == 0 ? second : first);
}

/* The one that holds the lock waits for a message of the one that wants it. */
static void lock_and_recv(void) {
  MPI_Win window = make_window("window");
  verdict_by("deadlock", "0,1", proof_by_windows());
  if (rank == 0) MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank != 1) receive_from(1, 4);
  want_lock(MPI_LOCK_EXCLUSIVE, 0, window);
}

static void lock_held_by_running(void) {
  MPI_Win window = make_window("window");
  verdict("waits for running", "0,2");
  if (rank == 1) MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, window);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) run();
  want_lock(MPI_LOCK_EXCLUSIVE, 1, window);
}

static void lock_all(void) {
  MPI_Win window = make_window("window");
  verdict_by("deadlock", "0,1", proof_by_windows());
  if (rank == 0) MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank != 1) receive_from(1, 4);
  BLOCKS("MPI_Win_lock_all", MPI_Win_lock_all(0, window));
}

static void start_without_post(void) {
  MPI_Win window = make_window("window");
  verdict_by("deadlock", "0,1", proof_by_windows());
  if (rank != 0) receive_from(0, 4);
  if (getenv("MPIDBG_LATE_GRANTS")) {
    MPI_Win_start(group_of(1), 0, window);
    BLOCKS("MPI_Win_complete", MPI_Win_complete(window));
  }
  BLOCKS("MPI_Win_start", MPI_Win_start(group_of(1), 0, window));
}

static void wait_without_complete(void) {
  MPI_Win window = make_window("window");
  verdict_by("deadlock", "0,1", proof_by_windows());
  if (rank == 0) MPI_Win_post(group_of(1), 0, window);
  if (rank == 1) MPI_Win_start(group_of(0), 0, window);
  if (rank != 0) receive_from(0, 4);
  BLOCKS("MPI_Win_wait", MPI_Win_wait(window));
}

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

/* Only the members of the group call it: one of them does not. */
static void comm_create_group(void) {
  MPI_Group world, group;
  MPI_Comm made;
  const int members[] = {0, 1};
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 2, members, &group);
  verdict_by("deadlock", "0,1", "suspected");
  if (rank != 0) receive_from(0, 4);
  BLOCKS("MPI_Comm_create_group", MPI_Comm_create_group(MPI_COMM_WORLD, group, 3, &made));
}

static void intercomm_create(void) {
  MPI_Comm made;
  verdict("deadlock", "0,1");
  if (rank != 0) receive_from(0, 4);
  BLOCKS("MPI_Intercomm_create", MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1, 3, &made));
}

static void mprobe_ring(void) {
  MPI_Message message;
  verdict("deadlock", "0,1,2");
  BLOCKS("MPI_Mprobe", MPI_Mprobe(previous(), 5, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE));
}

/* Each has taken a message out of its queue and waits for another one; the sender waits for the first to be received.
 */
static void mrecv_missing(void) {
  MPI_Message message;
  MPI_Request request;
  verdict("deadlock", "0,1,2");
  MPI_Issend(&one, 1, MPI_INT, next(), 5, MPI_COMM_WORLD, &request);
  MPI_Mprobe(previous(), 5, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
  BLOCKS("MPI_Wait", MPI_Wait(&request, MPI_STATUS_IGNORE));
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

/* Whoever completes it is not MPI. */
static void generalized_request(void) {
  MPI_Request request;
  verdict("waits for its own program", "0");
  if (rank != 0) receive_from(0, 4);
  MPI_Grequest_start(grequest_query, grequest_free, grequest_cancel, NULL, &request);
  BLOCKS("MPI_Wait", MPI_Wait(&request, MPI_STATUS_IGNORE));
}

static void comm_accept(void) {
  MPI_Comm client;
  char port[MPI_MAX_PORT_NAME];
  verdict("waits for outside", "0");
  if (rank != 0) receive_from(0, 4);
  MPI_Open_port(MPI_INFO_NULL, port);
  BLOCKS("MPI_Comm_accept", MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &client));
}

/* What it starts never calls MPI_Init. */
static void comm_spawn(void) {
  MPI_Comm made, self = MPI_COMM_SELF;
  char program[] = "sleep", seconds[] = "1000", *words[] = {seconds, NULL};
  verdict("waits for outside", "0");
  if (rank != 0) receive_from(0, 4);
  int code;
  BLOCKS("MPI_Comm_spawn", MPI_Comm_spawn(program, words, 1, MPI_INFO_NULL, 0, self, &made, &code));
}

static void persistent(void) {
  MPI_Request request;
  verdict("deadlock", "0,1,2");
  MPI_Recv_init(&other, 1, MPI_INT, previous(), 9, MPI_COMM_WORLD, &request);
  MPI_Start(&request);
  BLOCKS("MPI_Wait", MPI_Wait(&request, MPI_STATUS_IGNORE));
}

/* A tail behind a core of two. */
static void tail(void) {
  verdict("deadlock", "0,1");
  receive_from(rank == 2 ? 0 : 1 - rank, 4);
}

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

/* How often the timer has ticked since the program was about to call MPI_Recv. */
static volatile sig_atomic_t about_to_receive, ticks;

static void on_tick(int number) {
  (void)number;
  if (about_to_receive && ++ticks == 5) run_inside(", called from MPI_Recv");
}

/* Ranks 0 and 1 would wait for each other if the handler did not run. */
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
    activity("runs in", "MPI_Exscan", line, "");
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

/* The message in the buffer is too large to be sent before it is received. */
static void buffer_detach(void) {
  int bytes = 2 * (int)sizeof large;
  void *buffer = malloc((size_t)bytes);
  verdict("deadlock", "0,1");
  if (rank != 0) receive_from(rank == 1 ? 0 : 1, 2);
  MPI_Buffer_attach(buffer, bytes);
  MPI_Bsend(large, 1 << 18, MPI_INT, 1, 1, MPI_COMM_WORLD);
  BLOCKS("MPI_Buffer_detach", MPI_Buffer_detach(&buffer, &bytes));
}

/* A file that does not open, as of a file server that does not answer: a FIFO without a writer. */
static void file_does_not_open(void) {
  char path[64];
  MPI_File file;
  snprintf(path, sizeof path, "/tmp/mpidbg-hangs-%d", (int)getppid());
  verdict("waits for running", "1");
  if (rank == 0) mkfifo(path, 0600);
  MPI_Barrier(MPI_COMM_WORLD);
  const int line = __LINE__ + 4;
  if (rank == 0) {
    activity("is in MPI_File_open at", __func__, line, ", in the system call open");
    sample_ready();
    MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
  }
  BLOCKS("MPI_File_open", MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDONLY, MPI_INFO_NULL, &file));
}

/* Outside of MPI, in a system call that nobody ends. */
static void reading(void) {
  int ends[2];
  char byte;
  verdict("waits for running", "0,1");
  if (rank != 2) receive_from(2, 4);
  if (pipe(ends) != 0) abort();
  activity("is outside of MPI, in read, at", __func__, __LINE__ + 2, "");
  sample_ready();
  if (read(ends[0], &byte, 1) != 0) abort();
}

static const struct {
  const char *name;
  void (*hang)(void);
} ways[] = {{"recv_ring", recv_ring},
            {"other_tag", other_tag},
            {"other_receiver", other_receiver},
            {"buffered", buffered},
            {"scatter_roots", scatter_roots},
            {"send_ring", send_ring},
            {"ssend_ring", ssend_ring},
            {"sendrecv_tags", sendrecv_tags},
            {"probe_ring", probe_ring},
            {"wait_ring", wait_ring},
            {"waitall", waitall},
            {"waitany", waitany},
            {"waitany_escape", waitany_escape},
            {"any_source", any_source},
            {"any_source_escape", any_source_escape},
            {"self", self},
            {"missing_in_barrier", missing_in_barrier},
            {"barrier_and_recv", barrier_and_recv},
            {"other_collective", other_collective},
            {"other_root", other_root},
            {"intercomm_no_root", intercomm_no_root},
            {"intercomm_two_roots", intercomm_two_roots},
            {"other_communicators", other_communicators},
            {"nonblocking_barrier", nonblocking_barrier},
            {"two_schedules", two_schedules},
            {"comm_dup", comm_dup},
            {"finalize", finalize},
            {"polling", polling},
            {"fence", fence},
            {"lock_cross", lock_cross},
            {"lock_and_recv", lock_and_recv},
            {"lock_held_by_running", lock_held_by_running},
            {"lock_all", lock_all},
            {"start_without_post", start_without_post},
            {"wait_without_complete", wait_without_complete},
            {"file_open", file_open},
            {"file_write", file_write},
            {"comm_create_group", comm_create_group},
            {"intercomm_create", intercomm_create},
            {"mprobe_ring", mprobe_ring},
            {"mrecv_missing", mrecv_missing},
            {"generalized_request", generalized_request},
            {"comm_accept", comm_accept},
            {"comm_spawn", comm_spawn},
            {"persistent", persistent},
            {"tail", tail},
            {"user_operation", user_operation},
            {"attribute_copy", attribute_copy},
            {"attribute_delete", attribute_delete},
            {"error_handler", error_handler},
            {"signal_handler", signal_handler},
            {"wrapper", wrapper},
            {"buffer_detach", buffer_detach},
            {"file_does_not_open", file_does_not_open},
            {"reading", reading}};

int main(int argc, char **argv) {
  sample_init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (size_t i = 0; i < sizeof ways / sizeof ways[0]; ++i) {
    if (argc == 2 && strcmp(argv[1], ways[i].name) == 0 && size == 3) ways[i].hang();
  }
  if (rank == 0) fprintf(stderr, "usage: hangs WAY, on 3 ranks\n");
  MPI_Abort(MPI_COMM_WORLD, 2);
}
