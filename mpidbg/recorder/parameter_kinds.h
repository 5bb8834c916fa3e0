#pragma once
// What a parameter of a call is: how it is passed, the word that it takes in the record, what it says of a request, and
// what the call does with it. The names are those of calls.def, and of the record's table of calls.
//
// A kind has
//   Type<Language>   how it is passed
//   has_word, word   its 64 bits in the record
//   describe         fills in the request that the call creates; its flags apart, for they make it valid
//   before           before the call, for handles that the call takes away
//   collect, after   after the call: first the results that others need, then what became of the handles

#include <climits>
#include <cstring>

#include "mpidbg/recorder/effects.h"
#include "mpidbg/recorder/kept_objects.h"
#include "mpidbg/recorder/languages.h"
#include "mpidbg/recorder/mpit_sampling.h"

namespace recorder {

struct Parameter {
  static constexpr bool has_word = true;
  static constexpr bool creates_request = false;
  static constexpr bool is_handle = false;
  static constexpr bool saves_many = false;
  static constexpr bool keepable = false;
  template <class, class T>
  static void describe(mpidbg_record_request &, unsigned &, T) {}
  template <class, class T>
  static void before(Frame &, T) {}
  template <class, class T>
  static void collect(Frame &, T) {}
  template <class, class T>
  static void after(Frame &, T, int, unsigned) {}
};

// Arrays and results.
struct Pointer : Parameter {
  static constexpr bool has_word = false;
  template <class>
  using Type = void *;
};

// A buffer, a function, an array whose address is worth keeping.
struct Address : Parameter {
  template <class>
  using Type = void *;
  template <class>
  static std::uint64_t word(const void *address) {
    return reinterpret_cast<std::uintptr_t>(address);
  }
  template <class>
  static void describe(mpidbg_record_request &request, unsigned &, const void *address) {
    if (request.buffer_or_op == 0) request.buffer_or_op = reinterpret_cast<std::uintptr_t>(address);
  }
};

template <class Number>
struct NumberParameter : Parameter {
  template <class L>
  using Type = typename L::template Value<Number>;
  template <class L>
  static std::uint64_t word(Type<L> number) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(L::template value<Number>(number)));
  }
};
using Int = NumberParameter<int>;
using Aint = NumberParameter<MPI_Aint>;
using Offset = NumberParameter<MPI_Offset>;

// Of elements: wider in the calls with large counts.
struct Length : Parameter {
  template <class L>
  using Type = typename L::template Value<typename L::Count>;
  template <class L>
  static std::uint64_t word(Type<L> length) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(L::template value<typename L::Count>(length)));
  }
};
struct Count : Length {
  template <class L>
  static void describe(mpidbg_record_request &request, unsigned &, Type<L> count) {
    if (request.count != -1) return;
    const auto value = L::template value<typename L::Count>(count);
    request.count = value <= INT32_MAX ? static_cast<std::int32_t>(value) : INT32_MAX;
  }
};
struct LargeCount : NumberParameter<MPI_Count> {
  template <class L>
  static void describe(mpidbg_record_request &request, unsigned &, Type<L> count) {
    const auto value = L::template value<MPI_Count>(count);
    request.count = value <= INT32_MAX ? static_cast<std::int32_t>(value) : INT32_MAX;
  }
};
// An MPI_Aint that is an MPI_Count in the calls with large counts.
struct Distance : Parameter {
  template <class L>
  using Type = typename L::template Value<typename L::Distance>;
  template <class L>
  static std::uint64_t word(Type<L> distance) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(L::template value<typename L::Distance>(distance)));
  }
};
// Of displacements: an int, and an MPI_Aint in the calls with large counts.
struct Unit : Parameter {
  template <class L>
  using Type = typename L::template Value<typename L::Unit>;
  template <class L>
  static std::uint64_t word(Type<L> unit) {
    return static_cast<std::uint64_t>(std::int64_t{L::template value<typename L::Unit>(unit)});
  }
};
struct Rank : Int {
  template <class L>
  static void describe(mpidbg_record_request &request, unsigned &, Type<L> rank) {
    request.peer = L::template value<int>(rank);
  }
};
using Root = Rank;
struct Tag : Int {
  template <class L>
  static void describe(mpidbg_record_request &request, unsigned &, Type<L> tag) {
    request.tag = L::template value<int>(tag);
  }
};
// How many requests the array that follows has.
struct Requests : Int {
  template <class L>
  static void before(Frame &frame, Type<L> count) {
    frame.request_count = L::template value<int>(count);
  }
};

template <class MpiHandle, int kind>
struct HandleParameter : Parameter {
  static constexpr bool is_handle = true;
  template <class L>
  using Type = typename L::Handle;
  template <class L>
  static std::uint64_t word(Type<L> handle) {
    return L::template word<MpiHandle>(kind, handle);
  }
};
using Group = HandleParameter<MPI_Group, MPIDBG_RECORD_GROUP>;
using Info = HandleParameter<MPI_Info, MPIDBG_RECORD_INFO>;
// MPI_Request_get_status, MPI_Pready: nothing becomes of it.
using Request = HandleParameter<MPI_Request, 0>;
using Errhandler = HandleParameter<MPI_Errhandler, MPIDBG_RECORD_ERRHANDLER>;

template <class MpiHandle, int kind>
struct OwnerParameter : HandleParameter<MpiHandle, kind> {
  template <class L>
  static void describe(mpidbg_record_request &request, unsigned &, typename L::Handle handle) {
    request.owner = L::template word<MpiHandle>(kind, handle);
  }
};
using Comm = OwnerParameter<MPI_Comm, MPIDBG_RECORD_COMM>;
using Win = OwnerParameter<MPI_Win, MPIDBG_RECORD_WIN>;
using File = OwnerParameter<MPI_File, MPIDBG_RECORD_FILE>;

struct Datatype : HandleParameter<MPI_Datatype, MPIDBG_RECORD_DATATYPE> {
  template <class L>
  static void describe(mpidbg_record_request &request, unsigned &flags, Type<L> handle) {
    const std::uint64_t datatype = word<L>(handle);
    if (request.datatype == 0) {
      request.datatype = datatype;
    } else if (request.datatype != datatype) {
      request.buffer_or_op = datatype;
      flags |= MPIDBG_RECORD_SECOND_DATATYPE;
    }
  }
};
struct Datatypes : Pointer {
  template <class>
  static void describe(mpidbg_record_request &, unsigned &flags, const void *) {
    flags |= MPIDBG_RECORD_MORE_DATATYPES;
  }
};
struct Op : HandleParameter<MPI_Op, MPIDBG_RECORD_OP> {
  template <class L>
  static void describe(mpidbg_record_request &request, unsigned &flags, Type<L> op) {
    request.buffer_or_op = word<L>(op);
    if ((flags & MPIDBG_RECORD_SECOND_DATATYPE) != 0)
      flags ^= MPIDBG_RECORD_SECOND_DATATYPE | MPIDBG_RECORD_MORE_DATATYPES;
  }
};

// A handle where the call puts one.
template <class MpiHandle, mpidbg_record_kind kind, bool shared = false>
struct NewParameter : Pointer {
  template <class L>
  static void after(Frame &frame, const void *place, int result, unsigned words) {
    if (result != MPI_SUCCESS || !frame.creating) return;
    const std::uint64_t handle = L::template element<MpiHandle>(kind, place, 0);
    if (handle == null_handle[kind]) return;
    frame.subject = handle;
    created(frame.doer, {.kind = kind,
                         .handle = handle,
                         .shared = shared,
                         .fortran = L::fortran,
                         .parent = frame.parent,
                         .arguments = frame.thread->arguments,
                         .argument_count = words,
                         .name = frame.name,
                         .name_length = frame.name_length});
  }
};
using NewComm = NewParameter<MPI_Comm, MPIDBG_RECORD_COMM>;
using ParentComm = NewParameter<MPI_Comm, MPIDBG_RECORD_COMM, true>;
using NewGroup = NewParameter<MPI_Group, MPIDBG_RECORD_GROUP, true>;
using NewDatatype = NewParameter<MPI_Datatype, MPIDBG_RECORD_DATATYPE>;
// MPI_Type_get_contents: handles of those that are not predefined, which the program has to free.
struct Contents : Pointer {
  template <class L>
  static void after(Frame &frame, const void *array, int result, unsigned words) {
    if (result != MPI_SUCCESS || !frame.creating) return;
    const int count = parts_of_datatype(frame.parent);
    for (int i = 0; i < count; ++i) {
      const std::uint64_t handle = L::template element<MPI_Datatype>(MPIDBG_RECORD_DATATYPE, array, i);
      if (is_predefined_datatype(handle)) continue;
      created(frame.doer, {.kind = MPIDBG_RECORD_DATATYPE,
                           .handle = handle,
                           .shared = true,
                           .fortran = L::fortran,
                           .parent = frame.parent,
                           .arguments = frame.thread->arguments,
                           .argument_count = words,
                           .name = nullptr,
                           .name_length = 0});
    }
  }
};
using NewOp = NewParameter<MPI_Op, MPIDBG_RECORD_OP>;
using NewWin = NewParameter<MPI_Win, MPIDBG_RECORD_WIN>;
using NewFile = NewParameter<MPI_File, MPIDBG_RECORD_FILE>;
using NewInfo = NewParameter<MPI_Info, MPIDBG_RECORD_INFO>;
using NewErrhandler = NewParameter<MPI_Errhandler, MPIDBG_RECORD_ERRHANDLER, true>;
#if MPI_VERSION >= 4
using Session = HandleParameter<MPI_Session, MPIDBG_RECORD_SESSION>;
using NewSession = NewParameter<MPI_Session, MPIDBG_RECORD_SESSION>;
#endif
using NewMessage = NewParameter<MPI_Message, MPIDBG_RECORD_MESSAGE>;

// A handle that the call takes from the program; `keeps`: MPIDBG_KEEP_FREED applies to it.
template <class MpiHandle, mpidbg_record_kind handle_kind, bool keeps = false>
struct FreedParameter : Parameter {
  static constexpr bool is_handle = true;
  static constexpr bool keepable = keeps;
  static constexpr mpidbg_record_kind kind = handle_kind;
  template <class>
  using Type = void *;
  template <class L>
  static std::uint64_t word(const void *place) {
    return place == nullptr ? 0 : L::template element<MpiHandle>(kind, place, 0);
  }
  template <class L>
  static void before(Frame &frame, const void *place) {
    frame.taken = word<L>(place);
    object_ends(kind, frame.taken);
  }
  template <class L>
  static void set_null(void *place) {
    L::template set_null<MpiHandle>(kind, place);
  }
  template <class L>
  static void after(Frame &frame, const void *, int result, unsigned) {
    if (result == MPI_SUCCESS) {
      mpidbg_record_handle *entry = freed(frame.doer, kind, frame.taken, frame.kept);
      if (frame.kept) keep(kind, frame.taken, entry);
    }
    object_ended(kind, frame.taken);
  }
};
using FreedComm = FreedParameter<MPI_Comm, MPIDBG_RECORD_COMM, true>;
using DisconnectedComm = FreedParameter<MPI_Comm, MPIDBG_RECORD_COMM>;
using FreedGroup = FreedParameter<MPI_Group, MPIDBG_RECORD_GROUP, true>;
using FreedDatatype = FreedParameter<MPI_Datatype, MPIDBG_RECORD_DATATYPE, true>;
using FreedOp = FreedParameter<MPI_Op, MPIDBG_RECORD_OP, true>;
using FreedInfo = FreedParameter<MPI_Info, MPIDBG_RECORD_INFO, true>;
using FreedErrhandler = FreedParameter<MPI_Errhandler, MPIDBG_RECORD_ERRHANDLER, true>;
using FreedFile = FreedParameter<MPI_File, MPIDBG_RECORD_FILE>;
#if MPI_VERSION >= 4
using FreedSession = FreedParameter<MPI_Session, MPIDBG_RECORD_SESSION>;
#endif
using FreedMessage = FreedParameter<MPI_Message, MPIDBG_RECORD_MESSAGE>;
struct FreedWin : FreedParameter<MPI_Win, MPIDBG_RECORD_WIN> {
  template <class L>
  static void after(Frame &frame, const void *place, int result, unsigned words) {
    FreedParameter::after<L>(frame, place, result, words);
    if (result == MPI_SUCCESS) window_freed(frame.taken);
  }
};

// A synchronisation call's window, and before it the number that tells most: the target's rank, or the assertion.
struct SyncNumber : Int {
  template <class L>
  static void before(Frame &frame, Type<L> number) {
    frame.sync_number = L::template value<int>(number);
  }
};
struct SyncWin : Win {
  template <class L>
  static void after(Frame &frame, Type<L> window, int result, unsigned) {
    if (result == MPI_SUCCESS) synchronised(frame.doer, word<L>(window), frame.sync_number);
  }
};
struct LockType : Int {
  template <class L>
  static void before(Frame &frame, Type<L> type) {
    frame.lock_type = L::template value<int>(type);
  }
};
// One rank's memory, the number before it; or everybody's.
template <bool all>
struct LockedWinOf : SyncWin {
  template <class L>
  static void after(Frame &frame, Type<L> window, int result, unsigned words) {
    SyncWin::after<L>(frame, window, result, words);
    if (result != MPI_SUCCESS || !frame.creating) return;
    const bool exclusive = !all && frame.lock_type == MPI_LOCK_EXCLUSIVE;
    locked(frame.doer, {.window = word<L>(window), .rank = all ? -1 : frame.sync_number},
           exclusive ? MPIDBG_RECORD_LOCK_EXCLUSIVE : MPIDBG_RECORD_LOCK_SHARED);
  }
};
using LockedWin = LockedWinOf<false>;
using AllLockedWin = LockedWinOf<true>;
template <bool all>
struct UnlockedWinOf : SyncWin {
  template <class L>
  static void after(Frame &frame, Type<L> window, int result, unsigned words) {
    SyncWin::after<L>(frame, window, result, words);
    if (result == MPI_SUCCESS) unlocked({.window = word<L>(window), .rank = all ? -1 : frame.sync_number});
  }
};
using UnlockedWin = UnlockedWinOf<false>;
using AllUnlockedWin = UnlockedWinOf<true>;

// The number of a keyval, which is no handle: the same in both languages.
struct NewKeyval : Pointer {
  template <class L>
  static void after(Frame &frame, const void *place, int result, unsigned words) {
    if (result != MPI_SUCCESS || !frame.creating) return;
    frame.subject = keyval_word(*static_cast<const int *>(place));
    created(frame.doer, {.kind = MPIDBG_RECORD_KEYVAL,
                         .handle = frame.subject,
                         .shared = false,
                         .fortran = L::fortran,
                         .parent = 0,
                         .arguments = frame.thread->arguments,
                         .argument_count = words,
                         .name = nullptr,
                         .name_length = 0});
  }
  static std::uint64_t keyval_word(int keyval) { return static_cast<std::uint64_t>(std::int64_t{keyval}); }
};
struct FreedKeyval : Parameter {
  template <class>
  using Type = void *;
  template <class>
  static std::uint64_t word(const void *place) {
    return place == nullptr ? 0 : NewKeyval::keyval_word(*static_cast<const int *>(place));
  }
  template <class L>
  static void before(Frame &frame, const void *place) {
    frame.taken = word<L>(place);
  }
  template <class>
  static void after(Frame &frame, const void *, int result, unsigned) {
    if (result == MPI_SUCCESS) freed(frame.doer, MPIDBG_RECORD_KEYVAL, frame.taken, false);
  }
};

// The name of a file, before the NewFile. In Fortran its length lies behind the error code, and blanks fill it.
inline constinit thread_local std::size_t text_length = 0;
struct FileName : Pointer {
  template <class L>
  static void before(Frame &frame, const void *name) {
    frame.name = static_cast<const char *>(name);
    if constexpr (L::fortran)
      frame.name_length = length_without_blanks(frame.name, text_length);
    else
      frame.name_length = name == nullptr ? 0 : std::strlen(frame.name);
  }

 private:
  static std::size_t length_without_blanks(const char *text, std::size_t length) {
    while (length > 0 && text[length - 1] == ' ') --length;
    return length;
  }
};

}  // namespace recorder
