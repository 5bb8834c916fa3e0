#include "mpidbg/model/openmpi/p2p/request_pool.h"

#include <unordered_set>

#include "mpidbg/base/address_range.h"
#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/openmpi/p2p/constants.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

using RequestView = View<RequestLayout>;
using PmlRequestView = View<PmlRequestLayout>;

bool is_probe(std::int32_t type) {
  return type >= constants::pml_iprobe && type <= constants::pml_mprobe;
}

// Describes how members of a request in use contradict each other; empty if they do not. Source (4.1): ob1 marks a
// request as complete for itself (req_pml_complete) before marking it as complete for the program, except for buffered
// and eager sends. A persistent request that is not started has both marks. A freed request that is complete for ob1
// returns to the pool.
std::string contradiction(const RequestView &request, const PmlRequestView &pml, bool is_send) {
  const std::int32_t state = request.get(&RequestLayout::req_state);
  const std::int32_t layer_complete = pml.get(&PmlRequestLayout::req_pml_complete);
  const std::int32_t freed = pml.get(&PmlRequestLayout::req_free_called);
  const std::uint64_t complete = request.get(&RequestLayout::req_complete).value();
  const std::int32_t type = pml.get(&PmlRequestLayout::req_type);
  const bool is_done = complete == constants::request_completed;
  const auto has = [](const char *field, std::int64_t value) {
    return "has " + std::string(field) + " " + std::to_string(value);
  };
  if (state < constants::request_invalid || state > constants::request_cancelled)
    return "has state " + std::to_string(state);
  if (request.get(&RequestLayout::req_type) != constants::request_pml)
    return has("req_type", request.get(&RequestLayout::req_type)) + ", which is not point-to-point";
  if (layer_complete != 0 && layer_complete != 1) return has("req_pml_complete", layer_complete);
  if (freed != 0 && freed != 1) return has("req_free_called", freed);
  if (is_send ? type != constants::pml_send : type != constants::pml_recv && !is_probe(type))
    return has("req_type", type) + " in the pool of " + (is_send ? "sends" : "receives");
  if (is_probe(type) && pml.get(&PmlRequestLayout::req_count) != 0)
    return "is of a probe (req_type " + std::to_string(type) + ") and has req_count " +
           std::to_string(pml.get(&PmlRequestLayout::req_count));
  if (request.get(&RequestLayout::req_mpi_object) != pml.get(&PmlRequestLayout::req_comm))
    return "is on two communicators: req_comm " + hex(pml.get(&PmlRequestLayout::req_comm)) + ", req_mpi_object " +
           hex(request.get(&RequestLayout::req_mpi_object));
  if (state == constants::request_cancelled) return "has state 3 (cancelled), which ob1 gives none";
  if (complete > constants::request_completed && complete % sizeof(std::uint32_t) != 0)
    return "has req_complete " + hex(Address(complete)) + ", which is no address";
  if (state != constants::request_active && layer_complete == 0)
    return "has state " + std::to_string(state) + " and req_pml_complete 0";
  if (state == constants::request_inactive && is_done && !request.get(&RequestLayout::req_persistent))
    return "is not active (state 1) and not persistent";
  if (state == constants::request_active && layer_complete == 1 && !is_done)
    return "has req_pml_complete 1 and req_complete " + hex(Address(complete));
  if (state == constants::request_active && layer_complete == 0 && is_done && !is_send)
    return "is a receive with req_pml_complete 0 and req_complete 1";
  if (state == constants::request_active && layer_complete == 1 && freed == 1)
    return "is done and freed, and not in its pool";
  return {};
}

}  // namespace

void RequestPool::clear() {
  all_.clear();
  index_.clear();
  requests_.clear();
  damage_.reset();
  left_out_.clear();
  scanned_.reset();
}

Status RequestPool::scan_once() {
  if (scanned_) return *scanned_;
  scanned_ = scan_both();
  if (!*scanned_ && !damage_) damage_ = scanned_->error();
  return *scanned_;
}

Result<const std::vector<LayerRequest> *> RequestPool::all() {
  MPIDBG_TRY(scan_once());
  return &all_;
}

Result<const LayerRequest *> RequestPool::find(Address request) {
  MPIDBG_TRY(scan_once());
  if (const auto damaged = left_out_.find(request); damaged != left_out_.end()) return damaged->second;
  const auto found = index_.find(request);
  return found == index_.end() ? nullptr : &all_[found->second];
}

Result<const std::vector<LayerRequest> *> RequestPool::requests_on(Address communicator) {
  MPIDBG_TRY(scan_once());
  static const std::vector<LayerRequest> none;
  const auto found = requests_.find(communicator);
  return found == requests_.end() ? &none : &found->second;
}

void RequestPool::note(Address request, const Error &error) {
  constexpr std::size_t most = 1024;
  if (!damage_) damage_ = error;
  if (left_out_.size() < most) left_out_.emplace(request, error);
}

Status RequestPool::scan_both() {
  MPIDBG_TRY(scan(sends_, true));
  return scan(receives_, false);
}

Status RequestPool::scan(Address free_list, bool is_send) {
  MPIDBG_ASSIGN(cursor, FreeListCursor::open(objects_, free_list));
  std::vector<Free> free;
  for (;;) {
    auto item = cursor.next();
    if (!item) return std::move(item).error();
    if (!*item) break;
    if (const Status added = add(**item, is_send, free); !added) note(**item, added.error());
  }
  if (const Status checked = check_free(free_list, is_send, free); !checked)
    note(checked.error().address, checked.error());
  return {};
}

Status RequestPool::add(Address item, bool is_send, std::vector<Free> &free) {
  const Layouts &layouts = objects_.layouts();
  MPIDBG_ASSIGN(pml, objects_.read_object(layouts.pml_request, item));
  MPIDBG_ASSIGN(request, objects_.base_of(pml, layouts.request));
  const std::int32_t state = request.get(&RequestLayout::req_state);
  const bool persistent = request.get(&RequestLayout::req_persistent);
  const std::int32_t layer_complete = pml.get(&PmlRequestLayout::req_pml_complete);
  const std::int32_t freed = pml.get(&PmlRequestLayout::req_free_called);
  if (state == constants::request_invalid) {
    MPIDBG_ASSIGN(link, request.as(layouts.list_item));
    free.push_back({item, link.get(&ListItemLayout::opal_list_next), persistent || layer_complete == 0 || freed == 0});
    return {};
  }
  if (const std::string why = contradiction(request, pml, is_send); !why.empty()) {
    return Error{ErrorCode::corrupt, "ompi_request_t at " + hex(item) + " " + why, item};
  }
  const std::int32_t type = pml.get(&PmlRequestLayout::req_type);
  LayerRequest found;
  found.request = item;
  found.communicator = pml.get(&PmlRequestLayout::req_comm);
  found.datatype = pml.get(&PmlRequestLayout::req_datatype);
  found.probe = is_probe(type);
  found.is_send = is_send;
  found.active = state == constants::request_active && layer_complete == 0;
  found.inactive = state == constants::request_inactive && persistent;
  requests_[found.communicator].push_back(found);
  index_.emplace(found.request, all_.size());
  all_.push_back(found);
  return {};
}

// Checks that each free request that looks used is on the stack of free requests. Its link must lead to the next free
// request or, for the last one, to the end of the stack inside the pool. Two kinds of free requests are on no stack:
// one that is being taken off the stack, and one that a blocking call has used. Their members are those of a complete
// request.
Status RequestPool::check_free(Address free_list, bool is_send, const std::vector<Free> &free) {
  const AddressRange list{free_list, free_list + objects_.layouts().free_list.byte_size};
  std::unordered_set<Address> addresses;
  for (const Free &one : free) addresses.insert(one.request);
  std::optional<Address> spare;
  for (const Free &one : free) {
    if ((one.next != one.request && addresses.contains(one.next)) || list.contains(one.next)) continue;
    if (!one.looks_used) continue;
    if (!spare) spare = spare_(is_send);
    if (one.request == *spare) continue;
    return Error{
        ErrorCode::corrupt,
        "ompi_request_t at " + hex(one.request) + " has state 0 (free) and is not among the free ones of its pool",
        one.request};
  }
  return {};
}

}  // namespace mpidbg::model::openmpi
