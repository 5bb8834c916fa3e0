#include "mqs_shim/render/why/wait_words.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>

#include "mpidbg/base/hexadecimal.h"
#include "mqs_shim/job/why/call_kind.h"
#include "mqs_shim/job/why/folding.h"
#include "mqs_shim/job/why/mismatch.h"
#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/rank_set.h"

namespace mqs_shim {

using why::ConditionKind;
using why::OperationKind;
using why::ProcessId;

namespace {

constexpr std::size_t most_conditions = 3;
constexpr std::size_t most_twins = 4;
constexpr std::size_t most_targets = 4;  // of a job

std::string joined(const std::vector<std::string> &texts, const char *conjunction) {
  std::string result;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i != 0) result += i + 1 == texts.size() ? std::string(" ") + conjunction + " " : ", ";
    result += texts[i];
  }
  return result;
}

std::string file_name(const std::string &path) {
  return path.substr(path.rfind('/') + 1);
}

// Where its main thread was when it was stopped.
std::string stopped_in(const why::Evidence &evidence) {
  if (evidence.threads.empty()) return {};
  const why::Thread &thread = evidence.threads.front();
  const std::string place = WaitWords::site_text(thread.site);
  if (thread.call.empty()) return place.empty() ? place : " in " + place;
  return " in " + printable(thread.call) + (place.empty() ? place : " at " + place);
}

// Of a thread that runs; `place` may be empty.
std::string running_text(const why::Thread &thread, const std::string &place) {
  const std::string at = place.empty() ? std::string() : " at " + place;
  const std::string in = place.empty() ? std::string() : " in " + place;
  if (!thread.call.empty()) {
    const std::string system = thread.system_call.empty() ? std::string() : ", in the system call ";
    return "is in " + printable(thread.call) + at + system + printable(thread.system_call);
  }
  if (!thread.inside.empty()) return "runs" + in + ", called from " + printable(thread.inside);
  if (thread.system_call.empty()) return "runs" + in;
  return "is outside of MPI, in " + printable(thread.system_call) + (place.empty() ? place : "," + at);
}

// The one that it is opening; null if there is none, or several threads open one each.
const why::File *opening_file(const why::Evidence &evidence) {
  const auto is_opening = [](const why::File &file) { return file.opening; };
  const auto found = std::find_if(evidence.files.begin(), evidence.files.end(), is_opening);
  if (found == evidence.files.end() || std::any_of(found + 1, evidence.files.end(), is_opening)) return nullptr;
  return &*found;
}

}  // namespace

WaitWords::WaitWords(const why::Waits &waits) : waits_(waits) {
  std::set<std::uint32_t> jobs;
  for (const why::Evidence &evidence : waits.evidence()) {
    if (evidence.id.rank >= 0) jobs.insert(evidence.id.job);
  }
  jobs_.assign(jobs.begin(), jobs.end());
}

std::string WaitWords::ranks(const std::vector<ProcessId> &processes) const {
  std::map<std::uint32_t, std::vector<int>> by_job;
  for (const ProcessId &process : processes) by_job[process.job].push_back(process.rank);
  std::vector<std::string> texts;
  for (auto &[job, ranks] : by_job) {
    std::sort(ranks.begin(), ranks.end());
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    std::string text = (ranks.size() == 1 ? "rank " : "ranks ") + compress_ranks(ranks);
    if (jobs_.size() > 1) {
      const auto number = std::lower_bound(jobs_.begin(), jobs_.end(), job) - jobs_.begin();
      text += " of job " + std::to_string(number + 1);
    }
    texts.push_back(std::move(text));
  }
  return joined(texts, "and");
}

std::string WaitWords::rank(ProcessId process) const {
  return ranks({process});
}

std::string WaitWords::ranks_of(const std::vector<std::uint32_t> &processes) const {
  std::vector<ProcessId> ids;
  std::vector<std::string> texts;
  for (const std::uint32_t process : processes) {
    const why::Evidence &evidence = waits_.evidence()[process];
    evidence.id.rank < 0 ? texts.push_back(printable(evidence.target)) : ids.push_back(evidence.id);
  }
  if (!ids.empty()) texts.insert(texts.begin(), ranks(ids));
  return joined(texts, "and");
}

std::string WaitWords::ranks_of_agents(const std::vector<std::uint32_t> &agents) const {
  std::vector<std::uint32_t> processes;
  processes.reserve(agents.size());
  for (const std::uint32_t agent : agents) processes.push_back(waits_.agents()[agent].process);
  return ranks_of(processes);
}

std::string WaitWords::call(std::uint32_t number) const {
  const why::Agent &agent = waits_.agents()[number];
  const why::Evidence &evidence = waits_.evidence()[agent.process];
  if (!agent.schedule) return printable(evidence.threads[agent.index].call);
  const std::string &name = evidence.schedules[agent.index].collective.name;
  if (!name.empty()) return printable(name);
  // One that a blocking call, as MPI_Comm_dup, has begun for itself.
  for (const why::Thread &thread : evidence.threads) {
    const bool waits_for_it =
        std::any_of(thread.conditions.begin(), thread.conditions.end(), [&](const why::Condition &condition) {
          return condition.kind == ConditionKind::schedule && condition.index == static_cast<std::int32_t>(agent.index);
        });
    if (thread.collective && waits_for_it) return printable(thread.call);
  }
  return "its nonblocking collective";
}

std::string WaitWords::site_text(const why::Site &site) {
  const std::string place = site.file.empty()
                                ? std::string()
                                : " (" + printable(file_name(site.file)) + ":" + std::to_string(site.line) + ")";
  if (!site.function.empty()) return printable(site.function) + place;
  if (site.module.empty()) return {};
  return printable(file_name(site.module)) + "+" + mpidbg::hex(site.offset);
}

std::string WaitWords::site(std::uint32_t number) const {
  const why::Agent &agent = waits_.agents()[number];
  return agent.schedule ? std::string() : site_text(waits_.evidence()[agent.process].threads[agent.index].site);
}

std::string WaitWords::communicator(std::uint32_t process, std::int32_t index) const {
  const why::Evidence &evidence = waits_.evidence()[process];
  if (index < 0 || static_cast<std::size_t>(index) >= evidence.communicators.size()) return "an unknown communicator";
  const why::Communicator &communicator = evidence.communicators[static_cast<std::size_t>(index)];
  if (communicator.internal && !owner(process, index, {}).empty())
    return "the library's communicator of " + owner(process, index, {});
  if (communicator.internal)
    return "a communicator of the library" +
           (communicator.name.empty() ? "" : " (" + printable(communicator.name) + ")");
  if (!communicator.name.empty()) return printable(communicator.name);
  return "the communicator " + mpidbg::hex(communicator.handle);
}

std::string WaitWords::owner(std::uint32_t process, std::int32_t index, const std::string &call) const {
  const why::Evidence &evidence = waits_.evidence()[process];
  if (index < 0 || static_cast<std::size_t>(index) >= evidence.communicators.size()) return {};
  // MPICH has the communicators of files among those of the program.
  for (const why::File &file : evidence.files) {
    if (file.communicator == index) return "file " + printable(file.name);
  }
  if (!evidence.communicators[static_cast<std::size_t>(index)].internal) return {};
  for (const why::Window &window : evidence.windows) {
    if (window.communicator == index)
      return "window " + (window.name.empty() ? mpidbg::hex(window.handle) : printable(window.name));
  }
  if (call.starts_with("MPI_Win_")) return "a window";
  if (!why::is_of_file(call)) return {};
  const why::File *const file = call == "MPI_File_open" ? opening_file(evidence) : nullptr;
  return file == nullptr ? "a file" : "file " + printable(file->name);
}

std::string WaitWords::collective_name(std::uint32_t process, const why::Collective &collective) const {
  const why::Evidence &evidence = waits_.evidence()[process];
  const why::File *const file = collective.name == "MPI_File_open" ? opening_file(evidence) : nullptr;
  const bool names_owner = !owner(process, collective.communicator, collective.name).empty();
  return printable(collective.name) + (file == nullptr || names_owner ? "" : " of file " + printable(file->name));
}

std::string WaitWords::in_words(std::uint32_t process, const why::Collective &collective) const {
  const std::string name = collective.name.empty() ? "the collective" : collective_name(process, collective);
  if (collective.communicator < 0) return name;
  const std::string of = owner(process, collective.communicator, collective.name);
  return name + " on " + (of.empty() ? communicator(process, collective.communicator) : of);
}

std::string WaitWords::peer(std::uint32_t process, const why::Operation &operation, bool relative) const {
  if (!operation.peer) return "any rank";
  const ProcessId self = waits_.evidence()[process].id;
  if (!relative || operation.peer->job != self.job) return rank(*operation.peer);
  int offset = operation.peer->rank - self.rank;
  // The neighbours of the first and of the last rank are at the other end.
  const std::int32_t size = waits_.evidence()[process].world_size;
  if (size > 2 && offset > size / 2) offset -= size;
  if (size > 2 && offset < -(size / 2)) offset += size;
  return offset == 0 ? "itself" : "rank" + std::string(offset > 0 ? "+" : "") + std::to_string(offset);
}

std::string WaitWords::operation(std::uint32_t process, const why::Operation &operation, bool relative) const {
  const std::string who = peer(process, operation, relative);
  const std::string on = " on " + communicator(process, operation.communicator);
  const std::string tag = operation.any_tag ? "any tag" : "tag " + std::to_string(operation.tag);
  if (operation.internal) {
    if (operation.kind == OperationKind::send) return who + " to take its part" + on;
    return who + " to do its part" + on;
  }
  switch (operation.kind) {
    case OperationKind::send:
      return who + " to receive " + tag + on;
    case OperationKind::transfer:
      return "the rest of the message that " + who + " sends with " + tag + on;
    case OperationKind::probe:
    case OperationKind::receive:
    default:
      return who + " to send " + tag + on;
  }
}

std::string WaitWords::collective(std::uint32_t agent, std::uint32_t index) const {
  const why::Collective *collective = waits_.collective(agent);
  const std::uint32_t process = waits_.agents()[agent].process;
  const std::string what = collective == nullptr ? "the collective" : in_words(process, *collective);
  const auto helpers = waits_.helpers(agent, index, why::most_helpers);
  if (helpers.empty()) return "the other members, which have entered it, to finish " + what;
  const auto id = collective == nullptr ? why::CommunicatorIndex::unknown
                                        : waits_.communicators().id(process, collective->communicator);
  const bool have_entered =
      id != why::CommunicatorIndex::unknown && std::all_of(helpers.begin(), helpers.end(), [&](std::uint32_t helper) {
        return waits_.collectives().entered(*collective, id, helper) == why::Entered::yes;
      });
  return ranks_of(helpers) + (have_entered ? " to go on in " : " to enter ") + what;
}

// The library's own messages say it: from one to the next as long as those waited for wait in the same collective.
std::optional<std::string> WaitWords::inside_collective(const why::Verdict &verdict, std::uint32_t number,
                                                        bool relative) const {
  const std::uint32_t process = waits_.agents()[number].process;
  const why::Collective &collective = *waits_.collective(number);
  const auto id = waits_.communicators().id(process, collective.communicator);
  if (id == why::CommunicatorIndex::unknown) return std::nullopt;
  const why::Flow flow = why::flow_of(collective);
  std::vector<std::uint32_t> absent, inside, direct, agents{number};
  std::vector<std::string> distances;
  for (std::size_t next = 0; next < agents.size(); ++next) {
    if (agents.size() > why::few_helpers) return std::nullopt;
    const std::uint32_t at = waits_.agents()[agents[next]].process;
    const std::vector<std::uint32_t> conditions = why::reasons(waits_, verdict, agents[next]);
    if (conditions.empty() && next == 0) return std::nullopt;
    if (conditions.empty()) inside.push_back(at);  // it goes on
    for (const std::uint32_t index : conditions) {
      const why::Condition condition = waits_.condition(agents[next], index);
      if (condition.kind == ConditionKind::schedule) {
        agents.push_back(static_cast<std::uint32_t>(waits_.agent_of(waits_.prospects(agents[next])[index].target)));
        continue;
      }
      if (condition.kind != ConditionKind::operation) return std::nullopt;
      const why::Operation &one = waits_.evidence()[at].operations[static_cast<std::size_t>(condition.index)];
      const auto peer_process = one.peer ? waits_.processes().find(*one.peer) : std::nullopt;
      if (!one.internal || !peer_process) return std::nullopt;
      const bool sends = one.kind == OperationKind::send;
      if (at == process) {
        direct.push_back(*peer_process);
        distances.push_back(peer(process, one, true));
      } else if (sends && flow == why::Flow::to_root) {
        inside.push_back(at);  // it sends to somebody, whoever asked for its data
        continue;
      }
      if (waits_.collectives().entered(collective, id, *peer_process) != why::Entered::yes) {
        absent.push_back(*peer_process);
      } else if (sends) {
        inside.push_back(*peer_process);
      } else {
        const auto entries = waits_.collectives().of(id, *peer_process);
        for (const why::Entry &entry : entries) {
          if (!why::can_be_same(entry.of(waits_.evidence()), collective)) continue;
          const auto agent = waits_.number_of({entry.process, entry.agent, entry.schedule});
          if (agent && std::find(agents.begin(), agents.end(), *agent) == agents.end()) agents.push_back(*agent);
        }
      }
    }
  }
  const why::GlobalCommunicator &members = waits_.communicators().all()[id];
  const bool needs_all = why::needs_of(collective, members.members.rank_of(waits_.evidence()[process].id),
                                       !members.remote_members.empty()) == why::Needs::all;
  if (relative && needs_all) return std::nullopt;
  const std::string what = in_words(process, collective);
  // Of one that may have left it nobody knows whether it is still to come.
  if (relative) return joined(distances, "and") + " to take part in " + what;
  if (!absent.empty() && inside.empty() && needs_all) return ranks_of(absent) + " to enter " + what;
  std::vector<std::uint32_t> &who = absent.empty() ? inside : absent;
  if (!absent.empty()) who.insert(who.end(), inside.begin(), inside.end());
  return ranks_of(who.empty() ? direct : who) + " to take part in " + what;
}

std::string WaitWords::window_name(std::uint32_t number, const why::Condition &condition) const {
  const std::uint32_t process = waits_.agents()[number].process;
  const why::Evidence &evidence = waits_.evidence()[process];
  const why::Window *const window = why::Windows::window_of(evidence, condition);
  if (window == nullptr) return "a window";
  const std::string name = "window " + (window->name.empty() ? mpidbg::hex(window->handle) : printable(window->name));
  if (condition.kind != ConditionKind::lock) return name;
  const why::WindowLock &lock = window->locks[static_cast<std::size_t>(condition.lock)];
  const auto id = waits_.communicators().id(process, window->communicator);
  const auto target =
      id == why::CommunicatorIndex::unknown ? std::nullopt : waits_.communicators().all()[id].members.at(lock.target);
  return target ? name + " (target " + rank(*target) + ")" : name;
}

std::string WaitWords::window(std::uint32_t number, std::uint32_t index) const {
  const why::Condition condition = waits_.condition(number, index);
  const why::WindowHelpers helpers = waits_.windows().helpers(waits_.agents()[number].process, condition);
  std::string who = helpers.all.empty() ? std::string() : ranks_of(helpers.all);
  if (!helpers.some.empty())
    who +=
        (who.empty() ? "" : " and ") + std::string(helpers.some.size() == 1 ? "" : "one of ") + ranks_of(helpers.some);
  if (!helpers.unseen.empty()) who += (who.empty() ? "" : " and ") + ranks(helpers.unseen);
  if (who.empty()) who = "others";
  const std::string what = window_name(number, condition);
  if (condition.kind == ConditionKind::lock) return who + " to unlock " + what;
  return who + (condition.kind == ConditionKind::post ? " to call MPI_Win_post on " : " to call MPI_Win_complete on ") +
         what;
}

bool WaitWords::waits_for_entry(std::uint32_t number) const {
  const why::Collective &collective = *waits_.collective(number);
  const std::uint32_t process = waits_.agents()[number].process;
  const auto id = waits_.communicators().id(process, collective.communicator);
  if (id == why::CommunicatorIndex::unknown) return true;
  const why::GlobalCommunicator &on = waits_.communicators().all()[id];
  const auto rank = on.members.rank_of(waits_.evidence()[process].id);
  if (why::needs_of(collective, rank, !on.remote_members.empty()) == why::Needs::all) return true;
  for (std::size_t index = 0; index < waits_.prospects(number).size(); ++index) {
    if (waits_.condition(number, index).kind == ConditionKind::enter) return true;
  }
  return false;
}

const std::string &WaitWords::not_entered(std::uint32_t number) const {
  static const std::string nobody;
  const why::Collective *collective = waits_.collective(number);
  if (collective == nullptr) return nobody;
  const auto id = waits_.communicators().id(waits_.agents()[number].process, collective->communicator);
  if (id == why::CommunicatorIndex::unknown) return nobody;
  const auto [cached, is_new] = not_entered_.try_emplace({id, collective->name, collective->sequence.value_or(-1)});
  if (!is_new) return cached->second;
  std::vector<std::uint32_t> absent;
  waits_.processes().each(waits_.communicators().all()[id].members, [&](std::uint32_t process) {
    if (waits_.collectives().entered(*collective, id, process) != why::Entered::yes) absent.push_back(process);
  });
  if (!absent.empty()) cached->second = ranks_of(absent);
  return cached->second;
}

std::string WaitWords::condition(std::uint32_t number, std::uint32_t index, bool relative) const {
  const why::Agent &agent = waits_.agents()[number];
  const why::Evidence &evidence = waits_.evidence()[agent.process];
  const why::Condition condition = waits_.condition(number, index);
  switch (condition.kind) {
    case ConditionKind::operation:
      return operation(agent.process, evidence.operations[static_cast<std::size_t>(condition.index)], relative);
    case ConditionKind::schedule: {
      const why::Schedule &schedule = evidence.schedules[static_cast<std::size_t>(condition.index)];
      const std::string name =
          schedule.collective.name.empty() ? "the nonblocking collective" : schedule.collective.name;
      return printable(name) + " on " + communicator(agent.process, schedule.collective.communicator) + " to complete";
    }
    case ConditionKind::enter:
      return collective(number, index);
    case ConditionKind::members: {
      const auto helpers = waits_.helpers(number, index, why::most_helpers);
      const std::string who = helpers.empty() ? "the other ranks" : ranks_of(helpers);
      const why::ProcessState state = evidence.state;
      const bool have_come = !helpers.empty() && std::all_of(helpers.begin(), helpers.end(), [&](std::uint32_t helper) {
        return waits_.evidence()[helper].state == state;
      });
      return who + (have_come ? " to go on in " : " to call ") + call(number);
    }
    case ConditionKind::any_member:
      return "another member of the window";
    case ConditionKind::post:
    case ConditionKind::complete:
    case ConditionKind::lock:
      return window(number, index);
    case ConditionKind::program:
      return "its own program to call MPI_Grequest_complete";
    case ConditionKind::external:
      return "something outside of the job";
  }
  return {};
}

std::string WaitWords::wait(const why::Verdict &verdict, std::uint32_t number, bool relative) const {
  const why::Agent &agent = waits_.agents()[number];
  if (const why::Collective *collective = waits_.collective(number); collective != nullptr && !agent.schedule) {
    if (const auto text = inside_collective(verdict, number, relative)) return *text;
    if (waits_for_entry(number)) {
      if (const std::string &absent = not_entered(number); !absent.empty())
        return absent + " to enter " + in_words(agent.process, *collective);
    }
  }
  std::vector<std::uint32_t> indices = why::reasons(waits_, verdict, number);
  if (indices.empty()) {
    for (std::uint32_t i = 0; i < waits_.prospects(number).size(); ++i) indices.push_back(i);
  }
  std::vector<std::string> texts;
  for (const std::uint32_t index : indices) {
    if (texts.size() == most_conditions) break;
    texts.push_back(condition(number, index, relative));
  }
  const bool all = waits_.needs_all(number);
  std::string text = joined(texts, all ? "and" : "or");
  if (indices.size() > texts.size())
    text += ", " + std::string(all ? "and " : "or ") + std::to_string(indices.size() - texts.size()) + " more";
  return text;
}

std::vector<std::pair<std::string, std::string>> WaitWords::targets_of_jobs() const {
  std::vector<std::pair<std::string, std::string>> texts;
  if (jobs_.size() < 2) return texts;
  for (const std::uint32_t job : jobs_) {
    std::vector<std::string> targets;
    std::size_t more = 0;
    for (const why::Evidence &evidence : waits_.evidence()) {
      if (evidence.id.rank < 0 || evidence.id.job != job) continue;
      targets.size() < most_targets ? targets.push_back(printable(evidence.target)) : void(++more);
    }
    if (more != 0) targets.push_back(std::to_string(more) + " more");
    texts.emplace_back("job " + std::to_string(texts.size() + 1), joined(targets, "and"));
  }
  return texts;
}

std::string WaitWords::twins_of(std::uint32_t process) const {
  const why::Evidence &evidence = waits_.evidence()[process];
  if (evidence.id.rank < 0) return {};
  std::vector<std::string> targets;
  waits_.processes().each(why::Members({{evidence.id, 1, 1}}), [&](std::uint32_t same) {
    if (targets.size() < most_twins) targets.push_back(printable(waits_.evidence()[same].target));
  });
  return targets.size() < 2 ? std::string() : joined(targets, "and") + " are the same rank; name only one of them";
}

std::string WaitWords::of_several(const std::string &activity) {
  constexpr std::pair<std::string_view, std::string_view> verbs[] = {
      {"is", "are"}, {"has", "have"}, {"runs", "run"}, {"polls:", "poll:"}, {"waits", "wait"}};
  const std::size_t end = activity.find(' ');
  for (const auto &[one, several] : verbs) {
    if (activity.substr(0, end) != one) continue;
    std::string text = std::string(several) + (end == std::string::npos ? "" : activity.substr(end));
    if (const std::size_t also = text.find(", and is in "); also != std::string::npos)
      text.replace(also, 9, ", and are ");
    return text;
  }
  return activity;
}

namespace {

// The first one that does not wait; null if all do.
const why::Thread *acting_thread(const why::Evidence &evidence) {
  const auto found = std::find_if(evidence.threads.begin(), evidence.threads.end(),
                                  [](const why::Thread &thread) { return !why::is_waiting(thread); });
  return found == evidence.threads.end() ? nullptr : &*found;
}

}  // namespace

std::string WaitWords::system_call(std::uint32_t process) const {
  const why::Thread *const thread = acting_thread(waits_.evidence()[process]);
  return thread == nullptr || waits_.role(process) != why::Role::runs ? std::string() : printable(thread->system_call);
}

std::string WaitWords::who_could_complete(std::uint32_t number) const {
  const why::Agent &agent = waits_.agents()[number];
  const std::vector<why::Thread> &threads = waits_.evidence()[agent.process].threads;
  std::string text;
  for (std::size_t index = 0; index < threads.size(); ++index) {
    if (index == agent.index) continue;
    const why::Thread &thread = threads[index];
    const std::string place = site_text(thread.site);
    const bool is_out = thread.activity == why::Activity::runs;
    text += (text.empty() ? "another thread of it " : ", another one ") +
            (is_out ? running_text(thread, place)
                    : "is in " + printable(thread.call) + (place.empty() ? std::string() : " at " + place));
  }
  return text.empty() ? "has no other thread that may call MPI" : text + ", and could call MPI_Grequest_complete";
}

std::string WaitWords::activity(std::uint32_t process) const {
  using enum why::Role;
  const why::Evidence &evidence = waits_.evidence()[process];
  const why::Thread *const thread = acting_thread(evidence);
  const std::string place = thread == nullptr ? std::string() : site_text(thread->site);
  const std::string at = place.empty() ? std::string() : " at " + place;
  const std::string in = place.empty() ? std::string() : " in " + place;
  switch (waits_.role(process)) {
    case runs:
      return thread == nullptr ? "runs" : running_text(*thread, place);
    case polls:
      return "polls: " + (thread == nullptr ? "a test" : printable(thread->call)) + at;
    case returning:
      return "is about to return from " + (thread == nullptr ? "its call" : printable(thread->call)) + at;
    case stopped:
      return "is stopped by a signal or a debugger" + stopped_in(evidence);
    case not_started:
      return "has not called MPI_Init" + (place.empty() ? std::string() : ", and is" + in);
    case unknown:
      if (const std::string twins = twins_of(process); !twins.empty()) return "cannot be judged: " + twins;
      if (thread != nullptr && !thread->why_unknown.empty() && thread->call.empty())
        return "is " + printable(thread->why_unknown) + (place.empty() ? place : ", called from " + place);
      if (thread != nullptr && !thread->why_unknown.empty())
        return "is in " + printable(thread->call) + at + "; " + printable(thread->why_unknown) +
               (evidence.problem.empty() ? std::string() : ": " + printable(evidence.problem));
      if (evidence.problem.empty() && evidence.threads.empty()) return "cannot be seen: its stacks were not read";
      return evidence.problem.empty() ? "cannot be seen" : "cannot be seen: " + printable(evidence.problem);
    case missing:
      return "is not among the targets";
    case gone:
      if (evidence.state == why::ProcessState::exited) return "has exited";
      return evidence.state == why::ProcessState::finalized ? "has left MPI_Finalize" : "is in MPI_Finalize" + at;
    case waits:
      break;
  }
  if (evidence.threads.empty()) return "waits";
  const why::Thread &waiting = evidence.threads.front();
  const std::string where = site_text(waiting.site);
  return "is in " + printable(waiting.call) + (where.empty() ? std::string() : " at " + where);
}

namespace {

// Two that wait for each other are clearer by their ranks: "rank+1" of the last rank is the first.
bool is_pair_of_neighbours(const why::Shape &shape) {
  return shape.agents.size() == 2 && std::any_of(shape.distances.begin(), shape.distances.end(),
                                                 [](const auto &distance) { return distance.value_or(0) != 0; });
}

}  // namespace

std::vector<WaitGroup> group_waits(const WaitWords &words, const why::Waits &waits, const why::Verdict &verdict,
                                   std::span<const std::uint32_t> agents) {
  std::vector<WaitGroup> groups;
  for (why::Shape &shape : why::fold(waits, agents)) {
    if (is_pair_of_neighbours(shape)) {
      for (const std::uint32_t agent : shape.agents)
        groups.push_back({{agent}, words.call(agent), words.site(agent), words.wait(verdict, agent, false)});
      continue;
    }
    const std::uint32_t first = shape.agents.front();
    const bool relative = !shape.distances.empty() && shape.agents.size() > 1;
    groups.push_back({{}, words.call(first), words.site(first), words.wait(verdict, first, relative)});
    groups.back().agents = std::move(shape.agents);
  }
  std::stable_sort(groups.begin(), groups.end(), [](const WaitGroup &a, const WaitGroup &b) {
    return std::pair(a.agents.size(), a.agents.front()) < std::pair(b.agents.size(), b.agents.front());
  });
  return groups;
}

}  // namespace mqs_shim
