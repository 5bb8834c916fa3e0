/* Requests to oneself: what is recorded of each, and what becomes of it when it is waited for, tested, freed or started
 * again. MPI_Pcontrol, and the ring of events. */
#define _GNU_SOURCE
#include <mpi.h>

#include "tests/recorder/record_view.h"

enum { TAG = 5 };

static int out[4] = {1, 2, 3, 4}, in[4];

/* Whether it was complete when the program got it: such requests are all one object, and not recorded. */
static uint32_t is_pending(MPI_Request request) {
#ifdef OPEN_MPI
  return WORD(request) != (uint64_t)(uintptr_t)dlsym(RTLD_DEFAULT, "ompi_request_empty");
#else
  return WORD(request) >> 30 != 1;
#endif
}

static void point_to_point(void) {
  MPI_Request receive, send;
  MPI_Irecv(in, 4, MPI_INT, MPI_ANY_SOURCE, TAG, MPI_COMM_SELF, &receive);
  struct mpidbg_record_request *entry = find_request(WORD(receive));
  CHECK(entry != NULL && entry->flags == (MPIDBG_RECORD_LIVE | MPIDBG_RECORD_ACTIVE));
  CHECK(is_call(entry->created_by, "Irecv"));
  CHECK(entry->count == 4 && entry->peer == MPI_ANY_SOURCE && entry->tag == TAG);
  CHECK(entry->owner == WORD(MPI_COMM_SELF) && entry->datatype == WORD(MPI_INT));
  CHECK(entry->buffer_or_op == (uint64_t)(uintptr_t)in);
  CHECK(entry->site != 0 && entry->time != 0);
  CHECK(is_call(last_event()->call, "Irecv") && last_event()->subject == WORD(receive));

  MPI_Issend(out, 4, MPI_INT, 0, TAG, MPI_COMM_SELF, &send);
  CHECK(count_live_requests() == 1 + is_pending(send));
  const uint64_t old = WORD(receive);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
  CHECK(find_request(old)->flags == MPIDBG_RECORD_COMPLETED);
  CHECK(count_live_requests() == is_pending(send));
  int done = 0;
  while (!done) MPI_Test(&send, &done, MPI_STATUS_IGNORE);
  CHECK(count_live_requests() == 0);
  CHECK(memcmp(in, out, sizeof in) == 0);
}

/* b = a; MPI_Request_free(&a): the program has no handle any more, the receive is still posted. */
static void freed_while_active(void) {
  MPI_Request a;
  MPI_Irecv(in, 1, MPI_INT, 0, TAG, MPI_COMM_SELF, &a);
  const MPI_Request b = a;
  MPI_Request_free(&a);
  CHECK(find_request(WORD(b))->flags == (MPIDBG_RECORD_FREED | MPIDBG_RECORD_ACTIVE));
  CHECK(is_call(last_event()->call, "Request_free"));
  MPI_Send(out, 1, MPI_INT, 0, TAG, MPI_COMM_SELF);
  CHECK(count_live_requests() == 0);
}

static void persistent(void) {
  MPI_Request both[2];
  MPI_Recv_init(in, 1, MPI_INT, 0, TAG, MPI_COMM_SELF, &both[0]);
  MPI_Send_init(out, 1, MPI_INT, 0, TAG, MPI_COMM_SELF, &both[1]);
  struct mpidbg_record_request *receive = find_request(WORD(both[0])), *send = find_request(WORD(both[1]));
  const unsigned inactive = MPIDBG_RECORD_LIVE | MPIDBG_RECORD_PERSISTENT;
  const unsigned active = inactive | MPIDBG_RECORD_ACTIVE, done = inactive | MPIDBG_RECORD_COMPLETED;
  CHECK(receive->flags == inactive && send->flags == inactive);
  MPI_Start(&both[0]);
  CHECK(receive->flags == active && send->flags == inactive);
  MPI_Start(&both[1]);
  MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
  CHECK(receive->flags == done && send->flags == done);

  MPI_Startall(2, both);
  CHECK(receive->flags == active && send->flags == active);
  int index;
  MPI_Waitany(1, both, &index, MPI_STATUS_IGNORE);
  CHECK(index == 0 && receive->flags == done && send->flags == active);
  int count, indices[2];
  MPI_Waitsome(2, both, &count, indices, MPI_STATUSES_IGNORE);
  CHECK(count == 1 && indices[0] == 1 && send->flags == done);
  MPI_Request_free(&both[0]);
  MPI_Request_free(&both[1]);
  CHECK(count_live_requests() == 0);
}

/* More than a wrapper keeps on its stack. */
static void many(void) {
  enum { MANY = 500 };
  MPI_Request requests[2 * MANY];
  for (int i = 0; i < MANY; ++i) MPI_Irecv(&in[i % 4], 1, MPI_INT, 0, i, MPI_COMM_SELF, &requests[i]);
  CHECK(count_live_requests() == MANY);
  uint32_t pending = MANY;
  for (int i = 0; i < MANY; ++i) {
    MPI_Issend(out, 1, MPI_INT, 0, i, MPI_COMM_SELF, &requests[MANY + i]);
    pending += is_pending(requests[MANY + i]);
  }
  CHECK(count_live_requests() == pending);
  MPI_Waitall(2 * MANY, requests, MPI_STATUSES_IGNORE);
  CHECK(count_live_requests() == 0);
  CHECK(record_header()->requests_not_recorded == 0);
}

static void collective(void) {
  MPI_Request request;
  int sum = 0;
  MPI_Ireduce(out, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD, &request);
  struct mpidbg_record_request *entry = find_request(WORD(request));
  if (is_pending(request)) {
    CHECK(entry != NULL);
    CHECK(is_call(entry->created_by, "Ireduce"));
    CHECK(entry->peer == 0 && entry->buffer_or_op == WORD(MPI_SUM) && entry->owner == WORD(MPI_COMM_WORLD));
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(count_live_requests() == 0);
}

/* Who uses a datatype is to be seen, also of two; of more, that there are more. */
static void datatypes_of_collectives(void) {
  MPI_Datatype pair;
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  MPI_Request request;
  MPI_Ialltoall(out, 2, MPI_INT, in, 1, pair, MPI_COMM_WORLD, &request);
  if (is_pending(request)) {
    struct mpidbg_record_request *entry = find_request(WORD(request));
    CHECK(entry->datatype == WORD(MPI_INT) && entry->buffer_or_op == WORD(pair));
    CHECK(entry->flags == (MPIDBG_RECORD_LIVE | MPIDBG_RECORD_ACTIVE | MPIDBG_RECORD_SECOND_DATATYPE));
    CHECK(entry->count == 2);
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Ialltoall(out, 1, pair, in, 1, pair, MPI_COMM_WORLD, &request);
  if (is_pending(request)) {
    struct mpidbg_record_request *entry = find_request(WORD(request));
    CHECK(entry->datatype == WORD(pair) && entry->buffer_or_op == (uint64_t)(uintptr_t)out);
    CHECK(entry->flags == (MPIDBG_RECORD_LIVE | MPIDBG_RECORD_ACTIVE));
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  const int count = 1, place = 0;
  MPI_Ialltoallw(out, &count, &place, &pair, in, &count, &place, &pair, MPI_COMM_SELF, &request);
  if (is_pending(request)) CHECK(find_request(WORD(request))->flags & MPIDBG_RECORD_MORE_DATATYPES);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Type_free(&pair);
  CHECK(count_live_requests() == 0);
}

static void messages(void) {
  MPI_Message message;
  MPI_Status status;
  MPI_Request send;
  MPI_Isend(out, 1, MPI_INT, 0, TAG, MPI_COMM_SELF, &send);
  MPI_Mprobe(0, TAG, MPI_COMM_SELF, &message, &status);
  const uint64_t old = WORD(message);
  CHECK(find_handle(MPIDBG_RECORD_MESSAGE, old)->flags == MPIDBG_RECORD_LIVE);
  MPI_Mrecv(in, 1, MPI_INT, &message, &status);
  CHECK(find_handle(MPIDBG_RECORD_MESSAGE, old)->flags == MPIDBG_RECORD_FREED);
  MPI_Wait(&send, MPI_STATUS_IGNORE);
}

/* An error that returns is the program's own, and changes nothing in the record. */
static void errors(void) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  const uint32_t before = count_live_requests();
  const int result = MPI_Irecv(in, 1, MPI_INT, 1000, TAG, MPI_COMM_SELF, &request);
  CHECK(result != MPI_SUCCESS);
  CHECK(last_event()->result == result);
  CHECK(count_live_requests() == before);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
}

/* What is created at level 0 is not recorded; what ends then is. */
static void levels(void) {
  CHECK(record_header()->pcontrol_level == 1);
  MPI_Request before, during;
  MPI_Irecv(in, 1, MPI_INT, 0, TAG, MPI_COMM_SELF, &before);
  MPI_Pcontrol(0);
  const uint64_t events = record_header()->next_event, paused = record_header()->calls_paused;
  MPI_Irecv(in, 1, MPI_INT, 0, TAG, MPI_COMM_SELF, &during);
  CHECK(record_header()->calls_paused == paused + 1);
  CHECK(count_live_requests() == 1);
  for (int i = 0; i < 2; ++i) MPI_Send(out, 1, MPI_INT, 0, TAG, MPI_COMM_SELF);
  MPI_Wait(&before, MPI_STATUS_IGNORE);
  MPI_Wait(&during, MPI_STATUS_IGNORE);
  CHECK(count_live_requests() == 0);
  CHECK(record_header()->next_event == events);
  MPI_Pcontrol(2);
  CHECK(record_header()->flushes == 1);
  MPI_Barrier(MPI_COMM_SELF);
  CHECK(record_header()->next_event == events + 1);
  MPI_Pcontrol(17, "of", "another tool");
  CHECK(record_header()->pcontrol_level == 17);
  MPI_Barrier(MPI_COMM_SELF);
  CHECK(record_header()->next_event == events + 2);
  MPI_Pcontrol(1);
}

static void ring(void) {
  const uint32_t room = record_count(MPIDBG_RECORD_EVENTS);
  const uint64_t before = record_header()->next_event;
  for (uint32_t i = 0; i < room + 10; ++i) MPI_Barrier(MPI_COMM_SELF);
  CHECK(record_header()->next_event == before + room + 10);
  for (uint64_t n = record_header()->next_event - room; n < record_header()->next_event; ++n)
    CHECK(is_call(event(n)->call, "Barrier") && event(n)->subject == WORD(MPI_COMM_SELF));
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  CHECK(record_header() != NULL);
  point_to_point();
  freed_while_active();
  persistent();
  many();
  collective();
  datatypes_of_collectives();
  messages();
  errors();
  levels();
  ring();
  MPI_Finalize();
  puts("ok");
  return 0;
}
