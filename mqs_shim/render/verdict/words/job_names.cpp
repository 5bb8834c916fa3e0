#include "mqs_shim/render/verdict/words/job_names.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "mpidbg/base/hexadecimal.h"
#include "mqs_shim/job/jobs.h"
#include "mqs_shim/job/why/evidence/call_kind.h"
#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/rank_set.h"
#include "mqs_shim/render/verdict/words/enumeration.h"

namespace mqs_shim {

using why::ConditionKind;
using why::ProcessId;

namespace {

constexpr std::size_t most_targets = 4;      // limit per job
constexpr std::int64_t most_members = 1024;  // larger groups are not named by their members
constexpr std::size_t longest_group = 32;    // limit for a text that names members

std::string last_name_of(const std::string &path) {
  return path.substr(path.rfind('/') + 1);
}

// Returns the file that the process is opening; null if it is opening none, or several at once.
const why::File *opening_file(const why::Evidence &evidence) {
  const auto is_opening = [](const why::File &file) { return file.opening; };
  const auto found = std::find_if(evidence.files.begin(), evidence.files.end(), is_opening);
  if (found == evidence.files.end() || std::any_of(found + 1, evidence.files.end(), is_opening)) return nullptr;
  return &*found;
}

// Open MPI gives a duplicated communicator a name with two context ids, such as "MPI COMMUNICATOR 4 DUP FROM 3". For
// this name, returns "a duplicate of halo (context 4)" if the communicator with context id 3 is called "halo". Returns
// an empty text if it has no name of its own.
std::string made_from(const why::Evidence &evidence, const why::Communicator &communicator) {
  constexpr std::string_view start = "MPI COMMUNICATOR ";
  constexpr std::pair<std::string_view, std::string_view> ways[] = {{"DUP", "a duplicate of "},
                                                                    {"SPLIT", "a part of "}};
  const std::string context = std::to_string(communicator.context_id);
  for (const auto &[way, text] : ways) {
    const std::string beginning = std::string(start) + context + ' ' + std::string(way) + " FROM ";
    if (!communicator.name.starts_with(beginning)) continue;
    const std::string origin = communicator.name.substr(beginning.size());
    for (const why::Communicator &one : evidence.communicators) {
      if (!one.name.empty() && !one.name.starts_with(start) && std::to_string(one.context_id) == origin)
        return std::string(text) + printable(one.name) + " (context " + context + ")";
    }
  }
  return {};
}

}  // namespace

JobNames::JobNames(const why::Waits &waits) : waits_(waits) {
  std::set<std::uint32_t> jobs;
  for (const why::Evidence &evidence : waits.evidence()) {
    if (evidence.id.rank >= 0) jobs.insert(evidence.id.job);
  }
  // Adds the jobs of all members of communicators, because a process can wait for ranks of another job: on an
  // intercommunicator, or on a communicator that was merged from one.
  for (const why::GlobalCommunicator &one : waits.communicators().all()) {
    if (!waits.evidence()[one.process].job_known) continue;
    for (const why::Members &members : {one.members, one.remote_members}) {
      for (const why::MemberRun &run : members.runs()) jobs.insert(run.first.job);
    }
  }
  jobs_.assign(jobs.begin(), jobs.end());
}

std::string JobNames::ranks(const std::vector<ProcessId> &processes) const {
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
  return enumeration(texts, "and");
}

std::string JobNames::rank(ProcessId process) const {
  return ranks({process});
}

std::string JobNames::ranks_of(const std::vector<std::uint32_t> &processes) const {
  std::vector<ProcessId> ids;
  std::vector<std::string> texts;
  for (const std::uint32_t process : processes) {
    const why::Evidence &evidence = waits_.evidence()[process];
    evidence.id.rank < 0 ? texts.push_back(printable(evidence.target)) : ids.push_back(evidence.id);
  }
  if (!ids.empty()) texts.insert(texts.begin(), ranks(ids));
  return enumeration(texts, "and");
}

bool JobNames::are_one(const std::vector<std::uint32_t> &processes) const {
  if (processes.empty()) return false;
  const std::string first = ranks_of({processes.front()});
  return std::all_of(processes.begin(), processes.end(),
                     [&](std::uint32_t process) { return ranks_of({process}) == first; });
}

std::string JobNames::ranks_of_agents(const std::vector<std::uint32_t> &agents) const {
  std::vector<std::uint32_t> processes;
  processes.reserve(agents.size());
  for (const std::uint32_t agent : agents) processes.push_back(waits_.agents()[agent].process);
  return ranks_of(processes);
}

std::string JobNames::call(std::uint32_t number) const {
  const why::Agent &agent = waits_.agents()[number];
  if (!agent.schedule) return printable(waits_.evidence()[agent.process].threads[agent.index].call);
  const std::string name = name_of_schedule(agent);
  return name.empty() ? "its nonblocking collective" : name;
}

std::string JobNames::schedule(std::uint32_t number) const {
  const std::string name = name_of_schedule(waits_.agents()[number]);
  return name.empty() ? "a nonblocking collective" : name;
}

// Returns the name of a schedule (a nonblocking collective) or, if a blocking call such as MPI_Comm_dup has begun it
// for itself, the name of that call. Empty if neither is known.
std::string JobNames::name_of_schedule(const why::Agent &agent) const {
  const why::Evidence &evidence = waits_.evidence()[agent.process];
  const std::string &name = evidence.schedules[agent.index].collective.name;
  if (!name.empty()) return printable(name);
  for (const why::Thread &thread : evidence.threads) {
    const bool waits_for_it =
        std::any_of(thread.conditions.begin(), thread.conditions.end(), [&](const why::Condition &condition) {
          return condition.kind == ConditionKind::schedule && condition.index == static_cast<std::int32_t>(agent.index);
        });
    if (thread.collective && waits_for_it) return printable(thread.call);
  }
  return {};
}

std::string JobNames::site_text(const why::Site &site) {
  const std::string place = site.file.empty()
                                ? std::string()
                                : " (" + printable(last_name_of(site.file)) + ":" + std::to_string(site.line) + ")";
  if (!site.function.empty()) return printable(site.function) + place;
  if (site.module.empty()) return {};
  return printable(last_name_of(site.module)) + "+" + mpidbg::hex(site.offset);
}

std::string JobNames::site(std::uint32_t number) const {
  const why::Agent &agent = waits_.agents()[number];
  if (agent.schedule) return {};
  const why::Thread &thread = waits_.evidence()[agent.process].threads[agent.index];
  const std::string place = site_text(thread.site);
  return place.empty() || thread.inside.empty() ? place : place + ", inside " + printable(thread.inside);
}

std::string JobNames::communicator(std::uint32_t process, std::int32_t index) const {
  const why::Evidence &evidence = waits_.evidence()[process];
  if (index < 0 || static_cast<std::size_t>(index) >= evidence.communicators.size()) return "an unknown communicator";
  const why::Communicator &communicator = evidence.communicators[static_cast<std::size_t>(index)];
  if (communicator.internal && !owner(process, index, {}).empty())
    return "the library's communicator of " + owner(process, index, {});
  if (communicator.internal)
    return "a communicator of the library" +
           (communicator.name.empty() ? "" : " (" + printable(communicator.name) + ")");
  if (const std::string made = made_from(evidence, communicator); !made.empty()) return made;
  if (!communicator.name.empty()) return printable(communicator.name);
  const why::CommunicatorIndex::Id id = waits_.communicators().id(process, index);
  if (id == why::CommunicatorIndex::unknown) return "the communicator " + mpidbg::hex(communicator.handle);
  const why::GlobalCommunicator &global = waits_.communicators().all()[id];
  const std::string who = global.remote_members.empty()
                              ? " of " + group(global.members)
                              : " between " + group(global.members) + " and " + group(global.remote_members);
  return "the communicator" + who + " (context " + std::to_string(communicator.context_id) + ")";
}

std::string JobNames::group(const why::Members &members) const {
  if (members.size() <= most_members) {
    std::vector<ProcessId> all;
    for (std::int64_t rank = 0; rank < members.size(); ++rank) all.push_back(*members.at(rank));
    std::string text = ranks(all);
    if (text.size() <= longest_group) return text;
  }
  const std::int64_t others = members.size() - 1;
  return rank(*members.at(0)) + " and " + std::to_string(others) + (others == 1 ? " other" : " others");
}

std::string JobNames::owner(std::uint32_t process, std::int32_t index, const std::string &call) const {
  const why::Evidence &evidence = waits_.evidence()[process];
  if (index < 0 || static_cast<std::size_t>(index) >= evidence.communicators.size()) return {};
  // Files are looked up before it is known whether the communicator is internal, because MPICH keeps the communicators
  // of files among those of the program.
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

std::string JobNames::collective_name(std::uint32_t process, const why::Collective &collective) const {
  const why::Evidence &evidence = waits_.evidence()[process];
  const why::File *const file = collective.name == "MPI_File_open" ? opening_file(evidence) : nullptr;
  const bool names_owner = !owner(process, collective.communicator, collective.name).empty();
  return printable(collective.name) + (file == nullptr || names_owner ? "" : " of file " + printable(file->name));
}

std::string JobNames::in_words(std::uint32_t process, const why::Collective &collective) const {
  const std::string name = collective.name.empty() ? "the collective" : collective_name(process, collective);
  if (collective.communicator < 0) return name;
  const std::string of = owner(process, collective.communicator, collective.name);
  if (!of.empty()) return name + " on " + of;
  const auto around = why::intercommunicators_around(waits_.evidence()[process], collective.communicator);
  return name + " on " + communicator(process, around.size() == 1 ? around.front() : collective.communicator);
}

std::string JobNames::window_name(std::uint32_t number, const why::Condition &condition) const {
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

std::vector<std::pair<std::string, std::string>> JobNames::targets_of_jobs() const {
  std::vector<std::pair<std::string, std::string>> texts;
  if (jobs_.size() < 2) return texts;
  for (const std::uint32_t job : jobs_) {
    std::vector<std::string> targets;
    std::size_t more = 0;
    std::string name;
    for (const why::Evidence &evidence : waits_.evidence()) {
      if (evidence.id.rank < 0 || evidence.id.job != job) continue;
      if (!evidence.job_name.empty()) name = ", " + printable(readable_name(evidence.job_name));
      targets.size() < most_targets ? targets.push_back(printable(evidence.target)) : void(++more);
    }
    if (targets.empty()) targets.push_back("none of the targets");
    if (more != 0) targets.push_back(std::to_string(more) + " more");
    texts.emplace_back("job " + std::to_string(texts.size() + 1) + name, enumeration(targets, "and"));
  }
  return texts;
}

}  // namespace mqs_shim
