#pragma once
// Records a call of the program on its way to the library: marks it as in progress, passes it on, and records its
// effects. The call is passed on unchanged, and no other function of the library is called. The only exceptions are
// calls that free objects: with MPIDBG_KEEP_FREED, they are not passed on.

#include <type_traits>

#include "mpidbg/recorder/call_ids.h"
#include "mpidbg/recorder/clock.h"
#include "mpidbg/recorder/collective_operations.h"
#include "mpidbg/recorder/handle_kinds.h"
#include "mpidbg/recorder/mpit_sampling.h"
#include "mpidbg/recorder/record.h"
#include "mpidbg/recorder/request_kinds.h"
#include "mpidbg/recorder/table_lock.h"
#include "mpidbg/recorder/threads.h"
#include "mpidbg/recorder/window_kinds.h"

namespace recorder {

// Describes the properties that all calls of a class have. This class is for most calls; other classes derive from it.
struct Call {
  // True if the time of the call is taken and the call is added to the history.
  static constexpr bool timed = true;
  // True if the call is collective on its communicator, which is the first communicator among the arguments.
  static constexpr bool collective = false;
  // Runs at the start of the call. The parameter points to the call's arguments; it is null if the call is not
  // recorded.
  static void begins(const std::uint64_t *) {}
  static void succeeded() {}
};
struct CollectiveCall : Call {
  static constexpr bool collective = true;
};
// Describes calls that return at once, and create or free nothing.
struct LocalCall : Call {
  static constexpr bool timed = false;
};
struct InitCall : Call {
  static void succeeded() {
    note_initialized();
    start_sampling();
  }
};
struct SessionCall : Call {
  static void succeeded() { note_session(); }
};
struct FinalizeCall : Call {
  static void begins(const std::uint64_t *) {
    finish_sampling();
    if (record.keeps) release_kept();
  }
  static void succeeded() { note_finalized(); }
};

// Describes calls of MPI_Abort, whose second argument is an error code.
struct AbortCall : Call {
  static void begins(const std::uint64_t *arguments) {
    sample_at_abort(arguments == nullptr ? 0 : static_cast<std::int32_t>(arguments[1]));
  }
};

template <class... Kind>
struct Kinds {};

struct Nothing {};

template <class Language, CallId call, class Class, class Parameters>
struct RecordedCall;

template <class Language, CallId call, class Class, class... Kind>
struct RecordedCall<Language, call, Class, Kinds<Kind...>> {
  // Passes a call on and records it. `pass_on` calls the next function and returns its MPI result. `stack` is the
  // address of the wrapper's stack frame.
  template <class PassOn>
  [[gnu::always_inline]] static int run(const void *site, const void *stack, const PassOn &pass_on,
                                        typename Kind::template Type<Language>... arguments) {
    ThisThread &self = this_thread;
    if (self.entry == nullptr && !start_thread()) [[unlikely]]
      return pass_on();
    mpidbg_record_thread &thread = *self.entry;
    const auto here = reinterpret_cast<std::uintptr_t>(stack);
    const bool outer = here >= self.outer_frame;
    const bool creating = outer && (!record.unusual || record_unusual_call());
    Doer doer{.call = call, .site = reinterpret_cast<std::uintptr_t>(site), .time = 0};
    Frame frame{.doer = doer, .thread = &thread, .creating = creating, .fortran = Language::fortran};
    [[maybe_unused]] std::conditional_t<(Kind::saves_many || ...), SavedHandles, Nothing> saved;
    if constexpr ((Kind::saves_many || ...)) frame.saved = &saved;
    [[maybe_unused]] unsigned words = 0;
    if (outer) self.outer_frame = here;
    if constexpr (Class::collective) {
      constexpr int operation = collective_operation(call_names[call]);
      if (outer) begun_collective(communicator_of<Kind...>(arguments...), operation);
    }
    if (creating) [[likely]] {
      if constexpr (Class::timed) doer.time = now();
      (keep_word<Kind>(frame, thread, words, arguments), ...);
      begin(thread, frame);
    } else if (outer) {
      __atomic_fetch_add(&record.header->calls_paused, 1, __ATOMIC_RELAXED);
    }
    if (outer) Class::begins(creating ? thread.arguments : nullptr);
    (Kind::template before<Language>(frame, arguments), ...);

    if constexpr ((Kind::keepable || ...))
      if (outer && record.keeps) (try_to_keep<Kind>(frame, arguments), ...);
    const int result = frame.kept ? MPI_SUCCESS : pass_on();

    if (result == MPI_SUCCESS) [[likely]] {
      (Kind::template collect<Language>(frame, arguments), ...);
      Class::succeeded();
      if constexpr ((Kind::creates_request || ...))
        if (creating) note_request(frame, arguments...);
    } else if constexpr (Class::collective) {
      if (outer) failed_collective(communicator_of<Kind...>(arguments...));
    }
    (Kind::template after<Language>(frame, arguments, result, words), ...);
    if (creating) end(self, thread, frame, result);
    if (outer) self.outer_frame = 0;
    return result;
  }

 private:
  template <class First, class... Rest, class Argument, class... Arguments>
  // Returns the first communicator among the arguments.
  static std::uint64_t communicator_of(Argument argument, Arguments... rest) {
    if constexpr (std::is_same_v<First, Comm>) {
      return First::template word<Language>(argument);
    } else {
      return communicator_of<Rest...>(rest...);
    }
  }

  template <class K, class Argument>
  // Stores the word of an argument in the thread's entry. The first handle becomes Frame::parent.
  [[gnu::always_inline]] static void keep_word(Frame &frame, mpidbg_record_thread &thread, unsigned &words,
                                               Argument argument) {
    if constexpr (K::has_word) {
      const std::uint64_t word = K::template word<Language>(argument);
      if (words < MPIDBG_RECORD_THREAD_ARGUMENTS) thread.arguments[words++] = word;
      if constexpr (K::is_handle)
        if (frame.parent == 0) frame.parent = word;
    }
  }

  template <class K, class Argument>
  // Sets Frame::kept if the library is not to be called, because the program frees an object that is kept.
  static void try_to_keep(Frame &frame, Argument place) {
    if constexpr (K::keepable) {
      if (!can_keep(K::kind, frame.taken)) return;
      frame.kept = true;
      K::template set_null<Language>(place);
    }
  }

  // Marks the call as in progress. The member `call` is written last, because it tells readers that the others are
  // valid.
  [[gnu::always_inline]] static void begin(mpidbg_record_thread &thread, const Frame &frame) {
    thread.site = frame.doer.site;
    thread.since = frame.doer.time;
    thread.last_call = call;
    ++thread.calls;
    __atomic_store_n(&thread.call, call, __ATOMIC_RELEASE);
  }

  // Marks the call as ended, and adds it to the ring of events.
  [[gnu::always_inline]] static void end(const ThisThread &self, mpidbg_record_thread &thread, const Frame &frame,
                                         int result) {
    if constexpr (Class::timed)
      add_event({.site = frame.doer.site,
                 .time = frame.doer.time,
                 .subject = frame.subject != 0 ? frame.subject : frame.parent,
                 .call = call,
                 .thread = self.index,
                 .result = result});
    __atomic_store_n(&thread.call, no_call, __ATOMIC_RELEASE);
  }

  template <class K, class Argument>
  // Sets handle and flags of the request that the call has returned through this argument, if it is a new request.
  static void find_new_request(std::uint64_t &request, unsigned &flags, Argument place) {
    if constexpr (K::creates_request) {
      request = Language::template element<MPI_Request>(0, place, 0);
      flags = K::request_flags | (Language::fortran ? MPIDBG_RECORD_FORTRAN : 0);
    }
  }

  // Adds an entry for the request that the call has returned. The member `flags` is written last and makes the entry
  // valid.
  [[gnu::always_inline]] static void note_request(Frame &frame, typename Kind::template Type<Language>... arguments) {
    std::uint64_t request = 0;
    unsigned flags = 0;
    (find_new_request<Kind>(request, flags, arguments), ...);
    frame.subject = request;
    if (request == null_handle[0] || is_shared_request(request)) return;
    const LockedTables locked;
    mpidbg_record_header &header = *record.header;
    mpidbg_record_request *entry = record.requests.claim(request, header.history_lost, header.requests_not_recorded);
    if (entry == nullptr) return;
    // The members are assigned one by one: making a struct elsewhere and copying it takes twice as long.
    entry->flags = 0;
    entry->request = request;
    entry->site = frame.doer.site;
    entry->time = frame.doer.time;
    entry->owner = entry->datatype = entry->buffer_or_op = 0;
    entry->count = -1;
    entry->peer = entry->tag = INT32_MIN;
    entry->created_by = call;
    (Kind::template describe<Language>(*entry, flags, arguments), ...);
    __atomic_store_n(&entry->flags, static_cast<std::uint16_t>(flags), __ATOMIC_RELEASE);
  }
};

}  // namespace recorder
