#pragma once
// Puts mismatches between the ranks of a job into words: properties of variables in which ranks disagree.

#include <string>
#include <string_view>

#include "mqs_shim/job/consistency.h"

namespace mqs_shim {

std::string_view property_word(VariableProperty property);  // returns a word such as "read-only"

// Returns the value of a property as text, such as "MPI_INT", "yes", or a description. The text is not escaped.
std::string property_value(VariableProperty property, const std::string &value);

// Returns a sentence such as "mismatch: the control variable level has description how much on rank 0 and how little on
// rank 3".
std::string mismatch_text(const Mismatch &mismatch);

}  // namespace mqs_shim
