#include "mpidbg/model/openmpi/objects/communicators.h"

#include <algorithm>
#include <utility>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/openmpi/objects/constants.h"
#include "mpidbg/model/objects/topology_check.h"
#include "mpidbg/model/openmpi/handles.h"
#include "mpidbg/model/openmpi/objects/attributes.h"
#include "mpidbg/model/openmpi/objects/context_ids.h"
#include "mpidbg/model/openmpi/objects/info_pairs.h"
#include "mpidbg/model/openmpi/objects/topologies.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

void Communicators::clear() {
  live_.clear();
  live_set_.clear();
  problem_.clear();
  left_out_.clear();
  slots_.clear();
  own_ranks_.clear();
  internal_.clear();
  files_over_.clear();
  looked_for_internal_ = false;
  looked_at_files_ = false;
}

Status Communicators::refresh() {
  clear();
  MPIDBG_ASSIGN(table, read_counted_slots(objects(), process_.symbols.communicators));
  problem_ = table.problem;
  bool any_stands_in = false;
  for (std::size_t slot = 0; slot < table.slots.size(); ++slot) {
    const Address handle = table.slots[slot];
    if (handle.is_null()) continue;
    if (handle.value() % 2 != 0) {
      const bool has_placeholders = layouts().communicator.c_index.present.has_value();  // 4.1 has no placeholders
      if (problem_.empty() && !(has_placeholders && handle.value() == constants::comm_reserved))
        problem_ = "slot " + std::to_string(slot) + " of ompi_mpi_communicators has " + hex(handle);
      continue;
    }
    slots_[handle].push_back(slot);
    // While processes agree on the id of a new communicator, the slot of that communicator refers to its parent.
    if (live_set_.insert(handle).second) {
      live_.push_back(handle);
    } else {
      any_stands_in = true;
    }
  }
  if (any_stands_in) look_for_hidden();
  return {};
}

// Looks for communicators that the table does not show. While a communicator is being made, it has no index, and its
// slot refers to its parent. Therefore, if a communicator has the index of a slot that refers to another one, the slot
// was overwritten. The Fortran table lists all communicators.
void Communicators::look_for_hidden() {
  const auto table = fortran_table();
  const auto all = table ? read_live_pointers(objects(), *table) : Result<std::vector<Address>>(table.error());
  if (!all) return;
  for (const Address handle : *all) {
    if (live_set_.contains(handle)) continue;
    const auto view = objects().read_object(layouts().communicator, handle);
    if (!view) continue;
    const std::uint64_t context = own_index(*view);
    for (const auto &[other, slots] : slots_) {
      if (slots.size() < 2 || std::find(slots.begin(), slots.end(), context) == slots.end()) continue;
      note(*view, "has " + index_name() + " " + std::to_string(context) + ", and slot " + std::to_string(context) +
                      " of ompi_mpi_communicators has " + hex(other));
    }
  }
}

std::string Communicators::index_name() const {
  return layouts().communicator.c_index.present ? "c_index" : "c_contextid";
}

void Communicators::note(const CommunicatorView &view, const std::string &what) {
  if (problem_.empty()) problem_ = "ompi_communicator_t at " + hex(view.address()) + " " + what;
}

std::string Communicators::problem() {
  for (const OwnRank &own : own_ranks_) {
    const auto of_group = handles_.groups.known_rank(own.group);
    if (!problem_.empty() || !of_group || *of_group == own.rank) continue;
    problem_ = "ompi_communicator_t at " + hex(own.communicator) + " has c_my_rank " + std::to_string(own.rank) +
               ", and its group has grp_my_rank " + std::to_string(*of_group);
  }
  own_ranks_.clear();
  return problem_.empty() ? left_out_.problem() : problem_;
}

void Communicators::look_for_contradictions(const CommunicatorView &view) {
  const std::uint64_t context = own_index(view);
  const auto slots = slots_.find(view.address());
  if (slots != slots_.end() && std::find(slots->second.begin(), slots->second.end(), context) == slots->second.end()) {
    note(view, "has " + index_name() + " " + std::to_string(context) + ", and is in slot " +
                   std::to_string(slots->second.front()) + " of ompi_mpi_communicators");
  }
  const std::uint32_t flags = view.get(&CommunicatorLayout::c_flags);
  const Address local = view.get(&CommunicatorLayout::c_local_group),
                remote = view.get(&CommunicatorLayout::c_remote_group);
  const bool is_inter = (flags & constants::comm_inter) != 0;
  if (is_inter == (local == remote)) {
    note(view, "has c_local_group " + hex(local) + " and c_remote_group " + hex(remote) + ", and is " +
                   (is_inter ? "an intercommunicator" : "an intracommunicator"));
  }
  const bool is_null = (flags & constants::comm_intrinsic) != 0 && view.get(&CommunicatorLayout::c_f_to_c_index) == 2;
  if (is_null != (context == 2)) {
    note(view, "has " + index_name() + " " + std::to_string(context) + ", c_flags " + hex(Address(flags)) +
                   " and c_f_to_c_index " + std::to_string(view.get(&CommunicatorLayout::c_f_to_c_index)) +
                   ": either all of MPI_COMM_NULL's or none");
  }
  if (!is_null) own_ranks_.push_back({view.address(), local, view.get(&CommunicatorLayout::c_my_rank)});
}

// Finds the library's own communicators: each intercommunicator has one over its local group for the library's
// collective operations, and windows, files and partitioned communication keep duplicates of the program's
// communicators. Errors are ignored here, because they are reported when these objects are read individually.
void Communicators::look_for_internal() {
  if (std::exchange(looked_for_internal_, true)) return;
  for (const Address handle : live_) {
    const auto view = objects().read_object(layouts().communicator, handle);
    if (!view || (view->get(&CommunicatorLayout::c_flags) & constants::comm_inter) == 0) continue;
    const Address local = view->get(&CommunicatorLayout::c_local_comm);
    if (!local.is_null()) internal_.insert(local);
  }
  for (const Address handle : handles_.windows.own_communicators()) internal_.insert(handle);
  for (const Address handle : handles_.partitioned.own_communicators()) internal_.insert(handle);
  for (const auto &[kind, handle] : handles_.files.own_objects()) {
    if (kind == HandleKind::communicator) internal_.insert(handle.address());
  }
  for (TableReader *const users :
       {static_cast<TableReader *>(&handles_.windows), static_cast<TableReader *>(&handles_.files)}) {
    const std::string damage = users->damage();
    if (problem_.empty() && !damage.empty())
      problem_ = "communicators of the library's own may be shown as the program's: " + damage;
  }
}

// Counts the files of each communicator, because each file holds a reference to the communicator that the program
// passed.
void Communicators::look_at_files() {
  if (std::exchange(looked_at_files_, true)) return;
  for (const Address handle : handles_.files.live().value_or({})) {
    const auto file = handles_.files.read(handle);
    if (file && !file->is_null) ++files_over_[file->communicator.address()];
  }
}

Status Communicators::collect_references(References &references) {
  for (const Address handle : live_) {
    const auto view = objects().read_object(layouts().communicator, handle);
    if (!view) continue;
    const HandleReference user{HandleKind::communicator, handle};
    const Address local_group = view->get(&CommunicatorLayout::c_local_group),
                  remote_group = view->get(&CommunicatorLayout::c_remote_group);
    references.add(user, {HandleKind::group, local_group});
    if (remote_group != local_group) references.add(user, {HandleKind::group, remote_group});
    references.add(user, {HandleKind::errhandler, view->get(&CommunicatorLayout::error_handler)});
  }
  return {};
}

std::vector<PredefinedHandle> Communicators::predefined() const {
  std::vector<PredefinedHandle> handles;
  constexpr const char *names[] = {"MPI_COMM_WORLD", "MPI_COMM_SELF", "MPI_COMM_NULL"};
  for (std::int64_t index = 0; index < 3; ++index) {
    if (auto handle = predefined_at(names[index], index)) handles.push_back(std::move(*handle));
  }
  if (!process_.symbols.parent.is_null()) {
    const auto parent = memory().read_pointer(process_.symbols.parent, "ompi_mpi_comm_parent");
    if (parent) handles.push_back({"MPI_COMM_PARENT", *parent});
  }
  return handles;
}

Result<Communicators::CommunicatorView> Communicators::view_of(Address handle) {
  if (!live_set_.contains(handle)) {
    return Error{ErrorCode::not_found, hex(handle) + " is not a live communicator", handle};
  }
  return objects().read_object(layouts().communicator, handle);
}

Result<Communicator> Communicators::outline(Address handle) {
  MPIDBG_ASSIGN(view, view_of(handle));
  return outline(view);
}

Result<Communicator> Communicators::read(Address handle) {
  MPIDBG_ASSIGN(view, view_of(handle));
  MPIDBG_ASSIGN(communicator, outline(view));
  MPIDBG_TRY(read_details(view, communicator));
  communicator.freed = freed(communicator);
  return communicator;
}

// Compares the reference count with the known references: one by the program's handle, one by each request, and one by
// each file. If requests and files account for all, the program has freed its handle.
std::optional<bool> Communicators::freed(const Communicator &communicator) {
  if (communicator.predefined || communicator.internal) return std::nullopt;
  if (!handles_.layer->requests_seen().is_complete()) return std::nullopt;
  const auto requests = handles_.layer->requests_on(communicator.handle.address());
  if (!requests || handles_.layer->damage()) return std::nullopt;
  look_at_files();
  const auto files = files_over_.find(communicator.handle.address());
  const std::size_t held = (handles_.layer->holds_communicators() ? (*requests)->size() : 0) +
                           handles_.partitioned.on(communicator.handle.address());
  const auto references = static_cast<std::int64_t>(held) + (files == files_over_.end() ? 0 : files->second);
  return references > 0 && communicator.reference_count <= references;
}

Result<Communicator> Communicators::outline(const CommunicatorView &view) {
  const std::uint32_t flags = view.get(&CommunicatorLayout::c_flags);
  look_for_contradictions(view);

  Communicator communicator;
  communicator.handle = view.address();
  MPIDBG_ASSIGN(name, view.text(&CommunicatorLayout::c_name));
  communicator.name = std::move(name);
  communicator.named = (flags & constants::comm_name_is_set) != 0;
  communicator.context_id = shared_context(view);
  if (const std::uint64_t index = own_index(view); index != communicator.context_id) communicator.own_context = index;
  communicator.predefined = (flags & constants::comm_intrinsic) != 0;
  communicator.intercommunicator = (flags & constants::comm_inter) != 0;
  communicator.fortran_index = view.get(&CommunicatorLayout::c_f_to_c_index);
  communicator.may_have_distributed_graph = (flags & constants::comm_distributed_graph) != 0;
  communicator.is_null = communicator.predefined && communicator.fortran_index == 2;
  communicator.rank = communicator.is_null ? -1 : view.get(&CommunicatorLayout::c_my_rank);
  communicator.local_group = view.get(&CommunicatorLayout::c_local_group);
  communicator.remote_group = view.get(&CommunicatorLayout::c_remote_group);
  communicator.nonblocking_collectives =
      nonblocking_number(layouts().numbers, view.get(&CommunicatorLayout::c_nbc_tag));
  look_for_internal();
  // Predefined communicators are never internal, even if a damaged window or file refers to them.
  communicator.internal = !communicator.predefined && internal_.contains(communicator.handle.address());
  return communicator;
}

// Reads all members except for `freed`, which depends on other objects.
Status Communicators::read_details(const CommunicatorView &view, Communicator &communicator) {
  Objects &objects = process_.objects;
  communicator.errhandler = view.get(&CommunicatorLayout::error_handler);
  MPIDBG_ASSIGN(references, objects.reference_count(view));
  communicator.reference_count = references;
  if (!communicator.errhandler.is_null()) {
    MPIDBG_ASSIGN(handler, handles_.errhandlers.name_of(communicator.errhandler.address()));
    communicator.errhandler_name = std::move(handler);
  }
  if (const Address topology = view.get(&CommunicatorLayout::c_topo); !topology.is_null()) {
    MPIDBG_TRY(read_topology(objects, topology, view.get(&CommunicatorLayout::c_flags), communicator));
    MPIDBG_ASSIGN(group, objects.read_object(layouts().group, communicator.local_group.address()));
    MPIDBG_TRY(check_topology(communicator, group.get(&GroupLayout::grp_proc_count)));
  }
  if (auto attributes = read_attributes(objects, view.get(&CommunicatorLayout::c_keyhash))) {
    communicator.attributes = std::move(*attributes);
  } else {
    left_out_.note("the attributes", communicator.handle, attributes.error());
  }
  if (auto hints = read_hints(objects, communicator.handle.address())) {
    communicator.hints = std::move(*hints);
  } else {
    left_out_.note("the hints", communicator.handle, hints.error());
  }
  return {};
}

}  // namespace mpidbg::model::openmpi
