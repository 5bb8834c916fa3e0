#include "mqs_shim/session/read_communicators.h"

#include <algorithm>
#include <climits>
#include <set>

#include "mqs_shim/session/iteration_limit.h"
#include "mqs_shim/session/read_objects.h"
#include "mqs_shim/session/read_queues.h"
#include "mqs_shim/session/unshown.h"

namespace mqs_shim {

namespace {

// This many equal communicators of a plain plugin are accepted before its list counts as a cycle, because several of
// its communicators can have the same number, name and size.
constexpr std::size_t equal_communicators_tolerated = 4096;
// Members are not read if a communicator of a plain plugin is larger, because such plugins return a size from the
// target's memory without checking it.
constexpr mqs_tword_t plain_group_limit = mqs_tword_t{1} << 22;

struct CommunicatorKey {
  std::uint64_t id = 0, handle = 0;
  mqs_tword_t size = 0, rank = 0;
  std::string name;
  bool operator==(const CommunicatorKey &) const = default;
};

class CommunicatorReader {
 public:
  CommunicatorReader(const Conversation &talk, const Questions &questions, const mpidbg_process_info_t &info,
                     Allowance &operations, Allowance communicators, ProcessReport &report)
      : talk_(talk),
        questions_(questions),
        info_(info),
        operations_(operations),
        communicators_(communicators),
        report_(report) {}

  void read();

 private:
  Result<bool> describe(Address handle, CommunicatorRecord &record) const;
  void read_neighbors(Address handle, CommunicatorRecord &record) const;
  void add_unlisted();
  void stopped(const std::string &why);
  void read_members(CommunicatorRecord &record);
  void read_queues(CommunicatorRecord &record);

  const Conversation &talk_;
  const Questions &questions_;
  const mpidbg_process_info_t &info_;
  Allowance &operations_;
  Allowance communicators_;
  ProcessReport &report_;
};

void CommunicatorReader::read() {
  const PluginFunctions &call = talk_.call;
  const bool extended = talk_.plugin.dialect().extended;
  const bool describes = talk_.handles_ready && extended;

  RepetitionDetector<CommunicatorKey> detector(extended ? 1 : equal_communicators_tolerated);
  int code = call.mqs_setup_communicator_iterator(&talk_.process);
  // The loop ends when the plugin reports the end of the list: if asked once more, MPICH's plugin would follow a null
  // pointer.
  for (; code == mqs_ok; code = call.mqs_next_communicator(&talk_.process)) {
    if (!communicators_.take(sizeof(CommunicatorRecord))) return stopped(too_little_left);
    mqs_communicator communicator{};
    code = call.mqs_get_communicator(&talk_.process, &communicator);
    if (code != mqs_ok && code != mqs_end_of_list && extended) {
      report_.add_gap(cannot_show("a communicator", talk_.why(code)));
      continue;
    }
    if (code != mqs_ok) break;
    CommunicatorRecord record;
    record.name = exact_text(communicator.name, sizeof communicator.name);
    record.context_id = static_cast<std::int64_t>(communicator.unique_id);
    record.rank = narrow_rank_or_tag(communicator.local_rank);
    record.size = narrow_rank_or_tag(communicator.size);
    if (extended) record.handle = Address(call.mpidbg_current_comm(&talk_.process));
    if (detector.repeats(CommunicatorKey{communicator.unique_id, record.handle.value(), communicator.size,
                                         communicator.local_rank, record.name})) {
      return stopped("the plugin's list has no end");
    }
    if (!extended && is_null_communicator(communicator)) continue;
    if (questions_.queues) read_queues(record);
    if (describes && !record.handle.is_null()) {
      if (const auto is_there = describe(record.handle, record); !is_there.value_or(false)) {
        const std::string why = is_there ? talk_.why_no_handle(MPIDBG_ERR_BEING_MADE) : is_there.error().message;
        report_.add_gap(cannot_show("all of the communicator " + record.name, why));
      }
      // Skips the null communicator. The plugin lists it if damaged memory has prevented the plugin from leaving it
      // out.
      if ((record.flags & MPIDBG_COMM_INFO_COMM_NULL) != 0) continue;
    } else if (questions_.details && !extended) {
      read_members(record);
    }
    report_.communicators.push_back(std::move(record));
  }
  if (code != mqs_end_of_list) stopped(talk_.why(code));
  if (describes) add_unlisted();
}

void CommunicatorReader::stopped(const std::string &why) {
  report_.add_gap("the list of communicators ends after " + std::to_string(report_.communicators.size()) + ": " + why);
}

// Reads the requested details of a communicator. Reads its outline as well if counts are requested, as only the outline
// has the number of nonblocking collectives. Older plugins have no outlines. Returns false for a communicator that is
// being made.
Result<bool> CommunicatorReader::describe(Address handle, CommunicatorRecord &record) const {
  if (!questions_.details) {
    MPIDBG_ASSIGN(is_there, query_listed_outline(talk_, handle, record));
    if (questions_.neighbors && record.may_have_dist_graph) read_neighbors(handle, record);
    return is_there;
  }
  if (questions_.channels) static_cast<void>(query_outline(talk_, handle, record));
  return query_listed(talk_, handle, record);
}

// Reads the neighbours in a distributed graph, with everything else about the communicator, which is then discarded. If
// that cannot be read, the neighbours stay unknown; nothing else depends on them.
void CommunicatorReader::read_neighbors(Address handle, CommunicatorRecord &record) const {
  CommunicatorRecord all;
  if (!query_object(talk_, handle, all)) return;
  record.flags |= all.flags & MPIDBG_COMM_INFO_DIST_GRAPH;
  record.dist_graph_sources = std::move(all.dist_graph_sources);
  record.dist_graph_destinations = std::move(all.dist_graph_destinations);
}

// Adds communicators that MQD's iteration (mqs_next_communicator) does not include, such as internal ones.
void CommunicatorReader::add_unlisted() {
  const auto handles = list_handles(talk_, MPIDBG_KIND_COMM);
  if (!handles) return report_.add_gap("the table of communicators cannot be read: " + handles.error().message);
  std::set<Address> known;
  for (const CommunicatorRecord &record : report_.communicators) known.insert(record.handle);
  for (const Address handle : *handles) {
    if (!known.insert(handle).second) continue;
    if (!communicators_.take(sizeof(CommunicatorRecord))) return stopped(too_little_left);
    CommunicatorRecord record;
    const auto is_there = describe(handle, record);
    if (!is_there) report_.add_gap(cannot_show("a communicator", is_there.error().message));
    if (!is_there.value_or(false)) continue;
    if ((record.flags & MPIDBG_COMM_INFO_COMM_NULL) != 0) continue;
    report_.communicators.push_back(std::move(record));
  }
}

void CommunicatorReader::read_members(CommunicatorRecord &record) {
  if (talk_.call.mqs_get_comm_group == nullptr || record.size <= 0 || record.size > plain_group_limit) return;
  if (!communicators_.take(static_cast<std::size_t>(record.size) * sizeof(ProcessName))) {
    return report_.add_gap("members of communicators are not all shown: " + std::string(too_little_left));
  }
  // The array is filled with this value: if it is still there afterwards, the plugin reported success without writing
  // the ranks.
  constexpr int unwritten = INT_MIN;
  std::vector<int> ranks(static_cast<std::size_t>(record.size), unwritten);
  if (talk_.call.mqs_get_comm_group(&talk_.process, ranks.data()) != mqs_ok) return;
  if (std::find(ranks.begin(), ranks.end(), unwritten) != ranks.end()) return;
  record.local_members.reserve(ranks.size());
  for (const int rank : ranks) {
    record.local_members.push_back(ProcessName{0, static_cast<std::uint32_t>(std::max(rank, 0)), std::max(rank, -1)});
  }
}

void CommunicatorReader::read_queues(CommunicatorRecord &record) {
  if (!talk_.plugin.dialect().extended) {
    for (const int queue : {mqs_pending_sends, mqs_pending_receives, mqs_unexpected_messages}) {
      read_plain_queue(talk_, queue, operations_, report_, record.queues[static_cast<std::size_t>(queue)]);
    }
    record.queues[MPIDBG_QUEUE_INACTIVE].problem = unlisted_by_plain(MPIDBG_QUEUE_INACTIVE);
    return;
  }
  for (std::size_t queue = 0; queue < record.queues.size(); ++queue) {
    read_extended_queue(talk_, static_cast<int>(queue),
                        plain_text(info_.queue_problem[queue], sizeof info_.queue_problem[queue]), operations_, report_,
                        record.queues[queue]);
  }
  if (questions_.channels) record.channels = read_channels(talk_, report_);
}

}  // namespace

void read_communicators(const Conversation &talk, const Questions &questions, const mpidbg_process_info_t &info,
                        Allowance &operations, Allowance communicators, ProcessReport &report) {
  CommunicatorReader(talk, questions, info, operations, communicators, report).read();
}

void read_groups(const Conversation &talk, ProcessReport &report) {
  if (!talk.handles_ready || !talk.plugin.dialect().extended) {
    if (!talk.plugin.dialect().extended) report.add_gap("the plugin gives no information on groups");
    return;
  }
  const auto handles = list_handles(talk, MPIDBG_KIND_GROUP);
  if (!handles) return report.add_gap("the table of groups cannot be read: " + handles.error().message);
  for (const Address handle : *handles) {
    GroupRecord record;
    const auto is_there = query_listed(talk, handle, record);
    if (!is_there) report.add_gap(cannot_show("a group", is_there.error().message));
    if (!is_there.value_or(false)) continue;
    report.groups.push_back(std::move(record));
  }
  // If only the recorder's data was read, no gap is added here, because recorder_limit() (render.h) explains what is
  // missing.
  if (talk.call.mpidbg_kind_problem == nullptr || !report.sees_memory) return;
  const std::string problem = plain_text(talk.call.mpidbg_kind_problem(&talk.process, MPIDBG_KIND_GROUP));
  if (!problem.empty()) report.add_gap("the groups are not all shown: " + problem);
}

void read_groups_of_communicators(const Conversation &talk, ProcessReport &report) {
  read_groups(talk, report);
  if (!talk.handles_ready || !talk.plugin.dialect().extended) return;
  std::set<Address> known;
  for (const GroupRecord &group : report.groups) known.insert(group.handle);
  for (const CommunicatorRecord &communicator : report.communicators) {
    for (const Address handle : {communicator.local_group, communicator.remote_group}) {
      if (handle.is_null() || !known.insert(handle).second) continue;
      GroupRecord record;
      // If this fails, the members of the communicator remain unknown.
      if (query_object(talk, handle, record)) report.groups.push_back(std::move(record));
    }
  }
}

}  // namespace mqs_shim
