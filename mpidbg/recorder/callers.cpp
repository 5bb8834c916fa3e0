#include "mpidbg/recorder/callers.h"

#include <unwind.h>

namespace recorder {

namespace {

struct Walk {
  std::uint64_t site;
  bool found;  // true once the frame that `site` belongs to was reached
  unsigned count;
  unsigned steps;
  Callers callers;
};

constexpr unsigned most_steps = 64;

_Unwind_Reason_Code step(_Unwind_Context *context, void *argument) {
  Walk &walk = *static_cast<Walk *>(argument);
  const std::uint64_t address = _Unwind_GetIP(context);
  if (address == 0 || ++walk.steps > most_steps) return _URC_END_OF_STACK;
  if (walk.found) walk.callers.sites[walk.count++] = address;
  if (address == walk.site) walk.found = true;
  return walk.count == MPIDBG_RECORD_CALLERS ? _URC_END_OF_STACK : _URC_NO_REASON;
}

}  // namespace

Callers callers_of(std::uint64_t site) {
  Walk walk{.site = site, .found = false, .count = 0, .steps = 0, .callers = {}};
  _Unwind_Backtrace(step, &walk);
  return walk.callers;
}

}  // namespace recorder
