/* Ranks that wait in collectives, blocking and nonblocking, and in calls that make communicators. */
#include <stddef.h>

#include "hangs.h"

/* Rank 2 passes another rank as the root, which has done its part by then. */
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

/* Each rank is in a collective that no rank leaves before all have entered. */
static void other_collective(void) {
  verdict("collective mismatch", "1");
  if (rank == 1) BLOCKS("MPI_Allreduce", MPI_Allreduce(&one, &other, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  BLOCKS("MPI_Barrier", MPI_Barrier(MPI_COMM_WORLD));
}

/* Rank 0 is the root of a broadcast, which it leaves; the others are already in a barrier. */
static void left_collective(void) {
  verdict("deadlock", "0");
  if (rank == 0) {
    MPI_Bcast(&one, 1, MPI_INT, 0, MPI_COMM_WORLD);
    receive_from(1, 4);
  }
  BLOCKS("MPI_Barrier", MPI_Barrier(MPI_COMM_WORLD));
}

/* Each rank is the root of its own broadcast. */
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

/* No rank in the group of the root passes MPI_ROOT. */
static void intercomm_no_root(void) {
  MPI_Comm inter = make_intercomm();
  verdict("deadlock", "2");
  if (rank == 2) BLOCKS("MPI_Bcast", MPI_Bcast(&other, 1, MPI_INT, 0, inter));
  MPI_Bcast(&one, 1, MPI_INT, MPI_PROC_NULL, inter);
  BLOCKS("MPI_Barrier", MPI_Barrier(MPI_COMM_WORLD));
}

/* Each group passes rank 0 of the other one as the root. */
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

/* Rank 2 omits one of three collectives, so the last ones of the others wait for it. */
static void one_nonblocking_missing(void) {
  MPI_Request requests[3];
  int count = 0;
  verdict("deadlock", "2");
  for (int i = 0; i < 3; ++i) {
    if (rank != 2 || i != 1) MPI_Ibarrier(MPI_COMM_WORLD, &requests[count++]);
  }
  if (rank == 2) MPI_Waitall(count, requests, MPI_STATUSES_IGNORE), receive_from(0, 4);
  BLOCKS("MPI_Waitall", MPI_Waitall(count, requests, MPI_STATUSES_IGNORE));
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

/* A wait for one of two collectives on one communicator, none of which rank 1 has begun. */
static void two_on_one(void) {
  MPI_Request wanted, pending;
  verdict("deadlock", "1");
  if (rank == 1) receive_from(0, 4);
  MPI_Ibarrier(MPI_COMM_WORLD, &pending);
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

static void missing_in_finalize(void) {
  verdict("waits for running", "0,2");
  if (rank == 1) run();
  BLOCKS("MPI_Finalize", MPI_Finalize());
}

/* Only the members of the group call it: one of them does not. */
static void comm_create_group(void) {
  MPI_Group world, group;
  MPI_Comm made;
  const int members[] = {0, 1};
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 2, members, &group);
  verdict("deadlock", "0,1");
  if (rank != 0) receive_from(0, 4);
  BLOCKS("MPI_Comm_create_group", MPI_Comm_create_group(MPI_COMM_WORLD, group, 3, &made));
}

static void intercomm_create(void) {
  MPI_Comm made;
  verdict("deadlock", "0,1");
  if (rank != 0) receive_from(0, 4);
  BLOCKS("MPI_Intercomm_create", MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1, 3, &made));
}

/* Rank 0 has exchanged messages with the other group and waits for the other rank of its own. */
static void intercomm_half_entered(void) {
  MPI_Comm side, made;
  MPI_Comm_split(MPI_COMM_WORLD, rank == 2, rank, &side);
  MPI_Comm_set_name(side, "side");
  verdict("deadlock", "0,1");
  if (rank == 1) receive_from(0, 4);
  const int leader = rank == 2 ? 0 : 2;
  BLOCKS("MPI_Intercomm_create", MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, leader, 3, &made));
}

/* Each rank of the ring sends a large message to both of its neighbours and waits for theirs. */
static void missing_neighbor(void) {
  const int size = 3, periodic = 1, count = 1 << 17;
  static int all[2 << 17];
  MPI_Comm ring;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
  MPI_Comm_set_name(ring, "ring");
  verdict("deadlock", "1");
  if (rank == 1) receive_from(0, 4);
  BLOCKS("MPI_Neighbor_allgather", MPI_Neighbor_allgather(large, count, MPI_INT, all, count, MPI_INT, ring));
}

/* Rank 2 takes part when it has computed, which takes long. */
static void barrier_of_unequal_loads(void) {
  verdict("waits for running", "");
  if (rank == 2) compute();
  BLOCKS("MPI_Barrier", MPI_Barrier(MPI_COMM_WORLD));
}

/* Before the library has made the duplicate, whose handle this rank has. */
static void comm_idup(void) {
  MPI_Comm dup;
  MPI_Request request;
  verdict("deadlock", "1");
  if (rank == 1) receive_from(0, 4);
  MPI_Comm_idup(MPI_COMM_WORLD, &dup, &request);
  BLOCKS("MPI_Wait", MPI_Wait(&request, MPI_STATUS_IGNORE));
}

const struct way ways_of_collectives[] = {{"scatter_roots", scatter_roots},
                                          {"missing_in_barrier", missing_in_barrier},
                                          {"barrier_of_unequal_loads", barrier_of_unequal_loads},
                                          {"barrier_and_recv", barrier_and_recv},
                                          {"other_collective", other_collective},
                                          {"left_collective", left_collective},
                                          {"other_root", other_root},
                                          {"intercomm_no_root", intercomm_no_root},
                                          {"intercomm_two_roots", intercomm_two_roots},
                                          {"other_communicators", other_communicators},
                                          {"nonblocking_barrier", nonblocking_barrier},
                                          {"one_nonblocking_missing", one_nonblocking_missing},
                                          {"two_schedules", two_schedules},
                                          {"two_on_one", two_on_one},
                                          {"comm_dup", comm_dup},
                                          {"comm_idup", comm_idup},
                                          {"finalize", finalize},
                                          {"missing_in_finalize", missing_in_finalize},
                                          {"comm_create_group", comm_create_group},
                                          {"intercomm_create", intercomm_create},
                                          {"intercomm_half_entered", intercomm_half_entered},
                                          {"missing_neighbor", missing_neighbor},
                                          {NULL, NULL}};
