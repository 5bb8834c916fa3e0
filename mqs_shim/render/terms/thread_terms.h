#pragma once
// Maps the kernel's states of threads and processes to words.

#include "mqs_shim/records/thread.h"
#include "mqs_shim/render/terms/term.h"

namespace mqs_shim {

// Returns a word such as "sleeping"; empty if the state is not known.
constexpr std::string_view kernel_state_term(KernelState state) {
  constexpr Term terms[] = {{static_cast<int>(KernelState::running), "running"},
                            {static_cast<int>(KernelState::sleeping), "sleeping"},
                            {static_cast<int>(KernelState::uninterruptible), "uninterruptible"},
                            {static_cast<int>(KernelState::stopped), "stopped"},
                            {static_cast<int>(KernelState::traced), "traced"},
                            {static_cast<int>(KernelState::zombie), "zombie"},
                            {static_cast<int>(KernelState::gone), "gone"},
                            {static_cast<int>(KernelState::crashed), "crashed"}};
  return term(terms, static_cast<int>(state), "");
}

}  // namespace mqs_shim
