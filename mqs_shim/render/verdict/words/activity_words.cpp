#include "mqs_shim/render/verdict/words/activity_words.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/verdict/words/enumeration.h"
#include "mqs_shim/render/verdict/words/job_names.h"

namespace mqs_shim {

namespace {

constexpr std::size_t most_twins = 4;
constexpr std::size_t most_calls = 3;  // limit for the calls of threads other than the running one

// For a stopped process: returns a text about the place of its main thread, such as " in MPI_Recv at exchange
// (stencil.c:88)".
std::string stopped_in(const why::Evidence &evidence) {
  if (evidence.threads.empty()) return {};
  const why::Thread &thread = evidence.threads.front();
  const std::string place = JobNames::site_text(thread.site);
  if (thread.call.empty()) return place.empty() ? place : " in " + place;
  return " in " + printable(thread.call) + (place.empty() ? place : " at " + place);
}

// Returns a text such as "runs in relax (solver.c:40)" about a thread that does not wait; `place` may be empty.
std::string running_text(const why::Thread &thread, const std::string &place) {
  const std::string at = place.empty() ? std::string() : " at " + place;
  const std::string in = place.empty() ? std::string() : " in " + place;
  if (!thread.call.empty()) {
    const std::string system = thread.system_call.empty() ? std::string() : ", in the system call ";
    return "is in " + printable(thread.call) + at + system + printable(thread.system_call);
  }
  if (!thread.inside.empty()) return "runs" + in + ", called from " + printable(thread.inside);
  if (thread.of_c_library) return "has a timer or the like, for which the C library may call a function of the program";
  if (thread.system_call.empty()) return "runs" + in;
  return "is outside of MPI, in " + printable(thread.system_call) + (place.empty() ? place : "," + at);
}

bool sleeps(const why::Thread &thread) {
  return thread.activity == why::Activity::sleeps;
}

// Returns the first thread that neither waits nor sleeps or, without one, the first that only sleeps; null if all
// threads wait.
const why::Thread *acting_thread(const why::Evidence &evidence) {
  const why::Thread *sleeping = nullptr;
  for (const why::Thread &thread : evidence.threads) {
    if (why::is_waiting(thread)) continue;
    if (!sleeps(thread)) return &thread;
    if (sleeping == nullptr) sleeping = &thread;
  }
  return sleeping;
}

// Returns a text that enumerates places with the number of threads at each: "another thread waits in ...; 2 threads
// wait in ...".
std::string several_threads(const std::map<std::string, int> &places, const std::string &end) {
  std::string text;
  std::size_t shown = 0;
  for (const auto &[place, count] : places) {
    if (++shown > most_calls) return text + "; others wait, too";
    text += (text.empty() ? "" : "; ") +
            (count == 1 ? "another thread waits in " : std::to_string(count) + " threads wait in ") + place + end;
  }
  return text;
}

// Returns a text about the threads that wait in MPI while another thread of the process runs; empty if there are none.
std::string waiting_beside(const why::Evidence &evidence) {
  std::map<std::string, int> calls;
  for (const why::Thread &thread : evidence.threads) {
    if (!why::is_waiting(thread)) continue;
    const std::string place = JobNames::site_text(thread.site);
    ++calls[printable(thread.call) + (place.empty() ? std::string() : " at " + place)];
  }
  return calls.empty() ? std::string() : "; " + several_threads(calls, "");
}

// Returns a text about the incomplete nonblocking collectives of the process; empty if there are none. The process may
// be testing one of them.
std::string begun_beside(const why::Waits &waits, std::uint32_t process) {
  const JobNames names(waits);
  const std::vector<why::Schedule> &schedules = waits.evidence()[process].schedules;
  std::vector<std::string> pending;
  for (const why::Schedule &schedule : schedules) {
    const std::string name =
        schedule.collective.name.empty() ? "a nonblocking collective" : printable(schedule.collective.name);
    pending.push_back(name + " on " + names.communicator(process, schedule.collective.communicator));
    if (pending.size() == most_calls) break;
  }
  if (pending.empty()) return {};
  if (schedules.size() > most_calls) pending.push_back(std::to_string(schedules.size() - most_calls) + " more");
  return "; " + enumeration(pending, "and") + (pending.size() == 1 ? " is" : " are") + " not complete";
}

// Returns a text that names all targets with the same rank as the process; empty if no other target has its rank.
std::string twins_of(const why::Waits &waits, std::uint32_t process) {
  const why::Evidence &evidence = waits.evidence()[process];
  if (evidence.id.rank < 0) return {};
  std::vector<std::string> targets;
  waits.processes().each_while(why::Members({{evidence.id, 1, 1}}), [&](std::uint32_t same) {
    const bool is_named = targets.size() < most_twins;
    targets.push_back(is_named ? printable(waits.evidence()[same].target) : "others");
    return is_named;
  });
  return targets.size() < 2 ? std::string() : enumeration(targets, "and") + " are the same rank; name only one of them";
}

}  // namespace

std::string of_several(const std::string &activity) {
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

std::string system_call_of(const why::Waits &waits, std::uint32_t process) {
  const why::Thread *const thread = acting_thread(waits.evidence()[process]);
  return thread == nullptr || waits.role(process) != why::Role::runs ? std::string() : printable(thread->system_call);
}

std::string who_could_complete(const why::Waits &waits, std::uint32_t number) {
  const why::Agent &agent = waits.agents()[number];
  const std::vector<why::Thread> &threads = waits.evidence()[agent.process].threads;
  std::string text;
  for (std::size_t index = 0; index < threads.size(); ++index) {
    if (index == agent.index) continue;
    const why::Thread &thread = threads[index];
    const std::string place = JobNames::site_text(thread.site);
    const bool is_out = thread.activity == why::Activity::runs || sleeps(thread);
    text += (text.empty() ? "another thread of it " : ", another one ") +
            (is_out ? running_text(thread, place)
                    : "is in " + printable(thread.call) + (place.empty() ? std::string() : " at " + place));
  }
  return text.empty() ? "has no other thread that may call MPI" : text + ", and could call MPI_Grequest_complete";
}

std::string sleeping_beside(const why::Waits &waits, std::uint32_t process) {
  if (waits.role(process) != why::Role::waits) return {};
  std::map<std::string, int> places;
  for (const why::Thread &thread : waits.evidence()[process].threads) {
    if (!sleeps(thread)) continue;
    const std::string system = thread.system_call.empty() ? "the system" : printable(thread.system_call);
    const std::string place = JobNames::site_text(thread.site);
    ++places[system + (place.empty() ? std::string() : " at " + place)];
  }
  return several_threads(places, " for threads of its own process");
}

std::string_view thread_level_name(why::ThreadLevel level) {
  switch (level) {
    case why::ThreadLevel::single:
      return "MPI_THREAD_SINGLE";
    case why::ThreadLevel::funneled:
      return "MPI_THREAD_FUNNELED";
    case why::ThreadLevel::serialized:
      return "MPI_THREAD_SERIALIZED";
    case why::ThreadLevel::multiple:
      return "MPI_THREAD_MULTIPLE";
    case why::ThreadLevel::unknown:
      break;
  }
  return {};
}

std::string thread_level_remark(const why::Evidence &evidence) {
  using enum why::ThreadLevel;
  if (evidence.thread_level == unknown || evidence.thread_level == multiple) return {};
  const std::string level(thread_level_name(evidence.thread_level));
  if (const std::size_t inside = why::forbidden_threads(evidence); inside != 0)
    return std::to_string(inside) + " threads are in MPI at once, which " + level +
           ", its thread level, does not allow";
  const auto is_inside = [](const why::Thread &thread) { return !thread.call.empty(); };
  const auto found = std::find_if(evidence.threads.begin(), evidence.threads.end(), is_inside);
  // The id of the main thread is the pid; any other id belongs to another thread.
  const bool is_other = found != evidence.threads.end() && found->tid != 0 && evidence.pid != 0 &&
                        found->tid != static_cast<std::uint64_t>(evidence.pid);
  if (is_other && evidence.thread_level != serialized)
    return "thread " + std::to_string(found->tid) + " is in " + printable(found->call) + ", and " + level +
           ", its thread level, lets only the thread call MPI that has initialised it";
  if (!evidence.silent) return {};
  const std::size_t more = evidence.silent->size() - 1;
  const std::string place = JobNames::site_text(evidence.silent->front());
  return (more == 0 ? std::string("another thread runs") : std::to_string(more + 1) + " other threads run") +
         (place.empty() ? "" : (more == 0 ? " in " : ", one in ") + place) + ", and may not call MPI" +
         (evidence.thread_level == serialized ? " while one is in it" : "") + ": its thread level is " + level;
}

std::vector<std::pair<std::uint32_t, std::string>> thread_level_remarks(const why::Waits &waits,
                                                                        const why::Finding &finding) {
  std::map<std::uint32_t, std::string> remarks;
  if (!why::can_never_go_on(finding.kind)) return {};
  for (const std::uint32_t agent : finding.agents) {
    const std::uint32_t process = waits.agents()[agent].process;
    if (remarks.contains(process)) continue;
    if (std::string remark = thread_level_remark(waits.evidence()[process]); !remark.empty())
      remarks.emplace(process, std::move(remark));
  }
  return {remarks.begin(), remarks.end()};
}

std::string process_activity(const why::Waits &waits, std::uint32_t process) {
  const why::Evidence &evidence = waits.evidence()[process];
  const why::Thread *const thread = acting_thread(evidence);
  const std::string place = thread == nullptr ? std::string() : JobNames::site_text(thread->site);
  const std::string at = place.empty() ? std::string() : " at " + place;
  const std::string in = place.empty() ? std::string() : " in " + place;
  switch (waits.role(process)) {
    case why::Role::runs:
      return thread == nullptr ? "runs" : running_text(*thread, place) + waiting_beside(evidence);
    case why::Role::polls:
      return "polls: " + (thread == nullptr ? "a test" : printable(thread->call)) + at + begun_beside(waits, process);
    case why::Role::returning:
      return "is about to return from " + (thread == nullptr ? "its call" : printable(thread->call)) + at;
    case why::Role::stopped:
      return "is stopped by a signal or a debugger" + stopped_in(evidence);
    case why::Role::not_started:
      return "has not called MPI_Init" + (place.empty() ? std::string() : ", and is" + in);
    case why::Role::unknown:
      if (evidence.stopped) return "is stopped by a signal or a debugger, and its calls cannot be seen";
      if (const std::string twins = twins_of(waits, process); !twins.empty()) return "cannot be judged: " + twins;
      if (thread != nullptr && !thread->why_unknown.empty() && thread->call.empty())
        return "is " + printable(thread->why_unknown) + (place.empty() ? place : ", called from " + place);
      if (thread != nullptr && !thread->why_unknown.empty())
        return "is in " + printable(thread->call) + at + "; " + printable(thread->why_unknown) +
               (evidence.problem.empty() ? std::string() : ": " + printable(evidence.problem));
      if (evidence.problem.empty() && evidence.threads.empty()) return "cannot be seen: its stacks were not read";
      return evidence.problem.empty() ? "cannot be seen" : "cannot be seen: " + printable(evidence.problem);
    case why::Role::missing:
      return "is not among the targets";
    case why::Role::gone:
      if (evidence.state == why::ProcessState::crashed) return "has crashed" + in;
      if (evidence.state == why::ProcessState::exited) return "has exited";
      return evidence.state == why::ProcessState::finalized ? "has left MPI_Finalize" : "is in MPI_Finalize" + at;
    case why::Role::waits:
      break;
  }
  if (evidence.threads.empty()) return "waits";
  const auto first = std::find_if(evidence.threads.begin(), evidence.threads.end(), why::is_waiting);
  const why::Thread &waiting = first == evidence.threads.end() ? evidence.threads.front() : *first;
  const std::string where = JobNames::site_text(waiting.site), asleep = sleeping_beside(waits, process);
  return "is in " + printable(waiting.call) + (where.empty() ? std::string() : " at " + where) +
         (asleep.empty() ? std::string() : "; " + asleep);
}

}  // namespace mqs_shim
