#pragma once
// Defines the kinds of parameters: how an argument is passed, its word in the record, its meaning for a request, and
// the effect that the call has on it. The names are used in calls.def and in the record's table of calls.
//
// A kind has these members:
//   Type<Language>   the type in which the argument is passed
//   has_word, word   whether the argument has a word in the record, and these 64 bits
//   describe         fills the request that the call creates, except for the flags, which make it valid
//   before           runs before the call, for handles that the call frees or overwrites
//   collect, after   run after the call: first `collect` for results that other parameters need, then `after` for the
//                    effects on handles

#include <climits>

#include "mpidbg/recorder/frame.h"
#include "mpidbg/recorder/languages.h"
#include "mpidbg/recorder/mpit_sampling.h"

namespace recorder {

// Defines the defaults for all kinds of parameters.
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

// Describes a parameter that is an array or a result. Such a parameter has no word in the record.
struct Pointer : Parameter {
  static constexpr bool has_word = false;
  template <class>
  using Type = void *;
};

// Describes a parameter that is a buffer, a function, or an array. Its address is recorded.
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

// Describes a parameter that is an integer of type `Number`.
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

// Describes a parameter that is a number of elements: an int, but an MPI_Count in calls with large counts.
struct Length : Parameter {
  template <class L>
  using Type = typename L::template Value<typename L::Count>;
  template <class L>
  static std::uint64_t word(Type<L> length) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(L::template value<typename L::Count>(length)));
  }
};
// Describes a parameter that is a number of elements and is recorded as the count of the request.
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
#if MPI_VERSION >= 4
// Finds the type of a function's third parameter. In MPI_Psend_init and MPI_Precv_init it is the length of a partition.
// That is an MPI_Count in the standard, but an int in MPICH 5, which ignores the upper half of the register.
template <class Function>
struct ThirdParameter;
template <class First, class Second, class Third, class... Rest>
struct ThirdParameter<int(First, Second, Third, Rest...)> {
  using Type = Third;
};
#ifdef MPIDBG_STANDARD_ABI
using PartitionNumber = MPI_Count;
#else
using PartitionNumber = ThirdParameter<decltype(::PMPI_Psend_init)>::Type;
#endif
struct PartitionLength : NumberParameter<PartitionNumber> {
  template <class L>
  static std::uint64_t word(Type<L> count) {
    return static_cast<std::uint64_t>(length<L>(count));
  }
  template <class L>
  static void describe(mpidbg_record_request &request, unsigned &, Type<L> count) {
    const std::int64_t value = length<L>(count);
    request.count = value <= INT32_MAX ? static_cast<std::int32_t>(value) : INT32_MAX;
  }

 private:
  template <class L>
  static std::int64_t length(Type<L> count) {
    const std::int64_t value = L::template value<PartitionNumber>(count);
    return MPIDBG_IS_STANDARD_ABI && is_mpich() ? static_cast<std::int32_t>(value) : value;
  }
};
#endif
// Describes a parameter that is an MPI_Aint, but an MPI_Count in calls with large counts.
struct Distance : Parameter {
  template <class L>
  using Type = typename L::template Value<typename L::Distance>;
  template <class L>
  static std::uint64_t word(Type<L> distance) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(L::template value<typename L::Distance>(distance)));
  }
};
// Describes a parameter that is a displacement unit: an int, but an MPI_Aint in calls with large counts.
struct Unit : Parameter {
  template <class L>
  using Type = typename L::template Value<typename L::Unit>;
  template <class L>
  static std::uint64_t word(Type<L> unit) {
    return static_cast<std::uint64_t>(std::int64_t{L::template value<typename L::Unit>(unit)});
  }
};
// Describes a parameter that is the rank of another process.
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
// Describes a parameter that is a number of requests. The next parameter is the array of these requests.
struct Requests : Int {
  template <class L>
  static void before(Frame &frame, Type<L> count) {
    frame.request_count = L::template value<int>(count);
  }
};

// Describes a parameter that is a handle. The call only uses the handle, and does not create or free it.
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
// The kind for a request that the call does not change, as in MPI_Request_get_status and MPI_Pready.
using Request = HandleParameter<MPI_Request, 0>;
using Errhandler = HandleParameter<MPI_Errhandler, MPIDBG_RECORD_ERRHANDLER>;

// Describes a parameter that is a handle of the object on which the call creates a request.
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

// Describes a parameter that is a datatype. The first two datatypes of a call are recorded in the request.
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

}  // namespace recorder
