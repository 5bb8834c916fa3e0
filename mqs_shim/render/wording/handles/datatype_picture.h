#pragma once
// Draws one element of a datatype as a bar of characters, from its lower to its upper bound.

#include <string>

#include "mqs_shim/records/handles/datatype.h"

namespace mqs_shim {

// Holds the drawing of a datatype.
struct DatatypePicture {
  // Each column stands for one or more bytes. A letter identifies the predefined type of the data: a capital if all
  // bytes of the column are data, lower case if only some are. '.' means that the column has no data, '!' that bytes
  // belong to more than one element. '[' is before the extent and ']' after it.
  std::string bar;
  std::int64_t begin = 0;  // displacement of the first column in bytes
  std::uint64_t bytes_a_column = 1;
};

// Returns the letter of a predefined type.
char picture_letter(std::size_t basic);

// Draws the datatype with at most `columns` columns. The bar is empty if there is nothing to draw.
DatatypePicture draw(const DatatypeRecord &record, std::size_t columns);

}  // namespace mqs_shim
