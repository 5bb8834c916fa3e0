#include "mpidbg/model/mpich/p2p/ucx_endpoints.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/model/mpich/p2p/address_tables.h"
#include "mpidbg/model/mpich/p2p/pointer_search.h"

namespace mpidbg::model::mpich {

Result<std::optional<ProcessName>> UcxEndpoints::process_of(Address endpoint, Address worker) {
  if (!processes_) processes_.emplace(read_all(worker));
  if (!*processes_) return processes_->error();
  const auto found = (*processes_)->find(endpoint);
  if (found == (*processes_)->end()) return std::optional<ProcessName>();
  return std::optional(found->second);
}

Result<UcxEndpoints::Processes> UcxEndpoints::read_all(Address worker) const {
  const AddressEntryLayout &entry = process_.layouts.address_entry;
  if (!entry.resolved()) return Error{ErrorCode::layout, entry.problem};
  MPIDBG_ASSIGN(tables, find_address_tables(process_, world_.size(), [&](Address entries) {
                  const auto endpoint = process_.memory.read_pointer(entries + entry.ucx.offset, "ucp_ep");
                  if (!endpoint || endpoint->value() < no_memory) return false;
                  const auto read =
                      layout::View<layout::ucx::EndpointLayout>::read(process_.memory, layouts_.endpoint, *endpoint);
                  return read && read->get(&layout::ucx::EndpointLayout::worker) == worker;
                }));
  Processes processes;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    if (!tables[i].is_null()) MPIDBG_TRY(add_table(tables[i], static_cast<std::uint32_t>(i), processes));
  }
  return processes;
}

Status UcxEndpoints::add_table(Address table, std::uint32_t number, Processes &processes) const {
  MPIDBG_ASSIGN(view, layout::View<AddressTableLayout>::read(process_.memory, process_.layouts.address_table, table));
  const std::int32_t size = view.get(&AddressTableLayout::size);
  if (size < 0 || static_cast<std::uint64_t>(size) > limits::group_members) {
    return Error{ErrorCode::corrupt, "MPIDI_av_table_t.size at " + hex(table) + " is " + std::to_string(size), table};
  }
  const Address entries = view.address_of(&AddressTableLayout::table) + process_.layouts.address_entry.ucx.offset;
  const std::uint64_t stride = process_.layouts.address_entry.byte_size;
  const unsigned width = process_.memory.pointer_size();
  // Since 4.2 an entry has 32 KiB, with a pointer for each pair of interfaces.
  constexpr std::uint64_t largest_stride_read_at_once = 64;
  const auto count = static_cast<std::uint64_t>(size);
  const auto add = [&](std::uint64_t place, Address endpoint) {
    if (!endpoint.is_null()) processes.emplace(endpoint, world_.name_of(number, static_cast<int>(place)));
  };
  if (stride > largest_stride_read_at_once) {
    for (std::uint64_t i = 0; i < count; ++i) {
      MPIDBG_ASSIGN(endpoint, process_.memory.read_pointer(entries + i * stride, "MPIDI_av_entry_t.netmod.ucx.dest"));
      add(i, endpoint);
    }
    return {};
  }
  if (count == 0) return {};
  std::vector<std::byte> bytes((count - 1) * stride + width);
  MPIDBG_TRY(process_.memory.read(entries, bytes, "MPIDI_av_table_t.table"));
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto pointer = std::span<const std::byte>(bytes).subspan(i * stride, width);
    add(i, Address(decode_unsigned(pointer, process_.memory.byte_order())));
  }
  return {};
}

}  // namespace mpidbg::model::mpich
