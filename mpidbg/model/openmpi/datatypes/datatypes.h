#pragma once
// Datatypes of Open MPI.
//
// The library's table lists the predefined types and those that were given a Fortran handle; the others are found by a
// search for objects of their class.

#include <span>
#include <string>
#include <unordered_map>

#include "mpidbg/model/datatypes/datatype.h"
#include "mpidbg/model/openmpi/datatypes/datatype_records.h"
#include "mpidbg/model/openmpi/table_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

// What a queue line says of a datatype: its name and the bytes of one element.
struct DatatypeSummary {
  std::string name;  // empty if neither the library nor the program named it
  std::uint64_t size = 0;
};

class Datatypes final : public TableReader {
 public:
  Datatypes(const Attachment &process, Handles &handles)
      : TableReader(process), handles_(handles), objects_(process.objects), records_(process) {}

  void clear() override;
  std::string why_unseen() override;
  Result<std::vector<Address>> live() override;
  Status check(Address handle) override { return read(handle).status(); }
  Result<Address> fortran_table() const override { return process_.symbol("ompi_datatype_f_to_c_table"); }
  std::vector<PredefinedHandle> predefined() const override;
  // Derived types contain others.
  std::vector<HandleKind> refers_to() const override { return {HandleKind::datatype}; }
  Status collect_references(References &references) override;

  Result<Datatype> read(Address handle);
  // At most `count` values from the `first` on; datatypes are handles.
  Result<std::vector<std::int64_t>> arguments(Address handle, ArgumentKind kind, std::uint64_t first,
                                              std::uint64_t count);
  // The type and what it was made from, in pre-order. Stops after `limit` lines.
  Result<DatatypeTree> tree(Address handle, std::size_t limit);
  // Entries [first, first + count). With `measured`, totals and coverage too, once they were checked against what the
  // library keeps. Errors: corrupt, with both numbers, if the check fails.
  Result<TypeMap> type_map(Address handle, std::uint64_t first, std::uint64_t count, bool measured);
  // Elements [first, first + count) of the map written out.
  Result<std::vector<TypeMapElement>> elements(Address handle, std::uint64_t first, std::uint64_t count,
                                               std::vector<BasicType> &basics);

  // Kept until clear(): messages share a handful of types.
  Result<const DatatypeSummary *> summary(Address handle);

 private:
  std::span<const Address> by_index();
  Result<std::vector<Address>> search();
  Result<const DatatypeRecord *> live_record(Address handle);
  std::optional<bool> freed(const DatatypeRecord &record);
  std::string label(Address handle);

  Handles &handles_;
  Objects &objects_;
  DatatypeRecords records_;
  std::optional<std::vector<Address>> all_;
  std::string search_problem_;
  std::unordered_map<Address, std::uint64_t> contained_;  // how often others were made from it
  std::unordered_map<Address, DatatypeSummary> known_;
};

}  // namespace mpidbg::model::openmpi
