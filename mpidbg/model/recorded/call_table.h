#pragma once
// This table has the kinds of calls of a record, and shows calls as text: "MPI_Comm_split(comm=MPI_COMM_WORLD, color=1,
// key=0)".

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

// A CallParameter is one parameter that has a word among the arguments of a call.
struct CallParameter {
  // `name` is the parameter's name in the standard: "color".
  std::string name;
  // `kind` is the kind of argument as record_format.h names it: "Int", "Comm", "NewRequest".
  std::string kind;
  // `handle` is the kind of object that the parameter refers to; it has no value if the parameter is not a handle.
  std::optional<HandleKind> handle;
};

// A Call is one kind of call, as the recorder was built with it. It is not one call that a thread made.
struct Call {
  // `name` is the call's name: "MPI_Comm_split".
  std::string name;
  std::vector<CallParameter> parameters;
  // `known` is false if the record numbers a call that its table does not have.
  bool known = true;

  // Returns true if the call has one of these names, which begin with "MPI_".
  bool is_one_of(std::initializer_list<const char *> names) const;
  // Both return the index in `parameters` of the first one of a kind ("Tag") or name ("source"), which is its index
  // among the argument words as well. They return nothing if the call has no such parameter.
  std::optional<std::size_t> word_of_kind(std::string_view kind) const;
  std::optional<std::size_t> word_of_name(std::string_view name) const;
};

// Returns the name of a handle for the user, or an empty text if it has none.
using HandleNames = std::function<std::string(HandleKind kind, std::uint64_t handle)>;

// A CallTable looks up calls by the numbers that they have in one record. Its texts come from the process and are
// restricted to letters, digits and underscores. The calls of one table must come from one thread at a time.
class CallTable {
 public:
  // A table made without arguments knows no call: every number gives an unknown one.
  CallTable() = default;
  // `values` must outlive the table. `word_size` is the size of an address of the process in bytes, 4 or 8.
  CallTable(const std::vector<mpidbg_record_call> &calls, const LibraryValues &values, unsigned word_size);

  // Returns the call of a number. For a number beyond the table it returns a call that has the name "MPI call 4711" and
  // lacks parameters; that one stays valid until the next unknown number is asked for.
  const Call &call(std::uint16_t number) const;

  // Shows a call with its arguments. `words` are the arguments that the record kept; parameters beyond them are shown
  // as "...". `names` is asked for the name of each handle.
  std::string text(std::uint16_t number, std::span<const std::uint64_t> words, const HandleNames &names) const {
    return text(call(number), words, names);
  }
  std::string text(const Call &made, std::span<const std::uint64_t> words, const HandleNames &names) const;

 private:
  // Shows one argument: a constant of mpi.h by its name, a handle by what `names` returns, and an address in
  // hexadecimal.
  std::string value_text(const CallParameter &parameter, std::uint64_t word, const HandleNames &names) const;

  std::vector<Call> calls_;
  const LibraryValues *values_ = nullptr;
  // This is the address of the process with all bits set.
  std::uint64_t all_ones_ = UINT64_MAX;
  mutable Call unknown_{};
};

}  // namespace mpidbg::model::recorded
