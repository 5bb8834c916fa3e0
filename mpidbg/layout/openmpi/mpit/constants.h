#pragma once
// Numbers of MPI_T variables that are the same from 4.1 to 6.0. Others are in numbers.h. Sources are the headers named
// below.

#include <cstddef>
#include <cstdint>

namespace mpidbg::layout::openmpi {

// Bits of mbv_flags. Source: opal/mca/base/mca_base_var.h, mca_base_vari.h.
inline constexpr std::uint32_t variable_internal = 0x1;
inline constexpr std::uint32_t variable_default_only = 0x2;
inline constexpr std::uint32_t variable_deprecated = 0x8;
inline constexpr std::uint32_t variable_valid = 0x10000;
inline constexpr std::uint32_t variable_synonym = 0x20000;

// The numbers of values of mbv_scope, mbv_source, mbv_info_lvl and mbv_bind. Source: mca_base_var.h.
inline constexpr std::uint32_t variable_scopes = 7, variable_sources = 6, variable_levels = 9, variable_bindings = 11;

// Values of mbv_type and of the type of a performance variable. Source: mca_base_var.h.
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

// Flags and the number of classes of performance variables. Source: mca_base_pvar.h.
inline constexpr std::uint32_t performance_readonly = 0x80;
inline constexpr std::uint32_t performance_continuous = 0x100;
inline constexpr std::uint32_t performance_atomic = 0x200;
inline constexpr std::uint32_t performance_invalid = 0x400;
inline constexpr std::int32_t performance_classes = 10;

}  // namespace mpidbg::layout::openmpi
