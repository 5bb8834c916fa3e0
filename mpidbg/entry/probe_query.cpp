// This file implements probe_interface.h.

#include <algorithm>

#include "mpidbg/abi/probe_interface.h"
#include "mpidbg/entry/errors.h"
#include "mpidbg/entry/iteration.h"
#include "mpidbg/entry/pack_operation.h"

using namespace mpidbg;
using namespace mpidbg::entry;

namespace {

constexpr int most_words = 4096;

}  // namespace

extern "C" {

int mpidbg_probe_query(mqs_process *process, const mqs_taddr_t *words, int count, mpidbg_operation_info_t *operation,
                       mqs_taddr_t *communicator) {
  return guard_mpidbg([&]() -> int {
    ProcessState *state = process_state(process);
    if (state == nullptr || operation == nullptr || communicator == nullptr) return MPIDBG_ERR_NOT_FOUND;
    if (words == nullptr || count < 0) count = 0;
    const auto library = state->library();
    if (!library) return mpidbg_failure(state, library.error());
    model::Queues *const queues = (*library)->queues();
    if (queues == nullptr) {
      return mpidbg_failure(state, Error{ErrorCode::not_supported, (*library)->why_missing(model::Part::queues)});
    }
    std::vector<Address> at_hand;
    at_hand.reserve(static_cast<std::size_t>(std::min(count, most_words)));
    for (int i = 0; i < std::min(count, most_words); ++i) at_hand.emplace_back(words[i]);
    const auto found = queues->probe(at_hand);
    if (!found) return mpidbg_failure(state, found.error());
    pack(found->operation, *operation);
    *communicator = found->communicator.value();
    return MPIDBG_SUCCESS;
  });
}

}  // extern "C"
