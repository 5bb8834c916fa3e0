#pragma once
// Kinds of objects as MPICH numbers them, in handles and in tables.

#include <cstdint>

#include "mpidbg/layout/mpich/layouts.h"
#include "mpidbg/layout/mpich/objects/constants.h"
#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model::mpich {

// src/include/mpir_objects.h
enum class ObjectKind : std::uint32_t {
  communicator = 1,
  group,
  datatype,
  file,  // in handles of error handlers alone
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

// "communicator"
const char *noun(ObjectKind kind);

// The struct of its objects; null where none is described.
const layout::StructLayout *object_layout(const layout::mpich::Layouts &layouts, ObjectKind kind);

// A handle is an int of the program's.
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
