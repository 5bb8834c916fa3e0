#pragma once
// Holds the contents of one snapshot of MPI_T: for each variable and object a value, or the reason why it is missing.

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "mpidbg/model/recorded/record.h"

namespace mpidbg::model::mpit {

// Holds the value of one variable.
struct Sample {
  // Bits of enum mpidbg_record_sample_flags.
  unsigned flags = 0;
  // The error code that the library returned instead of a value; 0 if there is a value.
  int error = 0;
  std::vector<std::uint64_t> numbers;
  // The value of a string variable; set if `flags` contains MPIDBG_RECORD_SAMPLE_TEXT.
  std::string text;
};

class Samples {
 public:
  // Reads the values of the snapshot. Errors: corrupt if the checksum of their bytes is wrong or the bytes are not
  // samples.
  static Result<Samples> read(const recorded::Record &record, const mpidbg_record_snapshot &snapshot);

  // Returns the value of a variable for an object; null if the snapshot does not have it.
  const Sample *find(mpidbg_record_sample_kind kind, int index, Address object) const;
  // Returns the handles of the objects for which the snapshot has values of the variable.
  std::vector<Address> objects(mpidbg_record_sample_kind kind, int index) const;

 private:
  std::map<std::tuple<int, int, Address>, Sample> samples_;
};

}  // namespace mpidbg::model::mpit
