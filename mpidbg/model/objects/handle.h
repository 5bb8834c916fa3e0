#pragma once
// Handles of any kind.

#include <compare>
#include <cstddef>
#include <string>
#include <utility>

#include "mpidbg/base/handle.h"

namespace mpidbg::model {

// Numbered as mpidbg_handle_kind_t.
enum class HandleKind {
  communicator,
  group,
  request,
  status,  // no handle, but the object itself
  errhandler,
  datatype,
  file,
  info,
  op,
  window,
  message,
  session
};
inline constexpr std::size_t handle_kinds = 12;

// An object of the target.
struct HandleReference {
  HandleKind kind{};
  Handle handle{};
  auto operator<=>(const HandleReference &) const = default;
};

// What a function of the program is written in: numbered as mpidbg_language_t.
enum class Language { c, cxx, fortran, java };

struct PredefinedHandle {
  std::string name;
  Handle handle;
};

// A pair of an info object.
using InfoPair = std::pair<std::string, std::string>;

}  // namespace mpidbg::model
