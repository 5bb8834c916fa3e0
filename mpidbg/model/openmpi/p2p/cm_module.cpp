#include "mpidbg/model/openmpi/p2p/cm_module.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/model/openmpi/handles.h"
#include "mpidbg/model/openmpi/p2p/proc_endpoints.h"

namespace mpidbg::model::openmpi {

namespace {

constexpr std::int32_t most_contexts = 1024;
constexpr std::size_t longest_provider = 256;

}  // namespace

Result<CmModule> CmModule::read(const Attachment &process, Handles &handles, Address address) {
  const Layouts &layouts = process.layouts();
  if (std::string problem =
          Attachment::unresolved({&layouts.ofi_module, &layouts.mtl_module, &layouts.ofi_context, &layouts.ofi_endpoint,
                                  &layouts.ofi_request, &layouts.mtl_request, &layouts.proc_endpoints});
      !problem.empty()) {
    return Error{ErrorCode::layout, std::move(problem)};
  }
  MPIDBG_ASSIGN(view, process.objects.read(layouts.ofi_module, address));
  MPIDBG_ASSIGN(base, view.as(layouts.mtl_module));
  const std::uint64_t bytes = base.get(&MtlModuleLayout::mtl_request_size) + layouts.mtl_request.byte_size;
  if (bytes != layouts.ofi_request.byte_size) {
    return Error{ErrorCode::layout,
                 "ompi_mtl_ofi_request_t has " + std::to_string(bytes) + " bytes, expected " +
                     std::to_string(layouts.ofi_request.byte_size),
                 address};
  }
  CmModule module(process, handles, address);
  MPIDBG_ASSIGN(tags, CmTags::read(view));
  module.tags_ = tags;
  module.function_ = base.get(&MtlModuleLayout::mtl_irecv);
  module.any_address_ = view.get(&OfiModuleLayout::any_addr);
  const std::int32_t contexts = view.get(&OfiModuleLayout::total_ctxts_used);
  const std::int32_t bits = view.get(&OfiModuleLayout::rx_ctx_bits);
  if (contexts < 1 || contexts > most_contexts || bits < 0 || bits > 32) {
    return Error{ErrorCode::corrupt,
                 "mca_mtl_ofi_module_t at " + hex(address) + " has " + std::to_string(contexts) +
                     " contexts and selects them by " + std::to_string(bits) + " bits of an address",
                 address};
  }
  module.context_bits_ = static_cast<unsigned>(bits);
  for (std::int32_t i = 0; i < contexts; ++i) {
    const Address place = view.get(&OfiModuleLayout::ofi_ctxt) +
                          static_cast<std::uint64_t>(i) * std::uint64_t{layouts.ofi_context.byte_size};
    MPIDBG_ASSIGN(context, process.objects.read(layouts.ofi_context, place));
    const Address endpoint = context.get(&OfiContextLayout::rx_ep);
    if (!endpoint.is_null()) module.endpoints_.push_back(endpoint);
  }
  const auto provider = process.memory.read_text(view.get(&OfiModuleLayout::provider_name), longest_provider,
                                                 "mca_mtl_ofi_module_t.provider_name");
  module.provider_ = provider.value_or({});
  return module;
}

Result<std::optional<std::int32_t>> CmModule::rank_of(std::uint64_t address, Address remote_group) {
  MPIDBG_ASSIGN(known, ranks(remote_group));
  // The high bits select a context of the process.
  if (context_bits_ != 0) address &= ~std::uint64_t{0} >> context_bits_;
  const auto found = known->find(address);
  return found == known->end() ? std::nullopt : std::optional<std::int32_t>(found->second);
}

Result<const CmModule::Ranks *> CmModule::ranks(Address group) {
  if (const auto known = ranks_.find(group); known != ranks_.end()) return &known->second;
  MPIDBG_ASSIGN(processes, handles_->groups.processes(group));
  Ranks found;
  const OfiEndpointLayout &layout = process_->layouts().ofi_endpoint;
  // Endpoints of other components have another class.
  MPIDBG_TRY(visit_endpoints(*process_, processes, [&](Address endpoint, std::int32_t rank) {
    const auto view = process_->objects.read_object(layout, endpoint);
    if (view && view->get(&OfiEndpointLayout::mtl_ofi_module) == address_) {
      found.emplace(view->get(&OfiEndpointLayout::peer_fiaddr), rank);
    }
    return Status();
  }));
  return &ranks_.emplace(group, std::move(found)).first->second;
}

}  // namespace mpidbg::model::openmpi
