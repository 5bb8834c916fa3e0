#pragma once
// What one snapshot holds: a value, or why there is none, for each variable and object.

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "mpidbg/model/recorded/record.h"

namespace mpidbg::model::mpit {

struct Sample {
  unsigned flags = 0;  // enum mpidbg_record_sample_flags
  int error = 0;       // what the library returned instead of a value; 0: there is one
  std::vector<std::uint64_t> numbers;
  std::string text;  // with MPIDBG_RECORD_SAMPLE_TEXT
};

class Samples {
 public:
  // Reads the bytes of the snapshot. Errors: corrupt if they are not those that it was made of, or no samples.
  static Result<Samples> read(const recorded::Record &record, const mpidbg_record_snapshot &snapshot);

  // Null if the snapshot has none.
  const Sample *find(mpidbg_record_sample_kind kind, int index, Address object) const;
  // That there are samples of, by their handles.
  std::vector<Address> objects(mpidbg_record_sample_kind kind, int index) const;

 private:
  std::map<std::tuple<int, int, Address>, Sample> samples_;
};

}  // namespace mpidbg::model::mpit
