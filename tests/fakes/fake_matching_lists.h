#pragma once
// The lists in which a FakeMpich matches messages itself, and the shared memory that they come through.

#include "tests/fakes/fake_mpich.h"

namespace fakes {

class FakeMatchingLists {
 public:
  // The library has the device ch4:ofi, unless it has UCX already. `mpich`, which has a device for shared memory,
  // outlives it.
  explicit FakeMatchingLists(FakeMpich &mpich);

  struct Envelope {
    std::uint32_t context = 0;
    std::int32_t source = 0, tag = 0;
    std::int64_t count = 1;
    std::uint32_t datatype = 0x4c000405;  // MPI_INT
    Address buffer = Address(0x7000);
    Address communicator = {};  // of a receive: MPIR_Comm
    std::uint64_t flags = 0;    // MPIDIG_REQ_*
    Address sender = {};        // peer_req_ptr
  };
  // MPIR_Requests, put at the end of their list.
  Address post(const Envelope &receive);
  Address arrive(const Envelope &message);
  // In no list: a receive whose data is arriving, a message that MPI_Mprobe has matched.
  Address receive(const Envelope &matched);
  Address matched_message(const Envelope &message);
  // A send, of which only the communicator is known.
  Address send(Address communicator);
  // The twin of a posted receive from any source, in the network device.
  Address add_twin(Address receive, Address communicator);
  void make_twin(Address receive, Address twin);

  std::uint64_t handle(Address request) const;
  Address device(Address request) const;          // MPIDI_Devreq_t
  Address message(Address request) const;         // MPIDIG_req_t
  Address interface(std::uint32_t number) const;  // MPIDI_per_vci_t

  FakeMpich &mpich;
  Address global{};        // MPIDI_global
  Address shared_queue{};  // of messages that were not taken yet

 private:
  Address make(unsigned kind, const Envelope &envelope);
  void append(const mpidbg::layout::Slot<Address> &head, Address request);
};

}  // namespace fakes
