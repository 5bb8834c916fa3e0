#pragma once
// The device ch4:ofi of a FakeMpich: its variables, the addresses of three processes, and MPIR_Requests for the entries
// of a FakeOfi.

#include "mpidbg/layout/mpich/p2p/ofi_device_layout.h"
#include "tests/fakes/fake_matching_lists.h"
#include "tests/fakes/fake_mpich.h"
#include "tests/fakes/fake_ofi.h"

namespace fakes {

class FakeOfiDevice {
 public:
  // `mpich`, which has a device for shared memory, outlives it. Its processes are on two nodes. `named`: a symbol names
  // MPIDI_OFI_global; else a symbol that every library exports leads to the static data.
  explicit FakeOfiDevice(FakeMpich &mpich, bool named = true);

  FakeMatchingLists lists;
  FakeOfi ofi;
  mpidbg::layout::mpich::OfiLayouts layouts;
  Address global{};  // MPIDI_OFI_global

  // The address of a process of MPI_COMM_WORLD.
  static std::uint64_t address(int world_rank) { return static_cast<std::uint64_t>(world_rank) + 5; }
  // As MPICH makes it of a message, with 20 bits for the context id and 31 for the tag.
  static std::uint64_t tag(std::uint64_t context, std::uint64_t tag, std::uint64_t protocol = 0) {
    return protocol << 51 | context << 31 | tag;
  }
  static constexpr std::uint64_t acknowledgement = 1, synchronous = 2, huge = 8;
  static constexpr std::uint64_t exact = std::uint64_t{14} << 51, any_tag = exact | 0x7fffffff;

  struct Receive {
    std::uint64_t tag = 0, ignore = exact;
    std::optional<int> source = {};  // world rank
    std::uint64_t bytes = 4;
    Address communicator{};
    std::int32_t event = 2;
    std::uint32_t datatype = 0x4c000405;  // MPI_INT
    Address pack_buffer{};
    std::uint64_t pack_count = 0;
  };
  // Each returns the MPIR_Request.
  Address post(const Receive &receive);
  Address match(const Receive &receive, const FakeOfi::Message &message);
  Address send(const FakeOfi::Send &send, std::int32_t event = 1, std::int32_t receiver = 0);
  // A synchronous send whose message has left; `tag` is without bits of the protocol.
  Address synchronous_send(std::uint64_t tag, int world_rank);
  // A request of MPI_Mprobe, which has taken the message `record` of libfabric; null: libfabric's is not to be found.
  Address matched_message(Address communicator, std::int32_t source, std::int32_t tag, std::uint64_t bytes,
                          Address record = {});

  std::uint64_t handle(Address request) const { return lists.handle(request); }

 private:
  Address device_of(Address request) const;
  Address make(unsigned kind, std::int32_t event);
  Address make_receive(const Receive &receive);
  FakeOfi::Receive entry_of(Address request, const Receive &receive) const;

  FakeMpich &mpich_;
};

}  // namespace fakes
