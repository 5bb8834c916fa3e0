#include "mpidbg/model/openmpi/p2p/partitioned_requests.h"

#include <algorithm>
#include <utility>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/openmpi/p2p/constants.h"
#include "mpidbg/model/objects/request_operation.h"
#include "mpidbg/model/openmpi/handles.h"
#include "mpidbg/model/openmpi/opal/pooled_objects.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

using Fields = PartitionedRequestLayout;

constexpr const char *module_symbol = "ompi_part_persist";

Error contradiction_in(Address request, const std::string &what) {
  return Error{ErrorCode::corrupt, "mca_part_persist_request_t at " + hex(request) + " " + what, request};
}

}  // namespace

void PartitionedRequests::clear() {
  scanned_ = false;
  problem_.reset();
  live_.clear();
  sends_ = 0;
  items_.clear();
  introductions_.clear();
  communicators_.clear();
  making_.reset();
}

void PartitionedRequests::scan_once() {
  if (std::exchange(scanned_, true)) return;
  if (const Status status = scan(); !status && !problem_) problem_ = status.error();
  std::sort(items_.begin(), items_.end());
}

// Reads both pools, unless the component records that the program has made no partitioned requests.
Status PartitionedRequests::scan() {
  const auto &layout = process_.layouts().partitioned_module;
  const auto symbol = process_.symbol(module_symbol);
  if (symbol && layout.resolved()) {
    const auto module = process_.objects.read(layout, *symbol);
    if (module && module->get(&PartitionedModuleLayout::init_world) < 0) return {};
  }
  MPIDBG_TRY(scan_pool("mca_part_base_psend_requests", true));
  sends_ = live_.size();
  return scan_pool("mca_part_base_precv_requests", false);
}

Status PartitionedRequests::scan_pool(const char *name, bool is_send) {
  const auto pool = process_.symbol(name);
  if (!pool) return {};
  Objects &objects = process_.objects;
  MPIDBG_ASSIGN(header, objects.read(process_.layouts().object, *pool));
  if (header.get(&ObjectLayout::obj_class).is_null()) return {};  // the pool is made in MPI_Init
  MPIDBG_ASSIGN(used, requests_in_use(objects, *pool));
  const auto &layout = process_.layouts().partitioned_request;
  if (!layout.resolved()) {
    if (used.empty()) return {};
    return Error{ErrorCode::layout, "requests of MPI_Psend_init and MPI_Precv_init are not read: " + layout.problem};
  }
  MPIDBG_ASSIGN(cursor, FreeListCursor::open(objects, *pool));
  for (;;) {
    auto item = cursor.next();
    if (!item) return std::move(item).error();
    if (!*item) break;
    items_.push_back(**item);
  }
  for (const Address request : used) {
    if (const Status added = add(request, is_send); !added && !problem_) problem_ = added.error();
  }
  return {};
}

Status PartitionedRequests::add(Address request, bool is_send) {
  MPIDBG_ASSIGN(view, process_.objects.read_object(process_.layouts().partitioned_request, request));
  MPIDBG_TRY(check(view, is_send));
  MPIDBG_TRY(note_introductions(view, is_send));
  MPIDBG_ASSIGN(common, process_.objects.base_of(view, process_.layouts().request));
  // A freed request is not listed, because the program has no handle for it any more. The library never releases some
  // of these (5.0.7).
  const bool is_left =
      view.get(&Fields::req_free_called) != 0 && common.get(&RequestLayout::req_state) == constants::request_inactive;
  if (is_left) return {};
  live_.push_back(request);
  communicators_.push_back(view.get(&Fields::req_comm));
  return {};
}

Status PartitionedRequests::check(const RequestView &view, bool is_send) const {
  MPIDBG_ASSIGN(common, process_.objects.base_of(view, process_.layouts().request));
  const Address at = view.address();
  const std::int32_t type = view.get(&Fields::req_type);
  if (type != (is_send ? constants::partitioned_send : constants::partitioned_receive)) {
    return contradiction_in(
        at, "has req_type " + std::to_string(type) + " in the pool of " + (is_send ? "sends" : "receives"));
  }
  if (common.get(&RequestLayout::req_type) != constants::request_partitioned) {
    return contradiction_in(at, "is in a request of req_type " + std::to_string(common.get(&RequestLayout::req_type)));
  }
  if (common.get(&RequestLayout::req_mpi_object) != view.get(&Fields::req_comm)) {
    return contradiction_in(at, "is on two communicators: req_comm " + hex(view.get(&Fields::req_comm)) +
                                    ", req_mpi_object " + hex(common.get(&RequestLayout::req_mpi_object)));
  }
  constexpr std::uint64_t most = INT32_MAX;  // the largest argument of MPI_Psend_init
  const std::uint64_t partitions = view.get(&Fields::req_parts);
  if (partitions > most || (is_send && view.get(&Fields::real_parts) != partitions)) {
    return contradiction_in(at, "has req_parts " + std::to_string(partitions) + " and real_parts " +
                                    std::to_string(view.get(&Fields::real_parts)));
  }
  return {};
}

// Collects the requests that introduce the two sides. Only members that are already set are used: the others have the
// values of an earlier request in the same memory.
Status PartitionedRequests::note_introductions(const RequestView &view, bool is_send) {
  MPIDBG_ASSIGN(requests, process_.memory.read_pointers(view.address_of(&Fields::setup_req), 2,
                                                        "setup_req of a partitioned request"));
  const bool initialized = view.get(&Fields::initialized) != 0;
  if (is_send || initialized) introductions_.insert(requests[0]);
  if (!initialized && view.get(&Fields::flag_post_setup_recv) == 0) introductions_.insert(requests[1]);
  // All sends that were complete when they started share one request, which other operations of the program may use as
  // well.
  const auto &ucx = process_.layouts().ucx_module;
  if (ucx.resolved() && !process_.symbols.ucx.is_null())
    introductions_.erase(process_.symbols.ucx + ucx.completed_send_req.offset);
  return {};
}

const std::vector<Address> &PartitionedRequests::live() {
  scan_once();
  return live_;
}

bool PartitionedRequests::used() {
  scan_once();
  return problem_ || !items_.empty();
}

std::optional<Error> PartitionedRequests::problem() {
  scan_once();
  return problem_;
}

std::size_t PartitionedRequests::on(Address communicator) {
  scan_once();
  return static_cast<std::size_t>(std::count(communicators_.begin(), communicators_.end(), communicator));
}

Status PartitionedRequests::read(Address handle, Request &request) {
  MPIDBG_ASSIGN(view, process_.objects.read_object(process_.layouts().partitioned_request, handle));
  const bool is_send = view.get(&Fields::req_type) == constants::partitioned_send;
  MPIDBG_TRY(check(view, is_send));
  request.type = RequestType::point_to_point;
  request.call = is_send ? RequestCall::psend_init : RequestCall::precv_init;
  request.communicator = view.get(&Fields::req_comm);
  request.freed = view.get(&Fields::req_free_called) != 0;
  request.buffer = view.get(&Fields::req_addr);
  request.partitions = Partitions{static_cast<std::uint32_t>(view.get(&Fields::req_parts)), std::nullopt, false};
  MPIDBG_TRY(fill_data(view, request));

  const std::int32_t peer = view.get(&Fields::req_peer), tag = view.get(&Fields::req_tag);
  request.any_source = !is_send && peer == constants::any_source;
  request.any_tag = !is_send && tag == constants::any_tag;
  if (!request.any_tag) request.tag = tag;
  if (!request.any_source && peer != constants::proc_null) {
    MPIDBG_ASSIGN(found, handles_.requests.peers().peer(request.communicator.address(), peer));
    request.peer = found;
  }
  if (request.state != RequestState::active) return {};
  request.transfer_completed = false;
  if (is_send) {
    MPIDBG_ASSIGN(marked, ready(view));
    request.partitions->ready = marked;
  }
  return {};
}

Status PartitionedRequests::fill_data(const RequestView &view, Request &request) const {
  const Address datatype = view.get(&Fields::req_datatype);
  const auto overflow = [&] {
    return contradiction_in(view.address(), "has req_parts " + std::to_string(view.get(&Fields::req_parts)) +
                                                " and req_count " + std::to_string(view.get(&Fields::req_count)));
  };
  std::uint64_t count = 0, bytes = 0;
  if (__builtin_mul_overflow(view.get(&Fields::req_parts), view.get(&Fields::req_count), &count)) return overflow();
  MPIDBG_ASSIGN(type, handles_.datatypes.summary(datatype));
  if (__builtin_mul_overflow(count, type->size, &bytes) || bytes > limits::message_bytes) return overflow();
  request.datatype = datatype;
  request.datatype_named = !type->name.empty();
  request.datatype_name = request.datatype_named ? type->name : "datatype " + hex(datatype);
  request.count = count;
  request.bytes = bytes;
  return {};
}

// Counts the partitions whose flag is not -1. In the first transfer, the flag of a partition is -1 until MPI_Pready,
// then -2 until the other side is known, then 0, and 1 when the partition has arrived. In later transfers flags start
// at 0, and the library treats partitions that are not ready as if they were, so the number is unknown.
Result<std::optional<std::uint32_t>> PartitionedRequests::ready(const RequestView &view) const {
  const std::uint64_t partitions = view.get(&Fields::req_parts);
  if (view.get(&Fields::first_send) == 0 || partitions > limits::datatype_arguments)
    return std::optional<std::uint32_t>();
  MPIDBG_ASSIGN(flags,
                process_.memory.read_int32s(view.get(&Fields::flags), partitions, "mca_part_persist_request_t.flags"));
  std::uint32_t marked = 0;
  for (const std::int32_t flag : flags) {
    if (flag < -2 || flag > 1)
      return contradiction_in(view.address(), "has a partition with flag " + std::to_string(flag));
    if (flag != -1) ++marked;
  }
  return std::optional(marked);
}

PartitionedRequests::Listed PartitionedRequests::operations(const Communicator &communicator, Queue queue) {
  scan_once();
  Listed listed{{}, problem_};
  for (std::size_t i = 0; i < live_.size(); ++i) {
    if (communicators_[i] != communicator.handle.address()) continue;
    const auto request = handles_.requests.read(live_[i]);
    if (!request) {
      if (!listed.problem) listed.problem = request.error();
      continue;
    }
    const bool has_peer = request->any_source || request->peer;
    const bool inactive = request->state == RequestState::inactive;
    if (!has_peer || request->complete) continue;
    if (queue != (inactive ? Queue::inactive : i < sends_ ? Queue::sends : Queue::receives)) continue;
    listed.operations.push_back(operation_of(*request, communicator, queue));
    listed.operations.back().freed = request->freed;
    listed.operations.back().waiter = request->waiter;
  }
  return listed;
}

bool PartitionedRequests::introduces(Address request, Address buffer) {
  scan_once();
  if (introductions_.contains(request)) return true;
  const auto after = std::upper_bound(items_.begin(), items_.end(), buffer);
  if (after == items_.begin()) return false;
  const Address item = *std::prev(after);
  return AddressRange{item, item + process_.layouts().partitioned_request.byte_size}.contains(buffer);
}

Result<PartitionedRequests::OwnCommunicators> PartitionedRequests::read_own_communicators() const {
  using Module = PartitionedModuleLayout;
  const auto &layout = process_.layouts().partitioned_module;
  const auto symbol = process_.symbol(module_symbol);
  OwnCommunicators own;
  if (!symbol || !layout.resolved()) return own;
  MPIDBG_ASSIGN(module, process_.objects.read(layout, *symbol));
  if (module.get(&Module::init_world) != 1) return own;
  own.handles = {module.get(&Module::part_comm), module.get(&Module::part_comm_setup)};
  if (module.get(&Module::part_comm_ready) == 0) own.requests.push_back(module.get(&Module::part_comm_req));
  if (module.get(&Module::part_comm_sready) == 0) own.requests.push_back(module.get(&Module::part_comm_sreq));
  return own;
}

std::vector<Address> PartitionedRequests::own_communicators() {
  const auto own = read_own_communicators();
  return own ? own->handles : std::vector<Address>();
}

const RequestParts &PartitionedRequests::making() {
  if (!making_) {
    making_.emplace();
    if (const auto own = read_own_communicators()) {
      for (const Address one : own->requests) add_with_parts(process_.objects, one, *making_);
    }
  }
  return *making_;
}

bool PartitionedRequests::makes_own_communicator(Address request) {
  return making().requests.contains(request);
}

bool PartitionedRequests::hides_parts() {
  return !making().all;
}

}  // namespace mpidbg::model::openmpi
