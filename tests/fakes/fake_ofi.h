#pragma once
// An endpoint of libfabric's provider rxm, as it is up to version 1.22, in a fake process: its queues, pools and
// completion queues. Struct layouts are made up as those of FakeOpenMpi are, and given to the plugin as the host's
// types.

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "mpidbg/layout/ofi/layouts.h"
#include "tests/fakes/fake_host.h"
#include "tests/fakes/fake_memory.h"

namespace fakes {

using mpidbg::layout::Optional;
using mpidbg::layout::Slot;

class FakeOfi {
 public:
  // Each pool has room for 16 elements, in two regions.
  FakeOfi(FakeMemory &memory, FakeHost &host);

  mpidbg::layout::ofi::Layouts layouts;
  Address endpoint{}, queue{}, receive_pool{}, send_pool{}, completions{}, packet_completions{};

  template <class T>
  void set(Address address, const Slot<T> &slot, std::uint64_t value) {
    const unsigned width = mpidbg::layout::slot_width<T>(memory_.pointer_size());
    memory_.write_integer(address + slot.offset, value, width != 0 ? width : memory_.pointer_size());
  }
  template <class T>
  void set(Address address, const Slot<Optional<T>> &slot, std::uint64_t value) {
    if (slot.present) set(address, *slot.present, value);
  }

  // An endpoint with this domain in front of another one.
  Address new_hook(Address behind);
  // Makes the endpoint one of another provider.
  void set_provider(const std::string &name);
  // Completions that were written and read so far, in `completions` or `packet_completions`.
  void set_completions(Address completion_queue, std::uint64_t written, std::uint64_t read);

  struct Receive {
    std::uint64_t tag = 0;
    std::uint64_t ignore = 0;
    std::optional<std::uint64_t> source = {};
    std::uint64_t bytes = 4;
    Address buffer{0x1234};
    Address context{0x5000};
  };
  // Returns the rxm_recv_entry, which is in no list.
  Address new_receive(const Receive &receive);
  Address post(const Receive &receive);

  enum class Kind { eager, first_segment, later_segment, rendezvous };
  struct Message {
    std::uint64_t tag = 0;
    std::uint64_t bytes = 4;
    std::optional<std::uint64_t> data = {};
    std::uint64_t source = 0;
    Kind kind = Kind::eager;
    std::uint64_t number = 0;
  };
  // Returns the rxm_rx_buf, which is in use in the pool and in no list.
  Address new_message(const Message &message);
  Address arrive(const Message &message);
  // The message has matched the receive, neither of which is in a list.
  void match(Address receive, Address message);

  struct Send {
    std::uint64_t tag = 0;
    std::uint64_t bytes = 4;
    std::optional<std::uint64_t> data = {};
    Address context{0x6000};
    std::uint32_t state = 7;
    std::uint64_t number = 0;
  };
  // Returns the rxm_tx_buf.
  Address send(const Send &send);

  // The lists, to be damaged.
  Address receives() const { return queue + layouts.rxm_receive_queue.recv_list.offset; }
  Address messages() const { return queue + layouts.rxm_receive_queue.unexp_msg_list.offset; }

 private:
  void lay_out(FakeHost &host);
  Address new_pool(std::uint64_t element_bytes);
  Address take(Address pool);
  Address new_domain(const std::string &provider);
  Address new_completion_queue(Address domain);
  Address connection_to(std::uint64_t source);
  void append(Address head, Address link);
  void make_empty(Address head);
  void set_packet(Address packet, std::uint64_t tag, std::uint64_t bytes, std::optional<std::uint64_t> data);

  FakeMemory &memory_;
  std::map<std::uint64_t, Address> connections_;
};

}  // namespace fakes
