#include "mpidbg/model/mpich/p2p/address_tables.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/model/mpich/p2p/pointer_search.h"

namespace mpidbg::model::mpich {

namespace {

Result<std::vector<Address>> read_tables(const Attachment &process, Address variable) {
  MPIDBG_ASSIGN(global, layout::View<GlobalLayout>::read(process.memory, process.layouts.global, variable));
  MPIDBG_ASSIGN(manager, global.part(&GlobalLayout::avt_mgr, process.layouts.address_manager));
  const std::int32_t count = manager.get(&AddressManagerLayout::n_avts);
  if (count < 1 || static_cast<std::uint64_t>(count) > limits::table_entries) {
    return Error{ErrorCode::corrupt,
                 "MPIDIU_avt_manager.n_avts at " + hex(manager.address()) + " is " + std::to_string(count),
                 manager.address()};
  }
  std::vector<Address> tables{manager.get(&AddressManagerLayout::av_table0)};
  if (count == 1) return tables;
  MPIDBG_ASSIGN(all, process.memory.read_pointers(manager.get(&AddressManagerLayout::av_tables),
                                                  static_cast<std::uint64_t>(count), "MPIDIU_avt_manager.av_tables"));
  tables.insert(tables.end(), all.begin() + 1, all.end());
  return tables;
}

}  // namespace

Result<std::vector<Address>> find_address_tables(const Attachment &process, int world_size,
                                                 const std::function<bool(Address entries)> &is_table) {
  const AddressTableLayout &layout = process.layouts.address_table;
  if (!layout.resolved()) return Error{ErrorCode::layout, layout.problem};
  const auto variable = process.variable("MPIDI_global");
  if (variable && process.layouts.global.resolved() && process.layouts.address_manager.resolved()) {
    return read_tables(process, *variable);
  }
  std::vector<Address> found;
  each_pointer(process, [&](std::size_t, Address pointer) {
    if (!found.empty() && found.back() == pointer) return;
    const auto view = layout::View<AddressTableLayout>::read(process.memory, layout, pointer);
    if (!view || view->get(&AddressTableLayout::size) != world_size) return;
    if (is_table(view->address_of(&AddressTableLayout::table))) found.push_back(pointer);
  });
  if (found.size() == 1) return found;
  return Error{ErrorCode::not_supported,
               "where this build of MPICH keeps the addresses of other processes is not known"};
}

}  // namespace mpidbg::model::mpich
