/* With the least memory: history goes, and live requests and handles stay, until seven eighths of their table are live;
 * those beyond are counted, and nothing else happens. */
#define _GNU_SOURCE
#include <mpi.h>

#include "tests/recorder/mpit_view.h"

enum { MANY = 20000 };
static MPI_Request requests[MANY];
static int in[MANY];

static void post(int begin, int end) {
  for (int i = begin; i < end; ++i) MPI_Irecv(&in[i], 1, MPI_INT, 0, i, MPI_COMM_SELF, &requests[i]);
}

static void finish(int count) {
  for (int i = 0; i < count; ++i) {
    in[i] = -1;
    MPI_Send(&i, 1, MPI_INT, 0, i, MPI_COMM_SELF);
  }
  MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
  CHECK(count_live_requests() == 0);
  for (int i = 0; i < count; ++i) CHECK(in[i] == i);
}

static void requests_of(uint32_t room) {
  CHECK(room < MANY);
  post(0, (int)room);
  CHECK(count_live_requests() == room);
  for (uint32_t i = 0; i < room; ++i) {
    struct mpidbg_record_request *entry = find_request(WORD(requests[i]));
    CHECK(entry->tag == (int)i && entry->buffer_or_op == (uint64_t)(uintptr_t)&in[i]);
    if (i > 100) i += 99;
  }
  CHECK(record_header()->requests_not_recorded == 0);
  post((int)room, MANY);
  CHECK(count_live_requests() == room);
  CHECK(record_header()->requests_not_recorded == MANY - room);
  finish(MANY);

  post(0, (int)room); /* now that all of the table was used: history goes */
  CHECK(count_live_requests() == room);
  CHECK(record_header()->requests_not_recorded == MANY - room);
  CHECK(record_header()->history_lost > 0);
  finish((int)room);
}

static void handles_of(uint32_t room) {
  MPI_Info *infos = malloc((room + 1) * sizeof *infos), info;
  for (int i = 0; i < MANY; ++i) { /* tombstones go, the newest stay */
    MPI_Info_create(&info);
    const uint64_t handle = WORD(info);
    MPI_Info_free(&info);
    CHECK(find_handle(MPIDBG_RECORD_INFO, handle)->flags == MPIDBG_RECORD_FREED);
    if (i > 100) i += 99;
  }
  for (uint32_t i = 0; i < room; ++i) MPI_Info_create(&infos[i]);
  CHECK(record_header()->handles_not_recorded == 0);
  for (uint32_t i = 0; i < room; ++i)
    CHECK(find_handle(MPIDBG_RECORD_INFO, WORD(infos[i]))->flags == MPIDBG_RECORD_LIVE);
  MPI_Info_create(&infos[room]);
  CHECK(record_header()->handles_not_recorded == 1);
  CHECK(count_live_handles() == room);
  for (uint32_t i = 0; i <= room; ++i) MPI_Info_free(&infos[i]);
  CHECK(count_live_handles() == 0);
  free(infos);
}

static uint32_t most_live(int table) {
  const uint32_t count = record_count(table);
  return count - count / 8;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  CHECK(record_header()->size <= 1 << 20);
  requests_of(most_live(MPIDBG_RECORD_REQUESTS));
  handles_of(most_live(MPIDBG_RECORD_HANDLES));
  /* All variables do not fit, and what does is whole. */
  MPI_Pcontrol(2);
  CHECK(record_header()->samples_lost > 0 && last_snapshot() != NULL && last_snapshot()->size > 0);
  MPI_Finalize();
  puts("ok");
  return 0;
}
