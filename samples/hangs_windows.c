/* Ranks that wait for locks and epochs of windows. */
#include <stdlib.h>

#include "hangs.h"

static void fence(void) {
  MPI_Win window;
  MPI_Win_create(large, sizeof large, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  verdict("deadlock", "1");
  if (rank == 1) receive_from(0, 4);
  BLOCKS("MPI_Win_fence", MPI_Win_fence(0, window));
}

static void win_create(void) {
  MPI_Win window;
  verdict("deadlock", "1");
  if (rank == 1) receive_from(0, 4);
  BLOCKS("MPI_Win_create", MPI_Win_create(large, 4, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window));
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

/* Two windows are locked in different orders. */
static void lock_cross(void) {
  MPI_Win first = make_window("first"), second = make_window("second");
  verdict_by("deadlock", "0,1", proof_by_windows());
  if (rank < 2) MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, rank == 0 ? first : second);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 2) receive_from(0, 4);
  want_lock(rank == 0 ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, 1 - rank, rank == 0 ? second : first);
}

/* The lock is exclusive, so a contested lock has one owner. */
static void lock_cross_exclusive(void) {
  MPI_Win first = make_window("first"), second = make_window("second");
  verdict_by("deadlock", "0,1", proof_by_windows());
  if (rank < 2) MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, rank == 0 ? first : second);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 2) receive_from(0, 4);
  want_lock(MPI_LOCK_EXCLUSIVE, 1 - rank, rank == 0 ? second : first);
}

/* The holder of the lock waits for a message of the rank that wants it. */
static void lock_and_recv(void) {
  MPI_Win window = make_window("window");
  verdict_by("deadlock", "0,1", proof_by_windows());
  if (rank == 0) MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank != 1) receive_from(1, 4);
  want_lock(MPI_LOCK_EXCLUSIVE, 0, window);
}

/* A rank that wants a lock alone comes before later ones that share it. Rank 2 shares it until rank 1 waits for it. */
static void lock_behind_exclusive(void) {
  const MPI_Win window = make_window("shared");
  verdict_by("deadlock", "0,1", proof_by_windows());
  if (rank == 0) MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) receive_from(1, 4);
  if (rank == 1) want_lock(MPI_LOCK_EXCLUSIVE, 0, window);
  if (getenv("MPIDBG_SHARED_WINDOW") == NULL) receive_from(1, 4);
  BLOCKS(
      "MPI_Win_lock", for (;;) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
        MPI_Win_unlock(0, window);
      });
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

/* Each rank has one of three locks and wants the next one. */
static void lock_ring(void) {
  MPI_Win windows[3] = {make_window("first"), make_window("second"), make_window("third")};
  verdict_by("deadlock", "0,1,2", proof_by_windows());
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, windows[rank]);
  MPI_Barrier(MPI_COMM_WORLD);
  want_lock(MPI_LOCK_EXCLUSIVE, (rank + 1) % 3, windows[(rank + 1) % 3]);
}

/* With a library that grants locks late, MPI_Win_flush waits for the grant. */
static void flush(void) {
  MPI_Win window = make_window("window");
  verdict_by("deadlock", "0,1", proof_by_windows());
  if (rank == 0) MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank != 1) receive_from(1, 4);
  if (getenv("MPIDBG_LATE_GRANTS")) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
    MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
    BLOCKS("MPI_Win_flush", MPI_Win_flush(0, window));
  }
  BLOCKS("MPI_Win_lock", MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window));
}

/* A large transfer needs its target, which computes, where UCX carries it. */
static MPI_Win put_to_running(void) {
  const int count = sizeof large / sizeof large[0];
  MPI_Win window = make_window("window");
  verdict("waits for unknown", "2");
  if (rank == 1) MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) run();
  if (rank == 2) receive_from(1, 4);
  MPI_Put(large, count, MPI_INT, 0, 0, count, MPI_INT, window);
  return window;
}

/* Says that it is in a call of which nothing is visible, and calls it, on the line of the macro. */
#define WAITS_UNSEEN(call, statement)                                                                  \
  do {                                                                                                 \
    ACTIVITY("is in " call " at", __LINE__, "; what " call " waits for is not visible in the window"); \
    sample_ready();                                                                                    \
    statement;                                                                                         \
  } while (0)

static void flush_local(void) {
  const MPI_Win window = put_to_running();
  WAITS_UNSEEN("MPI_Win_flush_local", MPI_Win_flush_local(0, window));
}

static void flush_local_all(void) {
  const MPI_Win window = put_to_running();
  WAITS_UNSEEN("MPI_Win_flush_local_all", MPI_Win_flush_local_all(window));
}

/* Both start an access epoch before they are exposed. */
static void start_cross(void) {
  MPI_Win window = make_window("window");
  verdict_by("deadlock", "0,1", proof_by_windows());
  if (rank == 2) receive_from(0, 4);
  if (getenv("MPIDBG_LATE_GRANTS")) {
    MPI_Win_start(group_of(1 - rank), 0, window);
    BLOCKS("MPI_Win_complete", MPI_Win_complete(window));
  }
  BLOCKS("MPI_Win_start", MPI_Win_start(group_of(1 - rank), 0, window));
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

const struct way ways_of_windows[] = {{"fence", fence},
                                      {"win_create", win_create},
                                      {"lock_cross", lock_cross},
                                      {"lock_cross_exclusive", lock_cross_exclusive},
                                      {"lock_ring", lock_ring},
                                      {"lock_and_recv", lock_and_recv},
                                      {"lock_behind_exclusive", lock_behind_exclusive},
                                      {"flush", flush},
                                      {"flush_local", flush_local},
                                      {"flush_local_all", flush_local_all},
                                      {"start_cross", start_cross},
                                      {"lock_held_by_running", lock_held_by_running},
                                      {"lock_all", lock_all},
                                      {"start_without_post", start_without_post},
                                      {"wait_without_complete", wait_without_complete},
                                      {NULL, NULL}};
