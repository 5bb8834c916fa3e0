#include "mpidbg/model/ucx/stack_requests.h"

#include <cstring>

#include "mpidbg/debugger/stack_copy.h"
#include "mpidbg/layout/ucx/constants.h"
#include "mpidbg/layout/view.h"

namespace mpidbg::model::ucx {

namespace constants = layout::ucx;
using layout::View;
using namespace layout::ucx;

namespace {

class StackSearch {
 public:
  StackSearch(const debugger::Memory &memory, const Layouts &layouts, Address worker, Address begin,
              std::span<const std::byte> stack)
      : memory_(memory), layouts_(layouts), reader_(memory, layouts), worker_(worker), begin_(begin), stack_(stack) {}

  StackRequests find() const {
    StackRequests found;
    const unsigned width = memory_.pointer_size();
    for (std::size_t at = 0; at + width <= stack_.size(); at += width) {
      if (at % most_zeros == 0 && begins_with_zeros(stack_.subspan(at))) {
        at += most_zeros - width;
        continue;
      }
      const Address word = word_at(at);
      if (word.is_null()) continue;
      if (word == worker_) {
        look_at(at, layouts_.receive_request.worker.offset, constants::request_receives_tag, found);
      } else {
        look_at(at, layouts_.send_request.ep.offset, constants::request_sends_tag | constants::request_protocol, found);
      }
    }
    return found;
  }

 private:
  // Most of a stack is zeros, because the thread has never used that part. The search skips blocks of zeros.
  static constexpr std::size_t most_zeros = 4096;
  static bool begins_with_zeros(std::span<const std::byte> bytes) {
    return bytes.size() >= most_zeros && bytes[0] == std::byte{0} &&
           std::memcmp(bytes.data(), bytes.data() + 1, most_zeros - 1) == 0;
  }

  Address word_at(std::size_t at) const {
    return Address(decode_unsigned(stack_.subspan(at, memory_.pointer_size()), memory_.byte_order()));
  }

  // Examines the word at `at`, which is at `offset` in the request if there is one; `kind` is the flag of such
  // requests.
  void look_at(std::size_t at, std::uint32_t offset, std::uint32_t kind, StackRequests &found) const {
    if (at < offset || stack_.size() - (at - offset) < reader_.bytes()) return;
    const auto copy = stack_.subspan(at - offset, reader_.bytes());
    const auto flags = static_cast<std::uint32_t>(
        decode_unsigned(copy.subspan(layouts_.request.flags.offset, 4), memory_.byte_order()));
    if ((flags & kind) == 0 || (flags & constants::request_completed) != 0 ||
        (flags & ~constants::request_of_tags) != 0) {
      return;
    }
    // Most words with such flags are not part of requests, so two other fields are checked before the request is read.
    if (kind != constants::request_receives_tag) {
      const Address protocol = word_at(at - offset + layouts_.send_request.proto_config.offset);
      if ((flags & constants::request_protocol) != 0 && !may_be_address(protocol)) return;
      if (!is_endpoint(word_at(at))) return;
    }
    const auto any = reader_.decode(begin_ + (at - offset), copy);
    if (!any) return;
    if (any->receive && kind == constants::request_receives_tag) {
      found.receives.push_back(*any->receive);
      found.receives.back().on_stack = true;
    }
    // In UCX 1.18 and later, the status is set only when the request is complete; until then it has whatever was on the
    // stack.
    const auto status = static_cast<std::int8_t>(copy[layouts_.request.status.offset]);
    const bool has_failed = (flags & constants::request_protocol) == 0 && status != constants::status_ok &&
                            status != constants::status_in_progress;
    if (any->send && kind != constants::request_receives_tag && !has_failed) {
      found.sends.push_back(*any->send);
      found.sends.back().on_stack = true;
    }
  }

  // Returns true if the word may be an address: aligned, not in the first page, and without bits that no system uses.
  bool may_be_address(Address word) const {
    return word.value() % memory_.pointer_size() == 0 && word.value() >= 4096 && word.value() >> 56 == 0;
  }

  bool is_endpoint(Address address) const {
    if (!may_be_address(address)) return false;
    const auto endpoint = View<EndpointLayout>::read(memory_, layouts_.endpoint, address);
    return endpoint && endpoint->get(&EndpointLayout::worker) == worker_;
  }

  const debugger::Memory &memory_;
  const Layouts &layouts_;
  const RequestReader reader_;
  const Address worker_;
  const Address begin_;
  const std::span<const std::byte> stack_;
};

}  // namespace

Result<StackRequests> find_stack_requests(const debugger::Memory &memory, const Layouts &layouts, Address worker,
                                          Address stack_top) {
  MPIDBG_ASSIGN(copy, debugger::copy_stack(memory, stack_top));
  return StackSearch(memory, layouts, worker, copy.begin, copy.bytes).find();
}

}  // namespace mpidbg::model::ucx
