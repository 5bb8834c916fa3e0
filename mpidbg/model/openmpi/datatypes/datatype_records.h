#pragma once
// The library's records of datatypes: sizes and bounds, and the arguments that a type was made with.

#include <unordered_map>

#include "mpidbg/model/datatypes/argument_segments.h"
#include "mpidbg/model/datatypes/datatype_source.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

// One ompi_datatype_t.
struct DatatypeRecord : ConstructedType {
  bool extended = false;    // its class is ompi_datatype_t: not one of the library's variables
  bool predefined = false;  // includes the types that MPI_Type_create_f90_* hand out
  bool committed = false;
  std::int32_t reference_count = 0;
  std::int32_t fortran_index = -1;
  std::uint64_t elements = 0;  // as the library counts them
  std::int64_t true_lb = 0, true_ub = 0;
  std::uint64_t description_length = 0;  // records
  Address description{};

  bool has_arguments = false;
  Address arguments_address{};  // copies of a type share them
  ArgumentSegments arguments = {};
};

// Whether the library keeps the arguments of datatypes as 6.0 does. Widths alone do not tell where the debugger does
// not know them.
inline bool has_large_counts(const Layouts &layouts) {
  return layouts.large_datatype_arguments.resolved() && layouts.large_datatype_arguments.cl.present;
}

class DatatypeRecords final : public ArgumentSource {
 public:
  explicit DatatypeRecords(const Attachment &process) : process_(process) {}

  void clear() { records_.clear(); }

  // Checked to be a datatype by its class, and to make sense; kept until clear(). Errors: not_found.
  Result<const DatatypeRecord *> read(Address handle);

  // `type` must be a record from read().
  Status read_arguments(const ConstructedType &type, ArgumentKind kind, std::uint64_t first,
                        std::vector<std::int64_t> &values) override;

  // The name, empty if there is none.
  Result<std::string> name(Address handle) const;

 private:
  Result<DatatypeRecord> read_record(Address handle);
  Status read_construction(Address arguments, DatatypeRecord &record) const;

  const Attachment &process_;
  std::unordered_map<Address, DatatypeRecord> records_;
};

}  // namespace mpidbg::model::openmpi
