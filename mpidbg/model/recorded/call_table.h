#pragma once
// A CallTable contains the MPI functions of a record by their numbers, and shows recorded calls as text:
// "MPI_Comm_split(comm=MPI_COMM_WORLD, color=1, key=0)".

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mpidbg/base/address.h"
#include "mpidbg/model/objects/handle.h"
#include "mpidbg/model/recorded/library_values.h"
#include "mpidbg/recorder/record_format.h"

namespace mpidbg::model::recorded {

// A CallParameter is a parameter of an MPI function. The record stores its argument in a word.
struct CallParameter {
  // `name` is the parameter's name in the standard: "color".
  std::string name;
  // `kind` is the kind of argument as record_format.h names it: "Int", "Comm", "NewRequest".
  std::string kind;
  // `handle` is the kind of object that the parameter refers to; it has no value if the parameter is not a handle.
  std::optional<HandleKind> handle;
};

// A Call describes an MPI function that the recorder wraps: its name and its parameters. It does not stand for a call
// that a thread made.
struct Call {
  // `name` is the call's name: "MPI_Comm_split".
  std::string name;
  std::vector<CallParameter> parameters;
  // `known` is false for a number that the record's table of functions does not contain.
  bool known = true;

  // Returns true if the call has one of these names, each of which starts with "MPI_".
  bool is_one_of(std::initializer_list<const char *> names) const;
  // These two functions return the index in `parameters` of the first parameter with this kind ("Tag") or name
  // ("source"). The argument words have the same index. They return nothing if the call has no such parameter.
  std::optional<std::size_t> word_of_kind(std::string_view kind) const;
  std::optional<std::size_t> word_of_name(std::string_view name) const;
};

// A function that returns the name of a handle to show to the user, or an empty text if the handle has none.
using HandleNames = std::function<std::string(HandleKind kind, std::uint64_t handle)>;

// A CallTable looks up calls by the numbers that they have in one record. The names in it come from the process and are
// restricted to letters, digits and underscores. Only one thread at a time may use a table.
class CallTable {
 public:
  // The default constructor makes a table without calls: every number gives an unknown call.
  CallTable() = default;
  // `values` must outlive the table. `word_size` is the size of an address of the process in bytes, 4 or 8.
  CallTable(const std::vector<mpidbg_record_call> &calls, const LibraryValues &values, unsigned word_size);

  // Returns the call with this number. For a number beyond the table, it returns a call without parameters whose name
  // is, for example, "MPI call 4711"; that object stays valid until the next unknown number is passed.
  const Call &call(std::uint16_t number) const;

  // Returns a call with its arguments as text. `words` contains the arguments that the record has; the parameters
  // beyond them are shown as "...". `names` is called for the name of each handle.
  std::string text(std::uint16_t number, std::span<const std::uint64_t> words, const HandleNames &names) const {
    return text(call(number), words, names);
  }
  std::string text(const Call &made, std::span<const std::uint64_t> words, const HandleNames &names) const;

 private:
  // Returns one argument as text: a constant of mpi.h by its name, a handle by the result of `names`, and an address in
  // hexadecimal.
  std::string value_text(const CallParameter &parameter, std::uint64_t word, const HandleNames &names) const;

  std::vector<Call> calls_;
  const LibraryValues *values_ = nullptr;
  // The largest address of the process, with all bits set.
  std::uint64_t all_ones_ = UINT64_MAX;
  mutable Call unknown_{};
};

}  // namespace mpidbg::model::recorded
