#pragma once
// Converts MPICH's number for the language of a callback function of the program.

#include <string>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/result.h"
#include "mpidbg/layout/mpich/constants.h"
#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model::mpich {

// Returns the language for a number that was read from a field of an object. Errors: corrupt, naming the field.
inline Result<Language> language_of(std::uint32_t number, const char *field, Address object) {
  switch (number) {
    case layout::mpich::language_c:
      return Language::c;
    case layout::mpich::language_fortran:
    case layout::mpich::language_fortran_90:
      return Language::fortran;
    case layout::mpich::language_cxx:
      return Language::cxx;
    default:
      return Error{ErrorCode::corrupt, std::string(field) + " at " + hex(object) + " is " + std::to_string(number),
                   object};
  }
}

}  // namespace mpidbg::model::mpich
