#pragma once
// A FakeOpenMpi whose point-to-point layer is ucx: its module, and requests behind those of a FakeUcx.

#include <vector>

#include "tests/fakes/fake_open_mpi.h"
#include "tests/fakes/fake_ucx.h"

namespace fakes {

class FakeUcxPml {
 public:
  explicit FakeUcxPml(FakeOpenMpi &mpi, FakeUcx::Shape shape = FakeUcx::Shape::fields);

  FakeUcx ucx;
  Address module{};

  // As Open MPI makes it of a message. A receive has a mask, too.
  static std::uint64_t tag(int tag, int source, std::uint32_t context);
  static constexpr std::uint64_t any_source = 0xffffff00000fffff, any_tag = 0x800000ffffffffff,
                                 any_source_any_tag = 0x80000000000fffff;

  // The endpoint of a process of MPI_COMM_WORLD.
  Address endpoint(int world_rank) const { return endpoints_[static_cast<std::size_t>(world_rank)]; }

  // Each returns the handle: the ompi_request_t behind the request of UCX.
  Address post(const FakeUcx::Receive &receive) { return make_handle(ucx.post(receive)); }
  Address match(const FakeUcx::Receive &receive, std::uint64_t message_tag, std::uint64_t bytes) {
    return make_handle(ucx.match(receive, message_tag, bytes));
  }
  Address send(const FakeUcx::Send &send) { return make_handle(ucx.new_send(send)); }
  // Nobody has the handle of a buffered send.
  Address buffered_send(const FakeUcx::Send &send);

  struct Persistent {
    std::uint64_t tag = 0;
    std::uint64_t mask = ~std::uint64_t{0};
    bool is_send = false;
    int mode = 4;  // standard
    Address endpoint{};
    std::uint64_t count = 1;
    Address buffer{0x4321};
    int state = 1;     // inactive
    Address behind{};  // while started: as post() and send() return it
  };
  Address new_persistent(const Persistent &request);
  // Back in the stack of free ones.
  void free_persistent(Address handle);

 private:
  Address make_handle(Address request);

  FakeOpenMpi &mpi_;
  std::vector<Address> endpoints_;
};

}  // namespace fakes
