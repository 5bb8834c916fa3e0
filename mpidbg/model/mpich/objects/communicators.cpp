#include "mpidbg/model/mpich/objects/communicators.h"

#include <algorithm>
#include <utility>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/mpich/objects/constants.h"
#include "mpidbg/layout/mpich/p2p/constants.h"
#include "mpidbg/model/mpich/handles.h"
#include "mpidbg/model/mpich/objects/attributes.h"
#include "mpidbg/model/mpich/objects/communicator_checks.h"
#include "mpidbg/model/mpich/objects/live_handles.h"
#include "mpidbg/model/objects/topology_check.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

namespace {

constexpr std::uint32_t null_communicator = 0x04000000, world_communicator = 0x44000000, self_communicator = 0x44000001;

}  // namespace

void Communicators::clear() {
  local_members_.clear();
  remote_members_.clear();
  known_hints_.reset();
  looked_at_all_ = false;
  damage_.reset();
  left_out_.clear();
  has_duplicates_ = false;
  internal_.clear();
}

std::string Communicators::why_unseen() {
  return table_problem(handles_.pools, ObjectKind::communicator, process_.layouts.communicator);
}

std::string Communicators::problem() {
  if (std::string problem = why_unseen(); !problem.empty()) return problem;
  look_at_all();
  return damage_ ? damage_->message : left_out_.problem();
}

std::string Communicators::users_problem() {
  return handles_.requests.communicators_problem();
}

// Returns the live communicators. MPI_COMM_NULL is missing because it is not a communicator.
std::vector<Handle> Communicators::live() {
  std::vector<Handle> handles;
  for (const PooledObject &object : handles_.pools.live(ObjectKind::communicator)) {
    handles.push_back(int_handle(object.handle));
  }
  return handles;
}

Result<Communicators::View> Communicators::view_at(Address communicator) const {
  return View::read(process_.memory, process_.layouts.communicator, communicator);
}

Result<Communicators::View> Communicators::view_of(Handle handle) {
  MPIDBG_ASSIGN(address, handles_.pools.find(ObjectKind::communicator, value_of(handle)));
  return view_at(address);
}

Handle Communicators::handle_of(Address communicator) {
  if (communicator.is_null()) return Handle();
  const auto handle = handles_.pools.handle_of(ObjectKind::communicator, communicator);
  return handle ? int_handle(*handle) : Handle();
}

// Finds the library's own communicators. Each intercommunicator has one over its local group, and windows and files
// have duplicates of the program's communicators. Errors are ignored here, because they are reported when these objects
// are read individually.
void Communicators::look_at_all() {
  if (std::exchange(looked_at_all_, true)) return;
  CommunicatorContexts contexts;
  bool has_world = false, has_self = false;
  Status world;
  std::vector<Address> unnamed;
  const auto &live = handles_.pools.live(ObjectKind::communicator);
  for (const PooledObject &object : live) {
    has_world = has_world || object.handle == world_communicator;
    has_self = has_self || object.handle == self_communicator;
    const auto view = view_at(object.address);
    if (!view || is_being_made(*view, object.handle)) continue;
    contexts.add(*view);
    const bool predefined = place_of_handle(object.handle) == constants::handle_builtin;
    if (!predefined && view->text(&CommunicatorLayout::name).value_or({}).empty()) unnamed.push_back(object.address);
    if (object.handle == world_communicator) {
      world = handles_.world.check(object.address, view->get(&CommunicatorLayout::rank),
                                   view->get(&CommunicatorLayout::local_size));
    }
  }
  if (const Status &checked = contexts.check(); !checked) damage_ = checked.error();
  if (!has_world) world = handles_.world.check_absent();
  if (has_world && !has_self) {
    damage_ = Error{ErrorCode::corrupt, "MPI_COMM_WORLD is in use, and MPI_COMM_SELF is not", live.front().address};
  }
  if (!world) damage_ = world.error();
  for (const PooledObject &object : live) {
    if (contexts.is_local(object.address)) internal_.insert(object.address);
  }
  for (const Address own : handles_.windows.own_communicators()) {
    internal_.insert(own);
    has_duplicates_ = true;
  }
  // Files are searched for only if an unnamed communicator remains that may belong to a file. The communicators of
  // files have no name.
  if (std::all_of(unnamed.begin(), unnamed.end(), [&](Address one) { return internal_.contains(one); })) return;
  for (const HandleReference &own : handles_.files.own_objects()) {
    if (own.kind != HandleKind::communicator) continue;
    has_duplicates_ = true;
    const auto address = handles_.pools.find(ObjectKind::communicator, value_of(own.handle));
    if (address) internal_.insert(*address);
  }
}

Result<std::int32_t> Communicators::rank(Handle handle) {
  MPIDBG_ASSIGN(view, view_of(handle));
  return view.get(&CommunicatorLayout::rank);
}

Result<GroupMembers> Communicators::members(Handle handle, bool remote) {
  MPIDBG_ASSIGN(address, handles_.pools.find(ObjectKind::communicator, value_of(handle)));
  return members_at(address, remote);
}

Result<GroupMembers> Communicators::members_at(Address communicator, bool remote) {
  auto &known = remote ? remote_members_ : local_members_;
  if (const auto found = known.find(communicator); found != known.end()) return found->second;
  MPIDBG_ASSIGN(view, view_at(communicator));
  MPIDBG_ASSIGN(members, read_members(view, remote));
  known.emplace(communicator, members);
  return members;
}

// Reads the processes from the device's maps. `map` contains the processes to which ranks of peers refer, and
// `local_map` those in the local group of an intercommunicator. Since 5.0, only groups contain the processes.
Result<GroupMembers> Communicators::read_members(const View &view, bool remote) {
  const bool is_inter = view.get(&CommunicatorLayout::comm_kind) == constants::communicator_inter;
  MPIDBG_ASSIGN(device, view.part(&CommunicatorLayout::dev, process_.layouts.device_communicator));
  const auto map =
      device.address_of(is_inter && !remote ? &DeviceCommunicatorLayout::local_map : &DeviceCommunicatorLayout::map);
  const bool is_own = !is_inter || !remote;
  const std::int32_t size = view.get(is_own ? &CommunicatorLayout::local_size : &CommunicatorLayout::remote_size);
  const std::optional<std::int32_t> own_rank =
      is_own ? std::optional(view.get(&CommunicatorLayout::rank)) : std::nullopt;
  if (map) {
    MPIDBG_ASSIGN(names, read_rank_map(process_, handles_.world, *map));
    MPIDBG_TRY(check_members(handles_.world, *names, size, own_rank, *map));
    return names;
  }
  const Address group =
      view.get(is_inter && remote ? &CommunicatorLayout::remote_group : &CommunicatorLayout::local_group);
  if (group.is_null()) {
    return Error{ErrorCode::corrupt, "MPIR_Comm at " + hex(view.address()) + " has no group", view.address()};
  }
  MPIDBG_ASSIGN(names, handles_.groups.members_at(group));
  MPIDBG_TRY(check_members(handles_.world, *names, size, own_rank, group));
  return names;
}

Result<Handle> Communicators::group(const View &view, bool remote) {
  MPIDBG_ASSIGN(header, view.as(process_.layouts.object));
  const Address made = view.get(remote ? &CommunicatorLayout::remote_group : &CommunicatorLayout::local_group);
  if (!made.is_null()) {
    const auto handle = handles_.pools.handle_of(ObjectKind::group, made);
    if (handle) return int_handle(*handle);
    const auto &problem = handles_.pools.problem(ObjectKind::group);
    if (problem) {
      left_out_.note("the group", int_handle(header.get(&ObjectLayout::handle)), *problem);
    } else if (process_.layouts.group.resolved()) {
      return Error{ErrorCode::corrupt,
                   "MPIR_Comm." + std::string(remote ? "remote_group" : "local_group") + " at " + hex(view.address()) +
                       " is " + hex(made) + ", which is not a group in use",
                   view.address()};
    }
  }
  return Groups::unmade(header.get(&ObjectLayout::handle), remote);
}

Handle Communicators::group_of(Address communicator) {
  const auto view = view_at(communicator);
  if (!view) return Handle();
  return group(*view, false).value_or(Handle());
}

int Communicators::references_to_group(Handle handle, Address group) {
  const auto view = view_of(handle);
  if (!view) return 0;
  return (view->get(&CommunicatorLayout::local_group) == group) +
         (view->get(&CommunicatorLayout::remote_group) == group);
}

Status Communicators::collect_references(References &references) {
  for (const PooledObject &object : handles_.pools.live(ObjectKind::communicator)) {
    const auto view = view_at(object.address);
    if (!view) continue;
    const HandleReference user{HandleKind::communicator, int_handle(object.handle)};
    for (const auto slot : {&CommunicatorLayout::local_group, &CommunicatorLayout::remote_group}) {
      const Address group = view->get(slot);
      if (group.is_null()) continue;
      if (const auto handle = handles_.pools.handle_of(ObjectKind::group, group)) {
        references.add(user, {HandleKind::group, int_handle(*handle)});
      }
    }
    const AttachedErrhandler errhandler = handles_.errhandlers.attached(view->get(&CommunicatorLayout::errhandler));
    if (!errhandler.handle.is_null()) references.add(user, {HandleKind::errhandler, errhandler.handle});
  }
  return {};
}

Result<Communicator> Communicators::outline(Handle handle) {
  if (value_of(handle) == null_communicator) {
    Communicator null;
    null.handle = handle;
    null.name = "MPI_COMM_NULL";
    null.named = null.predefined = null.is_null = true;
    null.fortran_index = static_cast<std::int32_t>(null_communicator);
    null.local_group = null.remote_group = int_handle(0x08000000);
    return null;
  }
  MPIDBG_ASSIGN(view, view_of(handle));
  return outline(view, handle);
}

Result<Communicator> Communicators::read(Handle handle) {
  MPIDBG_ASSIGN(communicator, outline(handle));
  if (communicator.is_null) return communicator;
  MPIDBG_ASSIGN(view, view_of(handle));
  MPIDBG_TRY(read_details(view, communicator));
  communicator.freed = freed(communicator);
  return communicator;
}

// Returns true if the program has freed its handle of the communicator; nullopt if this is unknown. The program's
// handle holds one reference, and each request that refers to the communicator holds one. Since 4.2, all requests refer
// to their communicators. If requests account for all references, the program has freed its handle.
std::optional<bool> Communicators::freed(const Communicator &communicator) {
  if (communicator.predefined || communicator.internal) return std::nullopt;
  const auto requests = handles_.request_index.on(communicator.handle);
  if (!requests) return std::nullopt;
  const auto references = static_cast<std::int64_t>((*requests)->size());
  return references > 0 && communicator.reference_count <= references;
}

Result<Communicator> Communicators::outline(const View &view, Handle handle) {
  MPIDBG_TRY(check_communicator(view, value_of(handle)));
  Communicator communicator;
  communicator.handle = handle;
  MPIDBG_ASSIGN(name, view.text(&CommunicatorLayout::name));
  communicator.named = !name.empty();
  communicator.name = communicator.named ? std::move(name) : hex(handle);
  communicator.predefined = place_of_handle(value_of(handle)) == constants::handle_builtin;
  communicator.intercommunicator = view.get(&CommunicatorLayout::comm_kind) == constants::communicator_inter;
  const std::uint32_t sent = view.get(&CommunicatorLayout::context_id),
                      received = view.get(&CommunicatorLayout::recvcontext_id);
  // The two sides of an intercommunicator have the ids `sent` and `received` in opposite order, and must show the same
  // number.
  communicator.context_id = communicator.intercommunicator ? std::min(sent, received) : sent;
  // Topologies are attributes.
  communicator.may_have_distributed_graph = !view.get(&CommunicatorLayout::attributes).is_null();
  communicator.fortran_index = static_cast<std::int32_t>(value_of(handle));
  communicator.rank = view.get(&CommunicatorLayout::rank);
  communicator.size_without_group = view.get(&CommunicatorLayout::local_size);
  const std::int32_t next_tag = view.get(&CommunicatorLayout::next_sched_tag);
  if (next_tag >= constants::first_nonblocking_tag)
    communicator.nonblocking_collectives = static_cast<std::uint64_t>(next_tag - constants::first_nonblocking_tag);
  MPIDBG_ASSIGN(local_group, group(view, false));
  communicator.local_group = communicator.remote_group = local_group;
  if (communicator.intercommunicator) {
    MPIDBG_ASSIGN(remote_group, group(view, true));
    communicator.remote_group = remote_group;
  }
  look_at_all();
  const std::uint32_t hierarchy =
      view.get(&CommunicatorLayout::hierarchy_kind).value_or(std::uint32_t{constants::hierarchy_flat});
  const bool is_part = hierarchy == constants::hierarchy_node || hierarchy == constants::hierarchy_node_roots ||
                       (sent & (constants::context_subcommunicator | constants::context_local)) != 0;
  // Predefined communicators are never internal, whatever a damaged window or file refers to.
  communicator.internal = !communicator.predefined && (is_part || internal_.contains(view.address()));
  communicator.keeps_derived = communicator.internal || communicator.intercommunicator || !has_duplicates_;
  return communicator;
}

Status Communicators::read_details(const View &view, Communicator &communicator) {
  MPIDBG_ASSIGN(header, view.as(process_.layouts.object));
  communicator.reference_count = header.get(&ObjectLayout::ref_count);
  if (communicator.reference_count < 0) {
    return Error{ErrorCode::corrupt,
                 "MPIR_Handle_common.ref_count of the communicator at " + hex(view.address()) + " is " +
                     std::to_string(communicator.reference_count),
                 view.address()};
  }
  const Address handler = view.get(&CommunicatorLayout::errhandler);
  const AttachedErrhandler errhandler = handles_.errhandlers.attached(handler);
  if (errhandler.handle.is_null() && handles_.errhandlers.problem().empty()) {
    return Error{ErrorCode::corrupt,
                 "MPIR_Comm.errhandler at " + hex(view.address()) + " is " + hex(handler) +
                     ", which is not an error handler in use",
                 view.address()};
  }
  communicator.errhandler = errhandler.handle;
  communicator.errhandler_name = errhandler.name;
  const Address first = view.get(&CommunicatorLayout::attributes);
  MPIDBG_TRY(handles_.attributes.read_topology(first, communicator));
  MPIDBG_TRY(check_topology(communicator, communicator.size_without_group));
  // The library's own communicators inherit the program's attributes, which are not shown for them.
  if (!communicator.internal) {
    if (auto attributes = handles_.attributes.read(first)) {
      communicator.attributes = std::move(*attributes);
    } else {
      left_out_.note("the attributes", communicator.handle, attributes.error());
    }
    if (communicator.attributes && communicator.name == "MPI_COMM_WORLD" && communicator.predefined) {
      handles_.attributes.add_predefined(*communicator.attributes);
    }
  }
  communicator.hints = read_hints(view);
  return {};
}

const std::vector<Communicators::KnownHint> &Communicators::known_hints() {
  if (known_hints_) return *known_hints_;
  known_hints_.emplace();
  const auto list = process_.variable("MPIR_comm_hint_list");
  const HintLayout &layout = process_.layouts.hint;
  if (!list || !layout.resolved()) return *known_hints_;
  std::vector<std::byte> bytes(std::size_t{constants::hints} * layout.byte_size);
  if (!process_.memory.read(*list, bytes, "MPIR_comm_hint_list")) return *known_hints_;
  for (std::uint32_t i = 0; i < constants::hints; ++i) {
    const std::size_t at = std::size_t{i} * layout.byte_size;
    const auto entry = layout::View<HintLayout>::decode(process_.memory, layout, *list + at,
                                                        std::span<const std::byte>(bytes).subspan(at));
    if (!entry || entry->get(&HintLayout::key).is_null()) continue;
    auto name = process_.memory.read_text(entry->get(&HintLayout::key), limits::string_length, "MPIR_HINT.key");
    if (!name || name->empty()) {
      known_hints_->clear();
      break;
    }
    known_hints_->push_back({i, std::move(*name), entry->get(&HintLayout::type) == constants::hint_bool});
  }
  return *known_hints_;
}

// Returns the hints that MPI_Comm_get_info would return, in the library's order.
std::optional<Hints> Communicators::read_hints(const View &view) {
  if (known_hints().empty()) return std::nullopt;
  const auto values =
      process_.memory.read_int32s(view.address_of(&CommunicatorLayout::hints), constants::hints, "MPIR_Comm.hints");
  if (!values) return std::nullopt;
  Hints hints;
  for (const KnownHint &hint : known_hints()) {
    const std::int32_t value = (*values)[hint.index];
    hints.pairs.emplace_back(hint.name, hint.is_bool ? (value != 0 ? "true" : "false") : std::to_string(value));
  }
  return hints;
}

}  // namespace mpidbg::model::mpich
