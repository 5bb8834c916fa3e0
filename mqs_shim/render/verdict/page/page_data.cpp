#include "mqs_shim/render/verdict/page/page_data.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "mpidbg/base/hexadecimal.h"
#include "mqs_shim/job/why/causes/participation.h"
#include "mqs_shim/render/verdict/page/compact_json.h"
#include "mqs_shim/render/verdict/page/page_row.h"
#include "mqs_shim/render/verdict/page/page_tables.h"
#include "mqs_shim/render/verdict/words/activity_words.h"
#include "mqs_shim/render/verdict/words/wait_words.h"
#include "mqs_shim/render/verdict/words/why_terms.h"

namespace mqs_shim {

namespace {

// These are estimates of the bytes that a row of each kind takes. Most rows are smaller. Lists are therefore cut only
// if the page would become too large.
constexpr std::size_t bytes_of_thread = 120, bytes_of_communicator = 60, bytes_of_operation = 140,
                      bytes_of_schedule = 120, bytes_of_channel = 40;

std::string_view state_term(why::ProcessState state) {
  switch (state) {
    case why::ProcessState::alive:
      return "alive";
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

std::string state_text(const why::Evidence &evidence) {
  if (!evidence.stopped) return std::string(state_term(evidence.state));
  if (evidence.state == why::ProcessState::alive) return "stopped";
  return std::string(state_term(evidence.state)) + ", stopped";
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
      : waits_(waits),
        verdict_(verdict),
        graph_(graph),
        limits_(limits),
        words_(waits),
        tables_(waits, limits, columns_) {
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
    write_participations(rolls);
    std::string json = "{";
    json += columns_.text();
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

  // Returns how many bytes the lists of each rank may have so that all ranks together stay within the limit. Ranks that
  // need less leave their share to the others.
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

  // Writes a list, a row for each item, until the text has `most_bytes`. Returns the number of omitted items.
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
    PageRow row(ranks, columns_, "rank");
    row["job"].number(evidence.id.job);
    row["rank"].number(evidence.id.rank);
    row["state"].number(tables_.text_number(state_text(evidence)));
    row["activity"].number(tables_.words_number(process_activity(waits_, process)));
    row["pid"].number(evidence.pid);
    row["host"].number(tables_.text_number(evidence.host));
    row["program"].number(tables_.text_number(evidence.program));
    row["target"].number(tables_.text_number(evidence.target));
    row["problem"].number(tables_.text_number(evidence.problem));
    row["facts"].number(facts_of(evidence));
    row["finding"].number(finding_of_[process]);
    // This limit applies to all lists of the rank together.
    const std::size_t most_bytes = ranks.size() + std::min(level, size_of_lists(evidence));
    std::uint32_t thread = 0, schedule = 0;
    std::int32_t communicator = 0;
    std::int64_t cut = write_list(row["threads"], most_bytes, evidence.threads, [&](const why::Thread &one) {
      write_thread(ranks, process, one, {process, thread++, false});
    });
    cut += write_list(row["communicators"], most_bytes, evidence.communicators, [&](const why::Communicator &one) {
      write_communicator(ranks, tables_.communicator_number(process, communicator++), one);
    });
    cut += write_list(row["operations"], most_bytes, evidence.operations,
                      [&](const why::Operation &one) { write_operation(ranks, process, one); });
    cut += write_list(row["schedules"], most_bytes, evidence.schedules, [&](const why::Schedule &one) {
      write_schedule(ranks, one, {process, schedule++, true});
    });
    cut += write_list(row["channels"], most_bytes, evidence.channels,
                      [&](const why::Channel &one) { write_channel(ranks, process, one); });
    row["left_out"].number(cut);
  }

  void write_communicator(CompactJson &json, std::int64_t number, const why::Communicator &communicator) {
    PageRow row(json, columns_, "communicator");
    row["index"].number(number);
    address(row["handle"], communicator.handle);
    row["collectives"].number_or_null(communicator.collectives);
  }

  void write_schedule(CompactJson &json, const why::Schedule &schedule, const why::Agent &agent) {
    PageRow row(json, columns_, "schedule");
    write_collective(row["collective"], agent.process, schedule.collective);
    row["round"].number(schedule.round);
    row["rounds"].number(schedule.rounds);
    row["wait"].number(wait_number(agent));
    address(row["request"], schedule.request);
  }

  void write_channel(CompactJson &json, std::uint32_t process, const why::Channel &channel) {
    PageRow row(json, columns_, "channel");
    row["communicator"].number(tables_.communicator_number(process, channel.communicator));
    peer(row["peer"], waits_.evidence()[process], channel.peer);
    row["sent"].number(channel.sent);
    row["taken"].number(channel.taken);
    row["early"].number(channel.early);
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
    PageRow row(json, columns_, "thread");
    row["tid"].number(static_cast<std::int64_t>(thread.tid));
    row["activity"].number(tables_.text_number(activity_term(thread.activity)));
    row["call"].number(tables_.text_number(thread.call));
    row["site"].number(tables_.site_number(thread.site));
    row["path"].number(tables_.path_number(thread));
    row["wait"].number(waits ? wait_number(agent) : 0);
    CompactJson &collective = row["collective"];
    thread.collective ? write_collective(collective, process, *thread.collective) : collective.null();
    row["why_unknown"].number(tables_.text_number(thread.why_unknown));
  }

  void write_collective(CompactJson &json, std::uint32_t process, const why::Collective &collective) {
    PageRow row(json, columns_, "collective");
    row["name"].number(tables_.text_number(collective.name));
    row["communicator"].number(tables_.communicator_number(process, collective.communicator));
    row["root"].number_or_null(collective.root);
    row["sequence"].number_or_null(collective.sequence);
    row["op"].number(tables_.text_number(collective.op));
    row["datatype"].number(tables_.text_number(collective.datatype));
    row["count"].number_or_null(collective.count);
  }

  // Writes a process as its rank if it is in the same job, and otherwise as an array of job and rank.
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
    PageRow row(json, columns_, "operation");
    row["kind"].number(tables_.text_number(operation_term(operation.kind)));
    row["communicator"].number(tables_.communicator_number(process, operation.communicator));
    operation.peer ? peer(row["peer"], waits_.evidence()[process], *operation.peer) : row["peer"].null();
    operation.any_tag ? row["tag"].null() : row["tag"].number(operation.tag);
    row["bytes"].number(operation.bytes);
    row["count"].number(operation.count);
    row["datatype"].number(tables_.text_number(operation.datatype));
    address(row["request"], operation.request);
    // Few operations have these members, which are therefore the last ones. A row ends after the last member that is
    // known.
    struct Column {
      const char *name;
      std::int64_t value, unknown;
    };
    const Column last[] = {{"facts", tables_.text_number(joined(facts)), 0},
                           {"bytes_done", operation.bytes_done > 0 ? operation.bytes_done : -1, -1},
                           {"sequence", operation.sequence, -1},
                           {"context", operation.context_id, -1}};
    std::size_t length = std::size(last);
    while (length > 0 && last[length - 1].value == last[length - 1].unknown) --length;
    for (std::size_t i = 0; i < std::size(last); ++i) {
      if (i < length) {
        row[last[i].name].number(last[i].value);
      } else {
        row.unwritten(last[i].name);
      }
    }
  }

  void write_findings(CompactJson &json) {
    json.open();
    for (const why::Finding &finding : verdict_.findings) {
      PageRow row(json, columns_, "finding");
      row["kind"].number(tables_.text_number(finding_term(finding.kind)));
      row["can_never_go_on"].number(why::can_never_go_on(finding.kind) ? 1 : 0);
      row["proof"].number(tables_.text_number(proof_term(finding.proof)));
    }
    json.close();
  }

  // Writes process indices in ascending order, as pairs of the first and last index of each run.
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
      PageRow row(json, columns_, "node");
      row["ranks"].number(tables_.words_number(node.ranks));
      write_runs(row["processes"], node.processes);
    }
    json.close();
  }

  void write_participations(CompactJson &json) {
    json.open();
    for (const why::Participation &roll : why::participations(waits_)) {
      PageRow row(json, columns_, "roll");
      row["communicator"].number(roll.communicator);
      row["groups"].open();
      for (const why::ParticipationGroup &group : roll.groups) {
        json.open();
        write_collective(json, group.example.process, group.example.of(waits_.evidence()));
        write_runs(json, group.processes);
        json.close();
      }
      json.close();
      row["traced"].open();
      for (const why::Traced &traced : roll.traced) {
        json.open();
        json.number(tables_.text_number(traced.name));
        write_runs(json, traced.processes);
        json.close();
      }
      json.close();
      write_runs(row["hidden"], roll.hidden);
      write_runs(row["absent"], roll.absent);
      row["unseen"].number(roll.unseen ? 1 : 0);
      write_runs(row["not_awaited"], roll.not_awaited);
    }
    json.close();
  }

  const why::Waits &waits_;
  const why::Verdict &verdict_;
  const WaitGraph &graph_;
  const PageLimits limits_;
  const WaitWords words_;
  std::map<why::Agent, std::uint32_t> numbers_;
  std::vector<int> finding_of_;  // index of the finding for each process; -1 if there is none
  ColumnNames columns_{};
  PageTables tables_;
};

}  // namespace

std::string page_data(const why::Waits &waits, const why::Verdict &verdict, const WaitGraph &graph,
                      const PageLimits &limits) {
  return PageData(waits, verdict, graph, limits).write();
}

}  // namespace mqs_shim
