#include "mqs_shim/job/why/evidence/pending.h"

#include <algorithm>
#include <set>
#include <string>

#include "mpidbg/base/hexadecimal.h"

namespace mqs_shim::why {

namespace {

Members to_members(const std::vector<ProcessName> &names) {
  std::vector<MemberRun> runs;
  runs.reserve(names.size());
  for (const ProcessName &name : names) runs.push_back({{name.job, static_cast<std::int32_t>(name.rank)}, 1, 1});
  return Members(runs);
}

Communicator to_communicator(const CommunicatorRecord &record, const std::map<Address, Members> &groups) {
  const auto members_of = [&](const std::vector<ProcessName> &names, Address group) {
    if (!names.empty()) return to_members(names);
    const auto found = groups.find(group);
    return found == groups.end() ? Members() : found->second;
  };
  Communicator communicator;
  // The record of a communicator without a name has its handle as the name. It is not copied, because it differs
  // between the ranks.
  if (record.name != mpidbg::hex(record.handle)) communicator.name = record.name;
  communicator.context_id = record.context_id;
  communicator.handle = record.handle;
  communicator.members = members_of(record.local_members, record.local_group);
  if ((record.flags & MPIDBG_COMM_INFO_INTERCOMM) != 0)
    communicator.remote_members = members_of(record.remote_members, record.remote_group);
  communicator.internal = (record.flags & MPIDBG_COMM_INFO_INTERNAL) != 0;
  if ((record.flags & MPIDBG_COMM_INFO_DIST_GRAPH) != 0)
    communicator.neighbors = Neighbors{{record.dist_graph_sources.begin(), record.dist_graph_sources.end()},
                                       {record.dist_graph_destinations.begin(), record.dist_graph_destinations.end()}};
  communicator.members_known = !communicator.members.empty();
  if (record.nonblocking_collectives >= 0 && record.nonblocking_collectives <= INT32_MAX)
    communicator.nonblocking_collectives = static_cast<std::int32_t>(record.nonblocking_collectives);
  return communicator;
}

// Returns words for the peer of an operation, such as "rank 3". The peer of a send is not always known.
std::string peer_words(const mqs_shim::Operation &operation, bool any_rank) {
  if (any_rank) return "any rank";
  return operation.comm_rank < 0 ? "a rank that is not known" : "rank " + std::to_string(operation.comm_rank);
}

// Describes what an operation on a freed communicator waits for and, for a receive, the messages that have arrived
// there.
std::string words_on_freed(const mqs_shim::Operation &operation, const CommunicatorRecord &record) {
  const bool any_rank = !operation.is_send && (operation.flags & MPIDBG_OP_ANY_SOURCE) != 0;
  const bool any_tag = (operation.flags & MPIDBG_OP_ANY_TAG) != 0;
  std::string words = "waits for " + peer_words(operation, any_rank) + " of " + record.name + " to " +
                      (operation.is_send ? "receive " : "send ") +
                      (any_tag ? "any tag" : "tag " + std::to_string(operation.tag)) +
                      "; its processes are not known any more";
  if (operation.is_send) return words;
  constexpr std::size_t most = 3;
  std::set<std::int64_t> tags;
  for (const mqs_shim::Operation &message : record.queues[MPIDBG_QUEUE_UNEXPECTED].operations) {
    if ((any_rank || message.comm_rank == operation.comm_rank) && tags.size() < most) tags.insert(message.tag);
  }
  for (const std::int64_t tag : tags)
    words += (tag == *tags.begin() ? "; what has come from there has tag " : ", ") + std::to_string(tag);
  return words;
}

OperationKind kind_in(int queue, const mqs_shim::Operation &operation) {
  if (operation.partitions > 0)
    return operation.is_send ? OperationKind::partitioned_send : OperationKind::partitioned_receive;
  if (queue == MPIDBG_QUEUE_SENDS) return OperationKind::send;
  if (queue == MPIDBG_QUEUE_UNEXPECTED || queue == MPIDBG_QUEUE_UNCLAIMED) return OperationKind::unexpected;
  if ((operation.flags & MPIDBG_OP_PROBE) != 0) return OperationKind::probe;
  return (operation.flags & MPIDBG_OP_MATCHED) != 0 ? OperationKind::transfer : OperationKind::receive;
}

class Adder {
 public:
  Adder(const ProcessReport &report, Evidence &evidence) : report_(report), evidence_(evidence) {}

  void add_queues() {
    for (const GroupRecord &group : report_.groups) groups_.emplace(group.handle, to_members(group.members));
    evidence_.counts = !report_.communicators.empty();
    for (const CommunicatorRecord &record : report_.communicators) add(record);
    add(report_.unclaimed, MPIDBG_QUEUE_UNCLAIMED, -1);
  }

  PendingOperations add() {
    add_queues();
    for (const RequestRecord &request : report_.handles.requests.objects) add(request);
    if (!report_.handles.requests.problem.empty()) incomplete("requests: " + report_.handles.requests.problem);
    for (const MessageRecord &message : report_.handles.messages.objects) add(message);
    pending_.has_all = !pending_.records.empty() && evidence_.queues_complete;
    return std::move(pending_);
  }

 private:
  void incomplete(const std::string &problem) {
    evidence_.queues_complete = false;
    if (evidence_.problem.empty()) evidence_.problem = problem;
  }

  void add(const CommunicatorRecord &record) {
    if (record.handle.is_null() && record.rank < 0 && record.size < 0) return add_freed(record);
    const auto index = static_cast<std::int32_t>(evidence_.communicators.size());
    if (!record.handle.is_null() && !pending_.communicators.emplace(record.handle, index).second) return;
    evidence_.communicators.push_back(to_communicator(record, groups_));
    for (const int queue : {MPIDBG_QUEUE_SENDS, MPIDBG_QUEUE_RECEIVES, MPIDBG_QUEUE_UNEXPECTED})
      add(record.queues[static_cast<std::size_t>(queue)], queue, index);
    for (const mqs_shim::Operation &operation : record.queues[MPIDBG_QUEUE_INACTIVE].operations)
      add_inactive(operation, index);
    if (!record.channels) {
      evidence_.counts = false;
      return;
    }
    for (const ChannelRecord &channel : *record.channels) {
      const ProcessId peer{channel.peer.job, static_cast<std::int32_t>(channel.peer.rank)};
      evidence_.channels.push_back({index, peer, channel.sent, channel.received, early_[peer]});
    }
    early_.clear();
  }

  // Adds the operations on a freed communicator as unclear ones, because its ranks can no longer be resolved.
  void add_freed(const CommunicatorRecord &record) {
    for (const int queue : {MPIDBG_QUEUE_SENDS, MPIDBG_QUEUE_RECEIVES}) {
      for (const mqs_shim::Operation &operation : record.queues[static_cast<std::size_t>(queue)].operations) {
        const Address object = record_or_request(operation);
        const bool is_program = (operation.flags & (MPIDBG_OP_INTERNAL | MPIDBG_OP_COMPLETE)) == 0;
        if (object.is_null() || !is_program) continue;
        const auto index = static_cast<std::int32_t>(pending_.unclear.size());
        if (pending_.by_request.try_emplace(object, Pending{Pending::Kind::unclear, index, operation.waiter}).second)
          pending_.unclear.push_back(words_on_freed(operation, record));
      }
    }
  }

  void add_inactive(const mqs_shim::Operation &operation, std::int32_t communicator) {
    if (operation.partitions > 0) return add(operation, MPIDBG_QUEUE_INACTIVE, communicator);
    const bool any_source = !operation.is_send && (operation.flags & MPIDBG_OP_ANY_SOURCE) != 0;
    Operation added;
    added.kind = operation.is_send ? OperationKind::send : OperationKind::receive;
    added.communicator = communicator;
    if (!any_source) added.peer = ProcessId{operation.peer_job, static_cast<std::int32_t>(operation.peer_job_rank)};
    added.tag = operation.tag;
    added.any_tag = (operation.flags & MPIDBG_OP_ANY_TAG) != 0;
    added.persistent = true;
    added.bytes = operation.bytes;
    added.count = operation.count;
    added.request = operation.request.is_null() ? operation.record : operation.request;
    if (!evidence_.inactive) evidence_.inactive.emplace();
    evidence_.inactive->push_back(std::move(added));
  }

  void add_inactive_collective(const RequestRecord &request) {
    for (const Address object : {request.handle, request.record}) {
      if (!object.is_null()) pending_.inactive_collectives.insert(object);
    }
    Operation added;
    added.kind = OperationKind::collective;
    if (const auto found = pending_.communicators.find(request.communicator); found != pending_.communicators.end())
      added.communicator = found->second;
    added.persistent = true;
    added.any_tag = true;
    added.sequence = request.sequence.value_or(-1);
    added.request = request.handle;
    if (!evidence_.inactive) evidence_.inactive.emplace();
    evidence_.inactive->push_back(std::move(added));
  }

  void add(const Queue &queue, int which, std::int32_t communicator) {
    if (!queue.problem.empty()) incomplete(queue.problem);
    sends_.clear();
    for (const SendOfMessage &one : queue.sends) sends_.emplace(one.operation, one.send);
    for (const mqs_shim::Operation &operation : queue.operations) add(operation, which, communicator);
  }

  void add(const mqs_shim::Operation &operation, int queue, std::int32_t communicator) {
    // Complete operations are skipped, except buffered sends, which are complete for the program before the message has
    // left the buffer.
    const bool is_complete = (operation.flags & MPIDBG_OP_COMPLETE) != 0;
    const bool is_leaving =
        queue == MPIDBG_QUEUE_SENDS && operation.bytes_done >= 0 && operation.bytes_done < operation.bytes;
    const bool is_buffered = queue == MPIDBG_QUEUE_SENDS && operation.send_mode == MPIDBG_SEND_BUFFERED;
    if (is_complete && !is_leaving && !is_buffered) return;
    const ProcessId peer{operation.peer_job, static_cast<std::int32_t>(operation.peer_job_rank)};
    // A message that arrived before its turn cannot be matched yet, because an earlier message is still on its way.
    if ((operation.flags & MPIDBG_OP_OUT_OF_ORDER) != 0) {
      ++early_[peer];
      return;
    }
    Operation added;
    added.kind = kind_in(queue, operation);
    added.communicator = communicator;
    const bool any_source = (operation.flags & MPIDBG_OP_ANY_SOURCE) != 0 && added.kind != OperationKind::transfer;
    // The peer may not be known: of a send that does not keep it, and of a receive from any source that the library is
    // just matching.
    const bool may_lack_peer = added.kind == OperationKind::send || added.kind == OperationKind::transfer;
    const bool lacks_peer = may_lack_peer && operation.comm_rank < 0 && operation.world_rank < 0 && peer.job == 0;
    const bool is_unplaced = lacks_peer && added.kind == OperationKind::send;
    if (!any_source && communicator >= 0 && !lacks_peer) added.peer = peer;
    added.tag = operation.tag;
    added.collective = operation.collective;
    added.any_tag = (operation.flags & MPIDBG_OP_ANY_TAG) != 0;
    added.internal = (operation.flags & MPIDBG_OP_INTERNAL) != 0;
    added.persistent = (operation.flags & MPIDBG_OP_PERSISTENT) != 0;
    added.freed = (operation.flags & MPIDBG_OP_FREED) != 0;
    added.buffered = is_buffered;
    added.synchronous = operation.send_mode == MPIDBG_SEND_SYNCHRONOUS;
    // A pending send waits for its receiver, or for space in the transport. The verdict finds out which of the two by
    // looking for the message at the receiver.
    added.rendezvous = added.kind == OperationKind::send || operation.protocol == MPIDBG_PROTOCOL_RENDEZVOUS ||
                       added.synchronous || is_pending_send(operation, added);
    if (operation.partitions > 0) {
      added.rendezvous = false;
      added.started = (operation.flags & MPIDBG_OP_MATCHED) != 0;
      added.idle = queue == MPIDBG_QUEUE_INACTIVE;
      added.tag_known = (operation.flags & MPIDBG_OP_TAG_UNKNOWN) == 0;
      added.perhaps_one_more = (operation.flags & MPIDBG_OP_MAYBE_READY) != 0;
      added.met_none = (operation.flags & MPIDBG_OP_MET_NONE) != 0;
      added.partitions = operation.partitions;
      added.partitions_ready = operation.partitions_ready;
    }
    added.context_id = operation.context_id;
    added.bytes = operation.bytes;
    added.bytes_done = operation.bytes_done;
    added.count = operation.count;
    added.sequence = operation.sequence;
    if (operation.datatype_named) added.datatype = report_.text(operation.datatype_name);
    added.request = operation.request.is_null() ? operation.record : operation.request;
    const auto index = static_cast<std::int32_t>(evidence_.operations.size());
    // In MPICH, a waiting thread's stack contains the address of the request's record instead of its handle.
    const Address object = record_or_request(operation);
    const auto send = sends_.find(object);
    if (is_unplaced) {
      note(&Evidence::RecordsOfSends::unplaced, send == sends_.end() ? operation.record : send->second);
    } else if (send != sends_.end() && added.kind != OperationKind::send) {
      note(&Evidence::RecordsOfSends::arrived, send->second);
    }
    evidence_.operations.push_back(std::move(added));
    const bool arrived = queue == MPIDBG_QUEUE_UNEXPECTED || queue == MPIDBG_QUEUE_UNCLAIMED;
    if (!operation.request.is_null() && !operation.record.is_null())
      pending_.records.emplace(operation.request, operation.record);
    if (!arrived && !is_complete && queue != MPIDBG_QUEUE_INACTIVE && !object.is_null()) {
      pending_.by_request.try_emplace(object, Pending{Pending::Kind::operation, index, operation.waiter,
                                                      (operation.flags & MPIDBG_OP_INTERNAL) == 0});
    }
  }

  // Returns true for a message of the process to itself that is the pending send: no transport carries it, so that both
  // have one record. The send waits until a receive matches. Requires that all sends were added before.
  bool is_pending_send(const mqs_shim::Operation &operation, const Operation &message) const {
    if (message.kind != OperationKind::unexpected || operation.record.is_null()) return false;
    const auto found = pending_.by_request.find(operation.record);
    if (found == pending_.by_request.end() || found->second.kind != Pending::Kind::operation) return false;
    const Operation &send = evidence_.operations[static_cast<std::size_t>(found->second.index)];
    return send.kind == OperationKind::send && send.communicator == message.communicator;
  }

  // Adds to `list` the record of the operation that is about to be added to the evidence.
  void note(std::vector<Evidence::RecordOfSend> Evidence::RecordsOfSends::*list, Address record) {
    if (!evidence_.sends) evidence_.sends.emplace();
    ((*evidence_.sends).*list).push_back({static_cast<std::uint32_t>(evidence_.operations.size()), record});
  }

  void add(const RequestRecord &request) {
    if (request.state == MPIDBG_REQUEST_INACTIVE && request.type == MPIDBG_REQUEST_COLLECTIVE)
      return add_inactive_collective(request);
    if (request.has(MPIDBG_REQUEST_INFO_REQUEST_NULL)) return;
    if (request.has(MPIDBG_REQUEST_INFO_COMPLETE) || request.state == MPIDBG_REQUEST_COMPLETE)
      return add_taken(request);
    if (request.state != MPIDBG_REQUEST_ACTIVE) return;
    const bool of_program = !request.has(MPIDBG_REQUEST_INFO_INTERNAL);
    Pending pending{Pending::Kind::outside, -1, request.waiter, of_program};
    switch (request.type) {
      case MPIDBG_REQUEST_COLLECTIVE:
        pending.kind = Pending::Kind::schedule;
        pending.index = static_cast<std::int32_t>(evidence_.schedules.size());
        evidence_.schedules.push_back(to_schedule(request));
        if (!of_program) pending_.steps.schedules.push_back(pending.index);
        break;
      case MPIDBG_REQUEST_COMM:
        pending.kind = Pending::Kind::communicator;
        pending_.steps.add(request);
        break;
      case MPIDBG_REQUEST_GENERALIZED:
        if (!request.has(MPIDBG_REQUEST_INFO_POLLED)) {
          pending.kind = Pending::Kind::program;
        } else if (is_of_romio(request)) {
          pending.kind = Pending::Kind::file;
        } else {
          pending.kind = Pending::Kind::unclear;
          pending.index = static_cast<std::int32_t>(pending_.unclear.size());
          pending_.unclear.emplace_back(
              "waits for a generalized request that a function of the program completes while MPI polls it, and what "
              "that waits for cannot be seen");
        }
        break;
      case MPIDBG_REQUEST_FILE:
        // Otherwise, the operating system completes the request.
        if (request.has(MPIDBG_REQUEST_INFO_POLLED)) pending.kind = Pending::Kind::file;
        break;
      case MPIDBG_REQUEST_WINDOW:
        pending.kind = Pending::Kind::unclear;
        pending.index = static_cast<std::int32_t>(pending_.unclear.size());
        pending_.unclear.emplace_back(
            "waits for a one-sided operation, and what that needs of its target cannot be seen");
        break;
      case MPIDBG_REQUEST_POINT_TO_POINT:
      case MPIDBG_REQUEST_NOOP:
      case MPIDBG_REQUEST_NULL:
        return;  // the operation was added from the queues
      default:
        break;  // something outside of the job completes it
    }
    if (!request.record.is_null()) pending_.records.emplace(request.handle, request.record);
    pending_.by_request.try_emplace(request.record.is_null() ? request.handle : request.record, pending);
  }

  // Adds the message that a complete receive has taken although it did not ask for this one in particular.
  void add_taken(const RequestRecord &request) {
    const bool is_wildcard = (request.flags & (MPIDBG_REQUEST_INFO_ANY_SOURCE | MPIDBG_REQUEST_INFO_ANY_TAG)) != 0;
    const auto found = pending_.communicators.find(request.communicator);
    if (!request.matched || !is_wildcard || request.type != MPIDBG_REQUEST_POINT_TO_POINT ||
        request.has(MPIDBG_REQUEST_INFO_INTERNAL) || found == pending_.communicators.end())
      return;
    const Communicator &communicator = evidence_.communicators[static_cast<std::size_t>(found->second)];
    const Members &senders = communicator.remote_members.empty() ? communicator.members : communicator.remote_members;
    Operation taken;
    taken.kind = OperationKind::taken;
    taken.communicator = found->second;
    taken.peer = senders.at(request.matched->source.rank);
    if (!taken.peer) return;
    taken.tag = request.matched->tag;
    taken.bytes = request.matched->bytes;
    taken.request = request.handle;
    evidence_.operations.push_back(std::move(taken));
  }

  // Returns true if the functions of this generalized request belong to ROMIO, which carries out file accesses for MPI
  // libraries. Functions without a name count as ROMIO's in a stripped library; the program's functions have names
  // unless the program is stripped.
  bool is_of_romio(const RequestRecord &request) const {
    const auto found = report_.function_names.find(request.generalized ? request.generalized->query : Address());
    return found == report_.function_names.end() || found->second.starts_with("ADIOI_") ||
           found->second.starts_with("MPIOI_") || found->second.starts_with("MPIU_");
  }

  Schedule to_schedule(const RequestRecord &request) {
    Schedule schedule;
    schedule.collective.name = request.created_by;
    if (const auto found = pending_.communicators.find(request.communicator); found != pending_.communicators.end())
      schedule.collective.communicator = found->second;
    schedule.request = request.handle;
    schedule.number = request.sequence;
    schedule.visible = request.schedule && request.schedule_problem.empty();
    if (!request.schedule) return schedule;
    schedule.round = request.schedule->round;
    schedule.rounds = request.schedule->rounds;
    bool has_complete = false;
    for (const ScheduleOperationRecord &operation : request.schedule->operations) {
      if (operation.round != schedule.round || operation.request.is_null()) continue;
      const auto object = pending_.records.find(operation.request);
      const auto found =
          pending_.by_request.find(object == pending_.records.end() ? operation.request : object->second);
      // A request that is not among the pending ones is complete.
      if (found != pending_.by_request.end() && found->second.kind == Pending::Kind::operation) {
        schedule.operations.push_back(found->second.index);
      } else {
        has_complete = true;
      }
    }
    const bool is_graph = request.has(MPIDBG_REQUEST_INFO_SCHEDULE_TRUNCATED);
    if (is_graph && has_complete) schedule.operations.clear();
    schedule.any = is_graph && schedule.operations.size() > 1;
    return schedule;
  }

  // Adds a message that MPI_Mprobe has taken out of the queue of unexpected messages.
  void add(const MessageRecord &message) {
    if (is_predefined(message)) return;
    const auto found = pending_.communicators.find(message.communicator);
    if (found == pending_.communicators.end()) return;
    Operation extracted;
    extracted.kind = OperationKind::extracted;
    extracted.communicator = found->second;
    extracted.peer = ProcessId{message.source_job, static_cast<std::int32_t>(message.source_job_rank)};
    extracted.tag = message.tag;
    extracted.bytes = message.bytes;
    extracted.rendezvous = message.protocol == MPIDBG_MESSAGE_RENDEZVOUS;
    extracted.synchronous = (message.flags & MPIDBG_MESSAGE_INFO_SYNCHRONOUS) != 0;
    evidence_.operations.push_back(std::move(extracted));
  }

  const ProcessReport &report_;
  Evidence &evidence_;
  PendingOperations pending_;
  std::map<Address, Members> groups_;         // by handle
  std::map<Address, Address> sends_;          // by the message, of the queue that is being added
  std::map<ProcessId, std::uint16_t> early_;  // early messages on the communicator that is being added
};

}  // namespace

QueuedOperations queued_operations(const ProcessReport &report) {
  Evidence evidence;
  Adder(report, evidence).add_queues();
  QueuedOperations queued{std::move(evidence.operations), {}};
  if (evidence.inactive) queued.inactive = std::move(*evidence.inactive);
  return queued;
}

PendingOperations add_operations(const ProcessReport &report, Evidence &evidence) {
  return Adder(report, evidence).add();
}

}  // namespace mqs_shim::why
