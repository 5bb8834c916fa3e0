#pragma once
// Converts mangled names of functions to the names in the source.

#include <string>
#include <string_view>

namespace mpidbg {

// Returns "halo::exchange" for _ZN4halo8exchangeEPdi and for Fortran's __halo_MOD_exchange, without parameters and
// return type. Names that were not mangled are returned unchanged.
std::string readable_name(std::string_view symbol);

}  // namespace mpidbg
