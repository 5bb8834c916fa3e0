#pragma once
// Reads datatypes of Open MPI.
//
// The library's table contains the predefined datatypes, and other datatypes if the program has asked for their Fortran
// handles. All other datatypes are found by searching memory for objects of their class.

#include <span>
#include <string>
#include <unordered_map>

#include "mpidbg/model/datatypes/datatype.h"
#include "mpidbg/model/openmpi/datatypes/datatype_records.h"
#include "mpidbg/model/openmpi/table_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

// Holds the facts about a datatype that queues show: its name and the size of one element in bytes.
struct DatatypeSummary {
  // The name of the datatype; empty if neither the library nor the program named it.
  std::string name;
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
  // States that a derived datatype refers to other datatypes: those from which it was made.
  std::vector<HandleKind> refers_to() const override { return {HandleKind::datatype}; }
  Status collect_references(References &references) override;

  // Reads a datatype. Errors: not_found if the handle does not name a live datatype.
  Result<Datatype> read(Address handle);
  // Returns at most `count` values of one array of arguments, starting at index `first`. Datatypes are returned as
  // handles.
  Result<std::vector<std::int64_t>> arguments(Address handle, ArgumentKind kind, std::uint64_t first,
                                              std::uint64_t count);
  // Returns the tree of the datatype and its constituent types, in pre-order, with at most `limit` lines.
  Result<DatatypeTree> tree(Address handle, std::size_t limit);
  // Returns entries [first, first + count) of the type map. If `measured` is true, also fills in totals and coverage,
  // which are checked against the library's own values before. Errors: corrupt, with both numbers, if the check fails.
  Result<TypeMap> type_map(Address handle, std::uint64_t first, std::uint64_t count, bool measured);
  // Returns elements [first, first + count) of the expanded type map. Sets `basics` to the predefined types that these
  // elements refer to.
  Result<std::vector<TypeMapElement>> elements(Address handle, std::uint64_t first, std::uint64_t count,
                                               std::vector<BasicType> &basics);

  // Returns the facts about a datatype that queues show. They are cached until clear(), because many messages share a
  // few datatypes.
  Result<const DatatypeSummary *> summary(Address handle);

 private:
  std::span<const Address> by_index();
  Result<std::vector<Address>> search();
  Result<const DatatypeRecord *> live_record(Address handle);
  std::string label(Address handle);

  Handles &handles_;
  Objects &objects_;
  DatatypeRecords records_;
  std::optional<std::vector<Address>> all_;
  std::string search_problem_;
  std::unordered_map<Address, DatatypeSummary> known_;
};

}  // namespace mpidbg::model::openmpi
