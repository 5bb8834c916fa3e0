#pragma once
// TableReader is the base of readers for error handlers, files, infos, operations, windows, and datatypes. Objects of
// these kinds (for datatypes, most of them) are listed only in the table of their Fortran handles.

#include "mpidbg/model/objects/left_out.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

class TableReader : public HandleReader {
 public:
  using HandleReader::HandleReader;

  void clear() override;
  Result<std::vector<Address>> live() override;
  // Explains why objects or parts of them may be missing: combines why_unseen() and damage(); if both are empty,
  // describes the parts of objects that were omitted.
  std::string problem() override;
  std::string why_unseen() override = 0;

  // Explains why objects may be missing: the table cannot be read, the number of free slots differs from the table's
  // own count, or an entry was found not to be an object when it was read. Empty if none of this is the case or if the
  // table is unknown.
  std::string damage();

 protected:
  // The slots by Fortran index; null if free. The table is read at most once until clear().
  const Result<CountedSlots> &table();
  // Returns true if live() contains the handle.
  Result<bool> is_live(Address handle);
  // Records for damage() why an object of the table was omitted. Errors about unsuitable layouts are ignored, because
  // they are reported elsewhere.
  void note_passed_over(const Error &error);
  // The first part that was omitted from an object, for problem().
  LeftOut left_out_;

 private:
  std::optional<Result<CountedSlots>> table_;
  LiveSet live_;
  std::string passed_over_;
};

}  // namespace mpidbg::model::openmpi
