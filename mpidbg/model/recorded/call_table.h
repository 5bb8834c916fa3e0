#pragma once
// The record's kinds of calls, and calls as text: "MPI_Comm_split(comm=MPI_COMM_WORLD, color=1, key=0)".

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

// One parameter that has a word among the arguments.
struct CallParameter {
  std::string name;  // as in the standard: "color"
  std::string kind;  // as in record_format.h: "Int", "Comm", "NewRequest"
  // What it refers to, if it is a handle.
  std::optional<HandleKind> handle;
};

struct Call {
  std::string name;  // "MPI_Comm_split"
  std::vector<CallParameter> parameters;
  bool known = true;

  bool is_one_of(std::initializer_list<const char *> names) const;
  // Index of the first word of this kind ("Tag"), or of this name ("source"); nothing if there is none.
  std::optional<std::size_t> word_of_kind(std::string_view kind) const;
  std::optional<std::size_t> word_of_name(std::string_view name) const;
};

// A handle's name, or an empty text where it has none.
using HandleNames = std::function<std::string(HandleKind kind, std::uint64_t handle)>;

class CallTable {
 public:
  CallTable() = default;
  CallTable(const std::vector<mpidbg_record_call> &calls, const LibraryValues &values, unsigned word_size);

  // Of a number that the table does not have: a call of the name "MPI call 4711" and without parameters.
  const Call &call(std::uint16_t number) const;

  // `words` are those that were kept; parameters beyond them are shown as "...".
  std::string text(std::uint16_t number, std::span<const std::uint64_t> words, const HandleNames &names) const {
    return text(call(number), words, names);
  }
  std::string text(const Call &made, std::span<const std::uint64_t> words, const HandleNames &names) const;

 private:
  std::string value_text(const CallParameter &parameter, std::uint64_t word, const HandleNames &names) const;

  std::vector<Call> calls_;
  const LibraryValues *values_ = nullptr;
  std::uint64_t all_ones_ = UINT64_MAX;  // an address of the process
  mutable Call unknown_{};
};

}  // namespace mpidbg::model::recorded
