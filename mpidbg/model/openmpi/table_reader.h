#pragma once
// What the readers of the kinds have in common whose objects the library lists in the table of their Fortran handles
// alone: error handlers, files, infos, operations, windows, and most datatypes.

#include "mpidbg/model/objects/left_out.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

class TableReader : public HandleReader {
 public:
  using HandleReader::HandleReader;

  void clear() override;
  Result<std::vector<Address>> live() override;
  // What why_unseen() and damage() say; if nothing, what was left out.
  std::string problem() override;
  std::string why_unseen() override = 0;

  // Why objects may be missing from the table: it cannot be read, or another number of its slots is free than it says.
  // Empty if neither, and if such a table is not known at all. After the objects were looked at, also the first that is
  // not one.
  std::string damage();

 protected:
  // The slots by Fortran index, null ones of which are free; read once until clear().
  const Result<CountedSlots> &table();
  // Whether live() has the handle.
  Result<bool> is_live(Address handle);
  // For damage(): why an object of the table was passed over. A layout that does not fit is said elsewhere.
  void note_passed_over(const Error &error);
  LeftOut left_out_;  // of the objects that were read

 private:
  std::optional<Result<CountedSlots>> table_;
  LiveSet live_;
  std::string passed_over_;
};

}  // namespace mpidbg::model::openmpi
