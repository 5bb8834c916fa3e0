// This file implements layout_checks_interface.h.

#include <algorithm>
#include <cstring>

#include "mpidbg/abi/layout_checks_interface.h"
#include "mpidbg/entry/errors.h"
#include "mpidbg/entry/iteration.h"
#include "mpidbg/entry/pack_operation.h"

using namespace mpidbg;
using namespace mpidbg::entry;

extern "C" {

int mpidbg_get_layout_check(mqs_process *process, int index, mpidbg_layout_check_t *check) {
  return guard_mpidbg([&]() -> int {
    ProcessState *state = process_state(process);
    if (state == nullptr || check == nullptr || index < 0) return MPIDBG_ERR_NOT_FOUND;
    if (index == 0) {
      const auto library = state->library();
      if (!library) return mpidbg_failure(state, library.error());
      state->layout_checks = (*library)->identity().layout_checks();
    }
    const std::vector<model::LayoutCheck> &checks = state->layout_checks;
    if (static_cast<std::size_t>(index) >= checks.size()) return MPIDBG_ERR_NOT_FOUND;
    const model::LayoutCheck &made = checks[static_cast<std::size_t>(index)];
    mpidbg_layout_check_t packed{};
    packed.struct_size = check->struct_size;
    packed.outcome = static_cast<std::int32_t>(made.outcome);
    copy_text(packed.subject, sizeof packed.subject, made.subject);
    copy_text(packed.words, sizeof packed.words, made.words);
    std::memcpy(check, &packed, std::min<std::size_t>(check->struct_size, sizeof packed));
    return MPIDBG_SUCCESS;
  });
}

}  // extern "C"
