#include "mpidbg/model/mpich/p2p/request_index.h"

#include <algorithm>
#include <utility>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/mpich/p2p/constants.h"
#include "mpidbg/model/mpich/handles.h"
#include "mpidbg/model/mpich/p2p/partitioned.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

namespace {

// The bits of the result of glance().
constexpr std::uint8_t seen_pending = 1, seen_receive = 2, seen_held = 4;

}  // namespace

bool is_of_one_process(const Communicator &communicator) {
  return !communicator.intercommunicator && communicator.size_without_group == 1;
}

RequestIndex::RequestIndex(const Attachment &process, Handles &handles) : process_(process), handles_(handles) {
  handles.pools.set_glance(ObjectKind::request, [this](Address request, std::span<const std::byte> bytes) {
    return glance(request, bytes);
  });
}

void RequestIndex::clear() {
  is_read_ = is_compared_ = false;
  not_requests_.clear();
  started_.clear();
  moving_.clear();
  by_communicator_.clear();
  pending_.clear();
  recent_block_ = 0;
  damage_.reset();
  pending_collectives_ = 0;
  in_network_ = {};
  pending_generalized_.clear();
}

// Returns what add() needs to know about a plain pending request (RequestIndex::Plain), so that add() need not read the
// request again. Returns 0 for all other requests. In a process with many requests, nearly all are plain. In some
// builds MPICH itself has matching lists. In such a build the lists are needed to classify a request, so the result is
// always 0.
std::uint8_t RequestIndex::glance(Address request, std::span<const std::byte> bytes) const {
  if (process_.layouts.device_request.is_local.present) return 0;
  const auto view = RequestView::over(process_.memory, process_.layouts.request, request, bytes);
  if (!view) return 0;
  const std::uint32_t kind = view->get(&RequestLayout::kind);
  const bool is_receive = kind == constants::request_receive;
  if (!is_receive && kind != constants::request_send) return 0;
  const auto header = view->as(process_.layouts.object);
  const std::int32_t references = header ? header->get(&ObjectLayout::ref_count) : 0;
  const bool is_pending =
      view->get(&RequestLayout::cc_ptr) == view->address_of(&RequestLayout::cc) && view->get(&RequestLayout::cc) > 0;
  if (references <= 0 || !is_pending || !view->get(&RequestLayout::comm).is_null()) return 0;
  if (is_receive && is_unpacked(*view)) return 0;
  return static_cast<std::uint8_t>(seen_pending | (is_receive ? seen_receive : 0) | (references > 1 ? seen_held : 0));
}

// Reads the table of requests. Requests that are neighbours in memory are read together.
Status RequestIndex::read() {
  if (is_read_) return {};
  clear();
  MPIDBG_ASSIGN(numbers, request_kinds(process_));
  const RequestLayout &layout = process_.layouts.request;
  constexpr std::size_t piece_bytes = 1u << 19;  // small, because this memory is read only once and debuggers cache it
  const std::size_t most_at_once = std::max<std::size_t>(piece_bytes / std::max(layout.byte_size, 1u), 1);
  std::vector<PooledObject> neighbours;
  std::vector<std::byte> bytes;
  const auto add_neighbours = [&] {
    if (neighbours.empty()) return;
    const Address begin = neighbours.front().address;
    bytes.resize(static_cast<std::size_t>(neighbours.back().address - begin) + layout.span_end);
    const bool is_read = static_cast<bool>(process_.memory.read(begin, bytes, layout.type_name));
    for (const PooledObject &object : neighbours) {
      const auto copy = std::span<const std::byte>(bytes).subspan(static_cast<std::size_t>(object.address - begin));
      const auto view = is_read ? RequestView::over(process_.memory, layout, object.address, copy)
                                : read_request_view(process_, object.address);
      if (view) add(object, *view, numbers);
    }
    neighbours.clear();
  };
  const auto &live = handles_.pools.live(ObjectKind::request);
  pending_.reserve(live.size());
  for (const PooledObject &object : live) {
    if (object.seen != 0) {
      const bool is_receive = (object.seen & seen_receive) != 0, is_held = (object.seen & seen_held) != 0;
      pending_.push_back({object.address, object.handle, is_receive, is_held, false});
      continue;
    }
    const bool is_beside = !neighbours.empty() && neighbours.size() < most_at_once &&
                           object.address == neighbours.back().address + layout.byte_size;
    if (!is_beside) add_neighbours();
    neighbours.push_back(object);
  }
  add_neighbours();
  check_communicators();
  for (const PendingRequest &request : pending_) {
    if (!request.is_local) ++(request.is_receive ? in_network_.receives : in_network_.sends);
  }
  const auto is_before = [](const PendingRequest &a, const PendingRequest &b) { return a.request < b.request; };
  if (!std::is_sorted(pending_.begin(), pending_.end(), is_before)) {
    std::sort(pending_.begin(), pending_.end(), is_before);
  }
  is_read_ = true;
  return {};
}

void RequestIndex::add(const PooledObject &object, const RequestView &view, const RequestKinds &numbers) {
  const std::uint32_t kind = view.get(&RequestLayout::kind);
  if (kind == numbers.matched_probe || handles_.devices.active_messages.is_hidden(view)) {
    not_requests_.insert(object.handle);
    if (kind == constants::request_receive && !view.get(&RequestLayout::comm).is_null() &&
        !is_complete(process_, view).value_or(true)) {
      ++in_network_.receives;
    }
    return;
  }
  if (kind == numbers.collective && !is_complete(process_, view).value_or(false)) ++pending_collectives_;
  if (kind == numbers.generalized && !is_complete(process_, view).value_or(false))
    pending_generalized_.push_back(object.handle);
  if (is_persistent(kind) && !view.get(&RequestLayout::u).is_null()) {
    started_.emplace(view.get(&RequestLayout::u), int_handle(object.handle));
  }
  if (kind == constants::request_partitioned) moving_.insert(completes(process_, view));
  const Address communicator = view.get(&RequestLayout::comm);
  if (!communicator.is_null()) by_communicator_[communicator].push_back(object.handle);
  const bool lacks_communicator = communicator.is_null() && is_persistent(kind);
  const bool is_idle = is_persistent(kind) && view.get(&RequestLayout::u).is_null();
  // A persistent collective operation that was never started is not pending, although its counter is 1.
  const bool is_new = kind == constants::request_persistent_collective && !view.get(&RequestLayout::schedule).is_null();
  if (!damage_ && is_idle && !is_new && !is_complete(process_, view).value_or(true)) {
    damage_ = Error{ErrorCode::corrupt,
                    "MPIR_Request at " + hex(object.address) + " (" + hex(object.handle) +
                        ") is persistent, has started nothing and is pending",
                    object.address};
  }
  if (!damage_ && (kind == constants::request_undefined || lacks_communicator)) {
    damage_ = Error{ErrorCode::corrupt,
                    "MPIR_Request at " + hex(object.address) + " (" + hex(object.handle) + ") has the kind " +
                        std::to_string(kind) + (lacks_communicator ? " and no communicator" : ""),
                    object.address};
  }
  const bool is_receive = kind == constants::request_receive;
  if ((is_receive || kind == constants::request_send) && !is_complete(process_, view).value_or(true)) {
    const auto header = view.as(process_.layouts.object);
    const bool is_held = header && header->get(&ObjectLayout::ref_count) != 1;
    const auto device = view.part(&RequestLayout::dev, process_.layouts.device_request);
    const bool is_local = device && device->get(&DeviceRequestLayout::is_local).value_or(0) != 0;
    pending_.push_back({object.address, object.handle, is_receive, is_held, is_local});
    if (is_local && communicator.is_null() && !damage_) {
      damage_ = Error{ErrorCode::corrupt,
                      "MPIR_Request at " + hex(object.address) + " (" + hex(object.handle) +
                          ") is pending within the node, and has no communicator",
                      object.address};
    }
  }
}

// Returns true if UCX receives into memory of the library instead of the program's buffer (see
// UcxOperations::fill_unpacked), or if this cannot be determined.
bool RequestIndex::is_unpacked(const RequestView &view) const {
  const UcxRequestLayout &layout = process_.layouts.ucx_request;
  if (!layout.type.present) return false;
  const auto device = view.part(&RequestLayout::dev, process_.layouts.device_request);
  if (!device) return true;
  const auto given = device->part(&DeviceRequestLayout::ch4, layout);
  return !given || given->get(&UcxRequestLayout::type) == constants::ucx_receive_to_unpack;
}

// Checks that requests refer to communicators in use, as each request holds a reference to its communicator.
void RequestIndex::check_communicators() {
  if (by_communicator_.empty() || handles_.pools.problem(ObjectKind::communicator)) return;
  std::unordered_set<Address> known;
  for (const PooledObject &object : handles_.pools.live(ObjectKind::communicator)) known.insert(object.address);
  std::unordered_set<std::uint32_t> own;  // requests on communicators with a single process
  for (const auto &[communicator, requests] : by_communicator_) {
    if (known.contains(communicator)) {
      const Handle handle = handles_.communicators.handle_of(communicator);
      const auto outline = handles_.communicators.outline(handle);
      if (outline && is_of_one_process(*outline)) own.insert(requests.begin(), requests.end());
    } else if (!damage_) {
      damage_ = Error{ErrorCode::corrupt,
                      "MPIR_Request.comm of the request " + hex(requests.front()) + " is " + hex(communicator) +
                          ", which is not a communicator in use",
                      communicator};
    }
  }
  std::erase_if(pending_, [&own](const PendingRequest &request) { return own.contains(request.handle); });
}

Status RequestIndex::check_pending(Address request, const char *type, Address place) const {
  const auto corrupt = [&](const std::string &what) {
    return Error{ErrorCode::corrupt,
                 std::string(type) + " at " + hex(place) + " is pending, and is for " + hex(request) + ", " + what,
                 place};
  };
  if (!handles_.pools.handle_of(ObjectKind::request, request)) return corrupt("which is not a request in use");
  MPIDBG_ASSIGN(view, read_request_view(process_, request));
  MPIDBG_ASSIGN(complete, is_complete(process_, view));
  const std::uint32_t kind = view.get(&RequestLayout::kind);
  if (kind != constants::request_send && kind != constants::request_receive) {
    return corrupt("whose MPIR_Request.kind is " + std::to_string(kind));
  }
  return complete ? Status(corrupt("which is complete")) : Status();
}

std::optional<Error> RequestIndex::damage() {
  if (const auto &problem = handles_.pools.problem(ObjectKind::request)) return problem;
  if (const Status indexed = read(); !indexed) return indexed.error();
  if (damage_ || std::exchange(is_compared_, true)) return damage_;
  const std::vector<PendingRequest> pending = std::exchange(pending_, {});
  Status checked;
  if (handles_.devices.sees_network()) checked = handles_.devices.network().check(pending);
  if (checked) checked = handles_.devices.active_messages.check(pending);
  if (!checked) damage_ = checked.error();
  return damage_;
}

Handle RequestIndex::owner_of(Address request) {
  if (!read()) return Handle();
  if (const auto found = started_.find(request); found != started_.end()) return found->second;
  const auto handle = handles_.pools.handle_of(ObjectKind::request, request);
  return handle ? int_handle(*handle) : Handle();
}

Handle RequestIndex::owner_of(Handle request) {
  const auto address = handles_.pools.find(ObjectKind::request, static_cast<std::uint32_t>(request.value()));
  return address ? owner_of(*address) : Handle();
}

std::optional<RequestIndex::Plain> RequestIndex::plain(Address request) {
  if (!read() || is_started(request)) return std::nullopt;
  const auto found = handles_.pools.live(ObjectKind::request).at(request, recent_block_);
  if (!found || found->seen == 0) return std::nullopt;
  return Plain{found->handle, (found->seen & seen_held) != 0};
}

Result<const std::vector<std::uint32_t> *> RequestIndex::on(Handle communicator) {
  static const std::vector<std::uint32_t> none;
  MPIDBG_TRY(read());
  MPIDBG_ASSIGN(address,
                handles_.pools.find(ObjectKind::communicator, static_cast<std::uint32_t>(communicator.value())));
  const auto found = by_communicator_.find(address);
  return found == by_communicator_.end() ? &none : &found->second;
}

}  // namespace mpidbg::model::mpich
