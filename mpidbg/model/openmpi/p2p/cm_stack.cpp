#include "mpidbg/model/openmpi/p2p/cm_stack.h"

#include "mpidbg/base/limits.h"
#include "mpidbg/debugger/stack_copy.h"
#include "mpidbg/layout/openmpi/p2p/constants.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

// The size of the component's code, generously: its functions are close together.
constexpr std::uint64_t code_bytes = 1u << 20;
// The most completions that a blocking send awaits: that of the message, and the acknowledgement.
constexpr std::int32_t most_completions = 2;

class CmStackSearch {
 public:
  CmStackSearch(const Attachment &process, const CmModule &module, const debugger::StackCopy &stack)
      : process_(process), layouts_(process.layouts()), function_(module.function()), stack_(stack) {}

  CmStack find() const {
    CmStack found;
    const std::uint64_t word = process_.memory.pointer_size();
    const OfiRequestLayout &layout = layouts_.ofi_request;
    for (std::uint64_t at = 0; at + layout.byte_size <= stack_.bytes.size(); at += word) {
      const Address event = word_at(at + layout.event_callback.offset);
      const Address error = word_at(at + layout.error_callback.offset);
      if (event == error || !is_function(event) || !is_function(error)) continue;
      const auto view =
          View<OfiRequestLayout>::over(process_.memory, layout, stack_.begin + at,
                                       std::span<const std::byte>(stack_.bytes).subspan(at, layout.byte_size));
      if (!view) continue;
      if (is_pending_receive(*view)) {
        found.receives.push_back(view->address());
      } else if (may_be_send(*view)) {
        found.sends.push_back(view->address());
      }
    }
    return found;
  }

 private:
  Address word_at(std::uint64_t offset) const {
    return Address(
        decode_unsigned(std::span<const std::byte>(stack_.bytes).subspan(offset, process_.memory.pointer_size()),
                        process_.memory.byte_order()));
  }
  bool is_function(Address address) const {
    return address - function_ < code_bytes || function_ - address < code_bytes;
  }
  // The request of the layer is on the same stack, and only its state and its completion are set.
  bool is_pending_receive(const View<OfiRequestLayout> &view) const {
    if (view.get(&OfiRequestLayout::type) != constants::ofi_receive) return false;
    const auto base = view.as(layouts_.mtl_request);
    if (!base) return false;
    const std::uint64_t offset = base->get(&MtlRequestLayout::ompi_req) - stack_.begin;
    const RequestLayout &layout = layouts_.request;
    if (offset >= stack_.bytes.size() || stack_.bytes.size() - offset < layout.byte_size) return false;
    const auto request =
        View<RequestLayout>::over(process_.memory, layout, stack_.begin + offset,
                                  std::span<const std::byte>(stack_.bytes).subspan(offset, layout.byte_size));
    return request && request->get(&RequestLayout::req_state) == constants::request_active &&
           request->get(&RequestLayout::req_complete).value() != constants::request_completed;
  }
  static bool may_be_send(const View<OfiRequestLayout> &view) {
    const std::int32_t awaited = view.get(&OfiRequestLayout::completion_count);
    return awaited >= 1 && awaited <= most_completions && view.get(&OfiRequestLayout::length) < limits::message_bytes;
  }

  const Attachment &process_;
  const Layouts &layouts_;
  const Address function_;
  const debugger::StackCopy &stack_;
};

}  // namespace

Result<CmStack> search_cm_stack(const Attachment &process, const CmModule &module, Address stack_top) {
  MPIDBG_ASSIGN(stack, debugger::copy_stack(process.memory, stack_top));
  return CmStackSearch(process, module, stack).find();
}

}  // namespace mpidbg::model::openmpi
