// Makes an object of each class of the C++ bindings that contains a handle. Runs on any number of ranks.
#include <mpi.h>
#include <unistd.h>

#include <cstdio>

#include "sample.h"

namespace {

void combine(const void *, void *, int, const MPI::Datatype &) {}
void on_error(MPI::Comm &, int *, ...) {}

template <class Object, class Handle>
void fact(const char *kind, const char *name, const Object &object, Handle handle) {
  sample_fact("cxx", "\"kind\":\"%s\",\"class\":\"%s\",\"object\":\"%p\",\"handle\":\"%p\"", kind, name,
              static_cast<const void *>(&object), static_cast<const void *>(handle));
}

}  // namespace

int main(int argc, char **argv) {
  MPI::Init(argc, argv);
  sample_announce_process();

  MPI::Intracomm dup = MPI::COMM_WORLD.Dup();
  const int dims[1] = {MPI::COMM_WORLD.Get_size()};
  const bool periods[1] = {true};
  MPI::Cartcomm cart = MPI::COMM_WORLD.Create_cart(1, dims, periods, false);
  fact("comm", "MPI::Intracomm", MPI::COMM_WORLD, static_cast<MPI_Comm>(MPI::COMM_WORLD));
  fact("comm", "MPI::Intracomm", dup, static_cast<MPI_Comm>(dup));
  fact("comm", "MPI::Cartcomm", cart, static_cast<MPI_Comm>(cart));

  MPI::Group group = MPI::COMM_WORLD.Get_group();
  fact("group", "MPI::Group", group, static_cast<MPI_Group>(group));

  MPI::Datatype vector = MPI::INT.Create_vector(2, 1, 3);
  vector.Commit();
  fact("datatype", "MPI::Datatype", vector, static_cast<MPI_Datatype>(vector));
  fact("datatype", "MPI::Datatype", MPI::DOUBLE, static_cast<MPI_Datatype>(MPI::DOUBLE));

  MPI::Op op;
  op.Init(combine, true);
  fact("op", "MPI::Op", op, static_cast<MPI_Op>(op));
  fact("op", "MPI::Op", MPI::SUM, static_cast<MPI_Op>(MPI::SUM));

  MPI::Errhandler errhandler = MPI::Comm::Create_errhandler(on_error);
  dup.Set_errhandler(errhandler);
  fact("errhandler", "MPI::Errhandler", errhandler, static_cast<MPI_Errhandler>(errhandler));
  fact("errhandler", "MPI::Errhandler", MPI::ERRORS_THROW_EXCEPTIONS,
       static_cast<MPI_Errhandler>(MPI::ERRORS_THROW_EXCEPTIONS));

  MPI::Info info = MPI::Info::Create();
  info.Set("key", "value");
  fact("info", "MPI::Info", info, static_cast<MPI_Info>(info));

  // The bindings are older than MPI_Win_allocate, which a window of one rank needs.
  int *memory;
  MPI_Win allocated;
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &allocated);
  MPI::Win window(allocated);
  fact("win", "MPI::Win", window, static_cast<MPI_Win>(window));

  char path[64];
  std::snprintf(path, sizeof path, "/tmp/mpidbg-cxx-%ld", static_cast<long>(getpid()));
  MPI::File file = MPI::File::Open(MPI::COMM_SELF, path, MPI::MODE_CREATE | MPI::MODE_RDWR | MPI::MODE_DELETE_ON_CLOSE,
                                   MPI::INFO_NULL);
  unlink(path);
  fact("file", "MPI::File", file, static_cast<MPI_File>(file));

  MPI::Request request = dup.Irecv(memory, 1, MPI::INT, 0, 7);
  MPI::Prequest persistent = dup.Recv_init(memory, 1, MPI::INT, 0, 8);
  fact("request", "MPI::Request", request, static_cast<MPI_Request>(request));
  fact("request", "MPI::Prequest", persistent, static_cast<MPI_Request>(persistent));

  MPI::Status status;
  status.Set_source(3);
  sample_fact("cxx", "\"kind\":\"status\",\"class\":\"MPI::Status\",\"object\":\"%p\",\"handle\":null",
              static_cast<const void *>(&status));

  const MPI::Aint address = -123456789012LL;
  const MPI::Offset offset = 1LL << 40;
  const MPI_Count count = -1;
  sample_fact("integer", "\"which\":0,\"address\":\"%p\",\"width\":%zu,\"value\":%lld",
              static_cast<const void *>(&address), sizeof address, static_cast<long long>(address));
  sample_fact("integer", "\"which\":1,\"address\":\"%p\",\"width\":%zu,\"value\":%lld",
              static_cast<const void *>(&offset), sizeof offset, static_cast<long long>(offset));
  sample_fact("integer", "\"which\":2,\"address\":\"%p\",\"width\":%zu,\"value\":%lld",
              static_cast<const void *>(&count), sizeof count, static_cast<long long>(count));
  const MPI_Fint fortran = -7;
  sample_fact("integer", "\"which\":3,\"address\":\"%p\",\"width\":%zu,\"value\":%lld",
              static_cast<const void *>(&fortran), sizeof fortran, static_cast<long long>(fortran));

  sample_hang_in_recv();
  return 0;
}
