#pragma once
// Reads MPICH's structs of datatypes: sizes, bounds, and the arguments with which a type was made.
//
// The handle of a basic type contains its size, so basic types need no struct. A type that was made by a function with
// large counts (MPI_Type_vector_c) has its counts in a separate array; DatatypeRecords returns its arguments in the
// order of the function with int counts.

#include <array>
#include <unordered_map>

#include "mpidbg/model/datatypes/argument_segments.h"
#include "mpidbg/model/datatypes/datatype_source.h"
#include "mpidbg/model/mpich/objects/pools.h"

namespace mpidbg::model::mpich {

// Holds the decoded contents of one MPIR_Datatype.
struct DatatypeRecord : ConstructedType {
  bool predefined = false;
  bool is_null = false;
  bool committed = false;
  std::int32_t reference_count = 0;
  std::int64_t true_lb = 0, true_ub = 0;
  // The address of the MPIR_Datatype; null if the handle contains everything about the type.
  Address object{};

  ArgumentSegments arguments = {};
};

class DatatypeRecords final : public ArgumentSource {
 public:
  // Both arguments must outlive this object.
  DatatypeRecords(const Attachment &process, Pools &pools) : process_(process), pools_(pools) {}

  // Discards the cached records at a new stop.
  void clear() { records_.clear(); }

  // Reads the record of a datatype and checks that it is plausible. The result is valid until clear(). Errors:
  // not_found if the datatype is not in use.
  Result<const DatatypeRecord *> read(Handle handle);

  // Appends arguments of one kind to `values`, starting with number `first`. `type` must be a result of read().
  Status read_arguments(const ConstructedType &type, ArgumentKind kind, std::uint64_t first,
                        std::vector<std::int64_t> &values) override;

  // Returns the name of the datatype; empty if it has none.
  Result<std::string> name(const DatatypeRecord &record) const;

  const HeaderValues &header() const { return *process_.header; }

 private:
  using View = layout::View<DatatypeLayout>;

  // Reads a datatype from memory even if it is in `records_`. Errors: not_found if the handle is not in use.
  Result<DatatypeRecord> read_record(std::uint32_t handle);
  // Completes the record of a datatype whose handle contains its size.
  DatatypeRecord read_predefined(DatatypeRecord record);
  // Fills in the record from the MPIR_Datatype at an address. Errors: corrupt if size, bounds and extent contradict
  // each other.
  Status read_object(Address object, DatatypeRecord &record) const;
  // Fills in how the datatype was made, as stored in the MPIR_Datatype_contents at an address. Errors: corrupt for an
  // unknown combiner or an implausible number of arguments.
  Status read_contents(Address contents, DatatypeRecord &record) const;

  const Attachment &process_;
  Pools &pools_;
  std::unordered_map<Handle, DatatypeRecord> records_;
};

}  // namespace mpidbg::model::mpich
