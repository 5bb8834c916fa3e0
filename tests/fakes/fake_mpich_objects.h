#pragma once
// Objects in the tables of a FakeMpich: info objects, operations, error handlers, datatypes, windows, files, sessions
// and matched messages, as the library makes them.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tests/fakes/fake_mpich.h"

namespace fakes {

class FakeMpichObjects {
 public:
  // The first four datatypes of the table are MPI_FLOAT_INT, MPI_DOUBLE_INT, MPI_LONG_INT and MPI_SHORT_INT.
  explicit FakeMpichObjects(FakeMpich &of);

  std::uint32_t handle(mpidbg::model::mpich::ObjectKind kind, Address object) {
    return mpich.pool(kind).handle(object);
  }

  // The first element, without a key; the pairs follow it.
  Address info(const std::vector<std::pair<std::string, std::string>> &pairs);
  // `kind`: 32 and 34 do not commute, 33 and 35 do. `language`: 0 C, 1 and 2 Fortran, 3 C++.
  Address op(std::uint32_t kind, std::uint32_t language, Address function);
  // `kind`: of the objects that it is for, as in handles.
  Address errhandler(std::uint32_t kind, std::uint32_t language, Address function);
  Address session(int thread_level, Address errhandler);

  struct Arguments {
    int combiner = 2;  // MPI_COMBINER_DUP
    std::vector<std::uint32_t> types = {};
    std::vector<std::int32_t> integers = {};
    std::vector<std::int64_t> addresses = {}, counts = {};
  };
  struct Bounds {
    std::int64_t size = 0, lb = 0, ub = 0, true_lb = 0, true_ub = 0;
  };
  Address datatype(const std::string &name, const Bounds &bounds, const Arguments &arguments);

  // Of `size` processes, of which this is `rank`.
  Address communicator(int rank, int size);
  struct Sync {
    int access = 0, exposure = 0;  // MPIDIG_EPOTYPE_*
    unsigned all_granted = 0;
    int granted_type = 0;  // at this target
    unsigned granted = 0;
    bool no_locks = false;
  };
  // With the hints that a window has by default.
  Address window(const std::string &name, Address communicator, const Sync &sync);
  // Sets the hints to 0, as they are before the library has made the window.
  void clear_hints(Address window);
  // Of the window, as MPI_Win_lock leaves it.
  Address add_target(Address window, int rank, bool locked, bool locked_before);
  // Asks for the lock of this process's memory.
  Address add_waiter(Address window, int rank, int type);

  Address file(const std::string &path, std::uint32_t communicator, std::uint32_t info, std::uint32_t filetype);
  Address message();

  FakeMpich &mpich;

 private:
  Address datatype_object(const Bounds &bounds);
  Address sync_of(Address window) const;
  Address hints_of(Address window) const;
};

}  // namespace fakes
