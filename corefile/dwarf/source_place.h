#pragma once
// Makes SourcePlace available: a place in the source of a program, with the function's name as from
// mpidbg::readable_name().

#include "mqs_shim/stacks/source_place.h"

namespace corefile {

using mqs_shim::SourcePlace;

}  // namespace corefile
