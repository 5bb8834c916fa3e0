#include "mpidbg/model/mpich/tool_numbers.h"

#include <algorithm>

#include "mpidbg/layout/mpich/constants.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

namespace {

struct KnownType {
  std::uint32_t number;
  VariableType type;
};
constexpr KnownType types[] = {
    {constants::datatype_char, VariableType::character},
    {constants::datatype_int, VariableType::int_type},
    {constants::datatype_unsigned, VariableType::unsigned_int},
    {constants::datatype_long, VariableType::long_type},
    {constants::datatype_unsigned_long, VariableType::unsigned_long},
    {constants::datatype_unsigned_long_long, VariableType::unsigned_long_long},
    {constants::datatype_double, VariableType::double_type},
};

}  // namespace

std::optional<VariableType> variable_type(std::uint32_t datatype, unsigned pointer_size) {
  for (const KnownType &known : types) {
    const std::uint32_t width = width_of(known.type, pointer_size);
    if (datatype == (constants::predefined_datatype | width << constants::datatype_size_shift | known.number))
      return known.type;
  }
  return std::nullopt;
}

std::optional<int> verbosity_level(const layout::mpich::HeaderValues &header, std::uint32_t verbosity) {
  const auto found = std::find(header.verbosities.begin(), header.verbosities.end(), verbosity);
  if (found == header.verbosities.end()) return std::nullopt;
  return static_cast<int>(found - header.verbosities.begin());
}

std::optional<Binding> binding(const layout::mpich::HeaderValues &header, std::uint32_t bind) {
  const std::uint32_t number = bind - header.first_binding;
  if (number >= header.bindings) return std::nullopt;
  return static_cast<Binding>(number);
}

}  // namespace mpidbg::model::mpich
