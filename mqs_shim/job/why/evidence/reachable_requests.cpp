#include "mqs_shim/job/why/evidence/reachable_requests.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "mpidbg/base/mpi_calls.h"

namespace mqs_shim::why {

namespace {

constexpr std::uint32_t null_request = 0x2c000000;  // MPI_REQUEST_NULL of MPICH

// Returns true if the address is within the frames of the thread's call. If the call was made inside of another call,
// its frames end where the program's frames begin.
bool is_on_stack(const ThreadRecord &thread, Address address) {
  if (thread.frames.empty() || address < thread.frames.front().stack_pointer) return false;
  const FrameRecord &end = thread.inside_frame && thread.site ? thread.frames[*thread.site] : thread.frames.back();
  return address <= end.stack_pointer;
}

}  // namespace

RequestsAtHand::Found RequestsAtHand::by_waiter() const {
  Found found;
  for (const auto &[request, pending] : pending_.by_request) {
    if (!pending.waiter.is_null() && is_on_stack(record_, pending.waiter)) found.push_back(&pending);
  }
  return found;
}

RequestsAtHand::Found RequestsAtHand::whole_list() const {
  if (record_.request_lists.empty()) return {};
  std::set<const Pending *> at_hand;
  for (const Found &found : {anywhere(), in_arrays()}) at_hand.insert(found.begin(), found.end());
  for (const std::vector<std::uint32_t> &list : record_.request_lists) {
    const auto is_waited_for = [this](std::uint32_t handle) {
      return handle == null_request || pending_of(handle) != nullptr;
    };
    if (!std::all_of(list.begin(), list.end(), is_waited_for)) continue;
    Found found;
    for (const std::uint32_t handle : list) {
      const Pending *const one = handle == null_request ? nullptr : pending_of(handle);
      if (one != nullptr && std::find(found.begin(), found.end(), one) == found.end()) found.push_back(one);
    }
    if (!found.empty() && std::set(found.begin(), found.end()) == at_hand) return found;
  }
  return {};
}

const Pending *RequestsAtHand::pending_of(std::uint32_t handle) const {
  const auto object = pending_.records.find(Address(handle));
  const auto at = pending_.by_request.find(object == pending_.records.end() ? Address(handle) : object->second);
  return at == pending_.by_request.end() ? nullptr : &at->second;
}

// is_request() recognizes handles of requests in MPICH: four bits of a handle, including MPI_REQUEST_NULL, contain its
// kind.
RequestsAtHand::Found RequestsAtHand::listed() const {
  const auto is_request = [](std::uint32_t handle) { return ((handle >> 26) & 0xf) == 0xb; };
  if (record_.request_lists.empty()) return {};
  const Found at_hand = anywhere();
  std::optional<Found> only;
  for (const std::vector<std::uint32_t> &list : record_.request_lists) {
    if (!std::all_of(list.begin(), list.end(), is_request)) continue;
    Found found;
    for (const std::uint32_t handle : list) {
      if (const Pending *const one = pending_of(handle)) found.push_back(one);
    }
    const bool are_at_hand = std::all_of(found.begin(), found.end(), [&](const Pending *one) {
      return std::find(at_hand.begin(), at_hand.end(), one) != at_hand.end();
    });
    if (found.empty() || !are_at_hand || only == found) continue;
    if (only) return {};
    only = std::move(found);
  }
  return only.value_or(Found());
}

RequestsAtHand::Found RequestsAtHand::both_halves() const {
  if (mpidbg::mpi_call(call_).wait != mpidbg::CallWait::messages) return {};
  const Found found = at_waiting();
  const auto is_of = [&](OperationKind kind) {
    return std::count_if(found.begin(), found.end(), [&](const Pending *one) { return is_kind(*one, kind); });
  };
  const bool are_halves = found.size() == 2 && is_of(OperationKind::send) == 1 && is_of(OperationKind::receive) == 1;
  return are_halves ? found : Found();
}

RequestsAtHand::Found RequestsAtHand::sending_half() const {
  const auto sends = [](const FrameRecord &frame) { return frame.function == "mca_pml_ob1_send"; };
  const std::size_t inner = std::min(record_.call_frame.value_or(0), record_.frames.size());
  if (!call_.starts_with("MPI_Sendrecv") || !evidence_.queues_complete ||
      std::none_of(record_.frames.begin(), record_.frames.begin() + static_cast<std::ptrdiff_t>(inner), sends))
    return {};
  Found found = at_waiting();
  std::erase_if(found, [this](const Pending *one) { return !is_kind(*one, OperationKind::send); });
  return found.size() == 1 ? found : Found();
}

bool RequestsAtHand::is_kind(const Pending &pending, OperationKind kind) const {
  return pending.kind == Pending::Kind::operation &&
         evidence_.operations[static_cast<std::size_t>(pending.index)].kind == kind;
}

RequestsAtHand::Found RequestsAtHand::at_waiting() const {
  Found found = in(record_.waiting_registers, true);
  for (const Pending *pending : in(record_.waiting_slots, true)) {
    if (std::find(found.begin(), found.end(), pending) == found.end()) found.push_back(pending);
  }
  return found;
}

RequestsAtHand::Found RequestsAtHand::in(const std::vector<Address> &words, bool of_program) const {
  Found found;
  for (const Address word : words) {
    const auto at = pending_.by_request.find(word);
    if (at == pending_.by_request.end() || !at->second.waiter.is_null()) continue;
    // A collective waits for internal messages, and other calls for messages of the program. For requests that are not
    // messages, it cannot always be seen whether they are the program's.
    if (at->second.kind == Pending::Kind::operation && at->second.of_program != of_program) continue;
    if (std::find(found.begin(), found.end(), &at->second) == found.end()) found.push_back(&at->second);
  }
  return found;
}

RequestsAtHand::Found RequestsAtHand::anywhere() const {
  Found found = in(record_.waiting_registers, true);
  for (const auto *words : {&record_.waiting_slots, &record_.library_words}) {
    for (const Pending *pending : in(*words, true)) {
      if (std::find(found.begin(), found.end(), pending) == found.end()) found.push_back(pending);
    }
  }
  return found;
}

template <class Choice>
RequestsAtHand::Found RequestsAtHand::chosen(Choice &&is_chosen) const {
  Found found;
  for (const auto &[request, pending] : pending_.by_request) {
    if (pending.of_program && pending.waiter.is_null() && is_chosen(request)) found.push_back(&pending);
  }
  return found;
}

RequestsAtHand::Found RequestsAtHand::in_arrays() const {
  std::set<Address> elements;
  for (const auto *words : {&record_.waiting_registers, &record_.waiting_slots}) {
    for (const Address word : *words) {
      const auto array = report_.request_arrays.find(word);
      if (array != report_.request_arrays.end()) elements.insert(array->second.begin(), array->second.end());
    }
  }
  return chosen([&](Address request) { return elements.contains(request); });
}

RequestsAtHand::Found RequestsAtHand::all_of_program() const {
  return chosen([](Address) { return true; });
}

bool RequestsAtHand::is_all(const Found &found) const {
  if (!pending_.has_all || found.empty() || !found.front()->of_program) return false;
  const auto is_of_program = [](const Pending &pending) { return pending.of_program; };
  const auto all = std::count_if(pending_.by_request.begin(), pending_.by_request.end(),
                                 [&](const auto &entry) { return is_of_program(entry.second); });
  return all == std::count_if(found.begin(), found.end(), [&](const Pending *one) { return is_of_program(*one); });
}

}  // namespace mqs_shim::why
