#pragma once
// A worker of UCX in a fake process: its pool of requests, posted receives, arrived messages. Struct layouts are made
// up as those of FakeOpenMpi are, and given to the plugin as the host's types.

#include <cstdint>
#include <vector>

#include "mpidbg/layout/ucx/layouts.h"
#include "tests/fakes/fake_host.h"
#include "tests/fakes/fake_memory.h"

namespace fakes {

using mpidbg::layout::Optional;
using mpidbg::layout::Slot;

class FakeUcx {
 public:
  // How receives say what they receive: until 1.15 in fields of their own, later in an iterator.
  enum class Shape { fields, iterator };

  // `user_bytes`: what the MPI library adds to each request. The pool has room for 200 requests.
  FakeUcx(FakeMemory &memory, FakeHost &host, std::uint32_t user_bytes, Shape shape = Shape::fields);

  mpidbg::layout::ucx::Layouts layouts;
  Address worker{}, context{}, hash{}, chunk{};
  Address element{};  // of the pool, that the last request is in
  Address tag_match() const { return worker + layouts.worker.tm.offset; }
  Address pool() const { return worker + layouts.worker.req_mp.offset; }

  template <class T>
  void set(Address address, const Slot<T> &slot, std::uint64_t value) {
    const unsigned width = mpidbg::layout::slot_width<T>(memory_.pointer_size());
    memory_.write_integer(address + slot.offset, value, width != 0 ? width : memory_.pointer_size());
  }
  template <class T>
  void set(Address address, const Slot<Optional<T>> &slot, std::uint64_t value) {
    if (slot.present) set(address, *slot.present, value);
  }

  Address new_endpoint();
  // A generic datatype of the MPI library's `context`.
  Address new_datatype(Address library_datatype);

  struct Receive {
    std::uint64_t tag = 0;
    std::uint64_t mask = ~std::uint64_t{0};
    std::uint64_t bytes = 4;
    Address buffer{0x1234};
    Address datatype{};  // as new_datatype() gives it; null: contiguous
    std::uint32_t flags = 0x20040;
    Address at{};  // null: from the pool
  };
  // Each returns the ucp_request.
  Address new_receive(const Receive &receive);
  Address post(const Receive &receive);
  // No longer in a queue: matched with a message.
  Address match(const Receive &receive, std::uint64_t message_tag, std::uint64_t bytes);
  // Matched with the first of several fragments.
  Address match_first(const Receive &receive, std::uint64_t message_tag, std::uint64_t bytes, std::uint64_t done);

  struct Send {
    std::uint64_t tag = 0;
    std::uint64_t bytes = 4;
    Address buffer{0x5678};
    Address endpoint{};
    Address datatype{};
    std::uint32_t flags = 0x44040;
    bool by_protocol = false;  // then the request says so in its flags
    bool synchronous = false;
    Address at{};
  };
  Address new_send(const Send &send);

  struct Message {
    std::uint64_t tag = 0;
    std::uint64_t bytes = 4;
    enum { eager, eager_first, synchronous, synchronous_first, rendezvous } kind = eager;
    Address sender_request{0xabcd00};
  };
  // Returns the ucp_recv_desc.
  Address new_message(const Message &message);
  Address arrive(const Message &message);

  // An interface to a transport, "sysv" or another, over which messages were begun and taken. Returns the transport's.
  Address add_transport(const std::string &name, std::uint64_t begun = 0, std::uint64_t taken = 0);
  void use_transport(unsigned number);  // one more endpoint, from 0 in the order in which they were added

  // What the queues are made of, to be damaged: the elements of the wildcard queue, and the links of messages.
  Address wildcard() const;
  Address bucket_of(std::uint64_t tag) const;
  Address element_of(Address request) const { return request + layouts.receive_request.queue.offset; }
  Address link_of(Address descriptor) const;

 private:
  void lay_out(FakeHost &host, Shape shape);
  Address new_request(Address at);
  void append(Address queue, Address element);
  void set_payload(Address iterator, std::uint64_t bytes, std::uint64_t done, Address buffer, Address datatype);

  FakeMemory &memory_;
  Address elements_{};
  std::uint64_t pitch_ = 0;
  std::uint64_t used_ = 0;
  std::uint64_t posted_ = 0;
  std::uint64_t fragmented_ = 0;
  Address interfaces_{}, resources_{};
  std::uint64_t transports_ = 0;
};

}  // namespace fakes
