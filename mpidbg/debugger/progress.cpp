#include "mpidbg/debugger/progress.h"

namespace mpidbg::debugger {

namespace {

ProgressFunction progress = nullptr;
void *progress_context = nullptr;

}  // namespace

void set_progress(ProgressFunction function, void *context) {
  progress = function;
  progress_context = context;
}

bool may_go_on(std::uint64_t done, std::uint64_t total) {
  return progress == nullptr || progress(progress_context, done, total) == 0;
}

}  // namespace mpidbg::debugger
