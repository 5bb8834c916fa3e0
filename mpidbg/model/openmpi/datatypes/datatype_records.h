#pragma once
// Reads the library's records of datatypes: sizes, bounds, and constructor arguments.

#include <unordered_map>

#include "mpidbg/model/datatypes/argument_segments.h"
#include "mpidbg/model/datatypes/datatype_source.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

// Holds the contents of one ompi_datatype_t, Open MPI's datatype.
struct DatatypeRecord : ConstructedType {
  // True if the class of the object is ompi_datatype_t. Predefined datatypes have the class opal_datatype_t.
  bool extended = false;
  // True for the datatypes of the standard, and for those that MPI_Type_create_f90_* return.
  bool predefined = false;
  bool committed = false;
  std::int32_t reference_count = 0;
  std::int32_t fortran_index = -1;
  // The number of elements of predefined types, as counted by the library.
  std::uint64_t elements = 0;
  std::int64_t true_lb = 0, true_ub = 0;
  // The length of the array at `description`, in records.
  std::uint64_t description_length = 0;
  Address description{};

  bool has_arguments = false;
  // The address of the record of arguments. Copies of a datatype share this record.
  Address arguments_address{};
  ArgumentSegments arguments = {};
};

// Returns true if the library stores the arguments of datatypes like Open MPI 6.0. The test is for a field, because
// some debuggers do not know the widths of fields.
inline bool has_large_counts(const Layouts &layouts) {
  return layouts.large_datatype_arguments.resolved() && layouts.large_datatype_arguments.cl.present;
}

// Reads and caches records, and delivers the arguments to the code that interprets constructors.
class DatatypeRecords final : public ArgumentSource {
 public:
  explicit DatatypeRecords(const Attachment &process) : process_(process) {}

  // Discards all cached records. Must be called at a new stop.
  void clear() { records_.clear(); }

  // Reads a record, and checks that it is plausible and has a class of datatypes. The result is valid until clear().
  // Errors: not_found unless there is a live datatype at the address.
  Result<const DatatypeRecord *> read(Address handle);

  // Appends arguments to `values`. `type` must be a record from read().
  Status read_arguments(const ConstructedType &type, ArgumentKind kind, std::uint64_t first,
                        std::vector<std::int64_t> &values) override;

  // Returns the name of the datatype; empty if it has none.
  Result<std::string> name(Address handle) const;

 private:
  // Reads a datatype that is not cached. Errors: not_found unless there is a live datatype at the address.
  Result<DatatypeRecord> read_record(Address handle);
  // Reads how a datatype was made from the ompi_datatype_args_t at `arguments`.
  Status read_construction(Address arguments, DatatypeRecord &record) const;

  const Attachment &process_;
  std::unordered_map<Address, DatatypeRecord> records_;
};

}  // namespace mpidbg::model::openmpi
