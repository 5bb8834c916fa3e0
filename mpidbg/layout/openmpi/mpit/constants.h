#pragma once
// Defines numbers of MPI_T variables that are the same from 4.1 to 6.0. Other numbers are in numbers.h. Each comment
// names the header that defines the number.

#include <cstddef>
#include <cstdint>

namespace mpidbg::layout::openmpi {

// Bits of a control variable's field mbv_flags. Source: opal/mca/base/mca_base_var.h, mca_base_vari.h.
inline constexpr std::uint32_t variable_internal = 0x1;
inline constexpr std::uint32_t variable_default_only = 0x2;
inline constexpr std::uint32_t variable_deprecated = 0x8;
inline constexpr std::uint32_t variable_valid = 0x10000;
inline constexpr std::uint32_t variable_synonym = 0x20000;

// The number of possible values of mbv_scope, mbv_source, mbv_info_lvl and mbv_bind. Source: mca_base_var.h.
inline constexpr std::uint32_t variable_scopes = 7, variable_sources = 6, variable_levels = 9, variable_bindings = 11;

// Values of the field mbv_type in a control variable, and of `type` in a performance variable. Source: mca_base_var.h.
enum VariableTypeNumber : std::uint32_t {
  variable_int,
  variable_unsigned_int,
  variable_unsigned_long,
  variable_unsigned_long_long,
  variable_size_t,
  variable_string,
  variable_version_string,
  variable_bool,
  variable_double,
  variable_long,
  variable_int32,
  variable_uint32,
  variable_int64,
  variable_uint64
};

// Flags of performance variables, and the number of their classes. Source: mca_base_pvar.h.
inline constexpr std::uint32_t performance_readonly = 0x80;
inline constexpr std::uint32_t performance_continuous = 0x100;
inline constexpr std::uint32_t performance_atomic = 0x200;
inline constexpr std::uint32_t performance_invalid = 0x400;
inline constexpr std::int32_t performance_classes = 10;

}  // namespace mpidbg::layout::openmpi
