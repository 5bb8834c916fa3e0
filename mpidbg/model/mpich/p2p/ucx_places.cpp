#include "mpidbg/model/mpich/p2p/ucx_places.h"

#include <algorithm>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"

namespace mpidbg::model::mpich {

namespace {

using layout::View;
using layout::ucx::EndpointLayout;

// The maximum number of virtual interfaces: MPIDI_CH4_MAX_VCIS. Source: src/mpid/ch4.
constexpr std::int32_t most_interfaces = 64;

// The largest distance in bytes from the start of the library to its static data. Code and constants come before the
// data.
constexpr std::uint64_t largest_library = std::uint64_t{1} << 26;

// Addresses below this are invalid: operating systems do not map the first page, so that null pointers fault.
constexpr std::uint64_t no_memory = 4096;

// Words with more bits than this are not addresses of programs, on any processor. Contents of unwinding tables look
// like such words.
constexpr unsigned most_address_bits = 56;

// Calls found(offset, pointer) for each pointer in the static data that may point to memory from malloc: one that is
// aligned like malloc's results and points outside of the library. All other words are skipped, because following a
// pointer costs a read.
template <class Found>
void each_pointer(const Attachment &process, Found &&found) {
  const StaticData &data = process.static_data();
  const Words words = data.words();
  const unsigned width = process.memory.pointer_size(), alignment = 2 * width;
  const std::uint64_t impossible = ~((std::uint64_t{1} << most_address_bits) - 1) | (alignment - 1);
  // This range reaches from the earliest possible start of the library to the end of its data. With it, one comparison
  // shows whether a pointer points into the library.
  const std::uint64_t before = std::min(data.begin.value(), largest_library);
  const std::uint64_t library = data.begin.value() - before, library_bytes = before + data.bytes.size();
  for (std::size_t at = 0; at + width <= words.bytes.size(); at += width) {
    const std::uint64_t word = words.pointer_at(at, width);
    if (word < no_memory || (word & impossible) != 0 || word - library < library_bytes) continue;
    found(at, Address(word));
  }
}

Result<UcxWorkerPlace> read_global(const Attachment &process, const ucx::Layouts &layouts, Address variable) {
  MPIDBG_ASSIGN(global, View<UcxGlobalLayout>::read(process.memory, process.layouts.ucx_global, variable));
  MPIDBG_ASSIGN(first, global.part(&UcxGlobalLayout::ctx, process.layouts.ucx_interface));
  const auto former = global.get(&UcxGlobalLayout::num_vnis), newer = global.get(&UcxGlobalLayout::num_vcis);
  UcxWorkerPlace result{{first.get(&UcxInterfaceLayout::worker), global.get(&UcxGlobalLayout::context), {}},
                        former ? *former : newer.value_or(1)};
  if (result.interfaces < 1 || result.interfaces > most_interfaces) {
    return Error{
        ErrorCode::corrupt,
        "MPIDI_UCX_global at " + hex(variable) + " has " + std::to_string(result.interfaces) + " virtual interfaces",
        variable};
  }
  MPIDBG_TRY(ucx::Worker(process.memory, layouts, result.place).check());
  return result;
}

Result<UcxWorkerPlace> search_worker(const Attachment &process, const ucx::Layouts &layouts) {
  std::vector<ucx::WorkerPlace> found;
  const unsigned width = process.memory.pointer_size();
  Address before{};
  std::size_t place_before = 0;
  each_pointer(process, [&](std::size_t at, Address pointer) {
    const Address context = at == place_before + width ? before : Address();
    before = pointer;
    place_before = at;
    if (context.is_null() || context == pointer) return;
    const auto back = process.memory.read_pointer(pointer + layouts.worker.context.offset, "ucp_worker.context");
    if (!back || *back != context) return;
    const ucx::WorkerPlace place{pointer, context, {}};
    if (!ucx::Worker(process.memory, layouts, place).check()) return;
    for (const ucx::WorkerPlace &known : found) {
      if (known.worker == place.worker) return;
    }
    found.push_back(place);
  });
  if (found.size() == 1) return UcxWorkerPlace{found.front(), 1};
  return Error{ErrorCode::not_supported,
               found.empty()
                   ? "where this build of MPICH keeps UCX's worker is not known, and there is nothing like it "
                     "in its static data"
                   : "where this build of MPICH keeps UCX's worker is not known, and there are " +
                         std::to_string(found.size()) + " workers in its static data"};
}

// Returns true if the first endpoint of the table belongs to the worker.
bool is_table_of(const Attachment &process, const ucx::Layouts &layouts, Address table, Address worker, int size) {
  const AddressTableLayout &layout = process.layouts.address_table;
  const auto view = View<AddressTableLayout>::read(process.memory, layout, table);
  if (!view || view->get(&AddressTableLayout::size) != size) return false;
  const Address entry = view->address_of(&AddressTableLayout::table);
  const auto endpoint = process.memory.read_pointer(entry + process.layouts.address_entry.ucx.offset, "ucp_ep");
  if (!endpoint || endpoint->value() < no_memory) return false;
  const auto read = View<EndpointLayout>::read(process.memory, layouts.endpoint, *endpoint);
  return read && read->get(&EndpointLayout::worker) == worker;
}

}  // namespace

Result<UcxWorkerPlace> find_ucx_worker(const Attachment &process, const ucx::Layouts &layouts) {
  const auto variable = process.variable("MPIDI_UCX_global");
  if (variable && process.layouts.ucx_global.resolved() && process.layouts.ucx_interface.resolved()) {
    return read_global(process, layouts, *variable);
  }
  return search_worker(process, layouts);
}

Result<std::vector<Address>> find_address_tables(const Attachment &process, const ucx::Layouts &layouts, Address worker,
                                                 int world_size) {
  for (const layout::StructLayout *layout :
       {static_cast<const layout::StructLayout *>(&process.layouts.address_table),
        static_cast<const layout::StructLayout *>(&process.layouts.address_entry)}) {
    if (!layout->resolved()) return Error{ErrorCode::layout, layout->problem};
  }
  const auto variable = process.variable("MPIDI_global");
  if (variable && process.layouts.global.resolved() && process.layouts.address_manager.resolved()) {
    MPIDBG_ASSIGN(global, View<GlobalLayout>::read(process.memory, process.layouts.global, *variable));
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
  std::vector<Address> found;
  each_pointer(process, [&](std::size_t, Address pointer) {
    if (!found.empty() && found.back() == pointer) return;
    if (is_table_of(process, layouts, pointer, worker, world_size)) found.push_back(pointer);
  });
  if (found.size() == 1) return found;
  return Error{ErrorCode::not_supported,
               "where this build of MPICH keeps the endpoints of other processes is not known"};
}

}  // namespace mpidbg::model::mpich
