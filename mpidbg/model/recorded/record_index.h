#pragma once
// A RecordIndex finds the entries of a record that belong to a handle, a kind of handle, or a communicator.
//
// The index is built once per record, by sorting the entries once for each way to look them up. This keeps look-ups
// fast although a process may have 114,688 live requests, and the requests of every communicator and every queue are
// looked up separately.

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "mpidbg/model/objects/handle.h"
#include "mpidbg/model/recorded/call_table.h"
#include "mpidbg/model/recorded/record.h"

namespace mpidbg::model::recorded {

// ByHandle finds values by the handle that they belong to. It does not change after its construction.
template <class Value>
class ByHandle {
 public:
  ByHandle() = default;
  // Values of the same handle keep the order in which they are given.
  explicit ByHandle(std::vector<std::pair<HandleReference, Value>> pairs) {
    std::stable_sort(pairs.begin(), pairs.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    handles_.reserve(pairs.size());
    values_.reserve(pairs.size());
    for (const auto &[handle, value] : pairs) {
      handles_.push_back(handle);
      values_.push_back(value);
    }
  }

  // Returns the values of one handle; the span is empty if the handle is unknown.
  std::span<const Value> of(HandleReference handle) const {
    const auto [first, last] = std::equal_range(handles_.begin(), handles_.end(), handle);
    return std::span(values_).subspan(static_cast<std::size_t>(first - handles_.begin()),
                                      static_cast<std::size_t>(last - first));
  }
  // The elements of these two arrays correspond to each other: one per value, ordered by handle.
  std::span<const HandleReference> handles() const { return handles_; }
  std::span<const Value> values() const { return values_; }

 private:
  std::vector<HandleReference> handles_;
  std::vector<Value> values_;
};

class RecordIndex {
 public:
  // A Place is an index into Entries::entries: into the record's requests for HandleKind::request, and into its handles
  // for all other kinds.
  using Place = std::uint32_t;

  RecordIndex() = default;
  RecordIndex(const std::vector<mpidbg_record_handle> &handles, const std::vector<mpidbg_record_request> &requests,
              const CallTable &calls);

  // Returns every object that had the handle, in the order of creation.
  std::span<const Place> of(HandleReference handle) const { return of_handle_.of(handle); }
  // Returns every object of a kind ordered by time. For an ended object this is the time of its end, for a live object
  // that of its creation.
  std::span<const Place> of(HandleKind kind) const { return of_kind_[static_cast<std::size_t>(kind)]; }
  // Returns the live requests on a communicator, window or file, in the order of creation.
  std::span<const Place> requests_on(HandleReference owner) const { return requests_on_.of(owner); }
  // Returns each communicator that has live requests, once.
  std::vector<Handle> communicators_with_requests() const;
  // Returns the live requests that use an object, in the order of the record. The users of an info object are the live
  // objects that were made with it.
  std::span<const HandleReference> users_of(HandleReference object) const { return users_.of(object); }

 private:
  ByHandle<Place> of_handle_;
  std::array<std::vector<Place>, handle_kinds> of_kind_;
  ByHandle<Place> requests_on_;
  ByHandle<HandleReference> users_;
};

}  // namespace mpidbg::model::recorded
