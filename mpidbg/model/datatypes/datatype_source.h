#pragma once
// Datatypes as the rules by constructor need them: what a library keeps of each, and the arguments that it was made
// with.

#include <cstdint>
#include <string>
#include <vector>

#include "mpidbg/base/result.h"
#include "mpidbg/model/datatypes/datatype.h"

namespace mpidbg::model {

// One datatype. Plain data; the records of a library start with it.
struct ConstructedType {
  enum class Form {
    basic,        // predefined, without parts: an element of type maps
    constructed,  // by the combiner, from the arguments
    other         // the library knows the map: of pairs like MPI_DOUBLE_INT, and of types made for itself
  };

  Handle handle{};
  Form form = Form::other;
  std::uint64_t size = 0;
  std::int64_t lb = 0, ub = 0;
  Combiner combiner = Combiner::unknown;
  std::uint64_t counts[3] = {};  // of arguments, by ArgumentKind

  // May have wrapped around in a damaged target.
  std::int64_t extent() const {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(ub) - static_cast<std::uint64_t>(lb));
  }
  std::uint64_t count(ArgumentKind kind) const { return counts[static_cast<int>(kind)]; }
};

class ArgumentSource {
 public:
  virtual ~ArgumentSource() = default;

  // Replaces `values` by arguments from `first` on, which is below the count: as many as are read at a time, at least
  // one. Datatypes are handles.
  virtual Status read_arguments(const ConstructedType &type, ArgumentKind kind, std::uint64_t first,
                                std::vector<std::int64_t> &values) = 0;
};

// One array of arguments, read in large pieces from the front to the back. Source and type outlive it.
class ArgumentArray {
 public:
  ArgumentArray(ArgumentSource &source, const ConstructedType &type, ArgumentKind kind)
      : source_(source), type_(type), kind_(kind) {}

  // The value at an index. Going forward is cheap. Errors: corrupt if the index is not below the count.
  Status read(std::uint64_t index, std::int64_t &value) {
    if (index - first_ >= values_.size()) MPIDBG_TRY(load(index));
    value = values_[index - first_];
    return {};
  }
  Result<std::int64_t> at(std::uint64_t index) {
    std::int64_t value = 0;
    MPIDBG_TRY(read(index, value));
    return value;
  }

 private:
  Status load(std::uint64_t index);

  ArgumentSource &source_;
  const ConstructedType &type_;
  const ArgumentKind kind_;
  std::uint64_t first_ = 0;
  std::vector<std::int64_t> values_;  // from first_ on
};

// The constants of mpi.h that arguments of arrays are compared with.
struct ArrayConstants {
  std::int64_t order_c = 0, order_fortran = 0;
  std::int64_t distribute_block = 0, distribute_cyclic = 0, distribute_none = 0, distribute_default = 0;
};

// The datatype that is an argument of another: handles of one library are of one width.
inline Handle handle_of(const ConstructedType &type, std::int64_t argument) {
  return Handle(static_cast<std::uint64_t>(argument), type.handle.width());
}

class ConstructorRules;

// What a library gives the rules.
class DatatypeSource : public ArgumentSource {
 public:
  // Lives as long as the source. Errors: not_found.
  virtual Result<const ConstructedType *> read(Handle handle) = 0;
  // The name of a basic type; empty if it has none.
  virtual Result<std::string> basic_name(const ConstructedType &type) = 0;
  // Puts the map of a type of Form::other into rules.builder(), displaced by `at` bytes.
  virtual Status put_other(const ConstructedType &type, std::int64_t at, ConstructorRules &rules) = 0;
  virtual ArrayConstants array_constants() const = 0;
};

}  // namespace mpidbg::model
