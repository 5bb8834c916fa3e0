#include "mpidbg/model/openmpi/p2p/cm_requests.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/openmpi/p2p/constants.h"
#include "mpidbg/model/openmpi/opal/pooled_objects.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

// Describes how members of a request in use contradict each other; empty if they do not. Source (4.1): the layer marks
// a request as complete for itself (req_pml_complete) and for the program; a persistent request that is not started has
// both marks, except that the message of a buffered send may still be on its way.
std::string contradiction_of(const View<RequestLayout> &request, const View<CmRequestLayout> &cm, bool is_send) {
  const std::int32_t state = request.get(&RequestLayout::req_state);
  const std::int32_t type = request.get(&RequestLayout::req_type), kind = cm.get(&CmRequestLayout::req_pml_type);
  const std::int32_t layer_complete = cm.get(&CmRequestLayout::req_pml_complete);
  const std::int32_t freed = cm.get(&CmRequestLayout::req_free_called);
  const std::uint64_t complete = request.get(&RequestLayout::req_complete).value();
  const auto has = [](const char *field, std::int64_t value) {
    return "has " + std::string(field) + " " + std::to_string(value);
  };
  if (state < constants::request_invalid || state > constants::request_cancelled) return has("state", state);
  if (type != constants::request_pml) return has("req_type", type) + ", which is not point-to-point";
  if (is_send ? kind != constants::cm_heavy_send && kind != constants::cm_thin_send
              : kind != constants::cm_heavy_receive && kind != constants::cm_thin_receive)
    return has("req_pml_type", kind) + " in the pool of " + (is_send ? "sends" : "receives");
  if (layer_complete != 0 && layer_complete != 1) return has("req_pml_complete", layer_complete);
  if (freed != 0 && freed != 1) return has("req_free_called", freed);
  if (request.get(&RequestLayout::req_mpi_object) != cm.get(&CmRequestLayout::req_comm))
    return "is on two communicators: req_comm " + hex(cm.get(&CmRequestLayout::req_comm)) + ", req_mpi_object " +
           hex(request.get(&RequestLayout::req_mpi_object));
  if (complete > constants::request_completed && complete % sizeof(std::uint32_t) != 0)
    return "has req_complete " + hex(Address(complete)) + ", which is no address";
  if (state == constants::request_inactive && complete == constants::request_completed &&
      !request.get(&RequestLayout::req_persistent))
    return "is not active (state 1) and not persistent";
  if (state == constants::request_inactive && layer_complete == 0 && !is_send)
    return "has state 1 (inactive) and req_pml_complete 0";
  return {};
}

}  // namespace

void CmRequests::clear() {
  read_.reset();
  damage_.reset();
  all_.clear();
  pending_.clear();
  by_communicator_.clear();
  places_.clear();
}

Result<const std::vector<LayerRequest> *> CmRequests::all() {
  MPIDBG_TRY(read_once());
  return &all_;
}

Result<const std::vector<LayerRequest> *> CmRequests::on(Address communicator) {
  MPIDBG_TRY(read_once());
  if (by_communicator_.empty()) {
    for (const LayerRequest &request : all_) by_communicator_[request.communicator].push_back(request);
  }
  static const std::vector<LayerRequest> none;
  const auto found = by_communicator_.find(communicator);
  return found == by_communicator_.end() ? &none : &found->second;
}

Result<const LayerRequest *> CmRequests::find(Address request) {
  MPIDBG_TRY(read_once());
  if (places_.empty()) {
    for (std::size_t i = 0; i < all_.size(); ++i) places_.emplace(all_[i].request, i);
  }
  const auto found = places_.find(request);
  return found == places_.end() ? nullptr : &all_[found->second];
}

Result<const std::vector<CmRequests::Pending> *> CmRequests::pending() {
  MPIDBG_TRY(read_once());
  return &pending_;
}

Status CmRequests::read_once() {
  if (read_) return *read_;
  read_ = read(process_.symbols.send_requests, true);
  if (*read_) read_ = read(process_.symbols.receive_requests, false);
  if (!*read_ && !damage_) damage_ = read_->error();
  return *read_;
}

Status CmRequests::read(Address pool, bool is_send) {
  MPIDBG_ASSIGN(used, requests_in_use(process_.objects, pool));
  for (const Address request : used) {
    const Status added = add(request, is_send);
    if (!added && !damage_) damage_ = added.error();
  }
  return {};
}

Status CmRequests::add(Address address, bool is_send) {
  MPIDBG_ASSIGN(cm, process_.objects.read_object(process_.layouts().cm_request, address));
  MPIDBG_ASSIGN(request, process_.objects.base_of(cm, process_.layouts().request));
  if (const std::string why = contradiction_of(request, cm, is_send); !why.empty()) {
    return Error{ErrorCode::corrupt, "ompi_request_t at " + hex(address) + " " + why, address};
  }
  const std::int32_t state = request.get(&RequestLayout::req_state);
  LayerRequest found;
  found.request = address;
  found.communicator = cm.get(&CmRequestLayout::req_comm);
  found.datatype = cm.get(&CmRequestLayout::req_datatype);
  found.is_send = is_send;
  found.active = state != constants::request_inactive && cm.get(&CmRequestLayout::req_pml_complete) == 0;
  found.inactive = state == constants::request_inactive && request.get(&RequestLayout::req_persistent);
  all_.push_back(found);
  if (!found.active) return {};
  MPIDBG_ASSIGN(contained, component_request(cm));
  pending_.push_back({address, contained, found.communicator, is_send});
  return {};
}

Result<Address> CmRequests::component_request(const View<CmRequestLayout> &request) const {
  const Layouts &layouts = process_.layouts();
  switch (request.get(&CmRequestLayout::req_pml_type)) {
    case constants::cm_heavy_send:
      return request.address() + layouts.cm_heavy_send.req_mtl.offset;
    case constants::cm_thin_send:
      return request.address() + layouts.cm_thin_send.req_mtl.offset;
    case constants::cm_heavy_receive:
      return request.address() + layouts.cm_heavy_receive.req_mtl.offset;
    case constants::cm_thin_receive:
      return request.address() + layouts.cm_thin_receive.req_mtl.offset;
    default:
      return Error{ErrorCode::corrupt,
                   "mca_pml_cm_request_t at " + hex(request.address()) + " has req_pml_type " +
                       std::to_string(request.get(&CmRequestLayout::req_pml_type)),
                   request.address()};
  }
}

// A request of the pools is at a fixed distance from the request of the component that it contains. In a blocking send
// the pointer is not set, and in a blocking receive the two are separate.
Result<Address> CmRequests::owner_of(const View<OfiRequestLayout> &component_request) const {
  const Layouts &layouts = process_.layouts();
  MPIDBG_ASSIGN(base, component_request.as(layouts.mtl_request));
  const Address owner = base.get(&MtlRequestLayout::ompi_req);
  const std::uint64_t distance = component_request.address() - owner;
  if (distance != layouts.cm_heavy_send.req_mtl.offset && distance != layouts.cm_thin_send.req_mtl.offset &&
      distance != layouts.cm_heavy_receive.req_mtl.offset && distance != layouts.cm_thin_receive.req_mtl.offset) {
    return Address();
  }
  const auto request = process_.objects.read_object(layouts.cm_request, owner);
  if (!request) return Address();
  const auto contained = this->component_request(*request);
  return contained && *contained == component_request.address() ? owner : Address();
}

}  // namespace mpidbg::model::openmpi
