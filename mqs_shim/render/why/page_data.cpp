#include "mqs_shim/render/why/page_data.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "mpidbg/base/hexadecimal.h"
#include "mqs_shim/job/why/roll_calls.h"
#include "mqs_shim/render/why/activity_words.h"
#include "mqs_shim/render/why/compact_json.h"
#include "mqs_shim/render/why/page_tables.h"
#include "mqs_shim/render/why/wait_words.h"
#include "mqs_shim/render/why/why_terms.h"

namespace mqs_shim {

namespace {

// Generous, so that only what is really large is cut: bytes of a row.
constexpr std::size_t bytes_of_thread = 120, bytes_of_communicator = 60, bytes_of_operation = 140,
                      bytes_of_schedule = 120, bytes_of_channel = 40;

constexpr char columns[] =
    R"("columns":{)"
    R"("rank":["job","rank","state","activity","pid","host","program","target","problem","facts","finding","threads","communicators","operations","schedules","channels","left_out"],)"
    R"("thread":["tid","activity","call","site","path","wait","collective","why_unknown"],)"
    R"("collective":["name","communicator","root","sequence","op","datatype","count"],)"
    R"("communicator":["index","handle","collectives"],)"
    R"("operation":["kind","communicator","peer","tag","bytes","count","datatype","request","facts","bytes_done","sequence","context"],)"
    R"("schedule":["collective","round","rounds","wait","request"],)"
    R"("channel":["communicator","peer","sent","taken","early"],)"
    R"("site":["function","file","line","module","offset"],)"
    R"("global":["name","context","members","remote","internal"],)"
    R"("run":["job","first","count","stride"],)"
    R"("finding":["kind","can_never_go_on","proof"],)"
    R"("roll":["communicator","groups","traced","hidden","absent","unseen","not_awaited"],)"
    R"("node":["ranks","processes"]})";

std::string_view state_term(why::ProcessState state) {
  switch (state) {
    case why::ProcessState::alive:
      return "alive";
    case why::ProcessState::stopped:
      return "stopped";
    case why::ProcessState::before_init:
      return "before MPI_Init";
    case why::ProcessState::in_init:
      return "in MPI_Init";
    case why::ProcessState::in_finalize:
      return "in MPI_Finalize";
    case why::ProcessState::finalized:
      return "finalized";
    case why::ProcessState::exited:
      return "exited";
    case why::ProcessState::unreadable:
      return "unreadable";
    case why::ProcessState::missing:
      return "missing";
    case why::ProcessState::crashed:
      return "crashed";
  }
  return {};
}

std::string_view activity_term(why::Activity activity) {
  switch (activity) {
    case why::Activity::runs:
      return "runs";
    case why::Activity::polls:
      return "polls";
    case why::Activity::waits:
      return "waits";
    case why::Activity::sleeps:
      return "sleeps";
    case why::Activity::unknown:
      return "unknown";
  }
  return {};
}

class PageData {
 public:
  PageData(const why::Waits &waits, const why::Verdict &verdict, const WaitGraph &graph, const PageLimits &limits)
      : waits_(waits), verdict_(verdict), graph_(graph), limits_(limits), words_(waits), tables_(waits, limits) {
    for (std::uint32_t i = 0; i < waits.agents().size(); ++i) numbers_.emplace(waits.agents()[i], i);
    finding_of_.assign(waits.evidence().size(), -1);
    for (std::size_t i = verdict.findings.size(); i-- > 0;) {
      const why::Finding &finding = verdict.findings[i];
      for (const auto *agents : {&finding.behind, &finding.agents})
        for (const std::uint32_t agent : *agents) finding_of_[waits.agents()[agent].process] = static_cast<int>(i);
    }
  }

  std::string write() {
    const std::size_t level = level_of_lists();
    CompactJson ranks;
    ranks.open();
    for (std::uint32_t i = 0; i < waits_.evidence().size(); ++i) write_rank(ranks, i, level);
    ranks.close();
    CompactJson findings, nodes, rolls;
    write_findings(findings);
    write_nodes(nodes);
    write_rolls(rolls);
    std::string json = "{";
    json += columns;
    json += tables_.text();
    const std::pair<const char *, const CompactJson *> tables[] = {
        {"ranks", &ranks}, {"findings", &findings}, {"nodes", &nodes}, {"rolls", &rolls}};
    for (const auto &[name, table] : tables) json.append(",\n\"").append(name).append("\":").append(table->text());
    return json + "}\n";
  }

 private:
  static std::size_t size_of_lists(const why::Evidence &evidence) {
    return 64 + evidence.threads.size() * bytes_of_thread + evidence.communicators.size() * bytes_of_communicator +
           evidence.operations.size() * bytes_of_operation + evidence.schedules.size() * bytes_of_schedule +
           evidence.channels.size() * bytes_of_channel;
  }

  // Bytes that the lists of one rank may have, so that all of them are within the limit.
  std::size_t level_of_lists() const {
    std::vector<std::size_t> sizes;
    for (const why::Evidence &evidence : waits_.evidence()) sizes.push_back(size_of_lists(evidence));
    std::sort(sizes.begin(), sizes.end());
    std::size_t left = limits_.bytes_of_lists;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const std::size_t share = left / (sizes.size() - i);
      if (sizes[i] > share) return share;
      left -= sizes[i];
    }
    return limits_.bytes_of_lists;
  }

  // Rows until the bytes of the rank are used up. Returns how many are left out.
  template <class List, class Write>
  std::int64_t write_list(CompactJson &row, std::size_t most_bytes, const List &list, Write write) {
    row.open();
    std::size_t written = 0;
    for (; written < list.size() && row.size() < most_bytes; ++written) write(list[written]);
    row.close();
    return static_cast<std::int64_t>(list.size() - written);
  }

  void write_rank(CompactJson &ranks, std::uint32_t process, std::size_t level) {
    const why::Evidence &evidence = waits_.evidence()[process];
    const std::size_t most_bytes = std::min(level, size_of_lists(evidence));
    CompactJson lists;
    std::int64_t cut = 0;
    std::uint32_t index = 0;
    cut += write_list(lists, most_bytes, evidence.threads, [&](const why::Thread &thread) {
      write_thread(lists, process, thread, {process, index++, false});
    });
    std::int32_t number = 0;
    cut += write_list(lists, most_bytes, evidence.communicators, [&](const why::Communicator &communicator) {
      lists.open();
      lists.number(tables_.communicator_number(process, number++));
      address(lists, communicator.handle);
      communicator.collectives ? lists.number(*communicator.collectives) : lists.null();
      lists.close();
    });
    cut += write_list(lists, most_bytes, evidence.operations,
                      [&](const why::Operation &operation) { write_operation(lists, process, operation); });
    index = 0;
    cut += write_list(lists, most_bytes, evidence.schedules, [&](const why::Schedule &schedule) {
      lists.open();
      write_collective(lists, process, schedule.collective);
      lists.number(schedule.round);
      lists.number(schedule.rounds);
      lists.number(wait_number({process, index++, true}));
      address(lists, schedule.request);
      lists.close();
    });
    cut += write_list(lists, most_bytes, evidence.channels, [&](const why::Channel &channel) {
      lists.open();
      lists.number(tables_.communicator_number(process, channel.communicator));
      peer(lists, evidence, channel.peer);
      for (const std::int64_t value : {channel.sent, channel.taken, channel.early}) lists.number(value);
      lists.close();
    });
    const std::int64_t texts[] = {tables_.text_number(state_term(evidence.state)),
                                  tables_.words_number(process_activity(waits_, process)),
                                  evidence.pid,
                                  tables_.text_number(evidence.host),
                                  tables_.text_number(evidence.program),
                                  tables_.text_number(evidence.target),
                                  tables_.text_number(evidence.problem),
                                  facts_of(evidence)};
    ranks.open();
    ranks.number(evidence.id.job);
    ranks.number(evidence.id.rank);
    for (const std::int64_t value : texts) ranks.number(value);
    ranks.number(finding_of_[process]);
    ranks.raw(lists.text());
    ranks.number(cut);
    ranks.close();
  }

  std::int64_t facts_of(const why::Evidence &evidence) {
    std::vector<const char *> facts;
    if (evidence.is_core) facts.push_back("from a core file");
    facts.push_back(evidence.counts ? "its layer counts messages" : "its layer does not count messages");
    if (!evidence.queues_complete) facts.push_back("not all of its messages can be seen");
    std::string text = joined(facts);
    if (const std::string remark = thread_level_remark(evidence); !remark.empty()) text += ", " + remark;
    return tables_.text_number(text);
  }

  static std::string joined(const std::vector<const char *> &words) {
    std::string text;
    for (const char *word : words) text.append(text.empty() ? "" : ", ").append(word);
    return text;
  }

  std::int64_t wait_number(const why::Agent &agent) {
    const auto known = numbers_.find(agent);
    return known == numbers_.end() ? 0 : tables_.words_number(words_.wait(verdict_, known->second, false));
  }

  void write_thread(CompactJson &json, std::uint32_t process, const why::Thread &thread, const why::Agent &agent) {
    const bool waits = thread.activity == why::Activity::waits && !thread.conditions.empty();
    json.open();
    json.number(static_cast<std::int64_t>(thread.tid));
    json.number(tables_.text_number(activity_term(thread.activity)));
    json.number(tables_.text_number(thread.call));
    json.number(tables_.site_number(thread.site));
    json.number(tables_.path_number(thread));
    json.number(waits ? wait_number(agent) : 0);
    thread.collective ? write_collective(json, process, *thread.collective) : json.null();
    json.number(tables_.text_number(thread.why_unknown));
    json.close();
  }

  void write_collective(CompactJson &json, std::uint32_t process, const why::Collective &collective) {
    json.open();
    json.number(tables_.text_number(collective.name));
    json.number(tables_.communicator_number(process, collective.communicator));
    collective.root ? json.number(*collective.root) : json.null();
    collective.sequence ? json.number(*collective.sequence) : json.null();
    json.number(tables_.text_number(collective.op));
    json.number(tables_.text_number(collective.datatype));
    collective.count ? json.number(*collective.count) : json.null();
    json.close();
  }

  // The rank alone if it is of the same job.
  static void peer(CompactJson &json, const why::Evidence &evidence, const why::ProcessId &id) {
    if (id.job == evidence.id.job) return json.number(id.rank);
    json.open();
    json.number(id.job);
    json.number(id.rank);
    json.close();
  }

  static void address(CompactJson &json, why::Address address) {
    address.is_null() ? json.number(0) : json.string(mpidbg::hex(address));
  }

  void write_operation(CompactJson &json, std::uint32_t process, const why::Operation &operation) {
    std::vector<const char *> facts;
    if (operation.internal) facts.push_back("internal");
    if (operation.persistent) facts.push_back("persistent");
    if (operation.synchronous) facts.push_back("synchronous");
    if (operation.rendezvous) facts.push_back("needs a receive");
    if (operation.started) facts.push_back("data moves");
    if (operation.freed) facts.push_back("freed");
    json.open();
    json.number(tables_.text_number(operation_term(operation.kind)));
    json.number(tables_.communicator_number(process, operation.communicator));
    operation.peer ? peer(json, waits_.evidence()[process], *operation.peer) : json.null();
    operation.any_tag ? json.null() : json.number(operation.tag);
    for (const std::int64_t value : {operation.bytes, operation.count, tables_.text_number(operation.datatype)})
      json.number(value);
    address(json, operation.request);
    // What few operations have; a row ends where the rest is not known.
    const std::int64_t bytes_done = operation.bytes_done > 0 ? operation.bytes_done : -1;
    const std::pair<std::int64_t, std::int64_t> rare[] = {{tables_.text_number(joined(facts)), 0},
                                                          {bytes_done, -1},
                                                          {operation.sequence, -1},
                                                          {operation.context_id, -1}};
    std::size_t length = std::size(rare);
    while (length > 0 && rare[length - 1].first == rare[length - 1].second) --length;
    for (std::size_t i = 0; i < length; ++i) json.number(rare[i].first);
    json.close();
  }

  void write_findings(CompactJson &json) {
    json.open();
    for (const why::Finding &finding : verdict_.findings) {
      json.open();
      json.number(tables_.text_number(finding_term(finding.kind)));
      json.number(why::can_never_go_on(finding.kind) ? 1 : 0);
      json.number(tables_.text_number(proof_term(finding.proof)));
      json.close();
    }
    json.close();
  }

  // Indices of processes, ascending, as pairs of first and last.
  static void write_runs(CompactJson &json, const std::vector<std::uint32_t> &processes) {
    json.open();
    for (std::size_t i = 0; i < processes.size();) {
      std::size_t end = i + 1;
      while (end < processes.size() && processes[end] == processes[end - 1] + 1) ++end;
      json.open();
      json.number(processes[i]);
      json.number(processes[end - 1]);
      json.close();
      i = end;
    }
    json.close();
  }

  void write_nodes(CompactJson &json) {
    json.open();
    for (const WaitGraph::Node &node : graph_.nodes) {
      json.open();
      json.number(tables_.words_number(node.ranks));
      write_runs(json, node.processes);
      json.close();
    }
    json.close();
  }

  void write_rolls(CompactJson &json) {
    json.open();
    for (const why::Roll &roll : why::roll_calls(waits_)) {
      json.open();
      json.number(roll.communicator);
      json.open();
      for (const why::RollGroup &group : roll.groups) {
        json.open();
        write_collective(json, group.example.process, group.example.of(waits_.evidence()));
        write_runs(json, group.processes);
        json.close();
      }
      json.close();
      json.open();
      for (const why::Traced &traced : roll.traced) {
        json.open();
        json.number(tables_.text_number(traced.name));
        write_runs(json, traced.processes);
        json.close();
      }
      json.close();
      write_runs(json, roll.hidden);
      write_runs(json, roll.absent);
      json.number(roll.unseen ? 1 : 0);
      write_runs(json, roll.not_awaited);
      json.close();
    }
    json.close();
  }

  const why::Waits &waits_;
  const why::Verdict &verdict_;
  const WaitGraph &graph_;
  const PageLimits limits_;
  const WaitWords words_;
  std::map<why::Agent, std::uint32_t> numbers_;
  std::vector<int> finding_of_;  // of each process; -1: none
  PageTables tables_;
};

}  // namespace

std::string page_data(const why::Waits &waits, const why::Verdict &verdict, const WaitGraph &graph,
                      const PageLimits &limits) {
  return PageData(waits, verdict, graph, limits).write();
}

}  // namespace mqs_shim
