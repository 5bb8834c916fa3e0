#pragma once
// Defines the kinds of parameters for handles that a call creates or frees, except for requests. See parameter_kinds.h.

#include <cstring>

#include "mpidbg/recorder/effects.h"
#include "mpidbg/recorder/kept_objects.h"
#include "mpidbg/recorder/parameter_kinds.h"

namespace recorder {

// Describes a parameter through which the call returns a new handle. `is_valid` is true if the object can be used as
// soon as the call has returned.
template <class MpiHandle, mpidbg_record_kind kind, bool shared = false, bool is_valid = true>
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
                         .name_length = frame.name_length,
                         .place = kind == MPIDBG_RECORD_COMM && is_valid ? place_in(handle) : Place{}});
  }
};
using NewComm = NewParameter<MPI_Comm, MPIDBG_RECORD_COMM>;
using LaterComm = NewParameter<MPI_Comm, MPIDBG_RECORD_COMM, false, false>;
using ParentComm = NewParameter<MPI_Comm, MPIDBG_RECORD_COMM, true>;
using NewGroup = NewParameter<MPI_Group, MPIDBG_RECORD_GROUP, true>;
using NewDatatype = NewParameter<MPI_Datatype, MPIDBG_RECORD_DATATYPE>;
// Describes the parameter through which MPI_Type_get_contents returns an array of datatypes. The program has to free
// those that are not predefined.
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
                           .name_length = 0,
                           .place = {}});
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

// Describes a parameter that is a handle. The call frees this handle. `keeps` is true if MPIDBG_KEEP_FREED applies to
// its kind.
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

// Describes a parameter through which the call returns a new keyval: a number and not a handle, the same in C and
// Fortran.
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
                         .name_length = 0,
                         .place = {}});
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

// Describes a parameter that is a name. In Fortran a name is padded with blanks, and its length is passed after the
// error code; the wrapper puts it in `text_length`.
inline constinit thread_local std::size_t text_length = 0;
struct NameParameter : Pointer {
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
// Describes the parameter of MPI_File_open that is the name of the file; the parameter of kind NewFile follows later.
using FileName = NameParameter;

// Describes a parameter that is the new name of an object. The object's handle is the previous parameter.
template <mpidbg_record_kind kind>
struct GivenName : NameParameter {
  template <class>
  static void after(Frame &frame, const void *, int result, unsigned) {
    if (result == MPI_SUCCESS && frame.creating && frame.name != nullptr)
      named(kind, frame.parent, frame.name, frame.name_length);
  }
};
using CommName = GivenName<MPIDBG_RECORD_COMM>;
using TypeName = GivenName<MPIDBG_RECORD_DATATYPE>;
using WinName = GivenName<MPIDBG_RECORD_WIN>;

}  // namespace recorder
