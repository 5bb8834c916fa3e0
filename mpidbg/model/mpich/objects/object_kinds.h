#pragma once
// Defines the numbers that MPICH uses for kinds of objects in handles and tables.

#include <cstdint>

#include "mpidbg/layout/mpich/layouts.h"
#include "mpidbg/layout/mpich/objects/constants.h"
#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model::mpich {

// The kinds of objects by their numbers in handles. Source: src/include/mpir_objects.h.
enum class ObjectKind : std::uint32_t {
  communicator = 1,
  group,
  datatype,
  // This number occurs only in objects of error handlers, as the kind of object that an error handler is for.
  file,
  errhandler,
  op,
  info,
  window,
  keyval,
  attribute,
  request,
  port,
  generalized_class,
  session
};

// Returns the name of a kind in messages to the user, for example "communicator".
const char *noun(ObjectKind kind);

// Returns the layout of the kind's objects; null if the kind's struct is not described.
const layout::StructLayout *object_layout(const layout::mpich::Layouts &layouts, ObjectKind kind);

// These functions convert between a Handle and the program's handle, which is an int.
constexpr std::uint32_t value_of(Handle handle) {
  return static_cast<std::uint32_t>(handle.value());
}
constexpr Handle int_handle(std::uint32_t value) {
  return Handle(value, 4);
}
constexpr ObjectKind kind_of_handle(std::uint32_t handle) {
  return static_cast<ObjectKind>(handle >> layout::mpich::handle_kind_shift & layout::mpich::handle_kind_mask);
}
constexpr layout::mpich::HandlePlace place_of_handle(std::uint32_t handle) {
  return static_cast<layout::mpich::HandlePlace>(handle >> layout::mpich::handle_place_shift);
}

}  // namespace mpidbg::model::mpich
