#include "mpidbg/model/ofi/sm2.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/view.h"
#include "mpidbg/model/ofi/completions.h"
#include "mpidbg/model/ofi/shared_receives.h"

namespace mpidbg::model::ofi {

using layout::StructLayout;
using layout::View;
using namespace layout::ofi;

namespace {

Error not_in_private_memory(const char *what) {
  return Error{ErrorCode::not_supported, std::string(what) + " of the provider sm2 are not read"};
}

class Sm2 final : public Provider {
 public:
  Sm2(const debugger::Memory &memory, const Layouts &layouts, Address endpoint, Address queues)
      : memory_(memory), layouts_(layouts), endpoint_(endpoint), shared_(memory, layouts, queues) {}

  Status check() const override { return shared_.check(); }
  Listed<Receive> posted() const override { return shared_.posted(); }
  Listed<Message> unexpected() const override {
    return shared_.unexpected([&](Message &message) { return compare(message); });
  }
  bool is_in_order() const override { return false; }
  Listed<Match> matched() const override { return {{}, not_in_private_memory("matched receives")}; }
  Listed<Send> sends() const override { return {{}, not_in_private_memory("sends")}; }
  Result<Message> taken_by(Address context) const override {
    MPIDBG_ASSIGN(record, memory_.read_pointer(context, "fi_context.internal"));
    MPIDBG_ASSIGN(message, shared_.extracted(record));
    MPIDBG_TRY(compare(message));
    return message;
  }
  Result<Transport> progress() const override { return read_completions(memory_, layouts_, endpoint_); }

 private:
  // The copy of the sender's packet says the same as the entry.
  Status compare(const Message &message) const {
    MPIDBG_ASSIGN(view, View<Sm2MessageLayout>::read(memory_, layouts_.sm2_message, message.record));
    if (view.get(&Sm2MessageLayout::ep) == endpoint_ && view.get(&Sm2MessageLayout::tag) == message.tag &&
        view.get(&Sm2MessageLayout::size) == message.bytes) {
      return {};
    }
    return Error{ErrorCode::corrupt,
                 "the entry of sm2 at " + hex(message.entry) + " has the record at " + hex(message.record) +
                     ", which is that of another message",
                 message.entry};
  }

  const debugger::Memory &memory_;
  const Layouts &layouts_;
  const Address endpoint_;
  const SharedReceives shared_;
};

}  // namespace

Result<std::unique_ptr<Provider>> open_sm2(const debugger::Memory &memory, const Layouts &layouts, Address endpoint) {
  const StructLayout *const all[] = {&layouts.sm2_endpoint, &layouts.sm2_message};
  MPIDBG_TRY(require(all));
  MPIDBG_TRY(require(SharedReceives::needed(layouts)));
  MPIDBG_ASSIGN(view, View<Sm2EndpointLayout>::read(memory, layouts.sm2_endpoint, endpoint));
  MPIDBG_ASSIGN(srx, View<IdentifierLayout>::read(memory, layouts.identifier, view.get(&Sm2EndpointLayout::srx)));
  return std::unique_ptr<Provider>(
      std::make_unique<Sm2>(memory, layouts, endpoint, srx.get(&IdentifierLayout::context)));
}

}  // namespace mpidbg::model::ofi
