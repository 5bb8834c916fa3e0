#include "mpidbg/model/openmpi/p2p/ucx_endpoints.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/model/openmpi/handles.h"

namespace mpidbg::model::openmpi {

namespace {

// A limit for the number of layers and components. Each of them has one pointer in the record of a process.
constexpr std::uint64_t endpoint_limit = 64;

}  // namespace

void UcxEndpoints::clear() {
  groups_.clear();
}

Result<std::optional<std::int32_t>> UcxEndpoints::rank_of(Address endpoint, Address remote_group) {
  MPIDBG_ASSIGN(known, ranks(remote_group));
  const auto found = known->find(endpoint);
  return found == known->end() ? std::nullopt : std::optional<std::int32_t>(found->second);
}

// Returns the ranks of a group's processes by their endpoints. Processes that this one has not communicated with are
// skipped: they have no endpoint, and the group has a name in place of a pointer to them.
Result<const UcxEndpoints::Ranks *> UcxEndpoints::ranks(Address group) {
  if (const auto known = groups_.find(group); known != groups_.end()) return &known->second;
  MPIDBG_ASSIGN(processes, handles_.groups.processes(group));
  Ranks ranks;
  for (std::size_t rank = 0; rank < processes.size(); ++rank) {
    if ((processes[rank].value() & 1) == 0) MPIDBG_TRY(add(processes[rank], static_cast<int>(rank), ranks));
  }
  return &groups_.emplace(group, std::move(ranks)).first->second;
}

Status UcxEndpoints::add(Address process, int rank, Ranks &ranks) const {
  const auto &layout = process_.layouts().proc_endpoints;
  if (!layout.resolved()) return Error{ErrorCode::layout, layout.problem, process};
  // The number of endpoints depends on the components that were built, which may differ from those of the layout. The
  // class contains the size for this build.
  Objects &objects = process_.objects;
  MPIDBG_ASSIGN(object, objects.read(objects.layouts().object, process));
  const Address object_class = object.get(&ObjectLayout::obj_class);
  MPIDBG_ASSIGN(is_process, objects.classes().is(object_class, layout.type_name));
  if (!is_process) return Error{ErrorCode::not_found, "no ompi_proc_t is at " + hex(process), process};
  MPIDBG_ASSIGN(described, objects.read(objects.layouts().object_class, object_class));
  const std::uint64_t size = described.get(&ClassLayout::cls_sizeof);
  const std::uint64_t around = layout.proc_endpoints.offset + (layout.byte_size - layout.padding.offset);
  const std::uint64_t count = size < around ? 0 : (size - around) / process_.memory.pointer_size();
  if (size < around || count > endpoint_limit) {
    return Error{ErrorCode::layout, "ompi_proc_t has " + std::to_string(size) + " bytes", process};
  }
  MPIDBG_ASSIGN(endpoints, process_.memory.read_pointers(process + layout.proc_endpoints.offset, count,
                                                         "ompi_proc_t.proc_endpoints"));
  for (const Address endpoint : endpoints) {
    if (!endpoint.is_null()) ranks.emplace(endpoint, rank);
  }
  return {};
}

}  // namespace mpidbg::model::openmpi
