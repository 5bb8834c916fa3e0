#include "mqs_shim/render/verdict/words/why_finding.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "mqs_shim/render/verdict/words/activity_words.h"
#include "mqs_shim/render/verdict/words/socket_words.h"
#include "mqs_shim/render/verdict/words/why_title.h"

namespace mqs_shim {

using why::Finding;
using why::FindingKind;
using why::Proof;

namespace {

constexpr std::size_t most_places = 8;  // limit for the ranks behind a finding

// Returns the processes with a thread in a blocking collective among the `listed` agents. The schedules (nonblocking
// collectives) of such a process count as part of that collective and are not listed again.
std::set<std::uint32_t> in_collectives(const why::Waits &waits, const std::vector<std::uint32_t> &listed) {
  std::set<std::uint32_t> processes;
  for (const std::uint32_t number : listed) {
    const why::Agent &agent = waits.agents()[number];
    if (!agent.schedule && waits.collective(number) != nullptr) processes.insert(agent.process);
  }
  return processes;
}

// Returns the processes with a thread among the `listed` agents, if the thread waits for a schedule (a nonblocking
// collective) of its own process.
std::set<std::uint32_t> waiting_for_schedules(const why::Waits &waits, const std::vector<std::uint32_t> &listed) {
  std::set<std::uint32_t> processes;
  for (const std::uint32_t number : listed) {
    const why::Agent &agent = waits.agents()[number];
    if (agent.schedule) continue;
    const auto &conditions = waits.evidence()[agent.process].threads[agent.index].conditions;
    if (std::any_of(conditions.begin(), conditions.end(),
                    [](const why::Condition &condition) { return condition.kind == why::ConditionKind::schedule; }))
      processes.insert(agent.process);
  }
  return processes;
}

bool is_part_of_a_call(const why::Waits &waits, const std::set<std::uint32_t> &listed, std::uint32_t number) {
  const why::Agent &agent = waits.agents()[number];
  if (!agent.schedule) return false;
  return listed.contains(agent.process) || waits.evidence()[agent.process].schedules[agent.index].part_of_call;
}

}  // namespace

void FindingWords::write(const Finding &finding) {
  const bool is_stuck = why::can_never_go_on(finding.kind);
  const auto [kind, sentence] = finding_title(waits_, verdict_, words_, finding, launcher_);
  Block block = object_block(kind + ": " + sentence);
  block.severity = is_stuck ? Severity::error : Severity::none;
  if (is_stuck) block.cells.add(proof_text(finding.proof, seconds_));
  const OpenBlock open(output_, block);
  write_agents(finding);
  write_sleeping(finding);
  write_thread_levels(finding);
  write_targets(finding);
  if (finding.kind == FindingKind::waits_for_arrival) write_network(finding);
  for (const std::string &text : reservations(waits_, verdict_, words_, finding)) write_property(output_, text);
  if (finding.kind == FindingKind::waits_for_program) write_who_could_complete(finding);
  write_behind(finding);
  if (is_stuck && finding.proof >= Proof::looks) {
    for (const auto &[lack, processes] : finding.lacks)
      write_property(
          output_,
          std::string("not proved for ").append(words_.ranks_of(processes)).append(": ").append(lack_text(lack)));
  }
}

// Writes which data is under way in the TCP sockets of the processes of a finding.
void FindingWords::write_network(const Finding &finding) {
  const NetworkState state = network_state(waits_, finding);
  if (state == NetworkState::quiet)
    write_property(output_, "nothing is under way in the TCP connections of these ranks");
  std::vector<std::string> lines;
  for (const std::uint32_t process : processes_of(waits_, finding)) {
    for (const std::uint32_t index : waits_.wire().under_way(process)) {
      const SocketRecord &socket = (*waits_.evidence()[process].sockets)[index];
      lines.push_back("in the network: " + words_.rank_of(process) + "  " +
                      socket_text(waits_, words_, process, socket));
    }
  }
  for (std::size_t i = 0; i < lines.size() && (i < most_places || lists_.each); ++i) write_property(output_, lines[i]);
  write_rest(lines.size(), most_places);
}

void FindingWords::write_who_could_complete(const Finding &finding) {
  std::map<std::string, std::vector<std::uint32_t>> lines;
  for (const std::uint32_t agent : finding.agents) lines[who_could_complete(waits_, agent)].push_back(agent);
  std::size_t rows = 0;
  for (const auto &[text, agents] : lines) {
    if (++rows > most_rows && !lists_.each) break;
    const std::string who = words_.ranks_of_agents(agents) + "  ";
    write_property(output_, who + (is_one_process(waits_, agents) ? text : of_several(text)));
  }
  write_rest(lines.size(), most_rows);
}

// Writes the ranks that depend on the ranks of a finding (Finding::behind), one line for each call and place. Leaves
// out ranks that are awaited in the finding, as these have lines of their own.
void FindingWords::write_behind(const Finding &finding) {
  std::map<std::pair<std::string, std::string>, std::vector<std::uint32_t>> places;
  std::vector<std::uint32_t> left_out;
  std::set<std::uint32_t> in_calls = in_collectives(waits_, finding.behind);
  in_calls.merge(in_collectives(waits_, finding.agents));
  in_calls.merge(waiting_for_schedules(waits_, finding.behind));
  for (const std::uint32_t agent : finding.behind) {
    if (is_part_of_a_call(waits_, in_calls, agent)) continue;
    const std::uint32_t process = waits_.agents()[agent].process;
    if (std::find(finding.processes.begin(), finding.processes.end(), process) != finding.processes.end()) continue;
    const std::pair place{words_.call(agent), words_.site(agent)};
    if (places.size() >= most_places && !lists_.each && !places.contains(place)) {
      left_out.push_back(agent);
    } else {
      places[place].push_back(agent);
    }
  }
  const std::string behind = is_one_process(waits_, finding.agents) ? "behind it: " : "behind them: ";
  for (const auto &[place, agents] : places) {
    write_property(output_, behind + words_.ranks_of_agents(agents) + "  " + place.first +
                                (place.second.empty() ? std::string() : " at " + place.second));
  }
  if (!left_out.empty()) write_property(output_, behind + words_.ranks_of_agents(left_out));
}

std::vector<WaitGroup> FindingWords::groups(const std::vector<std::uint32_t> &agents) const {
  if (!lists_.each) return group_waits(words_, waits_, verdict_, agents);
  std::vector<WaitGroup> all;
  all.reserve(agents.size());
  for (const std::uint32_t agent : agents)
    all.push_back({{agent}, words_.call(agent), words_.site(agent), words_.wait(verdict_, agent, false)});
  return all;
}

void FindingWords::write_agents(const Finding &finding) {
  std::vector<WaitGroup> rows = groups(finding.agents);
  std::erase_if(rows, [&, in_calls = in_collectives(waits_, finding.agents)](const WaitGroup &group) {
    return std::all_of(group.agents.begin(), group.agents.end(),
                       [&](std::uint32_t agent) { return is_part_of_a_call(waits_, in_calls, agent); });
  });
  std::array<Column, 3> columns{};
  std::vector<std::array<std::string, 3>> cells;
  for (const WaitGroup &group : rows) {
    if (cells.size() == most_rows && !lists_.each) break;
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
  write_rest(rows.size(), most_rows);
}

void FindingWords::write_rest(std::size_t rows, std::size_t most) {
  if (rows <= most || lists_.each) return;
  const std::size_t rest = rows - most;
  write_property(output_, "and " + std::to_string(rest) + (rest == 1 ? " more line" : " more lines") + ": " +
                              lists_.each_option() + " shows all");
}

// Writes which threads of the waiting processes of a finding wait outside of MPI.
void FindingWords::write_sleeping(const Finding &finding) {
  std::map<std::string, std::set<std::uint32_t>> texts;
  for (const std::uint32_t agent : finding.agents) {
    const std::uint32_t process = waits_.agents()[agent].process;
    if (std::string text = sleeping_beside(waits_, process); !text.empty()) texts[std::move(text)].insert(process);
  }
  std::size_t rows = 0;
  for (const auto &[text, processes] : texts) {
    if (++rows > most_places && !lists_.each) break;
    write_property(output_, words_.ranks_of({processes.begin(), processes.end()}) + "  " + text);
  }
  write_rest(texts.size(), most_places);
}

// Writes which threads violate the thread level of their process, by being in MPI or by having to call MPI.
void FindingWords::write_thread_levels(const Finding &finding) {
  std::map<std::string, std::vector<std::uint32_t>> texts;
  for (auto &[process, remark] : thread_level_remarks(waits_, finding)) texts[remark].push_back(process);
  std::size_t rows = 0;
  for (const auto &[text, processes] : texts) {
    if (++rows > most_places && !lists_.each) break;
    write_property(output_, words_.ranks_of(processes) + "  " + text);
  }
  write_rest(texts.size(), most_places);
}

std::string FindingWords::activity_of(const std::vector<std::uint32_t> &processes, const std::string &activity) const {
  const auto name = [&](std::uint32_t process) { return words_.rank_of(process); };
  const bool one = std::all_of(processes.begin(), processes.end(),
                               [&](std::uint32_t process) { return name(process) == name(processes.front()); });
  return one ? activity : of_several(activity);
}

FindingWords::Activities FindingWords::by_activity(const std::vector<std::uint32_t> &processes) const {
  Activities found;
  std::map<std::string, std::size_t> places;
  for (const std::uint32_t process : processes) {
    const auto [place, is_new] = places.try_emplace(process_activity(waits_, process), found.size());
    if (is_new) found.push_back({place->first, {}});
    found[place->second].second.push_back(process);
  }
  return found;
}

// Writes what the awaited processes of a finding do, one line for each activity.
void FindingWords::write_targets(const Finding &finding) {
  std::size_t rows = 0;
  const Activities activities = by_activity(finding.processes);
  for (const auto &[activity, processes] : activities) {
    if (++rows > most_rows && !lists_.each) break;
    const bool stands =
        finding.kind == FindingKind::waits_for_unknown && waits_.role(processes.front()) == why::Role::waits;
    write_property(output_,
                   words_.ranks_of(processes) + "  " + activity_of(processes, activity) +
                       (stands ? "; what it waits for is on its way, as far as can be seen, but it stood still" : ""));
  }
  write_rest(activities.size(), most_rows);
}

}  // namespace mqs_shim
