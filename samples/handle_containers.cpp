// Handles in C++: members, containers, references. Two ranks; rank 0 waits for messages that are never sent.
#include <mpi.h>

#include <array>
#include <vector>

#include "sample.h"

namespace {

struct Halo {
  MPI_Comm communicator;
  std::vector<MPI_Request> pending;
};

int buffers[3];

__attribute__((noinline)) void exchange(Halo &halo, const std::vector<MPI_Datatype> &types,
                                        std::array<MPI_Comm, 2> communicators) {
  MPI_Waitall(static_cast<int>(halo.pending.size()), halo.pending.data(), MPI_STATUSES_IGNORE);
  __asm__ volatile("" ::"r"(&types), "r"(&communicators));
}

}  // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  sample_announce_process();
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);

  Halo halo;
  MPI_Comm_dup(MPI_COMM_WORLD, &halo.communicator);
  MPI_Comm_set_name(halo.communicator, "halo");
  MPI_Datatype row;
  MPI_Type_contiguous(4, MPI_INT, &row);
  MPI_Type_set_name(row, "row");
  MPI_Type_commit(&row);
  for (int tag = 50; rank == 0 && tag < 53; ++tag) {
    MPI_Request request;
    MPI_Irecv(&buffers[tag - 50], 1, MPI_INT, 1, tag, halo.communicator, &request);
    halo.pending.push_back(request);
    sample_fact("pending", "\"handle\":\"%#lx\",\"tag\":%d", sample_handle_bits(&request, sizeof request), tag);
  }
  sample_ready();
  if (rank == 0) exchange(halo, {MPI_INT, row}, {MPI_COMM_WORLD, halo.communicator});
  MPI_Barrier(MPI_COMM_WORLD);
  return 0;
}
