#pragma once
// MPICH's records of datatypes: sizes and bounds, and the arguments that a type was made with.
//
// The handle of a basic type says how large it is, so these need no object. A type made by a function with large counts
// (MPI_Type_vector_c) keeps them in an array of their own; here its arguments are those of the function without.

#include <array>
#include <unordered_map>

#include "mpidbg/model/datatypes/argument_segments.h"
#include "mpidbg/model/datatypes/datatype_source.h"
#include "mpidbg/model/mpich/objects/pools.h"

namespace mpidbg::model::mpich {

// One MPIR_Datatype.
struct DatatypeRecord : ConstructedType {
  bool predefined = false;
  bool is_null = false;
  bool committed = false;
  std::int32_t reference_count = 0;
  std::int64_t true_lb = 0, true_ub = 0;
  Address object{};  // null: its handle says it all

  ArgumentSegments arguments = {};
};

class DatatypeRecords final : public ArgumentSource {
 public:
  // Both outlive it.
  DatatypeRecords(const Attachment &process, Pools &pools) : process_(process), pools_(pools) {}

  void clear() { records_.clear(); }

  // Checked to make sense; kept until clear(). Errors: not_found if no such datatype is in use.
  Result<const DatatypeRecord *> read(Handle handle);

  // Of a record that read() gave.
  Status read_arguments(const ConstructedType &type, ArgumentKind kind, std::uint64_t first,
                        std::vector<std::int64_t> &values) override;

  // The name, empty if there is none.
  Result<std::string> name(const DatatypeRecord &record) const;

  const HeaderValues &header() const { return *process_.header; }

 private:
  using View = layout::View<DatatypeLayout>;

  Result<DatatypeRecord> read_record(std::uint32_t handle);
  DatatypeRecord read_predefined(DatatypeRecord record);
  Status read_object(Address object, DatatypeRecord &record) const;
  Status read_contents(Address contents, DatatypeRecord &record) const;

  const Attachment &process_;
  Pools &pools_;
  std::unordered_map<Handle, DatatypeRecord> records_;
};

}  // namespace mpidbg::model::mpich
