#include "mpidbg/model/mpich/objects/predefined.h"

#include "mpidbg/model/mpich/objects/object_kinds.h"

namespace mpidbg::model::mpich {

namespace {

constexpr NamedHandle handles[] = {
#define MPIDBG_PREDEFINED(kind, name, value) {HandleKind::kind, #name, value},
#include "mpidbg/layout/mpich/predefined.def"
#undef MPIDBG_PREDEFINED
};

}  // namespace

std::span<const NamedHandle> predefined_handles() {
  return handles;
}

std::vector<PredefinedHandle> predefined_handles(HandleKind kind) {
  std::vector<PredefinedHandle> result;
  for (const NamedHandle &known : handles) {
    if (known.kind == kind) result.push_back({std::string(known.name), int_handle(known.handle)});
  }
  return result;
}

std::string_view predefined_name(HandleKind kind, std::uint32_t handle) {
  for (const NamedHandle &known : handles) {
    if (known.kind == kind && known.handle == handle) return known.name;
  }
  return {};
}

}  // namespace mpidbg::model::mpich
