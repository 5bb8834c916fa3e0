#include "mqs_shim/render/verdict/words/why_title.h"

#include <algorithm>
#include <cstdio>
#include <set>

#include "mqs_shim/job/why/verdict/mismatch.h"
#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/verdict/words/activity_words.h"
#include "mqs_shim/render/verdict/words/early_leave_words.h"
#include "mqs_shim/render/verdict/words/missing_words.h"
#include "mqs_shim/render/verdict/words/socket_words.h"

namespace mqs_shim {

using why::Finding;
using why::FindingKind;
using why::Lack;
using why::ProcessId;
using why::Proof;

namespace {

class TitleWords {
 public:
  TitleWords(const why::Waits &waits, const why::Verdict &verdict, const WaitWords &words)
      : waits_(waits), verdict_(verdict), words_(words) {}

  std::vector<std::string> reservations(const Finding &finding) const {
    if (!finding.mismatch)
      return why::can_never_go_on(finding.kind) ? early_leave_texts(words_, waits_, verdict_, finding)
                                                : std::vector<std::string>();
    if (is_about_arguments(finding)) return {};
    std::vector<std::string> texts;
    const auto [one, other] = *finding.mismatch;
    for (const auto &[waiting, left] : {std::pair{one, other}, std::pair{other, one}}) {
      std::string text = early_leave_text(words_, waits_, waiting, waits_.agents()[left].process, false);
      if (!text.empty()) texts.push_back(std::move(text));
    }
    return texts;
  }

  FindingTitle title(const Finding &finding, const std::string &launcher) const {
    const bool one = finding.missing.empty() ? words_.are_one(finding.processes)
                                             : finding.processes.empty() && finding.missing.size() == 1;
    const std::string who = waiting(finding), whom = target(finding);
    switch (finding.kind) {
      case FindingKind::deadlock:
        return {"DEADLOCK", who + " for each other and for nothing else"};
      case FindingKind::collective_mismatch:
        return {"COLLECTIVE MISMATCH", mismatch(finding)};
      case FindingKind::self_deadlock:
        return {"SELF-DEADLOCK", who + for_themselves(finding)};
      case FindingKind::waits_for_dead:
        return {"DEAD PEER", who + " for " + whom + ", which " + (one ? "has" : "have") +
                                 (have_crashed(finding) ? " crashed" : " exited")};
      case FindingKind::waits_for_finalized:
        return {"FINALIZED PEER",
                who + " for " + whom + ", which " + (one ? "is" : "are") + " in or after MPI_Finalize"};
      case FindingKind::unmatched:
        return {"UNMATCHED", who + (waits_for_receive(finding) ? " for messages that no rank will send or receive"
                                                               : " for a message that no rank will send")};
      case FindingKind::waits_for_running:
        if (wait_for_themselves(finding))
          return {"WAITING", who + for_themselves(finding) + other_threads(finding) + running(finding, one)};
        if (are_waiting(finding))
          return {"WAITING", who + " for each other, and other threads of them " + running(finding, false)};
        return {"WAITING", who + " for " + whom + ", which " + running(finding, one)};
      case FindingKind::waits_for_polling:
        if (wait_for_themselves(finding))
          return {"WAITING", who + for_themselves(finding) + other_threads(finding) + (one ? "polls" : "poll")};
        return {"WAITING", who + " for " + whom + ", which " + (one ? "polls" : "poll")};
      case FindingKind::waits_for_returning:
        if (finding.processes.empty() && !verdict_.moved.empty()) return {"MOVING", moving(finding)};
        if (finding.processes.empty()) return {"MOVING", who + " for something that is on its way"};
        if (are_hidden(finding)) return {"MOVING", who + " for " + whom + moved_of(finding)};
        return {"MOVING", who + " for " + whom + ", whose " + (one ? "call is" : "calls are") + " about to return"};
      case FindingKind::waits_for_stopped:
        return {"WAITING", who + " for " + whom + ", which " + (one ? "is" : "are") + " stopped"};
      case FindingKind::waits_for_not_started:
        return {"WAITING", who + " for " + whom + ", which " + (one ? "has" : "have") + " not called MPI_Init"};
      case FindingKind::waits_for_program:
        return {"WAITING", who + " for a generalized request, which only " +
                               (is_one_process(waits_, finding.agents) ? "its" : "their") +
                               " own program can complete"};
      case FindingKind::waits_for_outside:
        return {"WAITING", who + " for something that may be outside of the job"};
      case FindingKind::waits_for_arrival:
        return arrival(finding, who);
      case FindingKind::waits_for_missing:
        return {"RANKS MISSING",
                who + " for " + whom + ", which " + (one ? "is " : "are ") + missing_from(finding, launcher)};
      case FindingKind::waits_for_unknown:
        if (finding.processes.empty()) return {"NOT ENOUGH INFORMATION", who + " for something that cannot be seen"};
        return {"NOT ENOUGH INFORMATION", who + " for " + whom + ", of which not enough can be seen"};
    }
    return {};
  }

 private:
  // Returns true if an agent also waits for one of its own messages to be received.
  bool waits_for_receive(const Finding &finding) const {
    return std::any_of(finding.agents.begin(), finding.agents.end(), [&](std::uint32_t agent) {
      const std::vector<why::Operation> &operations = waits_.evidence()[waits_.agents()[agent].process].operations;
      const std::vector<std::uint32_t> reasons = why::reasons(waits_, verdict_, agent);
      return std::any_of(reasons.begin(), reasons.end(), [&](std::uint32_t index) {
        const why::Condition condition = waits_.condition(agent, index);
        return condition.kind == why::ConditionKind::operation &&
               operations[static_cast<std::size_t>(condition.index)].kind == why::OperationKind::send;
      });
    });
  }

  // Returns true if it is not known what one of the awaited processes does.
  bool are_hidden(const Finding &finding) const {
    return std::any_of(finding.processes.begin(), finding.processes.end(),
                       [&](std::uint32_t process) { return waits_.role(process) == why::Role::unknown; });
  }

  FindingTitle arrival(const Finding &finding, const std::string &who) const {
    switch (network_state(waits_, finding)) {
      case NetworkState::delivering:
        return {"IN THE NETWORK", who + ", and data between ranks is under way in the network"};
      case NetworkState::connecting:
        return {"NOT CONNECTED", who + ", and a connection between ranks is not made"};
      case NetworkState::quiet:
      case NetworkState::unknown:
        break;
    }
    return {"STANDING STILL", who + " for what should be on its way, and nothing moved between the two looks"};
  }

  std::string moved_of(const Finding &finding) const {
    const bool all = std::all_of(finding.processes.begin(), finding.processes.end(),
                                 [&](std::uint32_t process) { return verdict_.has_moved(process); });
    return std::string(all ? ", which" : ", and some of these ranks") + " made progress between the two looks";
  }

  std::string moving(const Finding &finding) const {
    std::vector<std::uint32_t> standing, moved;
    for (const std::uint32_t agent : finding.agents) {
      const std::uint32_t process = waits_.agents()[agent].process;
      if (!verdict_.has_moved(process) && (standing.empty() || standing.back() != process)) standing.push_back(process);
    }
    const std::string went_on = " made progress between the two looks";
    if (standing.empty()) return words_.ranks_of_agents(finding.agents) + went_on;
    for (const why::Movement &movement : verdict_.moved) moved.push_back(movement.process);
    return words_.ranks_of(standing) + (words_.are_one(standing) ? " waits" : " wait") +
           " for others that make progress: " + words_.ranks_of(moved) + went_on;
  }

  // Returns true if there are several awaited processes, and all of these are also waiting: one of their threads waits
  // while another runs.
  bool are_waiting(const Finding &finding) const {
    return finding.processes.size() > 1 && finding.missing.empty() &&
           std::all_of(finding.processes.begin(), finding.processes.end(), [&](std::uint32_t process) {
             return std::any_of(finding.agents.begin(), finding.agents.end(),
                                [&](std::uint32_t agent) { return waits_.agents()[agent].process == process; });
           });
  }

  // Returns true if each agent (waiting thread) waits only for its own process, in which another thread can help.
  bool wait_for_themselves(const Finding &finding) const {
    const auto is_own = [&](std::uint32_t agent, std::uint32_t index) {
      // A wait for a nonblocking collective does not count: the collective is of the same process, but waits for other
      // processes.
      if (waits_.condition(agent, index).kind == why::ConditionKind::schedule) return false;
      constexpr std::size_t most = 2;
      const std::vector<std::uint32_t> helpers = waits_.helpers(agent, index, most);
      return helpers.size() == 1 && helpers.front() == waits_.agents()[agent].process &&
             !waits_.prospects(agent)[index].unseen_helpers;
    };
    return finding.missing.empty() &&
           std::all_of(finding.agents.begin(), finding.agents.end(), [&](std::uint32_t agent) {
             const std::vector<std::uint32_t> reasons = why::reasons(waits_, verdict_, agent);
             return !reasons.empty() && std::all_of(reasons.begin(), reasons.end(),
                                                    [&](std::uint32_t index) { return is_own(agent, index); });
           });
  }

  std::string missing_from(const Finding &finding, const std::string &launcher) const {
    // The hint about the launcher applies only to missing ranks. It is left out if other ranks are awaited as well.
    if (!finding.processes.empty()) return missing_text(waits_, finding.missing, {});
    return missing_with_reason(waits_, finding.missing, launcher);
  }

  bool have_crashed(const Finding &finding) const {
    return std::all_of(finding.processes.begin(), finding.processes.end(), [&](std::uint32_t process) {
      return waits_.evidence()[process].state == why::ProcessState::crashed;
    });
  }

  std::string for_themselves(const Finding &finding) const {
    return is_one_process(waits_, finding.agents) ? " for itself" : " for themselves, each alone";
  }

  std::string other_threads(const Finding &finding) const {
    return is_one_process(waits_, finding.agents) ? ", and another thread of it " : ", and other threads of them ";
  }

  std::string waiting(const Finding &finding) const {
    return words_.ranks_of_agents(finding.agents) + (is_one_process(waits_, finding.agents) ? " waits" : " wait");
  }

  std::string target(const Finding &finding) const {
    std::vector<why::ProcessId> processes = finding.missing;
    for (const std::uint32_t process : finding.processes) processes.push_back(waits_.evidence()[process].id);
    return processes.empty() ? "something" : words_.ranks(processes);
  }

  // Returns what the awaited processes do: "runs" or, if all of them are blocked by the system or another library, "is
  // blocked in" with the function.
  std::string running(const Finding &finding, bool one) const {
    std::set<std::string> calls;
    for (const std::uint32_t process : finding.processes) calls.insert(system_call_of(waits_, process));
    if (calls.empty() || calls.contains({})) return one ? "runs" : "run";
    if (calls.size() > 1) return "are blocked outside of MPI";
    return (one ? "is blocked in " : "are blocked in ") + *calls.begin();
  }

  bool disagrees_about_root(const Finding &finding) const {
    return why::find_root_disagreement(waits_, verdict_.stuck, finding.agents) == finding.mismatch;
  }

  // Returns true if the two agents of the mismatch appear to be in the same collective, so that only its arguments can
  // differ.
  bool is_about_arguments(const Finding &finding) const {
    const auto [one, other] = *finding.mismatch;
    return words_.call(one) == words_.call(other) || disagrees_about_root(finding);
  }

  std::string mismatch(const Finding &finding) const {
    if (!finding.mismatch) return waiting(finding) + " for each other in different collectives";
    const auto [one, other] = *finding.mismatch;
    const why::Collective *const first = waits_.collective(one);
    const std::string on = first == nullptr
                               ? std::string()
                               : " on " + words_.communicator(waits_.agents()[one].process, first->communicator);
    if (disagrees_about_root(finding)) {
      return words_.ranks_of_agents({one, other}) + " are in " + entered(one) + on + " and disagree about " +
             rooted_argument(one, other) + ": neither sends the other what it waits for";
    }
    if (words_.call(one) == words_.call(other)) {
      const std::string differences = differences_of(one, other);
      const std::string call = words_.call(one);
      const bool are_all_inside = std::all_of(finding.agents.begin(), finding.agents.end(),
                                              [&](std::uint32_t agent) { return words_.call(agent) == call; });
      if (!are_all_inside && !differences.empty())
        return words_.ranks_of_agents({one, other}) + " are in " + entered(one) + on + " and disagree: " + differences;
      return waiting(finding) + " for each other inside " + entered(one) + on + ": " +
             (differences.empty()
                  ? "they disagree about its arguments, as " +
                        (first == nullptr ? std::string("the root or a count") : differing_arguments(*first)) +
                        ", or about which one it is"
                  : differences);
    }
    return words_.rank_of(waits_.agents()[one].process) + " is in " + entered(one) + ", " +
           words_.rank_of(waits_.agents()[other].process) + " in " + entered(other) + on;
  }

  std::string entered(std::uint32_t number) const { return entered_text(words_, waits_, number); }

  // Returns words for the argument about which two ranks in a rooted collective disagree: "its root" if they name
  // different roots, and otherwise "its root, a count or a datatype".
  std::string rooted_argument(std::uint32_t one, std::uint32_t other) const {
    const why::Collective *const a = waits_.collective(one), *const b = waits_.collective(other);
    const bool roots_differ = a != nullptr && b != nullptr && a->root && b->root && a->root != b->root;
    return roots_differ || why::only_roots_can_differ(waits_, {one, other}) ? "its root"
                                                                            : "its root, a count or a datatype";
  }

  // Returns in which known arguments two calls of the same collective differ, such as "root 0 of rank 0, 1 of rank 1".
  std::string differences_of(std::uint32_t one, std::uint32_t other) const {
    const why::Collective *const a = waits_.collective(one), *const b = waits_.collective(other);
    std::string text;
    const auto add = [&](const char *what, const std::string &first, const std::string &second) {
      if (first.empty() || second.empty() || first == second) return;
      text += (text.empty() ? "" : "; ") + std::string(what) + " " + printable(first) + " of " +
              words_.rank_of(waits_.agents()[one].process) + ", " + printable(second) + " of " +
              words_.rank_of(waits_.agents()[other].process);
    };
    const auto number = [](const auto &value) { return value ? std::to_string(*value) : std::string(); };
    if (a == nullptr || b == nullptr) return text;
    add("number", number(a->sequence), number(b->sequence));
    add("root", number(a->root), number(b->root));
    add("operation", named(a->op), named(b->op));
    return text;
  }

  // Returns the text of a handle if it is the name of a predefined object. Otherwise it is an address, which is
  // meaningless to other ranks, and the result is an empty text.
  static std::string named(const std::string &handle) { return handle.starts_with("MPI_") ? handle : std::string(); }

  const why::Waits &waits_;
  const why::Verdict &verdict_;
  const WaitWords &words_;
};

}  // namespace

bool is_one_process(const why::Waits &waits, const std::vector<std::uint32_t> &agents) {
  return std::all_of(agents.begin(), agents.end(), [&](std::uint32_t agent) {
    const std::uint32_t one = waits.agents()[agent].process, first = waits.agents()[agents.front()].process;
    const ProcessId id = waits.evidence()[one].id;  // two targets may have the same rank
    return one == first || (id.rank >= 0 && id == waits.evidence()[first].id);
  });
}

FindingTitle finding_title(const why::Waits &waits, const why::Verdict &verdict, const WaitWords &words,
                           const Finding &finding, const std::string &launcher) {
  FindingTitle title = TitleWords(waits, verdict, words).title(finding, launcher);
  if (why::can_never_go_on(finding.kind) && finding.proof == Proof::suspected) title.kind = "SUSPECTED";
  return title;
}

std::vector<std::string> reservations(const why::Waits &waits, const why::Verdict &verdict, const WaitWords &words,
                                      const Finding &finding) {
  return TitleWords(waits, verdict, words).reservations(finding);
}

std::string proof_text(Proof proof, double seconds) {
  char apart[32];
  std::snprintf(apart, sizeof apart, "%.1f s apart", seconds);
  switch (proof) {
    case Proof::counters:
      return "proved: no message is on its way, by the counters of all of them";
    case Proof::instant:
      return "proved: all of them were held still at one instant";
    case Proof::transport:
      return std::string("proved: two equal looks ").append(apart).append(", no message on its way");
    case Proof::looks:
      return std::string("two equal looks ")
          .append(apart)
          .append("; a message under way for that long cannot be excluded");
    case Proof::suspected:
      return "not proved";
    case Proof::none:
      break;
  }
  return {};
}

std::string_view lack_text(Lack lack) {
  switch (lack) {
    case Lack::counters:
      return "the point-to-point layer does not count messages";
    case Lack::queues:
      return "not all messages can be seen";
    case Lack::communicator:
      return "it does not have the communicator of the wait";
    case Lack::second_look:
      return "there is no second look to compare with; two looks at live processes would decide";
    case Lack::standstill:
      return "it moved between the looks, or nothing is counted that shows that it did not";
    case Lack::transport:
      return "messages under way cannot be seen";
    case Lack::arrival:
      return "a message was on its way to it";
    case Lack::instant:
      return "windows in shared memory prove nothing unless all are held still at one instant";
    case Lack::certain_wait:
      return "the wait was concluded, not read";
    case Lack::timer:
      return "a timer may call a handler that the program has for its signal, and the handler may leave the call";
    case Lack::thread_level:
      return "threads in MPI at once, against its thread level, may leave anything in the library's memory";
  }
  return {};
}

}  // namespace mqs_shim
