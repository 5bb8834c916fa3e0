#pragma once
// The library's records of datatypes: sizes and bounds, and the arguments that a type was made with.

#include <unordered_map>

#include "mpidbg/model/datatypes/datatype.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

// One ompi_datatype_t.
struct DatatypeRecord {
  Address handle{};
  bool extended = false;    // its class is ompi_datatype_t: not one of the library's variables
  bool predefined = false;  // includes the types that MPI_Type_create_f90_* hand out
  bool committed = false;
  std::int32_t reference_count = 0;
  std::int32_t fortran_index = -1;
  std::uint64_t size = 0;
  std::uint64_t elements = 0;  // as the library counts them
  std::int64_t lb = 0, ub = 0, true_lb = 0, true_ub = 0;
  std::uint64_t description_length = 0;  // records
  Address description{};

  bool has_arguments = false;
  Combiner combiner = Combiner::unknown;
  std::uint64_t counts[3] = {};  // by ArgumentKind
  Address arguments[3] = {};

  // May have wrapped around in a damaged target.
  std::int64_t extent() const {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(ub) - static_cast<std::uint64_t>(lb));
  }
  std::uint64_t count(ArgumentKind kind) const { return counts[static_cast<int>(kind)]; }
  Address array(ArgumentKind kind) const { return arguments[static_cast<int>(kind)]; }
};

// One array of arguments, read in large pieces from the front to the back.
class ArgumentArray {
 public:
  ArgumentArray(const debugger::Memory &memory, const DatatypeRecord &record, ArgumentKind kind);

  // The value at an index below the count. Going forward is cheap.
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

  const debugger::Memory &memory_;
  Address array_;
  std::uint64_t count_;
  unsigned width_;
  bool is_signed_;
  std::uint64_t first_ = 0;
  std::vector<std::int64_t> values_;  // from first_ on
};

class DatatypeRecords {
 public:
  explicit DatatypeRecords(const Attachment &process) : process_(process) {}

  void clear() { records_.clear(); }

  // Checked to be a datatype by its class, and to make sense; kept until clear(). Errors: not_found.
  Result<const DatatypeRecord *> read(Address handle);

  // The name, empty if there is none.
  Result<std::string> name(Address handle) const;

 private:
  Result<DatatypeRecord> read_record(Address handle);
  Status read_arguments(Address arguments, DatatypeRecord &record) const;

  const Attachment &process_;
  std::unordered_map<Address, DatatypeRecord> records_;
};

}  // namespace mpidbg::model::openmpi
