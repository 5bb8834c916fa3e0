#pragma once
// Error handlers and operations of a FakeOpenMpi.

#include "tests/fakes/fake_table.h"

namespace fakes {

// The four predefined error handlers, and what the test adds.
class FakeErrhandlers {
 public:
  explicit FakeErrhandlers(FakeOpenMpi &mpi);

  // Type: 1 communicator, 2 window, 3 file. Language: 0 C, 1 C++, 2 Fortran.
  Address add(int type, int language, Address function);

  Address null{}, are_fatal{}, returns{}, throws{};
  FakeTable table;

 private:
  Address predefined(const char *name);
  Address add_object(int type, int language);
  FakeOpenMpi &mpi_;
};

// The fifteen predefined operations, and what the test adds.
class FakeOps {
 public:
  explicit FakeOps(FakeOpenMpi &mpi);

  // Flags: 2 Fortran, 4 C++, 8 Java, 0x40 commutative.
  Address add(std::uint32_t flags, Address function);

  std::vector<Address> predefined;  // MPI_OP_NULL first, MPI_NO_OP last
  FakeTable table;

 private:
  Address add_object(const std::string &name, std::uint32_t flags);
  FakeOpenMpi &mpi_;
};

}  // namespace fakes
