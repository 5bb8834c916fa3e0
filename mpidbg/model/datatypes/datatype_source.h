#pragma once
// Supplies datatypes in the form that the rules for constructors need: the values that a library keeps for each type,
// and the arguments with which the type was made.

#include <cstdint>
#include <string>
#include <vector>

#include "mpidbg/base/result.h"
#include "mpidbg/model/datatypes/datatype.h"

namespace mpidbg::model {

// Describes one datatype. Plain data; the datatype records of each library derive from this struct.
struct ConstructedType {
  enum class Form {
    // A predefined type without parts, which is an element of type maps.
    basic,
    // A type defined by its combiner and arguments.
    constructed,
    // A type whose map the library knows: a pair type such as MPI_DOUBLE_INT, or a type that the library made for
    // itself.
    other
  };

  Handle handle{};
  Form form = Form::other;
  std::uint64_t size = 0;
  std::int64_t lb = 0, ub = 0;
  Combiner combiner = Combiner::unknown;
  // The numbers of arguments, indexed by ArgumentKind.
  std::uint64_t counts[3] = {};

  // Returns the extent. It is computed modulo 2^64, because bounds in damaged memory may be too far apart.
  std::int64_t extent() const {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(ub) - static_cast<std::uint64_t>(lb));
  }
  std::uint64_t count(ArgumentKind kind) const { return counts[static_cast<int>(kind)]; }
};

// Delivers the arguments of datatypes.
class ArgumentSource {
 public:
  virtual ~ArgumentSource() = default;

  // Replaces `values` by arguments of a kind, starting with index `first`, which must be below the number of arguments.
  // The result has at least one argument, but perhaps not all that remain. Datatypes are returned as handles.
  virtual Status read_arguments(const ConstructedType &type, ArgumentKind kind, std::uint64_t first,
                                std::vector<std::int64_t> &values) = 0;
};

// Gives access to all arguments of one kind. They are read in large pieces from front to back. `source` and `type` must
// outlive this object.
class ArgumentArray {
 public:
  ArgumentArray(ArgumentSource &source, const ConstructedType &type, ArgumentKind kind)
      : source_(source), type_(type), kind_(kind) {}

  // Returns the value at an index. Access in ascending order is cheap. Errors: corrupt if the index is not below the
  // number of arguments.
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
  // The values that were read last. The first of them has the index first_.
  std::vector<std::int64_t> values_;
};

// Holds the values of MPI_ORDER_* and MPI_DISTRIBUTE_* in mpi.h, which are arguments of MPI_Type_create_subarray and
// MPI_Type_create_darray.
struct ArrayConstants {
  std::int64_t order_c = 0, order_fortran = 0;
  std::int64_t distribute_block = 0, distribute_cyclic = 0, distribute_none = 0, distribute_default = 0;
};

// Converts an argument to a datatype handle. All handles of a library have the same width.
inline Handle handle_of(const ConstructedType &type, std::int64_t argument) {
  return Handle(static_cast<std::uint64_t>(argument), type.handle.width());
}

class ConstructorRules;

// Supplies the datatypes of an MPI library to ConstructorRules. The reader of each library implements this interface.
class DatatypeSource : public ArgumentSource {
 public:
  // Reads a datatype. The result is valid while this source exists. Errors: not_found.
  virtual Result<const ConstructedType *> read(Handle handle) = 0;
  // Returns the name of a basic type; empty if it has none.
  virtual Result<std::string> basic_name(const ConstructedType &type) = 0;
  // Adds the map of a type of Form::other to rules.builder(), displaced by `at` bytes.
  virtual Status put_other(const ConstructedType &type, std::int64_t at, ConstructorRules &rules) = 0;
  virtual ArrayConstants array_constants() const = 0;
};

}  // namespace mpidbg::model
