/* Calls of MPI-4, where the library has them: large counts, partitioned communication, sessions, persistent
 * collectives. */
#define _GNU_SOURCE
#include <mpi.h>

#include "tests/recorder/record_view.h"

#if MPI_VERSION >= 4

static int out[4] = {1, 2, 3, 4}, in[4];

static void large_counts(void) {
  MPI_Request request;
  MPI_Irecv_c(in, 4, MPI_INT, 0, 3, MPI_COMM_SELF, &request);
  struct mpidbg_record_request *entry = find_request(WORD(request));
  CHECK(is_call(entry->created_by, "Irecv_c") && entry->count == 4 && entry->tag == 3);
  MPI_Send_c(out, 4, MPI_INT, 0, 3, MPI_COMM_SELF);
  CHECK(is_call(last_event()->call, "Send_c"));
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(memcmp(in, out, sizeof in) == 0);

  MPI_Datatype large;
  const MPI_Count count = (MPI_Count)1 << 33;
  MPI_Type_contiguous_c(count, MPI_INT, &large);
  struct mpidbg_record_handle *type = find_handle(MPIDBG_RECORD_DATATYPE, WORD(large));
  CHECK(is_call(type->created_by, "Type_contiguous_c") && (MPI_Count)type->arguments[0] == count);
  MPI_Type_free(&large);
  CHECK(type->flags == MPIDBG_RECORD_FREED);
}

static void partitioned(void) {
  MPI_Request both[2];
  MPI_Psend_init(out, 2, 2, MPI_INT, 0, 5, MPI_COMM_SELF, MPI_INFO_NULL, &both[0]);
  MPI_Precv_init(in, 2, 2, MPI_INT, 0, 5, MPI_COMM_SELF, MPI_INFO_NULL, &both[1]);
  struct mpidbg_record_request *send = find_request(WORD(both[0]));
  CHECK(is_call(send->created_by, "Psend_init") && send->count == 2 && send->tag == 5);
  CHECK(send->flags == (MPIDBG_RECORD_LIVE | MPIDBG_RECORD_PERSISTENT));
  memset(in, 0, sizeof in);
  MPI_Startall(2, both);
  CHECK(send->flags & MPIDBG_RECORD_ACTIVE);
  MPI_Pready(0, both[0]);
  CHECK(is_call(last_event()->call, "Pready") && last_event()->subject == WORD(both[0]));
  MPI_Pready(1, both[0]);
  MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
  CHECK((send->flags & MPIDBG_RECORD_ACTIVE) == 0 && memcmp(in, out, sizeof in) == 0);
  for (int i = 0; i < 2; ++i) MPI_Request_free(&both[i]);
  CHECK(count_live_requests() == 0);
}

static void persistent_collective(void) {
  MPI_Request request;
  int sum = 0;
  MPI_Allreduce_init(out, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF, MPI_INFO_NULL, &request);
  struct mpidbg_record_request *entry = find_request(WORD(request));
  CHECK(is_call(entry->created_by, "Allreduce_init") && entry->buffer_or_op == WORD(MPI_SUM));
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(sum == out[0] && entry->flags == (MPIDBG_RECORD_LIVE | MPIDBG_RECORD_PERSISTENT | MPIDBG_RECORD_COMPLETED));
  MPI_Request_free(&request);
}

static void sessions(void) {
  MPI_Session session;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
  const uint64_t old = WORD(session);
  CHECK(find_handle(MPIDBG_RECORD_SESSION, old)->flags == MPIDBG_RECORD_LIVE);
  MPI_Group group;
  MPI_Group_from_session_pset(session, "mpi://SELF", &group);
  CHECK(is_call(find_handle(MPIDBG_RECORD_GROUP, WORD(group))->created_by, "Group_from_session_pset"));
  MPI_Group_free(&group);
  MPI_Session_finalize(&session);
  CHECK(find_handle(MPIDBG_RECORD_SESSION, old)->flags == MPIDBG_RECORD_FREED);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  large_counts();
  partitioned();
  persistent_collective();
  sessions();
  MPI_Finalize();
  puts("ok");
  return 0;
}

#else
int main(void) {
  puts("no MPI-4");
  return 77;
}
#endif
