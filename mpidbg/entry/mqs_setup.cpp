// This file implements the mqs_* entry points other than the iterations: versions, images, processes.

#include <cstring>

#include "mpidbg/abi/msgq_interface.h"
#include "mpidbg/entry/errors.h"
#include "mpidbg/entry/iteration.h"
#include "mpidbg/entry/state.h"
#include "mpidbg/entry/version.h"
#include "mpidbg/model/library/detect.h"

using namespace mpidbg;
using namespace mpidbg::entry;

namespace {

// Doubles each '%' in a text, because the host prints messages with printf(message, image name).
std::string printable(const std::string &text) {
  std::string result;
  for (const char c : text) {
    result += c;
    if (c == '%') result += c;
  }
  return result;
}

}  // namespace

extern "C" {

void mqs_setup_basic_callbacks(const mqs_basic_callbacks *callbacks) {
  debugger::set_basic_callbacks(callbacks);
}

char *mqs_version_string(void) {
  return const_cast<char *>(version_text());
}
int mqs_version_compatibility(void) {
  return MQS_INTERFACE_COMPATIBILITY;
}
int mqs_dll_taddr_width(void) {
  return sizeof(mqs_taddr_t);
}
char *mqs_dll_error_string(int code) {
  return const_cast<char *>(mqs_error_text(code));
}

int mqs_setup_image(mqs_image *image, const mqs_image_callbacks *callbacks) {
  return guard_mqs([&]() -> int {
    return set_up_image(image, callbacks, family_mqs) == nullptr ? static_cast<int>(mqs_error_no_setup)
                                                                 : static_cast<int>(mqs_ok);
  });
}

int mqs_image_has_queues(mqs_image *image, char **message) {
  return guard_mqs([&]() -> int {
    if (message != nullptr) *message = nullptr;
    ImageState *state = image_state(image);
    if (state == nullptr) return mqs_error_no_setup;
    const Status found = look_for_library(state->image);
    if (found) return mqs_ok;
    state->message = "%s: " + printable(found.error().message);
    if (message != nullptr) *message = state->message.data();
    return mqs_failure(nullptr, found.error());
  });
}

void mqs_destroy_image_info(mqs_image_info *info) {
  let_go(info, family_mqs);
}

int mqs_setup_process(mqs_process *process, const mqs_process_callbacks *callbacks) {
  return guard_mqs([&]() -> int {
    return set_up_process(process, callbacks, family_mqs) == nullptr ? static_cast<int>(mqs_error_no_setup)
                                                                     : static_cast<int>(mqs_ok);
  });
}

int mqs_process_has_queues(mqs_process *process, char **message) {
  return guard_mqs([&]() -> int {
    if (message != nullptr) *message = nullptr;
    ProcessState *state = process_state(process);
    if (state == nullptr) return mqs_error_no_setup;
    const auto library = state->library();
    if (library && (*library)->handles() == nullptr) {
      const std::string problem = (*library)->why_missing(model::Part::handles);
      state->message = "%s: " + printable(problem);
      if (message != nullptr) *message = state->message.data();
      return mqs_failure(state, Error{ErrorCode::not_supported, problem});
    }
    // Communicators can be seen with any point-to-point layer. If the layer's queues cannot be seen, the message states
    // this.
    const std::string problem = library ? queue_problem(**library, model::Queue::receives) : library.error().message;
    if (problem.empty()) return mqs_ok;
    state->message = "%s: " + printable(library ? "message queues cannot be seen: " + problem : problem);
    if (message != nullptr) *message = state->message.data();
    return library ? static_cast<int>(mqs_ok) : mqs_failure(state, library.error());
  });
}

void mqs_destroy_process_info(mqs_process_info *info) {
  let_go(info, family_mqs);
}

int mqs_get_global_rank(mqs_process *process) {
  int rank = -1;
  guard_mqs([&]() -> int {
    ProcessState *state = process_state(process);
    if (state == nullptr) return mqs_error_no_setup;
    const auto library = state->library();
    if (library) rank = (*library)->identity().world_rank();
    return mqs_ok;
  });
  return rank;
}

}  // extern "C"
