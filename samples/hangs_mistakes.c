/* Ranks whose calls have the right order and arguments that do not fit together, and ranks that have taken a message
 * before. In each way the mistake is known, and a likely cause has to name it. */
#include "hangs.h"

#if defined(OPEN_MPI) && OMPI_MAJOR_VERSION < 5
#include <mpi-ext.h>
#define MPI_Barrier_init MPIX_Barrier_init
#endif

static void finish(void) {
  BLOCKS("MPI_Finalize", MPI_Finalize());
}

/* The root sends nothing, as its count is 0, and leaves. */
static void bcast_of_nothing(void) {
  verdict("waits for finalized", "1");
  if (rank != 0) BLOCKS("MPI_Bcast", MPI_Bcast(large, 4, MPI_INT, 0, MPI_COMM_WORLD));
  MPI_Bcast(large, 0, MPI_INT, 0, MPI_COMM_WORLD);
  finish();
}

/* Rank 1 passes itself as the root. Rank 2 has done its part for the root 0, and left. */
static void gather_roots(void) {
  int all[3];
  verdict("waits for finalized", "1");
  if (rank != 2) BLOCKS("MPI_Gather", MPI_Gather(&one, 1, MPI_INT, all, 1, MPI_INT, rank, MPI_COMM_WORLD));
  MPI_Gather(&one, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
  finish();
}

/* Rank 0 receives from rank 1, which does not send to it. */
static void neighbor_lists(void) {
  MPI_Comm graph;
  const int source = 1, weight = 1, sources = rank == 0 ? 1 : 0;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, sources, &source, &weight, 0, &source, &weight, MPI_INFO_NULL, 0,
                                 &graph);
  MPI_Comm_set_name(graph, "graph");
  verdict("deadlock", "0,1");
  if (rank == 0) BLOCKS("MPI_Neighbor_allgather", MPI_Neighbor_allgather(&one, 1, MPI_INT, large, 1, MPI_INT, graph));
  MPI_Neighbor_allgather(&one, 1, MPI_INT, large, 1, MPI_INT, graph);
  BLOCKS("MPI_Barrier", MPI_Barrier(MPI_COMM_WORLD));
}

/* Rank 2 passes rank 1 of the other group as the root, where rank 0 has passed MPI_ROOT. */
static void intercomm_other_root(void) {
  MPI_Comm half, inter;
  MPI_Comm_split(MPI_COMM_WORLD, rank == 2, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank == 2 ? 0 : 2, 3, &inter);
  MPI_Comm_set_name(inter, "inter");
  verdict("deadlock", "2");
  if (rank == 2) BLOCKS("MPI_Bcast", MPI_Bcast(&other, 1, MPI_INT, 1, inter));
  MPI_Bcast(&one, 1, MPI_INT, rank == 0 ? MPI_ROOT : MPI_PROC_NULL, inter);
  BLOCKS("MPI_Barrier", MPI_Barrier(MPI_COMM_WORLD));
}

/* Rank 2 has made the persistent barrier and does not start it. */
static void persistent_barrier(void) {
  MPI_Request request;
  MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  verdict("collective mismatch", "2");
  if (rank == 2) BLOCKS("MPI_Barrier", MPI_Barrier(MPI_COMM_WORLD));
  MPI_Start(&request);
  BLOCKS("MPI_Wait", MPI_Wait(&request, MPI_STATUS_IGNORE));
}

/* One rank synchronises the window, the others the communicator. */
static void fence_and_barrier(void) {
  MPI_Win window;
  MPI_Win_create(large, sizeof large, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_set_name(window, "field");
  MPI_Win_fence(0, window);
  verdict("deadlock", "1");
  if (rank == 1) BLOCKS("MPI_Win_fence", MPI_Win_fence(0, window));
  BLOCKS("MPI_Barrier", MPI_Barrier(MPI_COMM_WORLD));
}

/* Rank 0 has taken the only message with MPI_Mprobe. */
static void parked_message(void) {
  MPI_Message message;
  verdict("waits for finalized", "0");
  if (rank == 1) MPI_Send(&one, 1, MPI_INT, 0, 8, MPI_COMM_WORLD);
  if (rank == 0) MPI_Mprobe(1, 8, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE), receive_from(1, 8);
  finish();
}

/* The receive from any rank takes the only message of rank 1. */
static void taken_by_any_source(void) {
  MPI_Request requests[2];
  verdict("waits for finalized", "0");
  if (rank == 1) MPI_Send(&one, 1, MPI_INT, 0, 8, MPI_COMM_WORLD);
  if (rank != 0) finish();
  MPI_Irecv(&other, 1, MPI_INT, MPI_ANY_SOURCE, 8, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(large, 1, MPI_INT, 1, 8, MPI_COMM_WORLD, &requests[1]);
  BLOCKS("MPI_Waitall", MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
}

/* Rank 1 waits for a message from any rank, or for one of its own to be received. */
static void send_or_receive(void) {
  MPI_Request requests[2];
  int index;
  verdict("unmatched", "1");
  if (rank != 1) finish();
  MPI_Irecv(&other, 1, MPI_INT, MPI_ANY_SOURCE, 6, MPI_COMM_WORLD, &requests[0]);
  MPI_Issend(&one, 1, MPI_INT, 2, 6, MPI_COMM_WORLD, &requests[1]);
  BLOCKS("MPI_Waitany", MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE));
}

/* Rank 2 makes the communicator with another tag. */
static void create_group_tags(void) {
  MPI_Group world;
  MPI_Comm made;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  verdict("deadlock", "0,2");
  BLOCKS("MPI_Comm_create_group", MPI_Comm_create_group(MPI_COMM_WORLD, world, rank == 2 ? 8 : 7, &made));
}

/* The leaders of the two groups pass different tags. */
static void intercomm_tags(void) {
  MPI_Comm side, made;
  MPI_Comm_split(MPI_COMM_WORLD, rank == 2, rank, &side);
  MPI_Comm_set_name(side, "side");
  const int leader = rank == 2 ? 0 : 2, tag = rank == 2 ? 8 : 7;
  verdict("deadlock", "0,2");
  BLOCKS("MPI_Intercomm_create", MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, leader, tag, &made));
}

const struct way ways_of_mistakes[] = {
    {"bcast_of_nothing", bcast_of_nothing},     {"gather_roots", gather_roots},
    {"neighbor_lists", neighbor_lists},         {"intercomm_other_root", intercomm_other_root},
    {"persistent_barrier", persistent_barrier}, {"fence_and_barrier", fence_and_barrier},
    {"parked_message", parked_message},         {"taken_by_any_source", taken_by_any_source},
    {"send_or_receive", send_or_receive},       {"create_group_tags", create_group_tags},
    {"intercomm_tags", intercomm_tags},         {NULL, NULL}};
