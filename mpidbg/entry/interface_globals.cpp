#include "mpidbg/entry/interface_globals.h"

#include "mpidbg/entry/handle_kind.h"

namespace mpidbg::entry {

namespace {

const ProcessState *globals_from = nullptr;

}  // namespace

void set_globals(ProcessState &state, model::MpiLibrary &library) {
  for (int i = 0; i < MPIDBG_KIND_MAX; ++i) {
    const HandleKindEntry &kind = *find_kind(static_cast<mpidbg_handle_kind_t>(i));
    kind.set_capabilities(capabilities_of(kind, state, library));
    *kind.name_map = const_cast<mpidbg_name_map_t *>(state.name_map(kind.model_kind, library));
  }
  globals_from = &state;
}

void set_unused_globals(ProcessState &state, model::MpiLibrary &library) {
  if (globals_from == nullptr && (state.owners & family_mpidbg) != 0) set_globals(state, library);
}

void clear_globals(const ProcessState *state) {
  if (globals_from != state) return;
  for (int i = 0; i < MPIDBG_KIND_MAX; ++i) {
    const HandleKindEntry &kind = *find_kind(static_cast<mpidbg_handle_kind_t>(i));
    kind.set_capabilities(0);
    *kind.name_map = nullptr;
  }
  globals_from = nullptr;
}

}  // namespace mpidbg::entry
