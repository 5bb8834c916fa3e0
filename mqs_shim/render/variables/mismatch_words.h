#pragma once
// What ranks of a job disagree in, in words.

#include <string>
#include <string_view>

#include "mqs_shim/job/consistency.h"

namespace mqs_shim {

std::string_view property_word(VariableProperty property);  // "read-only"

// A value of the property: "MPI_INT", "yes", a description. Not escaped.
std::string property_value(VariableProperty property, const std::string &value);

// "mismatch: the control variable level has description how much on rank 0 and how little on rank 3"
std::string mismatch_text(const Mismatch &mismatch);

}  // namespace mqs_shim
