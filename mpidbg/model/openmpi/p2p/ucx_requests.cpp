#include "mpidbg/model/openmpi/p2p/ucx_requests.h"

#include "mpidbg/layout/openmpi/p2p/constants.h"
#include "mpidbg/model/openmpi/handles.h"
#include "mpidbg/model/openmpi/opal/pooled_objects.h"
#include "mpidbg/model/openmpi/p2p/ucx_tag.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

void UcxRequests::clear() {
  indexed_.reset();
  persistent_indexed_.reset();
  damage_.reset();
  all_.clear();
  places_.clear();
  details_.clear();
  by_communicator_.clear();
  persistent_.clear();
  inactive_.clear();
  started_.clear();
  contexts_.reset();
}

Result<const std::vector<LayerRequest> *> UcxRequests::all() {
  MPIDBG_TRY(index_once());
  return &all_;
}

Result<const std::vector<LayerRequest> *> UcxRequests::on(Address communicator) {
  MPIDBG_TRY(index_once());
  static const std::vector<LayerRequest> none;
  const auto found = by_communicator_.find(communicator);
  return found == by_communicator_.end() ? &none : &found->second;
}

Result<const LayerRequest *> UcxRequests::find(Address handle) {
  MPIDBG_TRY(index_once());
  const auto found = places_.find(handle);
  return found == places_.end() ? nullptr : &all_[found->second];
}

Result<const UcxRequest *> UcxRequests::details(Address handle) {
  MPIDBG_TRY(index_once());
  const auto found = places_.find(handle);
  return found == places_.end() ? nullptr : &details_[found->second];
}

Result<Address> UcxRequests::communicator_with(std::uint64_t context_id) {
  if (!contexts_) {
    std::unordered_map<std::uint64_t, Address> contexts;
    for (const Address handle : handles_.communicators.all()) {
      MPIDBG_ASSIGN(view, process_.objects.read_object(process_.layouts().communicator, handle));
      contexts.emplace(view.get(&CommunicatorLayout::c_contextid), handle);
    }
    contexts_ = std::move(contexts);
  }
  const auto found = contexts_->find(context_id);
  return found == contexts_->end() ? Address{} : found->second;
}

Result<UcxRequests::Owned> UcxRequests::owner_of(const ucx::Request &request) {
  if (request.on_stack) return Owned{Owner::nobody, {}};
  MPIDBG_TRY(index_persistent_once());
  if (const auto found = started_.find(request.handle); found != started_.end()) {
    return Owned{Owner::persistent, found->second};
  }
  if (!request.is_send) return Owned{Owner::program, request.handle};
  // A buffered send is complete for the program at once, and goes on by itself with its copy of the data.
  const auto &layout = process_.layouts().request_callback;
  if (!layout.resolved()) return Error{ErrorCode::layout, layout.problem, request.handle};
  MPIDBG_ASSIGN(copy, process_.memory.read_pointer(request.handle + layout.req_complete_cb_data.offset,
                                                   "ompi_request_t.req_complete_cb_data"));
  if (!copy.is_null()) return Owned{Owner::nobody, {}};
  return Owned{Owner::program, request.handle};
}

Status UcxRequests::index_once() {
  if (!indexed_) indexed_ = index();
  return *indexed_;
}

// What cannot be read is left out and becomes damage().
Status UcxRequests::index() {
  for (const std::optional<Error> &problem :
       {worker_.posted().problem, worker_.complete().problem, worker_.matched().problem}) {
    if (problem) note(*problem);
  }
  for (const ucx::Posted &entry : worker_.posted().entries) {
    const auto receive = worker_.receive(entry);
    note(receive ? add(*receive, {.posted = &entry}, receive->payload) : receive.status());
  }
  for (const ucx::Receive &receive : worker_.matched().entries) {
    note(add(receive, {.matched = &receive}, receive.payload));
  }
  for (const ucx::Send &send : worker_.sends().entries) note(add(send, {.send = &send}, send.payload));
  for (const ucx::Request &request : worker_.complete().entries) note(add(request, {.complete = &request}, {}));
  note(index_persistent_once());
  for (const Address handle : persistent_) {
    if (!places_.contains(handle)) note(add_persistent(handle));
  }
  return {};
}

void UcxRequests::note(const Status &status) {
  if (!status && !damage_) damage_ = status.error();
}

Status UcxRequests::add(const ucx::Request &found, UcxRequest details, const ucx::Payload &payload) {
  MPIDBG_ASSIGN(owned, owner_of(found));
  if (owned.handle.is_null()) return {};
  MPIDBG_ASSIGN(communicator, communicator_with(decode_ucx_tag(found.tag).context_id));
  details.persistent = owned.owner == Owner::persistent;
  details.is_send = found.is_send;
  LayerRequest summary;
  summary.request = owned.handle;
  summary.communicator = communicator;
  summary.datatype = payload.datatype;
  summary.is_send = found.is_send;
  summary.active = !found.complete;
  return list(summary, details);
}

// One that is not started, or is complete.
Status UcxRequests::add_persistent(Address handle) {
  MPIDBG_ASSIGN(view, process_.objects.read_object(process_.layouts().ucx_persistent_request, handle));
  MPIDBG_ASSIGN(request, process_.objects.base_of(view, process_.layouts().request));
  UcxRequest details;
  details.persistent = true;
  details.inactive = request.get(&RequestLayout::req_state) == constants::request_inactive;
  details.is_send = (view.get(&UcxPersistentRequestLayout::flags) & constants::ucx_persistent_send) != 0;
  MPIDBG_ASSIGN(communicator, communicator_with(decode_ucx_tag(view.get(&UcxPersistentRequestLayout::tag)).context_id));
  LayerRequest summary;
  summary.request = handle;
  summary.communicator = communicator;
  summary.datatype = view.get(&UcxPersistentRequestLayout::ompi_datatype);
  summary.is_send = details.is_send;
  summary.inactive = details.inactive;
  return list(summary, details);
}

Status UcxRequests::list(LayerRequest summary, const UcxRequest &details) {
  places_.emplace(summary.request, all_.size());
  if (!summary.communicator.is_null()) by_communicator_[summary.communicator].push_back(summary);
  all_.push_back(summary);
  details_.push_back(details);
  return {};
}

Result<std::optional<ucx::Receive>> UcxRequests::receive_of(const UcxRequest &details) const {
  if (details.matched != nullptr) return std::optional(*details.matched);
  if (details.posted == nullptr) return std::optional<ucx::Receive>();
  MPIDBG_ASSIGN(receive, worker_.receive(*details.posted));
  return std::optional(receive);
}

Result<const std::vector<Address> *> UcxRequests::inactive_with(std::uint64_t context_id) {
  static const std::vector<Address> none;
  MPIDBG_TRY(index_persistent_once());
  const auto found = inactive_.find(context_id);
  return found == inactive_.end() ? &none : &found->second;
}

Result<std::set<std::uint64_t>> UcxRequests::inactive_contexts() {
  MPIDBG_TRY(index_persistent_once());
  std::set<std::uint64_t> contexts;
  for (const auto &[context, requests] : inactive_) contexts.insert(context);
  return contexts;
}

Status UcxRequests::index_persistent_once() {
  if (!persistent_indexed_) persistent_indexed_ = index_persistent();
  return *persistent_indexed_;
}

Status UcxRequests::index_persistent() {
  const auto &module = process_.layouts().ucx_module;
  MPIDBG_ASSIGN(used, items_in_use(process_.objects, process_.symbols.ucx + module.persistent_reqs.offset));
  for (const Address handle : used) {
    MPIDBG_ASSIGN(view, process_.objects.read_object(process_.layouts().ucx_persistent_request, handle));
    const Address behind = view.get(&UcxPersistentRequestLayout::tmp_req);
    if (!behind.is_null()) started_.emplace(behind, handle);
    persistent_.push_back(handle);
    MPIDBG_ASSIGN(request, process_.objects.base_of(view, process_.layouts().request));
    if (request.get(&RequestLayout::req_state) != constants::request_inactive) continue;
    inactive_[decode_ucx_tag(view.get(&UcxPersistentRequestLayout::tag)).context_id].push_back(handle);
  }
  return {};
}

}  // namespace mpidbg::model::openmpi
