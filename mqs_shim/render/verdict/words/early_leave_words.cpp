#include "mqs_shim/render/verdict/words/early_leave_words.h"

#include "mqs_shim/job/why/causes/early_leave.h"
#include "mqs_shim/job/why/evidence/call_kind.h"
#include "mqs_shim/job/why/verdict/mismatch.h"

namespace mqs_shim {

namespace {

// Returns true for calls such as MPI_Comm_free that release the object (communicator, file or window) on which they are
// collective: after such a call, a process cannot be in another collective on the object.
bool ends_its_object(const std::string &name) {
  return name == "MPI_File_close" || name == "MPI_Win_free" || name == "MPI_Comm_free" || name == "MPI_Comm_disconnect";
}

}  // namespace

std::string differing_arguments(const why::Collective &collective) {
  if (why::is_of_file(collective.name)) return "an offset or a count";
  const bool may_have_root = collective.name.empty() || why::flow_of(collective) != why::Flow::between_all;
  return may_have_root ? "the root or a count" : "a count";
}

std::string entered_text(const WaitWords &words, const why::Waits &waits, std::uint32_t agent) {
  const why::Collective *const collective = waits.collective(agent);
  const bool is_nameless = waits.agents()[agent].schedule && collective != nullptr && collective->name.empty();
  return is_nameless ? words.schedule(agent) : words.call(agent);
}

std::string early_leave_text(const WaitWords &words, const why::Waits &waits, std::uint32_t agent,
                             std::uint32_t process, bool on_another) {
  if (!why::may_be_past(waits, agent, process)) return {};
  const why::Collective &collective = *waits.collective(agent);
  if (ends_its_object(collective.name) && !on_another) return {};
  const std::string call = words.call(agent);
  return "unless " + words.rank_of(process) + " is past " +
         (entered_text(words, waits, agent) == call ? call : "that nonblocking collective") +
         " already: then they differ in its arguments, as " + (on_another ? "the communicator, " : "") +
         differing_arguments(collective);
}

}  // namespace mqs_shim
