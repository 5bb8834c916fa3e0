#pragma once
// Declares the kinds of handles, and references to objects of any kind. Plain data.

#include <compare>
#include <cstddef>
#include <string>
#include <utility>

#include "mpidbg/base/handle.h"

namespace mpidbg::model {

// The kinds of handles. The enumerators have the values of mpidbg_handle_kind_t.
enum class HandleKind {
  communicator,
  group,
  request,
  // Statuses have no handles; the address of the MPI_Status takes the place of one.
  status,
  errhandler,
  datatype,
  file,
  info,
  op,
  window,
  message,
  session
};
// The number of values of HandleKind.
inline constexpr std::size_t handle_kinds = 12;

// Refers to an MPI object in the inspected process.
struct HandleReference {
  HandleKind kind{};
  Handle handle{};
  auto operator<=>(const HandleReference &) const = default;
};

// The language of a function that the program passed to MPI. The enumerators have the values of mpidbg_language_t.
enum class Language { c, cxx, fortran, java };

// Holds a predefined handle and its name in the standard.
struct PredefinedHandle {
  std::string name;
  Handle handle;
};

// The key and the value of one pair of an info object.
using InfoPair = std::pair<std::string, std::string>;

}  // namespace mpidbg::model
