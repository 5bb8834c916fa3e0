#pragma once
// Converts the numbers with which MPICH describes variables and types of events to those of the model.

#include <cstdint>
#include <optional>

#include "mpidbg/layout/mpich/header_values.h"
#include "mpidbg/model/mpit/variable_value.h"

namespace mpidbg::model::mpich {

// Returns the type with this handle of a predefined datatype; nullopt if no variable or element of an event can have
// it.
std::optional<VariableType> variable_type(std::uint32_t datatype, unsigned pointer_size);

// These functions return nullopt for numbers that the header does not define.
std::optional<int> verbosity_level(const layout::mpich::HeaderValues &header, std::uint32_t verbosity);
std::optional<Binding> binding(const layout::mpich::HeaderValues &header, std::uint32_t bind);

}  // namespace mpidbg::model::mpich
