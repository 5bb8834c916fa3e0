/* A program that never calls MPI_Init: each rank has a session, a communicator of all processes and a duplicate of it,
 * made from the process set mpi://WORLD; the first ranks have another communicator before them, so that the library
 * numbers those differently. All wait for a message on the communicator of all. Needs MPI-4.0. */
#include <mpi.h>

/* The communicator that other samples call MPI_COMM_WORLD. */
static MPI_Comm all;
#undef MPI_COMM_WORLD
#define MPI_COMM_WORLD all
#include "sample.c"

static MPI_Comm from_set(MPI_Session session, const char *set, const char *tag) {
  MPI_Group group;
  MPI_Comm made;
  MPI_Group_from_session_pset(session, set, &group);
  MPI_Comm_create_from_group(group, tag, MPI_INFO_NULL, MPI_ERRORS_RETURN, &made);
  MPI_Group_free(&group);
  return made;
}

int main(void) {
  MPI_Session session;
  MPI_Comm copy;
  int value = 1, buffer[2];
  MPI_Request request;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
  all = from_set(session, "mpi://WORLD", "first");
  int rank;
  MPI_Comm_rank(all, &rank);
  if (rank % 2 == 0) from_set(session, "mpi://SELF", "self");
  MPI_Comm halo = from_set(session, "mpi://WORLD", "second");
  MPI_Comm_set_name(all, "all");
  MPI_Comm_set_name(halo, "halo");
  MPI_Comm_dup(halo, &copy);
  MPI_Comm_set_name(copy, "copy");
  sample_announce_process();
  sample_fact_communicator(halo);
  sample_fact_communicator(copy);
  sample_fact("session", "\"handle\":\"0x%lx\",\"fortran\":%d", SAMPLE_HANDLE(session), (int)MPI_Session_c2f(session));

  int next = sample_next(halo), previous = sample_previous(halo);
  MPI_Comm comms[] = {halo, copy};
  for (int i = 0; i < 2; ++i) {
    MPI_Send(&value, 1, MPI_INT, next, 77 + i, comms[i]);
    sample_await_message(comms[i], previous, 77 + i);
    sample_fact_operation(&(struct sample_operation){.queue = "unexpected",
                                                     .comm = comms[i],
                                                     .peer = previous,
                                                     .tag = 77 + i,
                                                     .count = 1,
                                                     .datatype = MPI_INT,
                                                     .protocol = "eager"});
  }
  MPI_Irecv(buffer, 2, MPI_INT, MPI_ANY_SOURCE, 5, halo, &request);
  sample_fact_operation(&(struct sample_operation){.queue = "posted",
                                                   .comm = halo,
                                                   .peer = MPI_ANY_SOURCE,
                                                   .tag = 5,
                                                   .count = 2,
                                                   .datatype = MPI_INT,
                                                   .buffer = buffer,
                                                   .request = &request});
  sample_hang_in_recv();
  return 0;
}
