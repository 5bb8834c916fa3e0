#pragma once
// The device ch4:ucx of a FakeMpich: its variables, the endpoints of three processes, and MPIR_Requests for those of a
// FakeUcx.

#include <vector>

#include "tests/fakes/fake_mpich.h"
#include "tests/fakes/fake_ucx.h"

namespace fakes {

class FakeUcxDevice {
 public:
  // `named`: symbols name the variables; else they are in the static data alone.
  explicit FakeUcxDevice(FakeMpich &mpich, bool named = true, FakeUcx::Shape shape = FakeUcx::Shape::fields);

  FakeUcx ucx;
  Address global{}, manager{}, table{};  // MPIDI_UCX_global, MPIDI_global.avt_mgr, MPIDI_av_table_t

  // As MPICH makes it of a message. A receive has a mask, too.
  static std::uint64_t tag(std::uint32_t context, std::uint32_t source, std::uint32_t tag) {
    return std::uint64_t{context} << 48 | std::uint64_t{source} << 32 | tag;
  }
  static constexpr std::uint64_t exact = 0xffffffff9fffffff, any_source = 0xffff00009fffffff,
                                 any_tag = 0xffffffff90000000, any_source_any_tag = 0xffff000090000000;

  // The endpoint of a process of MPI_COMM_WORLD.
  Address endpoint(int world_rank) const { return endpoints_[static_cast<std::size_t>(world_rank)]; }

  // Each returns the MPIR_Request.
  Address post(const FakeUcx::Receive &receive) { return make_receive(ucx.post(receive)); }
  Address match(const FakeUcx::Receive &receive, std::uint64_t message_tag, std::uint64_t bytes) {
    return make_receive(ucx.match(receive, message_tag, bytes));
  }
  Address send(const FakeUcx::Send &send);
  // A request of MPI_Mprobe, which has taken the message.
  Address matched_message(const FakeUcx::Message &message);

  struct Persistent {
    Address communicator{};
    bool is_send = false;
    std::uint32_t type = 0;  // p_type
    std::int32_t peer = 0, tag = 0;
    std::uint64_t count = 1;
    Address started{};  // as post() and send() return it; null: not started
  };
  Address persistent(const Persistent &request);

  struct Own {
    Address communicator{};
    bool is_send = false;
    std::int32_t tag = 0;
    std::uint64_t count = 1;
  };
  // On a communicator of one process.
  Address own(const Own &request);
  // A request of MPI_Psend_init or MPI_Precv_init, of MPI_INT.
  struct Partitioned {
    bool is_send = false;
    bool active = true, complete = false;
    Address communicator{};  // null: what another process's MPI_Psend_init left
    int partitions = 4;
    std::uint64_t count = 2;  // of each
    int peer = 0, tag = 0;
    int missing = 1;  // of a send: partitions that are not ready, and the receiver
    Address other_side{};
  };
  Address partitioned(const Partitioned &request);
  // What carries the data of a partitioned request.
  Address carry(Address partitioned);
  // MPI_Mprobe takes the message of such a send: the new request that is the message.
  Address take(Address send);

  std::uint32_t handle(Address request) {
    return mpich_.pool(mpidbg::model::mpich::ObjectKind::request).handle(request);
  }

 private:
  Address make_receive(Address request);
  Address device_of(Address request) const;
  // The request holds a reference.
  void set_communicator(Address request, Address communicator);

  FakeMpich &mpich_;
  std::vector<Address> endpoints_;
};

}  // namespace fakes
