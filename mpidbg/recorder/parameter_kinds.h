#pragma once
// What a parameter of a call is: how it is passed, the word that it takes in the record, what it says of a request, and
// what the call does with it. The names are those of calls.def, and of the record's table of calls.
//
// A kind has
//   Type<Language>   how it is passed
//   has_word, word   its 64 bits in the record
//   describe         fills in the request that the call creates
//   before           before the call, for handles that the call takes away
//   collect, after   after the call: first the results that others need, then what became of the handles

#include <climits>
#include <cstring>

#include "mpidbg/recorder/effects.h"
#include "mpidbg/recorder/languages.h"
#include "mpidbg/recorder/mpit_sampling.h"

namespace recorder {

struct Parameter {
  static constexpr bool has_word = true;
  static constexpr bool creates_request = false;
  static constexpr bool is_handle = false;
  static constexpr bool saves_many = false;
  template <class, class T>
  static void describe(mpidbg_record_request &, T) {}
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
  static void describe(mpidbg_record_request &request, const void *address) {
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

struct Count : Int {
  template <class L>
  static void describe(mpidbg_record_request &request, Type<L> count) {
    if (request.count == -1) request.count = L::template value<int>(count);
  }
};
struct Rank : Int {
  template <class L>
  static void describe(mpidbg_record_request &request, Type<L> rank) {
    request.peer = L::template value<int>(rank);
  }
};
using Root = Rank;
struct Tag : Int {
  template <class L>
  static void describe(mpidbg_record_request &request, Type<L> tag) {
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
using Errhandler = HandleParameter<MPI_Errhandler, MPIDBG_RECORD_ERRHANDLER>;

template <class MpiHandle, int kind>
struct OwnerParameter : HandleParameter<MpiHandle, kind> {
  template <class L>
  static void describe(mpidbg_record_request &request, typename L::Handle handle) {
    request.owner = L::template word<MpiHandle>(kind, handle);
  }
};
using Comm = OwnerParameter<MPI_Comm, MPIDBG_RECORD_COMM>;
using Win = OwnerParameter<MPI_Win, MPIDBG_RECORD_WIN>;
using File = OwnerParameter<MPI_File, MPIDBG_RECORD_FILE>;

struct Datatype : HandleParameter<MPI_Datatype, MPIDBG_RECORD_DATATYPE> {
  template <class L>
  static void describe(mpidbg_record_request &request, Type<L> datatype) {
    if (request.datatype == 0) request.datatype = word<L>(datatype);
  }
};
struct Op : HandleParameter<MPI_Op, MPIDBG_RECORD_OP> {
  template <class L>
  static void describe(mpidbg_record_request &request, Type<L> op) {
    request.buffer_or_op = word<L>(op);
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
using NewGroup = NewParameter<MPI_Group, MPIDBG_RECORD_GROUP, true>;
using NewDatatype = NewParameter<MPI_Datatype, MPIDBG_RECORD_DATATYPE>;
using NewOp = NewParameter<MPI_Op, MPIDBG_RECORD_OP>;
using NewWin = NewParameter<MPI_Win, MPIDBG_RECORD_WIN>;
using NewFile = NewParameter<MPI_File, MPIDBG_RECORD_FILE>;
using NewInfo = NewParameter<MPI_Info, MPIDBG_RECORD_INFO>;
using NewErrhandler = NewParameter<MPI_Errhandler, MPIDBG_RECORD_ERRHANDLER, true>;
using NewMessage = NewParameter<MPI_Message, MPIDBG_RECORD_MESSAGE>;

// A handle that the call takes from the program.
template <class MpiHandle, mpidbg_record_kind kind>
struct FreedParameter : Parameter {
  static constexpr bool is_handle = true;
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
  static void after(Frame &frame, const void *, int result, unsigned) {
    if (result == MPI_SUCCESS) freed(frame.doer, kind, frame.taken);
    object_ended(kind, frame.taken);
  }
};
using FreedComm = FreedParameter<MPI_Comm, MPIDBG_RECORD_COMM>;
using FreedGroup = FreedParameter<MPI_Group, MPIDBG_RECORD_GROUP>;
using FreedDatatype = FreedParameter<MPI_Datatype, MPIDBG_RECORD_DATATYPE>;
using FreedOp = FreedParameter<MPI_Op, MPIDBG_RECORD_OP>;
using FreedWin = FreedParameter<MPI_Win, MPIDBG_RECORD_WIN>;
using FreedFile = FreedParameter<MPI_File, MPIDBG_RECORD_FILE>;
using FreedInfo = FreedParameter<MPI_Info, MPIDBG_RECORD_INFO>;
using FreedErrhandler = FreedParameter<MPI_Errhandler, MPIDBG_RECORD_ERRHANDLER>;
using FreedMessage = FreedParameter<MPI_Message, MPIDBG_RECORD_MESSAGE>;

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

// The name of a file, before the NewFile.
struct FileName : Pointer {
  template <class L>
  static void before(Frame &frame, const void *name) {
    frame.name = static_cast<const char *>(name);
    if constexpr (!L::fortran) frame.name_length = name == nullptr ? 0 : std::strlen(frame.name);
  }
};

}  // namespace recorder
