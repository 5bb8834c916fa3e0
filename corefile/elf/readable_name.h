#pragma once
// Names of functions as their authors wrote them.

#include <string>
#include <string_view>

namespace corefile {

// "halo::exchange" for _ZN4halo8exchangeEPdi and for Fortran's __halo_MOD_exchange: without parameters and return type.
// Names that no compiler has mangled stay as they are.
std::string readable_name(std::string_view symbol);

}  // namespace corefile
