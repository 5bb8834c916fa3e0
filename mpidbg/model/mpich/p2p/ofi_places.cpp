#include "mpidbg/model/mpich/p2p/ofi_places.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/ofi/constants.h"
#include "mpidbg/model/mpich/p2p/pointer_search.h"

namespace mpidbg::model::mpich {

namespace {

using layout::View;

// The maximum numbers of virtual interfaces (MPIDI_CH4_MAX_VCIS) and of network interfaces (MPIDI_OFI_MAX_NICS).
constexpr std::int32_t most_of_interfaces = 64, most_networks = 8;

bool is_of_class(const Attachment &process, const layout::ofi::Layouts &libfabric, std::uint64_t word,
                 std::uint64_t wanted) {
  const auto view = View<layout::ofi::IdentifierLayout>::read(process.memory, libfabric.identifier, Address(word));
  return view && view->get(&layout::ofi::IdentifierLayout::fclass) == wanted;
}

// Returns the address of the variable, from the place of its first OfiContextLayout: those after the first one follow
// it in memory.
Result<Address> search_variable(const Attachment &process, const OfiLayouts &ofi,
                                const layout::ofi::Layouts &libfabric) {
  const Words words = process.static_data().words();
  const unsigned width = process.memory.pointer_size();
  const OfiContextLayout &context = ofi.context;
  const MallocPointers may_be_pointer(process);
  std::optional<std::size_t> first;
  bool is_unique = true;
  each_pointer(process, [&](std::size_t at, Address pointer) {
    if (at < context.domain.offset || at - context.domain.offset + context.byte_size > words.bytes.size()) return;
    const std::size_t start = at - context.domain.offset;
    const std::uint64_t vector = words.pointer_at(start + context.av.offset, width);
    const std::uint64_t endpoint = words.pointer_at(start + context.rx.offset, width);
    if (!may_be_pointer(vector) || !may_be_pointer(endpoint)) return;
    if (!is_of_class(process, libfabric, pointer.value(), layout::ofi::class_domain) ||
        !is_of_class(process, libfabric, vector, layout::ofi::class_address_vector) ||
        !is_of_class(process, libfabric, endpoint, layout::ofi::class_endpoint)) {
      return;
    }
    if (!first) first = start;
    is_unique &= (start - *first) % context.byte_size == 0;
  });
  if (first && is_unique) return process.static_data().begin + *first - ofi.global.ctx.offset;
  return Error{ErrorCode::not_supported,
               std::string("where this build of MPICH keeps libfabric's endpoints is not known, and there ") +
                   (first ? "are several places" : "is nothing") + " like them in its static data"};
}

Result<std::int32_t> read_count(const Attachment &process, Address variable, const layout::Slot<std::int32_t> &slot,
                                const std::string &field, std::int32_t most) {
  MPIDBG_ASSIGN(count, process.memory.read_int32(variable + slot.offset, field));
  if (count >= 1 && count <= most) return count;
  return Error{ErrorCode::corrupt, field + " at " + hex(variable + slot.offset) + " is " + std::to_string(count),
               variable + slot.offset};
}

}  // namespace

Result<OfiPlaces> find_ofi_places(const Attachment &process, const OfiLayouts &ofi,
                                  const layout::ofi::Layouts &libfabric) {
  const OfiGlobalLayout &global = ofi.global;
  for (const layout::StructLayout *layout :
       {static_cast<const layout::StructLayout *>(&global), static_cast<const layout::StructLayout *>(&ofi.context),
        static_cast<const layout::StructLayout *>(&ofi.capabilities)}) {
    if (!layout->resolved()) return Error{ErrorCode::layout, layout->problem};
  }
  Address variable;
  if (const auto known = process.variable("MPIDI_OFI_global")) {
    variable = *known;
  } else {
    MPIDBG_ASSIGN(found, search_variable(process, ofi, libfabric));
    variable = found;
  }
  const bool is_former = global.per_vni.present.has_value();
  const auto &interfaces = is_former ? global.num_vnis.present : global.num_vcis.present;
  const auto &array = is_former ? global.per_vni.present : global.per_vci.present;
  if (!interfaces || !array) {
    return Error{ErrorCode::layout, "unsupported layout of MPIDI_OFI_global_t: missing per_vni or per_vci"};
  }
  MPIDBG_ASSIGN(capabilities,
                View<OfiCapabilitiesLayout>::read(process.memory, ofi.capabilities, variable + global.settings.offset));
  MPIDBG_ASSIGN(tag, OfiTag::with(capabilities.get(&OfiCapabilitiesLayout::context_bits),
                                  capabilities.get(&OfiCapabilitiesLayout::source_bits),
                                  capabilities.get(&OfiCapabilitiesLayout::tag_bits)));
  OfiPlaces result{{}, {}, 1, 1, variable + array->offset, is_former ? &ofi.former_interface : &ofi.interface, tag};
  MPIDBG_ASSIGN(count,
                read_count(process, variable, *interfaces,
                           is_former ? "MPIDI_OFI_global.num_vnis" : "MPIDI_OFI_global.num_vcis", most_of_interfaces));
  MPIDBG_ASSIGN(networks, read_count(process, variable, global.num_nics, "MPIDI_OFI_global.num_nics", most_networks));
  result.interfaces = count;
  result.networks = networks;
  for (std::int32_t i = 0; i < count * networks; ++i) {
    const Address place = variable + global.ctx.offset + static_cast<std::uint64_t>(i) * ofi.context.byte_size;
    MPIDBG_ASSIGN(context, View<OfiContextLayout>::read(process.memory, ofi.context, place));
    result.endpoints.push_back(context.get(&OfiContextLayout::rx));
    result.domains.push_back(context.get(&OfiContextLayout::domain));
  }
  return result;
}

Result<std::vector<std::uint64_t>> read_buffered_completions(const Attachment &process, const OfiPlaces &places,
                                                             bool &are_processed) {
  std::vector<std::uint64_t> counters;
  const OfiInterfaceLayout &layout = *places.interface_layout;
  for (std::int32_t i = 0; i < places.interfaces; ++i) {
    const Address place = places.first_interface + static_cast<std::uint64_t>(i) * layout.byte_size;
    MPIDBG_ASSIGN(view, View<OfiInterfaceLayout>::read(process.memory, layout, place));
    const std::int32_t head = view.get(&OfiInterfaceLayout::cq_buffered_static_head);
    const std::int32_t tail = view.get(&OfiInterfaceLayout::cq_buffered_static_tail);
    const Address list = view.get(&OfiInterfaceLayout::cq_buffered_dynamic_head);
    if (head != tail || !list.is_null()) are_processed = false;
    counters.push_back(static_cast<std::uint32_t>(head));
    counters.push_back(static_cast<std::uint32_t>(tail));
  }
  return counters;
}

}  // namespace mpidbg::model::mpich
