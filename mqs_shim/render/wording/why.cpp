#include "mqs_shim/render/wording/why.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <set>

#include "mqs_shim/job/why/mismatch.h"
#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/terms/time_terms.h"
#include "mqs_shim/render/why/cause_words.h"
#include "mqs_shim/render/why/wait_words.h"

namespace mqs_shim {

namespace {

using why::Finding;
using why::FindingKind;
using why::Lack;
using why::Proof;

constexpr std::size_t most_rows = 40;
constexpr std::size_t most_places = 8;  // of ranks behind a finding
constexpr std::size_t most_recorded = 8;
constexpr std::size_t most_last_calls = 3;  // of a thread

class WhyWords {
 public:
  WhyWords(const why::Inquiry &inquiry, bool each, double seconds, BlockOutput &output)
      : waits_(inquiry.waits()),
        verdict_(inquiry.verdict()),
        words_(waits_),
        each_(each),
        seconds_(seconds),
        output_(output) {}

  void write() {
    for (std::size_t i = 0; i < verdict_.findings.size(); ++i) {
      Finding finding = verdict_.findings[i];
      while (i + 1 < verdict_.findings.size() && joins(finding, verdict_.findings[i + 1])) ++i;
      write(finding);
    }
    if (verdict_.findings.empty()) write_nothing_found();
    write_causes();
    write_collectives();
    write_recorded_calls();
    write_last_calls();
    write_movement();
    write_limits();
    write_jobs();
  }

 private:
  // Each that waits for itself, or for a rank that is gone, is a finding of its own.
  static bool joins(Finding &finding, const Finding &next) {
    using enum FindingKind;
    const bool waits_alone =
        finding.kind == self_deadlock || finding.kind == waits_for_dead || finding.kind == waits_for_finalized;
    const auto same_lack = [](const auto &one, const auto &other) { return one.first == other.first; };
    if (!waits_alone || next.kind != finding.kind || next.proof != finding.proof ||
        next.processes != finding.processes || next.missing != finding.missing ||
        !std::equal(finding.lacks.begin(), finding.lacks.end(), next.lacks.begin(), next.lacks.end(), same_lack))
      return false;
    finding.agents.insert(finding.agents.end(), next.agents.begin(), next.agents.end());
    finding.behind.insert(finding.behind.end(), next.behind.begin(), next.behind.end());
    for (std::size_t i = 0; i < finding.lacks.size(); ++i) {
      std::vector<std::uint32_t> &processes = finding.lacks[i].second;
      processes.insert(processes.end(), next.lacks[i].second.begin(), next.lacks[i].second.end());
    }
    return true;
  }

  bool is_one_process(const std::vector<std::uint32_t> &agents) const {
    return std::all_of(agents.begin(), agents.end(), [&](std::uint32_t agent) {
      return waits_.agents()[agent].process == waits_.agents()[agents.front()].process;
    });
  }
  bool is_one_process(const Finding &finding) const { return is_one_process(finding.agents); }

  std::string waiting(const Finding &finding) const {
    return words_.ranks_of_agents(finding.agents) + (is_one_process(finding) ? " waits" : " wait");
  }

  std::string target(const Finding &finding) const {
    std::vector<why::ProcessId> processes = finding.missing;
    for (const std::uint32_t process : finding.processes) processes.push_back(waits_.evidence()[process].id);
    return processes.empty() ? "something" : words_.ranks(processes);
  }

  // What the finding is, in capitals and in a sentence.
  std::pair<std::string, std::string> title(const Finding &finding) const {
    const bool one = finding.processes.size() + finding.missing.size() == 1;
    const std::string who = waiting(finding), whom = target(finding);
    switch (finding.kind) {
      case FindingKind::deadlock:
        return {"DEADLOCK", who + " for each other and for nothing else"};
      case FindingKind::collective_mismatch:
        return {"COLLECTIVE MISMATCH", mismatch(finding)};
      case FindingKind::self_deadlock:
        return {"SELF-DEADLOCK", who + (finding.agents.size() == 1 ? " for itself" : " for themselves, each alone")};
      case FindingKind::waits_for_dead:
        return {"DEAD PEER", who + " for " + whom + ", which " + (one ? "has" : "have") + " exited"};
      case FindingKind::waits_for_finalized:
        return {"FINALIZED PEER",
                who + " for " + whom + ", which " + (one ? "is" : "are") + " in or after MPI_Finalize"};
      case FindingKind::unmatched:
        return {"UNMATCHED", who + " for a message that nobody will ever send"};
      case FindingKind::waits_for_running:
        return {"WAITING", who + " for " + whom + ", which " + running(finding, one)};
      case FindingKind::waits_for_polling:
        return {"WAITING", who + " for " + whom + ", which " + (one ? "polls" : "poll")};
      case FindingKind::waits_for_returning:
        if (finding.processes.empty() && !verdict_.moved.empty())
          return {"MOVING", words_.ranks_of_agents(finding.agents) + " went on between the looks"};
        if (finding.processes.empty()) return {"MOVING", who + " for something that is on its way"};
        return {"MOVING", who + " for " + whom + ", whose " + (one ? "call is" : "calls are") + " about to return"};
      case FindingKind::waits_for_stopped:
        return {"WAITING", who + " for " + whom + ", which " + (one ? "is" : "are") + " stopped"};
      case FindingKind::waits_for_not_started:
        return {"WAITING", who + " for " + whom + ", which " + (one ? "has" : "have") + " not called MPI_Init"};
      case FindingKind::waits_for_program:
        return {"WAITING", who + " for a generalized request, which only " +
                               (is_one_process(finding) ? "its" : "their") + " own program can complete"};
      case FindingKind::waits_for_outside:
        return {"WAITING", who + " for something outside of the job"};
      case FindingKind::waits_for_missing:
        return {"NOT ENOUGH INFORMATION",
                who + " for " + whom + ", which " + (one ? "is" : "are") + " not among the targets"};
      case FindingKind::waits_for_unknown:
        if (finding.processes.empty()) return {"NOT ENOUGH INFORMATION", who + " for something that cannot be seen"};
        return {"NOT ENOUGH INFORMATION", who + " for " + whom + ", of which not enough can be seen"};
    }
    return {};
  }

  // "runs", or, if all are blocked by the system, in which call.
  std::string running(const Finding &finding, bool one) const {
    std::set<std::string> calls;
    for (const std::uint32_t process : finding.processes) calls.insert(words_.system_call(process));
    if (calls.empty() || calls.contains({})) return one ? "runs" : "run";
    if (calls.size() > 1) return "are in system calls";
    return (one ? "is in the system call " : "are in the system call ") + *calls.begin();
  }

  std::string mismatch(const Finding &finding) const {
    if (!finding.mismatch) return waiting(finding) + " for each other in different collectives";
    const auto [one, other] = *finding.mismatch;
    const why::Collective *const first = waits_.collective(one);
    const std::string on = first == nullptr
                               ? std::string()
                               : " on " + words_.communicator(waits_.agents()[one].process, first->communicator);
    if (why::find_root_disagreement(waits_, verdict_.stuck, finding.agents) == finding.mismatch) {
      return words_.ranks_of_agents({one, other}) + " are in " + words_.call(one) + on +
             " and disagree about its root: neither sends the other what it waits for";
    }
    if (words_.call(one) == words_.call(other)) {
      const std::string differences = differences_of(one, other);
      return waiting(finding) + " for each other inside " + words_.call(one) + on + ": " +
             (differences.empty()
                  ? "they disagree about its arguments, as the root or a count, or about which one it is"
                  : differences);
    }
    return words_.rank_of(waits_.agents()[one].process) + " is in " + words_.call(one) + ", " +
           words_.rank_of(waits_.agents()[other].process) + " in " + words_.call(other) + on + early_leave(one, other) +
           early_leave(other, one);
  }

  // A rank may have left a collective that others are in, as the root of a broadcast; in the right order, then.
  std::string early_leave(std::uint32_t waiting, std::uint32_t other) const {
    const std::uint32_t process = waits_.agents()[waiting].process;
    const why::Collective &collective = *waits_.collective(waiting);
    const auto on = waits_.communicators().id(process, collective.communicator);
    if (on == why::CommunicatorIndex::unknown) return {};
    const why::GlobalCommunicator &members = waits_.communicators().all()[on];
    const auto rank = members.members.rank_of(waits_.evidence()[process].id);
    if (why::needs_of(collective, rank, !members.remote_members.empty()) == why::Needs::all || collective.sequence)
      return {};
    return ", or " + words_.rank_of(waits_.agents()[other].process) + " has left " + words_.call(waiting) +
           " and they disagree about its arguments";
  }

  // "root 0 of rank 0, 1 of rank 1": arguments of the same collective that are known and not equal.
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

  // An address says nothing to other ranks.
  static std::string named(const std::string &handle) { return handle.starts_with("MPI_") ? handle : std::string(); }

  std::string proof(const Finding &finding) const {
    char apart[32];
    std::snprintf(apart, sizeof apart, "%.1f s apart", seconds_);
    switch (finding.proof) {
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
        return "suspected";
      case Proof::none:
        break;
    }
    return {};
  }

  static std::string_view lack_text(Lack lack) {
    switch (lack) {
      case Lack::counters:
        return "the point-to-point layer does not count messages";
      case Lack::queues:
        return "not all messages can be seen";
      case Lack::communicator:
        return "it does not have the communicator of the wait";
      case Lack::second_look:
        return "a second look at the live processes would settle it";
      case Lack::standstill:
        return "it moved between the looks";
      case Lack::transport:
        return "messages under way cannot be seen";
      case Lack::arrival:
        return "a message was on its way to it";
      case Lack::instant:
        return "windows in shared memory prove nothing unless all are held still at one instant";
      case Lack::certain_wait:
        return "what it waits for was concluded, not read";
    }
    return {};
  }

  void write(const Finding &finding) {
    const bool is_stuck = why::can_never_go_on(finding.kind);
    const auto [kind, sentence] = title(finding);
    Block block = object_block(kind + ": " + sentence);
    block.severity = is_stuck ? Severity::error : Severity::none;
    if (is_stuck) block.cells.add(proof(finding));
    const OpenBlock open(output_, block);
    write_agents(finding);
    write_targets(finding);
    if (finding.kind == FindingKind::waits_for_program) write_who_could_complete(finding);
    write_behind(finding);
    if (is_stuck && finding.proof >= Proof::looks) {
      for (const auto &[lack, processes] : finding.lacks)
        write_property(
            output_,
            std::string("not proved for ").append(words_.ranks_of(processes)).append(": ").append(lack_text(lack)));
    }
  }

  void write_who_could_complete(const Finding &finding) {
    std::map<std::string, std::vector<std::uint32_t>> lines;
    for (const std::uint32_t agent : finding.agents) lines[words_.who_could_complete(agent)].push_back(agent);
    std::size_t rows = 0;
    for (const auto &[text, agents] : lines) {
      if (++rows > most_rows && !each_) break;
      const std::string who = words_.ranks_of_agents(agents) + "  ";
      write_property(output_, who + (is_one_process(agents) ? text : WaitWords::of_several(text)));
    }
  }

  // Those that are waited for have lines of their own. A line for each call and place.
  void write_behind(const Finding &finding) {
    std::map<std::pair<std::string, std::string>, std::vector<std::uint32_t>> places;
    std::vector<std::uint32_t> left_out;
    std::set<std::uint32_t> in_calls = in_collectives(finding.behind);
    in_calls.merge(in_collectives(finding.agents));
    for (const std::uint32_t agent : finding.behind) {
      if (is_part_of_a_call(in_calls, agent)) continue;
      const std::uint32_t process = waits_.agents()[agent].process;
      if (std::find(finding.processes.begin(), finding.processes.end(), process) != finding.processes.end()) continue;
      const std::pair place{words_.call(agent), words_.site(agent)};
      if (places.size() >= most_places && !each_ && !places.contains(place)) {
        left_out.push_back(agent);
      } else {
        places[place].push_back(agent);
      }
    }
    const std::string behind = is_one_process(finding) ? "behind it: " : "behind them: ";
    for (const auto &[place, agents] : places) {
      write_property(output_, behind + words_.ranks_of_agents(agents) + "  " + place.first +
                                  (place.second.empty() ? std::string() : " at " + place.second));
    }
    if (!left_out.empty()) write_property(output_, behind + words_.ranks_of_agents(left_out));
  }

  std::vector<WaitGroup> groups(const std::vector<std::uint32_t> &agents) const {
    if (!each_) return group_waits(words_, waits_, verdict_, agents);
    std::vector<WaitGroup> all;
    all.reserve(agents.size());
    for (const std::uint32_t agent : agents)
      all.push_back({{agent}, words_.call(agent), words_.site(agent), words_.wait(verdict_, agent, false)});
    return all;
  }

  // Processes of which a thread that is in a blocking collective is listed: a schedule of theirs is part of it.
  std::set<std::uint32_t> in_collectives(const std::vector<std::uint32_t> &listed) const {
    std::set<std::uint32_t> processes;
    for (const std::uint32_t number : listed) {
      const why::Agent &agent = waits_.agents()[number];
      if (!agent.schedule && waits_.collective(number) != nullptr) processes.insert(agent.process);
    }
    return processes;
  }
  bool is_part_of_a_call(const std::set<std::uint32_t> &listed, std::uint32_t number) const {
    const why::Agent &agent = waits_.agents()[number];
    return agent.schedule && listed.contains(agent.process);
  }

  void write_agents(const Finding &finding) {
    std::vector<WaitGroup> rows = groups(finding.agents);
    std::erase_if(rows, [&, in_calls = in_collectives(finding.agents)](const WaitGroup &group) {
      return std::all_of(group.agents.begin(), group.agents.end(),
                         [&](std::uint32_t agent) { return is_part_of_a_call(in_calls, agent); });
    });
    std::array<Column, 3> columns{};
    std::vector<std::array<std::string, 3>> cells;
    for (const WaitGroup &group : rows) {
      if (cells.size() == most_rows && !each_) break;
      cells.push_back({words_.ranks_of_agents(group.agents),
                       group.call + (group.site.empty() ? std::string() : " at " + group.site),
                       "waits for " + group.wait});
      for (std::size_t i = 0; i < 2; ++i) columns[i].width = std::max(columns[i].width, cells.back()[i].size());
    }
    Block table{.role = Role::table};
    table.columns = columns;
    {
      const OpenBlock open(output_, table);
      for (const auto &row : cells) {
        Block block{.role = Role::row};
        for (const std::string &cell : row) block.cells.add(cell);
        output_.write(block);
      }
    }
    if (rows.size() > cells.size()) {
      write_property(output_, "and " + std::to_string(rows.size() - cells.size()) + " more lines: --each shows all");
    }
  }

  std::string activity_of(const std::vector<std::uint32_t> &processes, const std::string &activity) const {
    const auto name = [&](std::uint32_t process) { return words_.rank_of(process); };
    const bool one = std::all_of(processes.begin(), processes.end(),
                                 [&](std::uint32_t process) { return name(process) == name(processes.front()); });
    return one ? activity : WaitWords::of_several(activity);
  }

  using Activities = std::vector<std::pair<std::string, std::vector<std::uint32_t>>>;

  // In the order of the first ones.
  Activities by_activity(const std::vector<std::uint32_t> &processes) const {
    Activities found;
    std::map<std::string, std::size_t> places;
    for (const std::uint32_t process : processes) {
      const auto [place, is_new] = places.try_emplace(words_.activity(process), found.size());
      if (is_new) found.push_back({place->first, {}});
      found[place->second].second.push_back(process);
    }
    return found;
  }

  // What those do that are waited for.
  void write_targets(const Finding &finding) {
    std::size_t rows = 0;
    for (const auto &[activity, processes] : by_activity(finding.processes)) {
      if (++rows > most_rows && !each_) break;
      write_property(output_, words_.ranks_of(processes) + "  " + activity_of(processes, activity));
    }
  }

  void write_nothing_found() {
    const OpenBlock open(
        output_,
        object_block(verdict_.unseen.empty() ? "nothing waits for anything that is not on its way" : unseen_title()));
    Finding every;
    for (std::uint32_t i = 0; i < waits_.evidence().size(); ++i) {
      const bool is_unseen = std::find(verdict_.unseen.begin(), verdict_.unseen.end(), i) != verdict_.unseen.end();
      if (!is_unseen) every.processes.push_back(i);
    }
    write_targets(every);
  }

  // What of whom cannot be seen; or that it goes on, whatever it is.
  std::string unseen_title() const {
    if (verdict_.outcome == why::Outcome::may_go_on) {
      std::vector<std::uint32_t> moved;
      for (const why::Movement &movement : verdict_.moved) moved.push_back(movement.process);
      return "MOVING: " + words_.ranks_of(moved) + " went on between the looks";
    }
    std::map<std::string, std::vector<std::uint32_t>> calls;
    for (const std::uint32_t process : verdict_.unseen) {
      const std::vector<why::Thread> &threads = waits_.evidence()[process].threads;
      const auto unknown = std::find_if(threads.begin(), threads.end(), [](const why::Thread &thread) {
        return thread.activity == why::Activity::unknown && !thread.call.empty();
      });
      if (unknown == threads.end()) return "NOT ENOUGH INFORMATION: not all ranks can be seen";
      calls[unknown->call].push_back(process);
    }
    std::string text;
    for (const auto &[call, processes] : calls)
      text += (text.empty() ? "" : " and ") + printable(call) + " of " + words_.ranks_of(processes);
    return "NOT ENOUGH INFORMATION: what " + text + (calls.size() == 1 ? " waits" : " wait") + " for cannot be seen";
  }

  // One section, however many findings there are.
  void write_section(const char *title, const std::vector<std::string> &lines) {
    if (lines.empty()) return;
    const OpenBlock open(output_, object_block(title));
    std::set<std::string> written;
    for (const std::string &line : lines) {
      if (written.insert(line).second) write_property(output_, line);
    }
  }

  void write_causes() {
    std::vector<std::string> lines;
    for (const why::Cause &cause : why::likely_causes(waits_, verdict_))
      lines.push_back(cause_text(words_, waits_, cause));
    write_section(lines.size() == 1 ? "Likely cause" : "Likely causes", lines);
  }

  // On a communicator that the library has made inside one of the program's, as for a group of an intercommunicator.
  bool is_part_of_another(const why::Roll &roll) const {
    const why::GlobalCommunicator &one = waits_.communicators().all()[roll.communicator];
    const auto index = static_cast<std::int32_t>(one.index);
    const std::string call =
        roll.groups.empty() ? std::string() : roll.groups.back().example.of(waits_.evidence()).name;
    return waits_.evidence()[one.process].communicators[one.index].internal &&
           words_.owner(one.process, index, call).empty();
  }

  void write_collectives() {
    const std::vector<why::Roll> rolls = why::roll_calls(waits_);
    std::vector<std::string> lines;
    for (const why::Roll &roll : rolls) {
      if (is_part_of_another(roll)) continue;
      if (roll.groups.size() > 1 || !roll.absent.empty()) lines.push_back(roll_text(words_, waits_, roll));
    }
    for (const why::Roll &roll : rolls) {
      if (const std::string text = entered_text(words_, waits_, roll); !text.empty()) lines.push_back(text);
    }
    for (const why::Outliers &outliers : why::find_outliers(waits_, rolls)) {
      if (const std::string text = outliers_text(words_, waits_, outliers); !text.empty()) lines.push_back(text);
    }
    write_section("Collectives", lines);
  }

  // With their arguments, of the ranks that a finding is about.
  void write_recorded_calls() {
    std::map<std::string, Callers> calls;
    for (const Finding &finding : verdict_.findings) {
      for (const std::uint32_t number : finding.agents) {
        const why::Agent &agent = waits_.agents()[number];
        if (agent.schedule) continue;
        const why::Thread &thread = waits_.evidence()[agent.process].threads[agent.index];
        if (!thread.recorded_call.empty())
          calls[printable(thread.recorded_call)].add(agent.process, thread.nanoseconds);
      }
    }
    write_calls("Calls (recorder)", calls);
  }

  // Of threads that a finding is about, and of those that run while others wait for their process.
  void write_last_calls() {
    std::map<std::string, Callers> calls;
    const auto add = [&](std::uint32_t process, const why::Thread &thread) {
      if (!thread.last_calls.empty()) calls[last_calls_text(thread)].add(process, std::nullopt);
    };
    for (const Finding &finding : verdict_.findings) {
      for (const std::uint32_t number : finding.agents) {
        const why::Agent &agent = waits_.agents()[number];
        if (!agent.schedule) add(agent.process, waits_.evidence()[agent.process].threads[agent.index]);
      }
      for (const std::uint32_t process : finding.processes) {
        for (const why::Thread &thread : waits_.evidence()[process].threads) add(process, thread);
      }
    }
    write_calls("Last calls (recorder)", calls);
  }

  // "MPI_Send at exchange (stencil.c:91), before it 3 x MPI_Bcast at main (stencil.c:30)"; with the time since the last
  // one where the thread is in none.
  static std::string last_calls_text(const why::Thread &thread) {
    std::string text;
    for (std::size_t i = 0; i < thread.last_calls.size() && i < most_last_calls; ++i) {
      const why::LastCall &call = thread.last_calls[i];
      const std::string site = WaitWords::site_text(call.site);
      text += i == 0 ? "" : i == 1 ? ", before it " : ", ";
      if (call.times > 1) text += std::to_string(call.times) + " x ";
      text += printable(call.name);
      if (!site.empty()) text += " at " + site;
      if (call.failed) text += " (failed)";
      if (i == 0 && thread.call.empty() && call.nanoseconds_ago)
        text += " " + duration_text(*call.nanoseconds_ago) + " ago";
    }
    return text;
  }

  // Processes that say the same, and the shortest and longest time for which they have.
  struct Callers {
    std::vector<std::uint32_t> processes{};
    std::optional<std::int64_t> least{}, most{};

    void add(std::uint32_t process, std::optional<std::int64_t> nanoseconds) {
      processes.push_back(process);
      if (!nanoseconds) return;
      least = std::min(least.value_or(*nanoseconds), *nanoseconds);
      most = std::max(most.value_or(*nanoseconds), *nanoseconds);
    }
    std::string time() const {
      if (!least) return {};
      const std::string from = duration_text(*least), to = duration_text(*most);
      return " for " + from + (from == to ? "" : " to " + to);
    }
  };

  void write_calls(const char *title, std::map<std::string, Callers> &calls) {
    std::vector<std::string> lines;
    for (auto &[text, callers] : calls) {
      if (lines.size() == most_recorded && !each_) break;
      std::sort(callers.processes.begin(), callers.processes.end());
      const auto repeated = std::unique(callers.processes.begin(), callers.processes.end());
      callers.processes.erase(repeated, callers.processes.end());
      lines.push_back(words_.ranks_of(callers.processes) + "  " + text + callers.time());
    }
    if (lines.size() < calls.size())
      lines.push_back("and " + std::to_string(calls.size() - lines.size()) + " more: --each shows all");
    write_section(title, lines);
  }

  void write_movement() {
    if (verdict_.moved.empty()) return;
    std::vector<std::uint32_t> moved;
    for (const why::Movement &movement : verdict_.moved) moved.push_back(movement.process);
    output_.write(object_block("between the looks moved: " + words_.ranks_of(moved)));
  }

  // Whether a finding has said what the process does.
  bool is_shown(std::uint32_t process) const {
    return std::any_of(verdict_.findings.begin(), verdict_.findings.end(), [&](const Finding &finding) {
      return std::find(finding.processes.begin(), finding.processes.end(), process) != finding.processes.end();
    });
  }

  void write_limits() {
    if (!verdict_.missing.empty()) {
      std::vector<why::ProcessId> missing;
      for (const why::MemberRun &run : verdict_.missing.runs()) {
        for (std::int32_t i = 0; i < run.count && missing.size() < 65536; ++i)
          missing.push_back({run.first.job, run.first.rank + i * run.stride});
      }
      output_.write(problem_block("not among the targets: " + words_.ranks(missing)));
    }
    std::vector<std::uint32_t> unseen;
    for (const std::uint32_t process : verdict_.unseen) {
      if (!is_shown(process)) unseen.push_back(process);
    }
    for (const auto &[activity, processes] : by_activity(unseen))
      output_.write(problem_block(words_.ranks_of(processes) + " " + activity_of(processes, activity)));
  }

  // Several jobs are numbered: which is which.
  void write_jobs() {
    for (const auto &[job, targets] : words_.targets_of_jobs()) output_.write(object_block(job + ": " + targets));
  }

  const why::Waits &waits_;
  const why::Verdict &verdict_;
  const WaitWords words_;
  const bool each_;
  const double seconds_;
  BlockOutput &output_;
};

}  // namespace

void word_why(const why::Inquiry &inquiry, bool each, double seconds, BlockOutput &output) {
  WhyWords(inquiry, each, seconds, output).write();
}

}  // namespace mqs_shim
