#pragma once
// Numbers of MPI_T variables that are the same from 4.1 to 6.0; the others are in numbers.h.
// Source: the headers named.

#include <cstddef>
#include <cstdint>

namespace mpidbg::layout::openmpi {

// opal/mca/base/mca_base_var.h, _vari.h: mbv_flags
inline constexpr std::uint32_t variable_internal = 0x1;
inline constexpr std::uint32_t variable_default_only = 0x2;
inline constexpr std::uint32_t variable_deprecated = 0x8;
inline constexpr std::uint32_t variable_valid = 0x10000;
inline constexpr std::uint32_t variable_synonym = 0x20000;

// mca_base_var.h: how many values mbv_scope, mbv_source, mbv_info_lvl and mbv_bind have
inline constexpr std::uint32_t variable_scopes = 7, variable_sources = 6, variable_levels = 9, variable_bindings = 11;

// mca_base_var.h: mbv_type, and the type of a performance variable
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

// mca_base_pvar.h: flags, and how many classes there are
inline constexpr std::uint32_t performance_readonly = 0x80;
inline constexpr std::uint32_t performance_continuous = 0x100;
inline constexpr std::uint32_t performance_atomic = 0x200;
inline constexpr std::uint32_t performance_invalid = 0x400;
inline constexpr std::int32_t performance_classes = 10;

}  // namespace mpidbg::layout::openmpi
