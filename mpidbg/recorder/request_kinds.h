#pragma once
// Defines the kinds of parameters for requests that a call creates, starts, completes, tests or frees.

#include "mpidbg/recorder/parameter_kinds.h"
#include "mpidbg/recorder/request_effects.h"
#include "mpidbg/recorder/table_lock.h"

namespace recorder {

// Describes a parameter through which the call returns a new request; `flags` are the request's initial flags.
template <unsigned flags>
struct NewRequestParameter : Pointer {
  static constexpr bool creates_request = true;
  static constexpr unsigned request_flags = flags;
};
using NewRequest = NewRequestParameter<MPIDBG_RECORD_LIVE | MPIDBG_RECORD_ACTIVE>;
using NewPersistent = NewRequestParameter<MPIDBG_RECORD_LIVE | MPIDBG_RECORD_PERSISTENT>;

// Describes a parameter that is the address of a single request.
struct OneRequest : Parameter {
  static constexpr bool is_handle = true;
  template <class>
  using Type = void *;
  template <class L>
  static std::uint64_t word(const void *place) {
    return place == nullptr ? null_handle[0] : L::template element<MPI_Request>(0, place, 0);
  }
  template <class L>
  static void before(Frame &frame, const void *place) {
    frame.taken = word<L>(place);
  }
};
struct FreedRequest : OneRequest {
  template <class L>
  static void after(Frame &frame, const void *, int result, unsigned) {
    if (result != MPI_SUCCESS) return;
    const LockedTables locked;
    request_freed(frame.doer, frame.taken);
  }
};
struct StartedRequest : OneRequest {
  template <class L>
  static void after(Frame &frame, const void *, int result, unsigned) {
    if (result != MPI_SUCCESS) return;
    const LockedTables locked;
    request_started(frame.doer, frame.taken);
  }
};
struct CancelledRequest : OneRequest {
  template <class L>
  static void after(Frame &frame, const void *, int result, unsigned) {
    if (result != MPI_SUCCESS) return;
    const LockedTables locked;
    request_cancelled(frame.taken);
  }
};
// Describes a parameter that is a request. If the request is complete, the call sets it to MPI_REQUEST_NULL; a
// persistent request becomes inactive instead.
struct DoneRequest : OneRequest {
  template <class L>
  static void after(Frame &frame, const void *place, int result, unsigned) {
    if (frame.taken == null_handle[0]) return;
    const LockedTables locked;
    if (word<L>(place) == null_handle[0])
      request_ended(frame.doer, frame.taken);
    else if (result == MPI_SUCCESS && frame.flag != 0)
      request_inactive(frame.doer, frame.taken);
  }
};

// Describes a parameter that is an array of requests. A previous parameter of kind Requests is the length of the array.
struct ManyRequests : Address {
  static constexpr bool saves_many = true;
  template <class L>
  [[gnu::always_inline]] static void before(Frame &frame, const void *array) {
    frame.saved_all = array != nullptr && frame.request_count > 0 && frame.saved->reserve(frame.request_count);
    if (!frame.saved_all) return;
    const LockedTables locked;
    for (std::int64_t i = 0; i < frame.request_count; ++i)
      (*frame.saved)[i] = L::template element<MPI_Request>(0, array, i);
  }
};
struct StartedRequests : ManyRequests {
  template <class L>
  static void after(Frame &frame, const void *, int result, unsigned) {
    if (result != MPI_SUCCESS || !frame.saved_all) return;
    const LockedTables locked;
    for (std::int64_t i = 0; i < frame.request_count; ++i) request_started(frame.doer, (*frame.saved)[i]);
  }
};
struct DoneRequests : ManyRequests {
  template <class L>
  [[gnu::always_inline]] static void after(Frame &frame, const void *array, int result, unsigned) {
    if (!frame.saved_all) return;
    const LockedTables locked;
    for (std::int64_t i = 0; i < frame.request_count; ++i) {
      if ((*frame.saved)[i] == null_handle[0]) continue;
      if (L::template element<MPI_Request>(0, array, i) == null_handle[0])
        request_ended(frame.doer, (*frame.saved)[i]);
      else if (result == MPI_SUCCESS && frame.indices == nullptr && frame.index == -1 && frame.flag != 0)
        request_inactive(frame.doer, (*frame.saved)[i]);
    }
    if (result != MPI_SUCCESS) return;
    if (frame.index >= 0 && frame.index < frame.request_count)
      request_inactive(frame.doer, (*frame.saved)[frame.index]);
    for (int k = 0; frame.indices != nullptr && k < frame.index_count; ++k) {
      const int i = frame.indices[k] - L::first_index;
      if (i >= 0 && i < frame.request_count) request_inactive(frame.doer, (*frame.saved)[i]);
    }
  }
};

// Describes the parameter through which calls such as MPI_Test return whether the requests are complete.
struct Flag : Pointer {
  template <class L>
  static void collect(Frame &frame, const void *flag) {
    frame.flag = *static_cast<const int *>(flag);
  }
};
struct Index : Pointer {
  static constexpr int none = INT_MAX;
  template <class L>
  static void collect(Frame &frame, const void *index) {
    const int value = *static_cast<const int *>(index);
    frame.index = value >= L::first_index ? value - L::first_index : none;
  }
};
struct IndexCount : Pointer {
  template <class L>
  static void collect(Frame &frame, const void *count) {
    frame.index_count = *static_cast<const int *>(count);
  }
};
struct Indices : Pointer {
  template <class L>
  static void collect(Frame &frame, const void *indices) {
    frame.indices = static_cast<const int *>(indices);
  }
};

}  // namespace recorder
