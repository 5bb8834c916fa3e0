#pragma once
// Windows of a fake process, of each component that implements them.

#include <map>
#include <string>
#include <vector>

#include "tests/fakes/fake_attributes.h"
#include "tests/fakes/fake_table.h"

namespace fakes {

class FakeWindows {
 public:
  // The table with MPI_WIN_NULL in it, and the components' templates.
  explicit FakeWindows(FakeOpenMpi &mpi);

  Address null{};
  FakeTable table;

  // A window over all processes of MPI_COMM_WORLD: 0x400 bytes at 0x7f0000, unit 8, allocated, with a module of the
  // component in which nothing happens.
  Address add(const std::string &name, const std::string &component);
  Address module_of(Address window) const;

  // A lock of osc/rdma or osc/pt2pt as an object of its own; `type` 1 exclusive, 2 shared. `peer` is its peer_list.
  Address new_lock(const std::string &component, Address module, int target, int type, int assertion,
                   Address peer = {});
  // A peer of osc/rdma, with its state mapped here.
  Address new_rdma_peer(int rank, Address state);
  Address new_rdma_state();
  // Gives a struct at `address` its class.
  void construct(Address address, const std::string &class_name);
  // An int, and other numbers that no layout describes by themselves.
  void write(Address address, std::uint64_t value, unsigned width) { mpi_.memory.write_integer(address, value, width); }

  // The module's own communicator, which is a duplicate of MPI_COMM_WORLD.
  Address duplicate{};

 private:
  Address new_module(const std::string &component);
  void make_rdma(Address module);
  void make_pt2pt(Address module);
  void make_sm(Address module);
  void make_ucx(Address module);

  FakeOpenMpi &mpi_;
  Address group_{};
  int rank_ = 0, size_ = 0;
  std::map<std::string, Address> functions_;
};

}  // namespace fakes
