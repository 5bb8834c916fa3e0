// This file implements progress_interface.h.

#include <algorithm>
#include <cstring>

#include "mpidbg/abi/progress_interface.h"
#include "mpidbg/entry/errors.h"
#include "mpidbg/entry/iteration.h"

using namespace mpidbg;
using namespace mpidbg::entry;

extern "C" {

int mpidbg_progress_query(mqs_process *process, mpidbg_progress_t *progress) {
  return guard_mpidbg([&]() -> int {
    ProcessState *state = process_state(process);
    if (state == nullptr || progress == nullptr) return MPIDBG_ERR_NOT_FOUND;
    const auto library = state->library();
    if (!library) return mpidbg_failure(state, library.error());
    model::Queues *const queues = (*library)->queues();
    if (queues == nullptr) {
      return mpidbg_failure(state, Error{ErrorCode::not_supported, (*library)->why_missing(model::Part::queues)});
    }
    const auto found = queues->progress();
    if (!found) return mpidbg_failure(state, found.error());
    mpidbg_progress_t packed{};
    packed.struct_size = progress->struct_size;
    packed.transport_empty = !found->transport_empty ? -1 : *found->transport_empty ? 1 : 0;
    const std::size_t count = std::min<std::size_t>(found->counters.size(), MPIDBG_PROGRESS_COUNTERS);
    packed.counters = static_cast<std::uint32_t>(count);
    std::copy_n(found->counters.begin(), count, packed.counter);
    std::memcpy(progress, &packed, std::min<std::size_t>(progress->struct_size, sizeof packed));
    return MPIDBG_SUCCESS;
  });
}

}  // extern "C"
