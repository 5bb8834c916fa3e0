#include "mpidbg/model/openmpi/p2p/requests.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/openmpi/p2p/constants.h"
#include "mpidbg/model/openmpi/handles.h"
#include "mpidbg/model/openmpi/p2p/communicator_requests.h"
#include "mpidbg/model/openmpi/p2p/communicator_steps.h"
#include "mpidbg/model/openmpi/p2p/statuses.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

constexpr std::int32_t plausible_references = 1'000'000;

// The classes of window requests that are in no pool. The first class of osc/ucx is from 4.1, its other two from 5.0.
constexpr const char *window_classes[] = {"ompi_osc_rdma_request_t_class", "ompi_osc_ucx_request_t_class",
                                          "ompi_osc_ucx_generic_request_t_class",
                                          "ompi_osc_ucx_accumulate_request_t_class"};

RequestType type_of(std::int32_t value) {
  switch (value) {
    case constants::request_pml:
      return RequestType::point_to_point;
    case constants::request_io:
      return RequestType::file;
    case constants::request_generalized:
      return RequestType::generalized;
    case constants::request_window:
      return RequestType::window;
    case constants::request_collective:
      return RequestType::collective;
    case constants::request_null:
      return RequestType::null;
    case constants::request_noop:
      return RequestType::no_operation;
    case constants::request_communicator:
      return RequestType::communicator;
    default:
      return RequestType::unknown;
  }
}

// Returns the part of a status that the library sets for this type of request: for some types, only the error and, for
// files, the number of bytes. The other members have values of earlier requests.
MessageStatus status_of(RequestType type, const MessageStatus &kept) {
  const bool is_file = type == RequestType::file;
  if (!is_file && type != RequestType::window && type != RequestType::collective && type != RequestType::communicator)
    return kept;
  MessageStatus status;
  status.address = kept.address;
  status.source = constants::any_source;
  status.tag = constants::any_tag;
  status.any_source = status.any_tag = true;
  status.error = kept.error;
  if (is_file) status.bytes = kept.bytes;
  return status;
}

}  // namespace

void Requests::clear() {
  peers_.clear();
  damage_.clear();
  indexed_ = false;
  known_.clear();
  sources_.clear();
}

std::string Requests::why_unseen() {
  const Layouts &layouts = process_.layouts();
  std::string found = Attachment::unresolved({&layouts.request, &layouts.status, &layouts.object});
  if (found.empty()) found = handles_.layer->requests_seen().problem();
  if (found.empty()) found = collective_.problem();
  if (found.empty()) found = other_.problem();
  return found;
}

std::string Requests::problem() {
  if (std::string found = why_unseen(); !found.empty()) return found;
  if (const auto damage = handles_.layer->damage()) return damage->message;
  if (!damage_.empty()) return damage_;
  const auto partitioned = handles_.partitioned.problem();
  return partitioned ? partitioned->message : std::string();
}

std::vector<PredefinedHandle> Requests::predefined() const {
  std::vector<PredefinedHandle> handles;
  if (auto null = predefined_at("MPI_REQUEST_NULL", 0)) handles.push_back(std::move(*null));
  return handles;
}

void Requests::add(Source source, const std::vector<Address> &requests) {
  for (const Address request : requests) {
    if (sources_.emplace(request, source).second) known_.push_back(request);
  }
}

Status Requests::index() {
  if (indexed_) return {};
  clear();
  std::vector<Address> slots;
  if (const auto table = fortran_table()) {
    MPIDBG_ASSIGN(read, read_pointer_array(objects(), *table));
    slots = std::move(read);
  }
  // The first two entries are MPI_REQUEST_NULL and the request of operations that are complete when they start. Open
  // MPI 6.0 has a third one, for sends.
  const auto of_sends = process_.symbol("ompi_request_empty_send");
  const bool has_third = slots.size() > 2 && of_sends && slots[2] == *of_sends;
  const std::size_t predefined = std::min<std::size_t>(slots.size(), has_third ? 3 : 2);
  for (std::size_t i = 0; i < predefined; ++i) {
    if (!slots[i].is_null()) add(Source::predefined, {slots[i]});
  }
  if (handles_.layer->requests_seen().shows_anything()) {
    MPIDBG_ASSIGN(requests, handles_.layer->requests());
    for (const LayerRequest &request : *requests) {
      if (!request.probe) add(Source::point_to_point, {request.request});
    }
  }
  add(Source::partitioned, handles_.partitioned.live());
  MPIDBG_ASSIGN(collective, collective_.live());
  add(Source::collective, collective);
  MPIDBG_ASSIGN(file, other_.file_requests());
  add(Source::file, file);
  MPIDBG_ASSIGN(pt2pt, other_.pt2pt_requests());
  add(Source::pt2pt, pt2pt);
  for (std::size_t i = predefined; i < slots.size(); ++i) {
    if (slots[i].is_null() || sources_.contains(slots[i])) continue;
    const auto source = source_by_class(slots[i]);
    add(source && *source ? **source : Source::plain, {slots[i]});
  }
  indexed_ = true;
  return {};
}

// Recognises an object of one of the classes without a pool that has not been freed; see object_search.h.
Result<std::optional<Requests::Source>> Requests::source_by_class(Address handle) const {
  struct Known {
    const char *symbol;
    Source source;
  };
  static constexpr Known known[] = {{"ompi_grequest_t_class", Source::generalized},
                                    {"ompi_comm_request_t_class", Source::communicator},
                                    {"ompi_osc_rdma_request_t_class", Source::rdma},
                                    {"ompi_osc_ucx_request_t_class", Source::ucx_window},
                                    {"ompi_osc_ucx_generic_request_t_class", Source::ucx_window},
                                    {"ompi_osc_ucx_accumulate_request_t_class", Source::ucx_window},
                                    {"ompi_request_t_class", Source::plain}};
  const std::optional<Source> none;
  if (handle.is_null() || handle.value() % memory().pointer_size() != 0) return none;
  const auto header = objects().read(layouts().object, handle);
  if (!header) return none;
  const std::int32_t references = header->get(&ObjectLayout::obj_reference_count);
  if (references <= 0 || references > plausible_references) return none;
  const Address object_class = header->get(&ObjectLayout::obj_class);
  for (const Known &candidate : known) {
    const auto symbol = process_.symbol(candidate.symbol);
    if (symbol && *symbol == object_class) return std::optional<Source>(candidate.source);
  }
  return none;
}

// Finds the objects of a class. If the class is damaged, the error becomes a problem, because other requests can still
// be seen.
Result<std::vector<Address>> Requests::search(const char *class_symbol) {
  auto found = handles_.search.find(class_symbol);
  if (found || found.error().code != ErrorCode::corrupt) return found;
  if (damage_.empty()) damage_ = found.error().message;
  return std::vector<Address>{};
}

Result<std::vector<Address>> Requests::searched() {
  std::vector<Address> found;
  std::vector<const char *> symbols = {"ompi_grequest_t_class", "ompi_request_t_class", "ompi_comm_request_t_class"};
  symbols.insert(symbols.end(), std::begin(window_classes), std::end(window_classes));
  for (const char *symbol : symbols) {
    if (!process_.symbol(symbol)) continue;
    MPIDBG_ASSIGN(objects, search(symbol));
    for (const Address object : objects) {
      // Reading fails for a request that is not in use, which is then omitted.
      if (!sources_.contains(object) && read(object)) found.push_back(object);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

Result<std::vector<Address>> Requests::live() {
  MPIDBG_TRY(index());
  MPIDBG_ASSIGN(others, searched());
  std::vector<Address> all = known_;
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

Result<Request> Requests::read(Address handle) {
  MPIDBG_TRY(index());
  if (const auto found = sources_.find(handle); found != sources_.end()) return read_from(found->second, handle);
  if (handles_.layer->requests_seen().shows_anything()) MPIDBG_TRY(handles_.layer->find(handle).status());
  const Error no_request{ErrorCode::not_found, "no request in use is at " + hex(handle), handle};
  MPIDBG_ASSIGN(source, source_by_class(handle));
  if (!source) return no_request;
  auto request = read_from(*source, handle);
  if (!request || *source != Source::plain) return request;
  if (request->type == RequestType::no_operation) return request;
  if (request->type != RequestType::point_to_point) return no_request;
  MPIDBG_TRY(handles_.layer->check_unlisted(*request));
  return request;
}

Result<Request> Requests::read_from(Source source, Address handle) {
  Request request;
  MPIDBG_TRY(read_common(handle, request));
  switch (source) {
    case Source::predefined:
      request.predefined = true;
      request.is_null = request.fortran_index == 0;
      request.name = request.is_null ? "MPI_REQUEST_NULL" : "";
      request.type = request.is_null ? RequestType::null : RequestType::no_operation;
      break;
    case Source::point_to_point:
      MPIDBG_TRY(handles_.layer->read_request(handle, request));
      request.internal |= handles_.partitioned.introduces(handle, request.buffer);
      break;
    case Source::partitioned:
      MPIDBG_TRY(handles_.partitioned.read(handle, request));
      break;
    case Source::collective:
      MPIDBG_TRY(collective_.read(handle, request));
      tell_own_communicators(request, agrees_on_number(process_, request));
      break;
    case Source::file:
      MPIDBG_TRY(other_.read_file(handle, request));
      break;
    case Source::pt2pt:
      MPIDBG_TRY(other_.read_pt2pt(handle, request));
      break;
    case Source::generalized:
      MPIDBG_TRY(other_.read_generalized(handle, request));
      break;
    case Source::rdma:
      MPIDBG_TRY(other_.read_rdma(handle, request));
      break;
    case Source::communicator: {
      const auto is_part = agrees_on_number(process_, handle);
      if (!is_part.value_or(false)) request.call = RequestCall::comm_idup;
      tell_own_communicators(request, is_part);
      if (is_part.value_or(false) && !request.complete) add_step(process_, handles_, request);
      break;
    }
    case Source::ucx_window: {
      const auto view = objects().read_object(layouts().request, handle);
      if (view) request.window = view->get(&RequestLayout::req_mpi_object);
      break;
    }
    case Source::plain:
      break;
  }
  if (damage_.empty()) damage_ = request.problem;
  return request;
}

// Marks the request as internal if the library makes the communicator for itself. That is the case if the request is
// part of another request, or if it makes a communicator for partitioned requests.
void Requests::tell_own_communicators(Request &request, std::optional<bool> is_part) const {
  request.internal |= is_part.value_or(false) || handles_.partitioned.makes_own_communicator(request.handle.address());
  if (request.internal || is_part || !handles_.partitioned.hides_parts()) return;
  request.problem = "the request at " + hex(request.handle) +
                    " is the program's or the library's own: the library is making its communicators for partitioned "
                    "requests, and which requests belong to that cannot be seen at this moment";
}

// Fills in the members that all requests (ompi_request_t) have.
Status Requests::read_common(Address handle, Request &request) const {
  const auto &layout = layouts().request;
  MPIDBG_ASSIGN(view, objects().read_object(layout, handle));
  request.handle = handle;
  MPIDBG_ASSIGN(references, objects().reference_count(view));
  request.reference_count = references;
  request.type = type_of(view.get(&RequestLayout::req_type));
  request.persistent = view.get(&RequestLayout::req_persistent);
  request.fortran_index = std::max(view.get(&RequestLayout::req_f_to_c_index), -1);
  const std::uint64_t complete = view.get(&RequestLayout::req_complete).value();
  if (complete > constants::request_completed) request.waiter = Address(complete);

  switch (view.get(&RequestLayout::req_state)) {
    case constants::request_inactive:
      request.state = RequestState::inactive;
      return {};
    case constants::request_active:
      break;
    case constants::request_cancelled:
      request.state = RequestState::cancelled;
      request.cancelled = true;
      return {};
    default:
      return Error{ErrorCode::not_found, "the request at " + hex(handle) + " is not in use: the library has it back",
                   handle};
  }
  if (complete != constants::request_completed) return {};
  MPIDBG_ASSIGN(status, view.part(&RequestLayout::req_status, layouts().status));
  request.status = status_of(request.type, decode_status(status));
  request.complete = true;
  request.cancelled = request.status->cancelled;
  request.state = request.cancelled ? RequestState::cancelled : RequestState::complete;
  return {};
}

Status Requests::add_references(Address handle, References &references) {
  const auto request = read(handle);
  if (!request) return {};  // reading it individually reports the error
  const HandleReference user{HandleKind::request, handle};
  std::vector<HandleReference> objects = {{HandleKind::communicator, request->communicator},
                                          {HandleKind::datatype, request->datatype},
                                          {HandleKind::file, request->file},
                                          {HandleKind::window, request->window}};
  if (request->schedule) {
    for (const ScheduleOperation &operation : request->schedule->operations) {
      if (operation.state == ScheduleState::done) continue;
      objects.push_back({HandleKind::datatype, operation.datatype});
      objects.push_back({HandleKind::op, operation.op});
    }
  }
  std::sort(objects.begin(), objects.end());
  objects.erase(std::unique(objects.begin(), objects.end()), objects.end());
  for (const HandleReference &object : objects) {
    if (!object.handle.is_null()) references.add(user, object, held_by(*request, object.kind));
  }
  return {};
}

// Returns the references that a request outside of the point-to-point layer holds to an object. MPI_Ialltoall and its
// like hold one for each datatype that they are given, so two if both are the same, and MPI_Ialltoallw more. Releases
// before 4.1 held none. Source: ompi/mca/coll/base/coll_base_util.c.
Held Requests::held_by(const Request &request, HandleKind object) const {
  if (request.type == RequestType::collective && (object == HandleKind::datatype || object == HandleKind::op)) {
    const std::string version = read_version(process_.memory, process_.symbols);
    const bool may_hold_none = version < "4.1";  // also if the version is unknown
    return {may_hold_none ? 0U : 1U, object == HandleKind::op ? std::optional<std::uint64_t>(1) : std::nullopt};
  }
  if (request.type == RequestType::window && object == HandleKind::datatype) return {0, std::nullopt};
  return {};
}

Status Requests::collect_references(References &references) {
  MPIDBG_TRY(index());
  if (const auto damage = handles_.layer->damage()) return *damage;
  for (const Address handle : known_) {
    if (sources_.at(handle) != Source::point_to_point) {
      MPIDBG_TRY(add_references(handle, references));
      continue;
    }
    MPIDBG_ASSIGN(pooled, handles_.layer->find(handle));
    const HandleReference user{HandleKind::request, handle};
    if (!pooled->communicator.is_null()) references.add(user, {HandleKind::communicator, pooled->communicator});
    if (!pooled->datatype.is_null())
      references.add(user, {HandleKind::datatype, pooled->datatype}, pooled->holds_datatype);
  }
  return {};
}

// Searches for requests that refer to windows. For other kinds of objects no search is needed, because the requests
// that only a search finds refer to windows. Does nothing if the program has no window.
Status Requests::search_references(HandleKind object, References &references) {
  if (object != HandleKind::window) return {};
  const auto windows = handles_.windows.live();
  if (!windows || windows->size() <= 1) return {};
  for (const char *symbol : window_classes) {
    if (!process_.symbol(symbol)) continue;
    MPIDBG_ASSIGN(found, search(symbol));
    for (const Address handle : found) MPIDBG_TRY(add_references(handle, references));
  }
  return {};
}

}  // namespace mpidbg::model::openmpi
