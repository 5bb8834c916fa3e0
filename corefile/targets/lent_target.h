#pragma once
// LentTarget is one target of lent_targets.h: a process, core file or capture behind the table of functions of
// mqs_shim.h. The results that these functions return by pointer are members of it.

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "corefile/targets/inspected_target.h"
#include "corefile/targets/process_target.h"
#include "mqs_shim/mqs_shim.h"

namespace corefile {

// Gives access to a target's process. Has no session, because callers of the C API open sessions themselves.
class LentProcess : public InspectedTarget {
 public:
  using InspectedTarget::correct_error;
  using InspectedTarget::InspectedTarget;
  using InspectedTarget::opened;
  using InspectedTarget::surroundings;

  mpidbg::Result<mqs_shim::Session *> session() override { return cannot_be_inspected(opened().problem); }
};

struct LentTarget {
  // Fills in `table`. `opened` must outlive this object.
  explicit LentTarget(OpenedTarget &opened);
  LentTarget(const LentTarget &) = delete;
  LentTarget &operator=(const LentTarget &) = delete;

  // Returns the process. Throws if the target cannot be inspected.
  Process &process() const;
  // Must be called before each look.
  void begin_look();

  LentProcess inspected;
  std::unique_ptr<ProcessTarget> memory;  // null if the process cannot be inspected
  mqs_shim_target table{};
  unsigned holds = 0;
  // The data that a capture lacked when the plugin was set up; not set before the first look. Such a lack affects every
  // answer.
  std::optional<std::vector<std::string>> gaps_of_setup;

  // Results that were returned to the caller by pointer. They are kept until the next call.
  std::vector<mqs_shim::ThreadStack> stacks;
  std::vector<std::vector<mqs_shim_frame>> frames;
  std::vector<mqs_shim_thread> threads;
  std::vector<mqs_shim_socket> sockets;
  std::vector<mqs_shim::AddressRange> private_memory;  // since the caller last asked for number 0
  std::vector<SourcePlace> places;                     // source lines of the address in the last call
  std::uint64_t places_pc = 0;
  bool places_return = false;
  std::string boot, program, warnings, gaps, problem;
};

// Returns the text for a caller in C; null if it is empty. Valid as long as `text`.
inline const char *lent(const std::string &text) {
  return text.empty() ? nullptr : text.c_str();
}

// Calls `ask`, and returns `failure` if it throws, because no exception may reach callers in C.
template <class Result, class Ask>
Result guarded(Result failure, Ask &&ask) {
  try {
    return ask();
  } catch (const std::exception &) {
    return failure;
  }
}

}  // namespace corefile
