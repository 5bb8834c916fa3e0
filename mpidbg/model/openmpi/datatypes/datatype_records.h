#pragma once
// Reads the library's records of datatypes: sizes, bounds, and the arguments with which a type was made.

#include <unordered_map>

#include "mpidbg/model/datatypes/argument_segments.h"
#include "mpidbg/model/datatypes/datatype_source.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

// The contents of one ompi_datatype_t.
struct DatatypeRecord : ConstructedType {
  // Its class is ompi_datatype_t itself. Predefined datatypes have the class opal_datatype_t.
  bool extended = false;
  // Includes the types that MPI_Type_create_f90_* return.
  bool predefined = false;
  bool committed = false;
  std::int32_t reference_count = 0;
  std::int32_t fortran_index = -1;
  // The number of elements as the library counts them.
  std::uint64_t elements = 0;
  std::int64_t true_lb = 0, true_ub = 0;
  // The number of records in the description.
  std::uint64_t description_length = 0;
  Address description{};

  bool has_arguments = false;
  // Copies of a datatype share one argument record.
  Address arguments_address{};
  ArgumentSegments arguments = {};
};

// Returns true if the library stores the arguments of datatypes like Open MPI 6.0. The presence of a field decides,
// because widths are unknown with some debuggers.
inline bool has_large_counts(const Layouts &layouts) {
  return layouts.large_datatype_arguments.resolved() && layouts.large_datatype_arguments.cl.present;
}

// Reads and caches records. It also delivers the arguments to the code that interprets constructors.
class DatatypeRecords final : public ArgumentSource {
 public:
  explicit DatatypeRecords(const Attachment &process) : process_(process) {}

  // Discards all records at a new stop.
  void clear() { records_.clear(); }

  // Reads a record and checks that it is plausible and that its class is that of datatypes. The result is valid until
  // clear(). Errors: not_found for anything else.
  Result<const DatatypeRecord *> read(Address handle);

  // `type` must be a record from read(). Appends to `values`.
  Status read_arguments(const ConstructedType &type, ArgumentKind kind, std::uint64_t first,
                        std::vector<std::int64_t> &values) override;

  // Returns the name of the datatype; empty if it has none.
  Result<std::string> name(Address handle) const;

 private:
  // Reads a datatype without looking into `records_`. Errors: not_found if the address has no live datatype.
  Result<DatatypeRecord> read_record(Address handle);
  // Reads how a datatype was made from the ompi_datatype_args_t at `arguments`.
  Status read_construction(Address arguments, DatatypeRecord &record) const;

  const Attachment &process_;
  std::unordered_map<Address, DatatypeRecord> records_;
};

}  // namespace mpidbg::model::openmpi
