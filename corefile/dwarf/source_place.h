#pragma once
// Makes SourcePlace available in the namespace corefile: a function, file and line in the source of a program. The
// function's name has the form that mpidbg::readable_name() returns.

#include "mqs_shim/stacks/source_place.h"

namespace corefile {

using mqs_shim::SourcePlace;

}  // namespace corefile
