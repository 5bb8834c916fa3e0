#pragma once
// The functions of libdwarf, loaded when first needed and into a namespace of their own: libdwarf and libdw give 34 of
// their functions the same names, so that linked into one process each would call into the other. With dlmopen()
// neither sees the other, whatever the host of this library has loaded.

#include <libdwarf/libdwarf.h>

namespace corefile {

#define COREFILE_LIBDWARF_FUNCTIONS(function)                                                                     \
  function(dwarf_attr) function(dwarf_child) function(dwarf_dealloc) function(dwarf_dealloc_attribute)            \
      function(dwarf_dealloc_die) function(dwarf_dealloc_error) function(dwarf_diename) function(dwarf_dieoffset) \
          function(dwarf_errmsg) function(dwarf_finish) function(dwarf_formblock) function(dwarf_formsdata)       \
              function(dwarf_formudata) function(dwarf_get_die_infotypes_flag) function(dwarf_get_form_class)     \
                  function(dwarf_get_version_of_die) function(dwarf_global_formref) function(dwarf_hasattr)       \
                      function(dwarf_init_b) function(dwarf_next_cu_header_d) function(dwarf_offdie_b)            \
                          function(dwarf_siblingof_b) function(dwarf_tag) function(dwarf_whatattr)                \
                              function(dwarf_whatform)

struct LibdwarfApi {
#define COREFILE_DECLARE(name) decltype(&::name) name = nullptr;
  COREFILE_LIBDWARF_FUNCTIONS(COREFILE_DECLARE)
#undef COREFILE_DECLARE
};

// Null if the library is not installed or lacks one of them; libdw does its work then.
const LibdwarfApi *libdwarf();

}  // namespace corefile
