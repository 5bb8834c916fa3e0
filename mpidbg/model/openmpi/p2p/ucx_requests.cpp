#include "mpidbg/model/openmpi/p2p/ucx_requests.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/openmpi/p2p/constants.h"
#include "mpidbg/model/openmpi/handles.h"
#include "mpidbg/model/openmpi/opal/pooled_objects.h"
#include "mpidbg/model/openmpi/p2p/ucx_tag.h"

namespace mpidbg::model::openmpi {

namespace {

// Ends messages about contradictions. Such contradictions are normal for a few instructions in MPI_Start or during a
// completion.
const char *const at_this_moment = "; if MPI is changing it at this moment, a second look will differ";

}  // namespace

namespace constants = layout::openmpi;

void UcxRequests::clear() {
  indexed_.reset();
  persistent_indexed_.reset();
  damage_.reset();
  persistent_damage_.reset();
  persistent_active_ = 0;
  contradiction_.reset();
  all_.clear();
  places_.clear();
  details_.clear();
  by_communicator_.clear();
  persistent_.clear();
  inactive_.clear();
  started_.clear();
  communicators_.clear();
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

Result<UcxRequests::Owned> UcxRequests::owner_of(const ucx::Request &request, Address buffer) {
  if (request.on_stack) return Owned{Owner::nobody, {}};
  MPIDBG_TRY(index_persistent_once());
  if (const auto found = started_.find(request.handle); found != started_.end()) {
    return Owned{Owner::persistent, found->second.persistent};
  }
  if (!request.is_send) return Owned{Owner::program, request.handle};
  // A buffered send is complete for the program at once; UCX's request continues with a copy of the data.
  const auto &layout = process_.layouts().request_callback;
  if (!layout.resolved()) return Error{ErrorCode::layout, layout.problem, request.handle};
  MPIDBG_ASSIGN(copy, process_.memory.read_pointer(request.handle + layout.req_complete_cb_data.offset,
                                                   "ompi_request_t.req_complete_cb_data"));
  if (copy.is_null()) return Owned{Owner::program, request.handle};
  if (request.complete || copy == buffer) return Owned{Owner::nobody, {}};
  return Error{ErrorCode::corrupt,
               "ompi_request_t.req_complete_cb_data at " + hex(request.handle) + " is " + hex(copy) +
                   ", which is neither what it sends nor a persistent request that it was started by",
               request.handle};
}

Status UcxRequests::index_once() {
  if (!indexed_) indexed_ = index();
  return *indexed_;
}

// Reads UCX's tables and the persistent requests. Requests that cannot be read are omitted and reported by damage().
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
  if (const auto &found = contradiction()) note(*found);
  for (const Address handle : persistent_) {
    if (!places_.contains(handle)) note(add_persistent(handle));
  }
  return {};
}

void UcxRequests::note(const Status &status) {
  if (!status && !damage_) damage_ = status.error();
}

Status UcxRequests::add(const ucx::Request &found, UcxRequest details, const ucx::Payload &payload) {
  MPIDBG_ASSIGN(owned, owner_of(found, payload.buffer));
  if (owned.handle.is_null()) return {};
  MPIDBG_ASSIGN(communicator, communicator_with(decode_ucx_tag(found.tag).context_id));
  details.persistent = owned.owner == Owner::persistent;
  details.is_send = found.is_send;
  LayerRequest summary;
  summary.request = owned.handle;
  summary.communicator = communicator;
  summary.datatype = payload.datatype;
  // While UCX has data to pack or to unpack, it holds a reference in addition to that of a persistent request.
  summary.holds_datatype = Held::exactly((found.released_datatype ? 0 : 1) + (details.persistent ? 1 : 0));
  summary.is_send = found.is_send;
  summary.active = !found.complete;
  return list(summary, details);
}

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
    if (const Status checked = check_persistent(view); !checked && !persistent_damage_)
      persistent_damage_ = checked.error();
    const Address behind = view.get(&UcxPersistentRequestLayout::tmp_req);
    if (!behind.is_null()) {
      const bool is_send = (view.get(&UcxPersistentRequestLayout::flags) & constants::ucx_persistent_send) != 0;
      started_.emplace(behind, Started{handle, is_send});
      ++persistent_active_;
    }
    persistent_.push_back(handle);
    MPIDBG_ASSIGN(request, process_.objects.base_of(view, process_.layouts().request));
    if (request.get(&RequestLayout::req_state) != constants::request_inactive) continue;
    inactive_[decode_ucx_tag(view.get(&UcxPersistentRequestLayout::tag)).context_id].push_back(handle);
  }
  return {};
}

// Checks a persistent request against pml_ucx_request.c and OMPI_REQUEST_INIT (4.1 and later): its state is "complete"
// while it is not started, and its request of UCX is released when it completes.
Status UcxRequests::check_persistent(const View<UcxPersistentRequestLayout> &view) const {
  MPIDBG_ASSIGN(request, process_.objects.base_of(view, process_.layouts().request));
  const std::int32_t state = request.get(&RequestLayout::req_state);
  const std::uint64_t complete = request.get(&RequestLayout::req_complete).value();
  const Address behind = view.get(&UcxPersistentRequestLayout::tmp_req);
  const std::uint32_t flags = view.get(&UcxPersistentRequestLayout::flags);
  const auto corrupt = [&](const std::string &what) {
    return Error{ErrorCode::corrupt, "mca_pml_ucx_persistent_request_t at " + hex(view.address()) + " " + what,
                 view.address()};
  };
  if (state != constants::request_inactive && state != constants::request_active)
    return corrupt("is in use, and has req_state " + std::to_string(state));
  if (request.get(&RequestLayout::req_type) != constants::request_pml)
    return corrupt("has req_type " + std::to_string(request.get(&RequestLayout::req_type)));
  if (!request.get(&RequestLayout::req_persistent)) return corrupt("has req_persistent 0");
  if ((flags & ~constants::ucx_persistent_flags) != 0) return corrupt("has flags " + hex(flags));
  const bool is_done = complete == constants::request_completed;
  if (complete > constants::request_completed && complete % process_.memory.pointer_size() != 0)
    return corrupt("has req_complete " + hex(complete) + ", which is not an address");
  if (state == constants::request_inactive && (!is_done || !behind.is_null()))
    return corrupt("has req_state 1 (inactive), req_complete " + hex(complete) + " and tmp_req " + hex(behind));
  if (state == constants::request_active && is_done != behind.is_null())
    return corrupt("has req_state 2 (active), req_complete " + hex(complete) + " and tmp_req " + hex(behind) +
                   at_this_moment);
  return {};
}

const std::optional<Error> &UcxRequests::contradiction() {
  if (contradiction_) return *contradiction_;
  contradiction_.emplace();
  if (const Status found = find_contradiction(); !found) *contradiction_ = found.error();
  return *contradiction_;
}

// Compares the persistent requests with the UCX requests that they have started. Both directions are compared, because
// the requests refer to each other.
Status UcxRequests::find_contradiction() {
  MPIDBG_TRY(index_persistent_once());
  if (persistent_damage_) return *persistent_damage_;
  const std::vector<ucx::PooledRequest> pooled = worker_.take_pooled();
  std::size_t named = 0;
  for (const ucx::PooledRequest &request : pooled) {
    MPIDBG_TRY(check_pooled(request));
    const auto found = started_.find(request.request + process_.ucx->layouts.request.byte_size);
    if (found == started_.end()) continue;
    ++named;
    const auto &[persistent, is_send] = found->second;
    if (request.kind == (is_send ? ucx::PooledRequest::send : ucx::PooledRequest::receive) &&
        request.behind == persistent)
      continue;
    return Error{ErrorCode::corrupt,
                 "mca_pml_ucx_persistent_request_t.tmp_req at " + hex(persistent) + " is " + hex(found->first) +
                     ", which is not a pending " + (is_send ? "send" : "receive") + " that it has started",
                 persistent};
  }
  if (named == persistent_active_ || worker_.sends().problem) return {};
  return Error{ErrorCode::corrupt, "mca_pml_ucx_persistent_request_t.tmp_req of " + std::to_string(persistent_active_) +
                                       " persistent requests leads to " + std::to_string(named) +
                                       " requests of UCX in use"};
}

// Compares a request of UCX with Open MPI's request that follows in memory. UCX marks its request as complete before it
// calls Open MPI, which marks its own request. In Open MPI's request of a receive, the only reference is to the
// persistent request that started it.
Status UcxRequests::check_pooled(const ucx::PooledRequest &pooled) const {
  const Address handle = pooled.request + process_.ucx->layouts.request.byte_size;
  const auto corrupt = [&](const std::string &what) {
    return Error{ErrorCode::corrupt, "ompi_request_t at " + hex(handle) + " " + what, handle};
  };
  if (pooled.kind == ucx::PooledRequest::other) return {};
  const bool is_done = pooled.completion == constants::request_completed;
  const std::string has = "has req_complete " + hex(pooled.completion);
  if (pooled.kind == ucx::PooledRequest::complete)
    return is_done ? Status() : corrupt(has + ", and ucp_request before it is complete" + at_this_moment);
  if (is_done) return corrupt(has + ", and ucp_request before it is pending" + at_this_moment);
  if (pooled.completion > constants::request_completed && pooled.completion % process_.memory.pointer_size() != 0)
    return corrupt(has + ", which is not an address");
  if (pooled.kind == ucx::PooledRequest::send || pooled.behind.is_null()) return {};
  const auto started = started_.find(handle);
  if (started != started_.end() && started->second.persistent == pooled.behind) return {};
  return corrupt("has req_complete_cb_data " + hex(pooled.behind) +
                 ", which is not a persistent request that has started it");
}

}  // namespace mpidbg::model::openmpi
