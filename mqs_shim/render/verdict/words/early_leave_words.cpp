#include "mqs_shim/render/verdict/words/early_leave_words.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "mpidbg/base/mpi_calls.h"
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

// Returns true if the process is in the agent's collective now, or may be.
bool may_be_inside(const why::Waits &waits, const why::Collective &collective, why::CommunicatorIndex::Id on,
                   std::uint32_t process) {
  const auto entries = waits.collectives().of(on, process);
  return waits.collectives().may_be_in(collective, process) ||
         std::any_of(entries.begin(), entries.end(),
                     [&](const why::Entry &entry) { return why::can_be_same(entry.of(waits.evidence()), collective); });
}

}  // namespace

std::string differing_arguments(const why::Collective &collective) {
  if (why::is_of_file(collective.name)) return "an offset or a count";
  const mpidbg::MpiCall call = mpidbg::mpi_call(collective.name);
  if (call.data == mpidbg::DataFlow::neighbors) return "the neighbours or a count";
  if (call.takes_window()) return "an assertion";
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
  const std::string object = mpidbg::mpi_call(collective.name).takes_window() ? "the window or " : "the communicator, ";
  return "unless " + words.rank_of(process) + " is past " +
         (entered_text(words, waits, agent) == call ? call : "that nonblocking collective") +
         " already: then they differ in its arguments, as " + (on_another ? object : std::string()) +
         differing_arguments(collective);
}

std::vector<std::string> early_leave_texts(const WaitWords &words, const why::Waits &waits, const why::Verdict &verdict,
                                           const why::Finding &finding) {
  // By the call, the arguments in which it may differ, and whether the processes are known to have entered it.
  std::map<std::tuple<std::string, std::string, bool>, std::set<std::uint32_t>> found;
  constexpr std::size_t most = 256;
  for (std::size_t i = 0; i < finding.agents.size() && i < most; ++i) {
    const std::uint32_t agent = finding.agents[i];
    const why::Collective *const collective = waits.collective(agent);
    if (collective == nullptr || waits.agents()[agent].schedule || ends_its_object(collective->name)) continue;
    if (collective->name == "MPI_Barrier") continue;  // it has no argument in which calls can differ
    const auto on = waits.communicators().id(waits.agents()[agent].process, collective->communicator);
    for (const std::uint32_t index : why::reasons(waits, verdict, agent)) {
      for (const std::uint32_t process : waits.helpers(agent, index, why::few_helpers)) {
        if (!why::may_be_past(waits, agent, process) || may_be_inside(waits, *collective, on, process)) continue;
        const bool has_entered = waits.collectives().entered(*collective, on, process) == why::Entered::yes;
        found[{words.call(agent), differing_arguments(*collective), has_entered}].insert(process);
      }
    }
  }
  std::vector<std::string> texts;
  for (const auto &[key, processes] : found) {
    const auto &[call, arguments, has_entered] = key;
    const std::vector<std::uint32_t> list(processes.begin(), processes.end());
    const bool is_one = words.are_one(list);
    if (has_entered)
      texts.push_back(words.ranks_of(list) + (is_one ? " has" : " have") + " entered and left " + call +
                      ", by the count of collectives: the calls differ in their arguments, as " + arguments);
    else
      texts.push_back("unless " + words.ranks_of(list) + (is_one ? " is" : " are") + " past " + call +
                      " already: then they differ in its arguments, as " + arguments);
  }
  return texts;
}

}  // namespace mqs_shim
