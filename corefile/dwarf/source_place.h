#pragma once
// A place in the source of a program, whose function has a name as from mpidbg::readable_name().

#include "mqs_shim/stacks/source_place.h"

namespace corefile {

using mqs_shim::SourcePlace;

}  // namespace corefile
