#pragma once
// Shared base of the readers of kinds whose objects are listed only in the table of their Fortran handles: error
// handlers, files, infos, operations, windows, and most datatypes.

#include "mpidbg/model/objects/left_out.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

class TableReader : public HandleReader {
 public:
  using HandleReader::HandleReader;

  void clear() override;
  Result<std::vector<Address>> live() override;
  // Combines why_unseen() and damage(); if both are empty, describes the parts of objects that were omitted.
  std::string problem() override;
  std::string why_unseen() override = 0;

  // Explains why objects may be missing from the table: it cannot be read, or the number of free slots differs from the
  // table's own count. Empty if neither is the case or if the table is unknown. After the objects have been read, this
  // also reports the first entry that is not one.
  std::string damage();

 protected:
  // The slots by Fortran index, null if free. The table is read at most once until clear().
  const Result<CountedSlots> &table();
  // Returns whether live() contains the handle.
  Result<bool> is_live(Address handle);
  // Records for damage() why an object of the table was omitted. Unsuitable layouts are reported elsewhere.
  void note_passed_over(const Error &error);
  // Parts that were omitted from objects.
  LeftOut left_out_;

 private:
  std::optional<Result<CountedSlots>> table_;
  LiveSet live_;
  std::string passed_over_;
};

}  // namespace mpidbg::model::openmpi
