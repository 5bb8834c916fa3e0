#include "mpidbg/model/ofi/completions.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/ofi/constants.h"
#include "mpidbg/layout/view.h"
#include "mpidbg/model/ofi/lists.h"

namespace mpidbg::model::ofi {

using layout::View;
using namespace layout::ofi;

namespace {

constexpr std::size_t longest_provider_name = 64;

}  // namespace

Result<Transport> read_completions(const debugger::Memory &memory, const Layouts &layouts, Address endpoint) {
  MPIDBG_ASSIGN(view, View<EndpointLayout>::read(memory, layouts.endpoint, endpoint));
  return read_completion_queue(memory, layouts, view.get(&EndpointLayout::rx_cq));
}

Result<Transport> read_completion_queue(const debugger::Memory &memory, const Layouts &layouts, Address place) {
  MPIDBG_ASSIGN(queue, View<CompletionQueueLayout>::read(memory, layouts.completion_queue, place));
  MPIDBG_ASSIGN(identifier, queue.as(layouts.identifier));
  if (identifier.get(&IdentifierLayout::fclass) != class_completion_queue) {
    return Error{ErrorCode::corrupt, "the object of libfabric at " + hex(place) + " is not a completion queue", place};
  }
  MPIDBG_ASSIGN(
      ring, View<CompletionRingLayout>::read(memory, layouts.completion_ring, queue.get(&CompletionQueueLayout::cirq)));
  MPIDBG_ASSIGN(has_no_more,
                is_empty(memory, layouts.singly_linked, queue.address_of(&CompletionQueueLayout::aux_queue)));
  Transport transport;
  transport.counters = {ring.get(&CompletionRingLayout::rcnt), ring.get(&CompletionRingLayout::wcnt)};
  if (transport.counters[0] != transport.counters[1] || !has_no_more) transport.empty = false;
  return transport;
}

Result<std::string> provider_of(const debugger::Memory &memory, const Layouts &layouts, Address domain) {
  MPIDBG_ASSIGN(view, View<DomainLayout>::read(memory, layouts.domain, domain));
  MPIDBG_ASSIGN(identifier, view.as(layouts.identifier));
  if (identifier.get(&IdentifierLayout::fclass) != class_domain) {
    return Error{ErrorCode::corrupt, "the object of libfabric at " + hex(domain) + " is not a domain", domain};
  }
  MPIDBG_ASSIGN(provider, View<ProviderLayout>::read(memory, layouts.provider, view.get(&DomainLayout::prov)));
  return memory.read_text(provider.get(&ProviderLayout::name), longest_provider_name, "fi_provider.name");
}

Status require(std::span<const layout::StructLayout *const> layouts) {
  for (const layout::StructLayout *const layout : layouts) {
    if (!layout->resolved()) return Error{ErrorCode::layout, layout->problem};
  }
  return {};
}

}  // namespace mpidbg::model::ofi
