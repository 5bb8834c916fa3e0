#pragma once
// The contents of one snapshot: for each variable and object a value, or the reason why it has none.

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "mpidbg/model/recorded/record.h"

namespace mpidbg::model::mpit {

// The value of one variable.
struct Sample {
  // A combination of mpidbg_record_sample_flags.
  unsigned flags = 0;
  // The error code that the library returned instead of a value; 0 if there is a value.
  int error = 0;
  std::vector<std::uint64_t> numbers;
  // Set if `flags` has MPIDBG_RECORD_SAMPLE_TEXT.
  std::string text;
};

class Samples {
 public:
  // Reads the bytes of the snapshot. Errors: corrupt if their checksum is wrong or they are not samples.
  static Result<Samples> read(const recorded::Record &record, const mpidbg_record_snapshot &snapshot);

  // Returns null if the snapshot has no such sample.
  const Sample *find(mpidbg_record_sample_kind kind, int index, Address object) const;
  // Returns the handles of the objects for which there are samples.
  std::vector<Address> objects(mpidbg_record_sample_kind kind, int index) const;

 private:
  std::map<std::tuple<int, int, Address>, Sample> samples_;
};

}  // namespace mpidbg::model::mpit
