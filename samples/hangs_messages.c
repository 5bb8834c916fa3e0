/* Ranks that wait for messages. */
#include <stdlib.h>

#include "hangs.h"

static int next(void) {
  return sample_next(MPI_COMM_WORLD);
}
static int previous(void) {
  return sample_previous(MPI_COMM_WORLD);
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

/* The message for which rank 1 waits went to rank 2. */
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

/* Each rank has the message from the rank before it, but not the one from the next rank. */
static void waitall(void) {
  MPI_Request requests[2];
  verdict("deadlock", "0,1,2");
  MPI_Irecv(&other, 1, MPI_INT, previous(), 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(large, 1, MPI_INT, next(), 2, MPI_COMM_WORLD, &requests[1]);
  MPI_Send(&one, 1, MPI_INT, next(), 1, MPI_COMM_WORLD);
  BLOCKS("MPI_Waitall", MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
}

/* There are more requests than libraries keep on the stack. Each rank lacks the last message of the next one. */
static void waitall_many(void) {
  enum { count = 200 };
  static MPI_Request requests[count];
  static int numbers[count];
  int i;
  verdict("deadlock", "0,1,2");
  for (i = 0; i < count; ++i) MPI_Irecv(&numbers[i], 1, MPI_INT, next(), i, MPI_COMM_WORLD, &requests[i]);
  for (i = 0; i < count - 1; ++i) MPI_Send(&one, 1, MPI_INT, previous(), i, MPI_COMM_WORLD);
  BLOCKS("MPI_Waitall", MPI_Waitall(count, requests, MPI_STATUSES_IGNORE));
}

static void waitany(void) {
  MPI_Request requests[2];
  int index;
  verdict("deadlock", "0,1,2");
  MPI_Irecv(&other, 1, MPI_INT, previous(), 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(large, 1, MPI_INT, next(), 2, MPI_COMM_WORLD, &requests[1]);
  BLOCKS("MPI_Waitany", MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE));
}

/* The running rank can complete one of its two requests. */
static void waitany_escape(void) {
  MPI_Request requests[2];
  int index;
  verdict("waits for running", "0,1");
  if (rank == 2) run();
  MPI_Irecv(&other, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(large, 1, MPI_INT, 2, 2, MPI_COMM_WORLD, &requests[1]);
  BLOCKS("MPI_Waitany", MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE));
}

/* The running rank could complete the other request, which is not in the array. */
static void waitany_one(void) {
  MPI_Request beside, wanted;
  int index;
  verdict("deadlock", "0,2");
  if (rank == 1) run();
  if (rank == 2) receive_from(0, 4);
  MPI_Irecv(large, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &beside);
  MPI_Irecv(&other, 1, MPI_INT, 2, 2, MPI_COMM_WORLD, &wanted);
  BLOCKS("MPI_Waitany", MPI_Waitany(1, &wanted, &index, MPI_STATUS_IGNORE));
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

static void probe_self(void) {
  verdict("self-deadlock", "0");
  BLOCKS("MPI_Probe", MPI_Probe(0, 6, MPI_COMM_SELF, MPI_STATUS_IGNORE));
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

static void persistent(void) {
  MPI_Request request;
  verdict("deadlock", "0,1,2");
  MPI_Recv_init(&other, 1, MPI_INT, previous(), 9, MPI_COMM_WORLD, &request);
  MPI_Start(&request);
  BLOCKS("MPI_Wait", MPI_Wait(&request, MPI_STATUS_IGNORE));
}

/* Another rank waits for a core of two. */
static void tail(void) {
  verdict("deadlock", "0,1");
  receive_from(rank == 2 ? 0 : 1 - rank, 4);
}

/* The buffered message is too large to be sent before it is received. */
static void buffer_detach(void) {
  int bytes = 2 * (int)sizeof large;
  void *buffer = malloc((size_t)bytes);
  verdict("deadlock", "0,1");
  if (rank != 0) receive_from(rank == 1 ? 0 : 1, 2);
  MPI_Buffer_attach(buffer, bytes);
  MPI_Bsend(large, 1 << 18, MPI_INT, 1, 1, MPI_COMM_WORLD);
  BLOCKS("MPI_Buffer_detach", MPI_Buffer_detach(&buffer, &bytes));
}

/* Open MPI releases a freed request when it completes, and wakes no thread that waits for it. */
static void freed_request(void) {
  MPI_Request request, copy;
  verdict("waits for unknown", "1,2");
  if (rank == 1) {
    MPI_Recv(&other, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&one, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
  }
  if (rank != 0) receive_from(0, 4);
  MPI_Irecv(&other, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
  copy = request;
  MPI_Request_free(&request);
  MPI_Send(&one, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
  const int line = __LINE__ + 5;
  ACTIVITY(
      "is in MPI_Wait at", line,
      "; none of the pending requests that can be seen was found in its stack frame: its request may have been freed");
  sample_ready();
  MPI_Wait(&copy, MPI_STATUS_IGNORE);
}

const struct way ways_of_messages[] = {{"recv_ring", recv_ring},
                                       {"other_tag", other_tag},
                                       {"other_receiver", other_receiver},
                                       {"freed_request", freed_request},
                                       {"buffered", buffered},
                                       {"send_ring", send_ring},
                                       {"ssend_ring", ssend_ring},
                                       {"sendrecv_tags", sendrecv_tags},
                                       {"probe_ring", probe_ring},
                                       {"wait_ring", wait_ring},
                                       {"waitall", waitall},
                                       {"waitall_many", waitall_many},
                                       {"waitany", waitany},
                                       {"waitany_escape", waitany_escape},
                                       {"waitany_one", waitany_one},
                                       {"any_source", any_source},
                                       {"any_source_escape", any_source_escape},
                                       {"self", self},
                                       {"probe_self", probe_self},
                                       {"polling", polling},
                                       {"mprobe_ring", mprobe_ring},
                                       {"mrecv_missing", mrecv_missing},
                                       {"persistent", persistent},
                                       {"tail", tail},
                                       {"buffer_detach", buffer_detach},
                                       {NULL, NULL}};
