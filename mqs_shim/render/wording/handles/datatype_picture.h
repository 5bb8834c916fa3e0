#pragma once
// One element of a datatype as a bar of characters, from its lower to its upper bound.

#include <string>

#include "mqs_shim/records/handles/datatype.h"

namespace mqs_shim {

struct DatatypePicture {
  // A letter for the bytes of each predefined type, in capitals where all bytes of a column are data and small where
  // only some are; '.' where none are, '!' where bytes belong to more than one element. '[' is before the extent
  // and ']' after it.
  std::string bar;
  std::int64_t begin = 0;  // displacement of the first column
  std::uint64_t bytes_a_column = 1;
};

// The letter of a predefined type.
char picture_letter(std::size_t basic);

// An empty bar where there is nothing to draw.
DatatypePicture draw(const DatatypeRecord &record, std::size_t columns);

}  // namespace mqs_shim
