#include "mqs_shim/render/why/page_data.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "mpidbg/base/hexadecimal.h"
#include "mqs_shim/job/why/roll_calls.h"
#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/why/activity_words.h"
#include "mqs_shim/render/why/wait_words.h"
#include "mqs_shim/render/why/why_terms.h"

namespace mqs_shim {

namespace {

// Generous, so that only what is really large is cut: bytes of a row.
constexpr std::size_t bytes_of_thread = 120, bytes_of_communicator = 60, bytes_of_operation = 140,
                      bytes_of_schedule = 120, bytes_of_channel = 40;

constexpr char left_out[] = "(left out)";

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
    R"("roll":["communicator","groups","absent","unseen","not_awaited"],)"
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
    case why::Activity::unknown:
      return "unknown";
  }
  return {};
}

// JSON without blanks, appended piece by piece.
class Compact {
 public:
  void open() {
    separate();
    text_ += '[';
  }
  void close() { text_ += ']'; }
  void number(std::int64_t value) {
    separate();
    text_ += std::to_string(value);
  }
  void null() {
    separate();
    text_ += "null";
  }
  void string(std::string_view text) {
    separate();
    std::string quoted;
    append_json_string(quoted, text);
    for (const char c : quoted) {
      if (c == '<' || c == '>' || c == '&') {
        text_ += c == '<' ? "\\u003c" : c == '>' ? "\\u003e" : "\\u0026";
      } else {
        text_ += c;
      }
    }
  }
  // Of another piece.
  void raw(std::string_view json) {
    separate();
    text_ += json;
  }
  std::size_t size() const { return text_.size(); }
  const std::string &text() const { return text_; }

 private:
  void separate() {
    if (!text_.empty() && text_.back() != '[') text_ += ',';
  }
  std::string text_;
};

class PageData {
 public:
  PageData(const why::Waits &waits, const why::Verdict &verdict, const WaitGraph &graph, const PageLimits &limits)
      : waits_(waits), verdict_(verdict), graph_(graph), limits_(limits), words_(waits) {
    texts_.open();
    text_number({});
    sites_.open();
    sites_.open();
    sites_.close();
    paths_.open();
    groups_.open();
    globals_.open();
    for (std::uint32_t i = 0; i < waits.agents().size(); ++i) numbers_.emplace(waits.agents()[i], i);
    finding_of_.assign(waits.evidence().size(), -1);
    for (std::size_t i = verdict.findings.size(); i-- > 0;) {
      const why::Finding &finding = verdict.findings[i];
      for (const auto *agents : {&finding.behind, &finding.agents})
        for (const std::uint32_t agent : *agents) finding_of_[waits.agents()[agent].process] = static_cast<int>(i);
    }
    for (const why::GlobalCommunicator &communicator : waits.communicators().all()) {
      add_global(waits.evidence()[communicator.process].communicators[communicator.index], communicator.members,
                 communicator.remote_members);
    }
  }

  std::string write() {
    const std::size_t level = level_of_lists();
    Compact ranks;
    ranks.open();
    for (std::uint32_t i = 0; i < waits_.evidence().size(); ++i) write_rank(ranks, i, level);
    ranks.close();
    Compact findings, nodes, rolls;
    write_findings(findings);
    write_nodes(nodes);
    write_rolls(rolls);
    for (Compact *list : {&texts_, &sites_, &paths_, &groups_, &globals_}) list->close();
    std::string json = "{";
    json += columns;
    const std::pair<const char *, const Compact *> tables[] = {{"texts", &texts_},
                                                               {"sites", &sites_},
                                                               {"paths", &paths_},
                                                               {"groups", &groups_},
                                                               {"communicators", &globals_},
                                                               {"ranks", &ranks},
                                                               {"findings", &findings},
                                                               {"nodes", &nodes},
                                                               {"rolls", &rolls}};
    for (const auto &[name, table] : tables) json.append(",\n\"").append(name).append("\":").append(table->text());
    return json + "}\n";
  }

 private:
  std::int64_t text_number(std::string_view text) { return words_number(printable(text)); }

  // Of a printable text.
  std::int64_t words_number(std::string words) {
    if (words.size() > limits_.bytes_of_text) {
      std::size_t length = limits_.bytes_of_text;
      while (length > 0 && (static_cast<unsigned char>(words[length]) & 0xc0) == 0x80) --length;
      words = words.substr(0, length) + "...";
    }
    const auto known = text_numbers_.find(words);
    if (known != text_numbers_.end()) return known->second;
    if (texts_.size() + words.size() > limits_.bytes_of_texts && words != left_out) return words_number(left_out);
    texts_.string(words);
    const auto number = static_cast<std::int64_t>(text_numbers_.size());
    text_numbers_.emplace(std::move(words), number);
    return number;
  }

  std::int64_t site_number(const why::Site &site) {
    if (site == why::Site()) return 0;
    const auto [known, is_new] = site_numbers_.try_emplace(site, site_numbers_.size() + 1);
    if (is_new) {
      const auto function = text_number(site.function), file = text_number(site.file),
                 module = text_number(site.module);
      sites_.open();
      for (const std::int64_t value : {function, file, std::int64_t{site.line}, module}) sites_.number(value);
      site.offset == 0 ? sites_.null() : sites_.string(mpidbg::hex(site.offset));
      sites_.close();
    }
    return static_cast<std::int64_t>(known->second);
  }

  std::int64_t path_number(const why::Thread &thread) {
    std::vector<std::int64_t> path;
    for (const why::Site &site : thread.path) {
      if (path.size() < most_frames) path.push_back(site_number(site));
    }
    if (path.empty() && thread.site != why::Site()) path.push_back(site_number(thread.site));
    const auto [known, is_new] = path_numbers_.try_emplace(path, path_numbers_.size());
    if (is_new) {
      paths_.open();
      for (const std::int64_t site : path) paths_.number(site);
      paths_.close();
    }
    return static_cast<std::int64_t>(known->second);
  }

  std::int64_t group_number(const why::Members &members) {
    const auto [known, is_new] = group_numbers_.try_emplace(members, group_numbers_.size());
    if (is_new) {
      groups_.open();
      std::size_t runs = 0;
      for (const why::MemberRun &run : members.runs()) {
        if (++runs > most_runs) break;
        groups_.open();
        for (const std::int64_t value : {std::int64_t{run.first.job}, std::int64_t{run.first.rank},
                                         std::int64_t{run.count}, std::int64_t{run.stride}})
          groups_.number(value);
        groups_.close();
      }
      groups_.close();
    }
    return static_cast<std::int64_t>(known->second);
  }

  void add_global(const why::Communicator &communicator, const why::Members &members, const why::Members &remote) {
    const auto name = text_number(communicator.name);
    const auto local_number = group_number(members), remote_number = group_number(remote);
    globals_.open();
    globals_.number(name);
    globals_.number(communicator.context_id);
    globals_.number(local_number);
    globals_.number(remote_number);
    globals_.number(communicator.internal ? 1 : 0);
    globals_.close();
    ++global_count_;
  }

  // One of the job's; what is not the same communicator on all ranks, as far as is known, is one by itself.
  std::int64_t global_number(std::uint32_t process, std::int32_t index) {
    const why::Evidence &evidence = waits_.evidence()[process];
    if (index < 0 || static_cast<std::size_t>(index) >= evidence.communicators.size()) return -1;
    const auto id = waits_.communicators().id(process, index);
    if (id != why::CommunicatorIndex::unknown) return id;
    const why::Communicator &communicator = evidence.communicators[static_cast<std::size_t>(index)];
    const auto key = std::tuple(communicator.name, communicator.context_id, communicator.internal);
    const auto [known, is_new] = unknown_globals_.try_emplace(key, global_count_);
    if (is_new) add_global(communicator, {}, {});
    return known->second;
  }

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
  std::int64_t write_list(Compact &row, std::size_t most_bytes, const List &list, Write write) {
    row.open();
    std::size_t written = 0;
    for (; written < list.size() && row.size() < most_bytes; ++written) write(list[written]);
    row.close();
    return static_cast<std::int64_t>(list.size() - written);
  }

  void write_rank(Compact &ranks, std::uint32_t process, std::size_t level) {
    const why::Evidence &evidence = waits_.evidence()[process];
    const std::size_t most_bytes = std::min(level, size_of_lists(evidence));
    Compact lists;
    std::int64_t cut = 0;
    std::uint32_t index = 0;
    cut += write_list(lists, most_bytes, evidence.threads, [&](const why::Thread &thread) {
      write_thread(lists, process, thread, {process, index++, false});
    });
    std::int32_t number = 0;
    cut += write_list(lists, most_bytes, evidence.communicators, [&](const why::Communicator &communicator) {
      lists.open();
      lists.number(global_number(process, number++));
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
      lists.number(global_number(process, channel.communicator));
      peer(lists, evidence, channel.peer);
      for (const std::int64_t value : {channel.sent, channel.taken, channel.early}) lists.number(value);
      lists.close();
    });
    const std::int64_t texts[] = {text_number(state_term(evidence.state)),
                                  words_number(process_activity(waits_, process)),
                                  evidence.pid,
                                  text_number(evidence.host),
                                  text_number(evidence.program),
                                  text_number(evidence.target),
                                  text_number(evidence.problem),
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
    return text_number(joined(facts));
  }

  static std::string joined(const std::vector<const char *> &words) {
    std::string text;
    for (const char *word : words) text.append(text.empty() ? "" : ", ").append(word);
    return text;
  }

  std::int64_t wait_number(const why::Agent &agent) {
    const auto known = numbers_.find(agent);
    return known == numbers_.end() ? 0 : words_number(words_.wait(verdict_, known->second, false));
  }

  void write_thread(Compact &json, std::uint32_t process, const why::Thread &thread, const why::Agent &agent) {
    const bool waits = thread.activity == why::Activity::waits && !thread.conditions.empty();
    json.open();
    json.number(static_cast<std::int64_t>(thread.tid));
    json.number(text_number(activity_term(thread.activity)));
    json.number(text_number(thread.call));
    json.number(site_number(thread.site));
    json.number(path_number(thread));
    json.number(waits ? wait_number(agent) : 0);
    thread.collective ? write_collective(json, process, *thread.collective) : json.null();
    json.number(text_number(thread.why_unknown));
    json.close();
  }

  void write_collective(Compact &json, std::uint32_t process, const why::Collective &collective) {
    json.open();
    json.number(text_number(collective.name));
    json.number(global_number(process, collective.communicator));
    collective.root ? json.number(*collective.root) : json.null();
    collective.sequence ? json.number(*collective.sequence) : json.null();
    json.number(text_number(collective.op));
    json.number(text_number(collective.datatype));
    collective.count ? json.number(*collective.count) : json.null();
    json.close();
  }

  // The rank alone if it is of the same job.
  static void peer(Compact &json, const why::Evidence &evidence, const why::ProcessId &id) {
    if (id.job == evidence.id.job) return json.number(id.rank);
    json.open();
    json.number(id.job);
    json.number(id.rank);
    json.close();
  }

  static void address(Compact &json, why::Address address) {
    address.is_null() ? json.number(0) : json.string(mpidbg::hex(address));
  }

  void write_operation(Compact &json, std::uint32_t process, const why::Operation &operation) {
    std::vector<const char *> facts;
    if (operation.internal) facts.push_back("internal");
    if (operation.persistent) facts.push_back("persistent");
    if (operation.synchronous) facts.push_back("synchronous");
    if (operation.rendezvous) facts.push_back("needs a receive");
    if (operation.started) facts.push_back("data moves");
    if (operation.freed) facts.push_back("freed");
    json.open();
    json.number(text_number(operation_term(operation.kind)));
    json.number(global_number(process, operation.communicator));
    operation.peer ? peer(json, waits_.evidence()[process], *operation.peer) : json.null();
    operation.any_tag ? json.null() : json.number(operation.tag);
    for (const std::int64_t value : {operation.bytes, operation.count, text_number(operation.datatype)})
      json.number(value);
    address(json, operation.request);
    // What few operations have; a row ends where the rest is not known.
    const std::int64_t bytes_done = operation.bytes_done > 0 ? operation.bytes_done : -1;
    const std::pair<std::int64_t, std::int64_t> rare[] = {
        {text_number(joined(facts)), 0}, {bytes_done, -1}, {operation.sequence, -1}, {operation.context_id, -1}};
    std::size_t length = std::size(rare);
    while (length > 0 && rare[length - 1].first == rare[length - 1].second) --length;
    for (std::size_t i = 0; i < length; ++i) json.number(rare[i].first);
    json.close();
  }

  void write_findings(Compact &json) {
    json.open();
    for (const why::Finding &finding : verdict_.findings) {
      json.open();
      json.number(text_number(finding_term(finding.kind)));
      json.number(why::can_never_go_on(finding.kind) ? 1 : 0);
      json.number(text_number(proof_term(finding.proof)));
      json.close();
    }
    json.close();
  }

  // Indices of processes, ascending, as pairs of first and last.
  static void write_runs(Compact &json, const std::vector<std::uint32_t> &processes) {
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

  void write_nodes(Compact &json) {
    json.open();
    for (const WaitGraph::Node &node : graph_.nodes) {
      json.open();
      json.number(words_number(node.ranks));
      write_runs(json, node.processes);
      json.close();
    }
    json.close();
  }

  void write_rolls(Compact &json) {
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
      write_runs(json, roll.absent);
      json.number(roll.unseen ? 1 : 0);
      write_runs(json, roll.not_awaited);
      json.close();
    }
    json.close();
  }

  static constexpr std::size_t most_frames = 100, most_runs = 4096;

  const why::Waits &waits_;
  const why::Verdict &verdict_;
  const WaitGraph &graph_;
  const PageLimits limits_;
  const WaitWords words_;
  std::map<why::Agent, std::uint32_t> numbers_;
  std::vector<int> finding_of_;  // of each process; -1: none
  Compact texts_, sites_, paths_, groups_, globals_;
  std::unordered_map<std::string, std::int64_t> text_numbers_;
  std::map<why::Site, std::size_t> site_numbers_;
  std::map<std::vector<std::int64_t>, std::size_t> path_numbers_;
  std::unordered_map<why::Members, std::size_t, why::MembersHash> group_numbers_;
  std::map<std::tuple<std::string, std::int64_t, bool>, std::int64_t> unknown_globals_;
  std::int64_t global_count_ = 0;
};

}  // namespace

std::string page_data(const why::Waits &waits, const why::Verdict &verdict, const WaitGraph &graph,
                      const PageLimits &limits) {
  return PageData(waits, verdict, graph, limits).write();
}

}  // namespace mqs_shim
