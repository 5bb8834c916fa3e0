#include "mqs_shim/session/read_queues.h"

#include <algorithm>
#include <cstring>

#include "mqs_shim/plugin/queue_name.h"
#include "mqs_shim/session/iteration_limit.h"
#include "mqs_shim/session/operation_collector.h"

namespace mqs_shim {
namespace {

// This many equal operations of a plain plugin are accepted before its list counts as a cycle: its answers do not
// distinguish equal messages.
constexpr std::size_t equal_operations_tolerated = std::size_t{1} << 18;

// Interns names: returns the index of a name in the report's texts. Consecutive operations mostly have the same name,
// which is therefore remembered.
class NameInterner {
 public:
  explicit NameInterner(ProcessReport &report) : report_(report) {}

  TextIndex operator()(const char (&name)[64]) {
    const std::size_t length = strnlen(name, sizeof name);
    if (length != last_.size() || std::memcmp(name, last_.data(), length) != 0) {
      last_.assign(name, length);
      index_ = report_.intern(last_);
    }
    return index_;
  }

 private:
  ProcessReport &report_;
  std::string last_;
  TextIndex index_ = 0;
};

Operation to_operation(const mpidbg_operation_info_t &info, TextIndex datatype_name) {
  Operation operation;
  operation.flags = info.flags;
  operation.protocol = static_cast<std::uint8_t>(info.protocol);
  operation.send_mode = static_cast<std::uint8_t>(info.send_mode);
  operation.is_send = info.is_send != 0;
  const bool is_collective = info.collective > 0 && info.collective <= MPIDBG_COLLECTIVE_NONBLOCKING;
  if (is_collective) operation.collective = static_cast<std::uint8_t>(info.collective);
  operation.datatype_named = info.datatype_named != 0;
  operation.comm_rank = info.comm_rank;
  operation.world_rank = info.world_rank;
  operation.peer_job = info.peer_job;
  operation.peer_job_rank = info.peer_job_rank;
  operation.tag = info.tag;
  operation.partitions = std::max(info.partitions, 0);
  operation.partitions_ready = info.partitions_ready;
  operation.context_id = info.context_id;
  operation.bytes = info.bytes;
  operation.bytes_done = info.bytes_done;
  operation.count = info.count;
  operation.sequence = info.sequence;
  operation.request = Address(info.request);
  operation.record = Address(info.record);
  operation.buffer = Address(info.buffer);
  operation.datatype = Address(info.datatype);
  if ((info.flags & MPIDBG_OP_WAITED_ON) != 0) operation.waiter = Address(info.waiter);
  operation.datatype_name = datatype_name;
  return operation;
}

std::string joined_lines(const mqs_pending_operation &pending) {
  std::string lines;
  for (const auto &line : pending.extra_text) {
    const std::string text = plain_text(line, sizeof line);
    if (text.empty()) break;
    if (!lines.empty()) lines += '\n';
    lines += text;
  }
  return lines;
}

Operation to_operation(const mqs_pending_operation &pending, int queue, TextIndex extra_text) {
  Operation operation;
  // Sends have their destination in the desired_ members; Open MPI's plugin stores a communicator rank in their
  // actual_global_rank.
  const bool matched = queue != mqs_pending_sends && pending.status >= mqs_st_matched;
  const mqs_tword_t comm_rank = matched ? pending.actual_local_rank : pending.desired_local_rank;
  const mqs_tword_t world_rank = matched ? pending.actual_global_rank : pending.desired_global_rank;
  operation.is_send = queue == mqs_pending_sends;
  operation.comm_rank = narrow_rank_or_tag(comm_rank);
  operation.world_rank = narrow_rank_or_tag(world_rank);
  operation.tag = narrow_rank_or_tag(matched ? pending.actual_tag : pending.desired_tag);
  operation.bytes = queue == mqs_unexpected_messages && matched ? pending.actual_length : pending.desired_length;
  operation.buffer = Address(pending.buffer);
  operation.system_buffer = pending.system_buffer != 0;
  operation.extra_text = extra_text;
  if (operation.comm_rank == -1) operation.flags |= MPIDBG_OP_ANY_SOURCE;
  if (pending.tag_wild != 0 && !matched) operation.flags |= MPIDBG_OP_ANY_TAG;
  if (pending.status == mqs_st_matched && queue == mqs_pending_receives) operation.flags |= MPIDBG_OP_MATCHED;
  if (pending.status == mqs_st_complete) operation.flags |= MPIDBG_OP_COMPLETE;
  // Negative tags mark internal messages. An exception is -1: it means any tag, or a tag that is not known yet.
  if (operation.tag < -1 && pending.tag_wild == 0) operation.flags |= MPIDBG_OP_INTERNAL;
  return operation;
}

void add_problem(Queue &queue, const std::string &problem) {
  if (!queue.problem.empty()) queue.problem += "; ";
  queue.problem += problem;
}

// Estimates the memory for the report's texts, except the first `known` ones: in the list of texts and in the index of
// this list.
std::size_t cost_of_texts(const ProcessReport &report, std::size_t known) {
  constexpr std::size_t overhead = 160;
  std::size_t bytes = 0;
  for (std::size_t i = known; i < report.texts.size(); ++i) bytes += overhead + 2 * report.texts[i].size();
  return bytes;
}

// Returns a sentence about the error after which a queue ends. The operations before the error were read.
std::string incomplete(const std::string &why) {
  return "some operations cannot be read: " + why;
}

std::string cut_after(std::size_t count, const std::string &why) {
  return "cut after " + std::to_string(count) + " operations: " + why;
}

}  // namespace

void read_extended_queue(const Conversation &conversation, int queue, const std::string &problem, Allowance &allowance,
                         ProcessReport &report, Queue &result) {
  result.problem = problem;
  const int setup = conversation.call.mpidbg_setup_operation_iterator(&conversation.process, queue);
  if (setup == mqs_end_of_list) return;
  if (setup != mqs_ok) {
    if (problem.empty()) result.problem = conversation.why(setup);
    return;
  }
  NameInterner intern(report);
  RepetitionDetector<Operation> detector(1);
  OperationCollector operations;
  mpidbg_operation_info_t info{};
  std::string end;
  while (end.empty()) {
    info.struct_size = sizeof info;
    info.blocking_call[0] = '\0';  // an older plugin does not write it
    const int code = conversation.call.mpidbg_next_operation(&conversation.process, &info);
    if (code == mqs_end_of_list) break;
    if (code != mqs_ok) {
      end = incomplete(conversation.why(code));
    } else {
      const std::size_t known_texts = report.texts.size();
      Operation operation = to_operation(info, intern(info.datatype_name));
      if (info.blocking_call[0] != '\0')
        operation.waiting_call = report.intern(plain_text(info.blocking_call, sizeof info.blocking_call));
      const std::size_t send = info.sender_record == 0 ? 0 : sizeof(SendOfMessage);
      if (!allowance.take(sizeof operation + send + cost_of_texts(report, known_texts))) {
        end = cut_after(operations.size(), too_little_left);
        break;
      }
      operations.add(operation);
      if (info.sender_record != 0) result.sends.push_back({record_or_request(operation), Address(info.sender_record)});
      if (detector.repeats(operation)) end = cut_after(operations.size(), "they repeat");
    }
  }
  result.operations = operations.take();
  if (!end.empty()) add_problem(result, end);
}

std::optional<std::vector<ChannelRecord>> read_channels(const Conversation &conversation, ProcessReport &report) {
  if (conversation.call.mpidbg_setup_channel_iterator == nullptr || conversation.call.mpidbg_next_channel == nullptr)
    return std::nullopt;
  std::vector<ChannelRecord> channels;
  int code = conversation.call.mpidbg_setup_channel_iterator(&conversation.process);
  if (code == mqs_no_information) return std::nullopt;
  mpidbg_channel_info_t info{};
  while (code == mqs_ok) {
    info.struct_size = sizeof info;
    code = conversation.call.mpidbg_next_channel(&conversation.process, &info);
    // The peers must be in ascending order, so that a plugin's list that never ends is recognized.
    if (code == mqs_ok && !channels.empty() && info.comm_rank <= channels.back().comm_rank) {
      report.add_gap("the counters of messages are cut: they repeat");
      return std::nullopt;
    }
    if (code == mqs_ok)
      channels.push_back(
          {info.comm_rank, {info.peer_job, info.peer_job_rank, info.world_rank}, info.sent, info.received});
  }
  if (code != mqs_end_of_list) {
    report.add_gap("the counters of messages cannot be read: " + conversation.why(code));
    return std::nullopt;
  }
  return channels;
}

void read_progress(const Conversation &conversation, ProcessReport &report) {
  if (conversation.call.mpidbg_progress_query == nullptr) return;
  mpidbg_progress_t progress{};
  progress.struct_size = sizeof progress;
  const int code = conversation.call.mpidbg_progress_query(&conversation.process, &progress);
  if (code == MPIDBG_ERR_NOT_SUPPORTED) return;
  if (code != MPIDBG_SUCCESS) {
    report.add_gap("the counters of progress cannot be read: " + conversation.why_no_handle(code));
    return;
  }
  const std::size_t count = std::min<std::size_t>(progress.counters, MPIDBG_PROGRESS_COUNTERS);
  report.progress.assign(progress.counter, progress.counter + count);
  if (progress.transport_empty >= 0) report.transport_empty = progress.transport_empty != 0;
}

void add_probe(const Conversation &conversation, const ProbingThread &thread, ProcessReport &report) {
  if (conversation.call.mpidbg_probe_query == nullptr) return;
  std::vector<mqs_taddr_t> words;
  for (const Address word : thread.words) words.push_back(word.value());
  mpidbg_operation_info_t info{};
  info.struct_size = sizeof info;
  mqs_taddr_t communicator = 0;
  if (conversation.call.mpidbg_probe_query(&conversation.process, words.data(), static_cast<int>(words.size()), &info,
                                           &communicator) != MPIDBG_SUCCESS)
    return;
  const auto on = std::find_if(report.communicators.begin(), report.communicators.end(),
                               [&](const auto &record) { return record.handle == Address(communicator); });
  if (on == report.communicators.end()) return;
  Operation probe = to_operation(info, report.intern(""));
  probe.flags |= MPIDBG_OP_WAITED_ON;
  probe.waiter = thread.stack_pointer;
  probe.record = thread.stack_pointer;
  std::vector<Operation> &receives = on->queues[MPIDBG_QUEUE_RECEIVES].operations;
  // The queue may contain the probe already: the recorder notes probes, but not their threads.
  const auto recorded = std::find_if(receives.begin(), receives.end(), [&](const Operation &known) {
    return (known.flags & MPIDBG_OP_PROBE) != 0 && known.waiter.is_null() && known.tag == probe.tag &&
           known.comm_rank == probe.comm_rank;
  });
  if (recorded == receives.end()) {
    receives.push_back(probe);
  } else {
    recorded->flags |= MPIDBG_OP_WAITED_ON;
    recorded->waiter = recorded->record = thread.stack_pointer;
  }
}

std::string unlisted_by_plain(int queue) {
  return std::string("the plugin cannot list ") + queue_name(queue) + ": its interface has no such list";
}

void read_plain_queue(const Conversation &conversation, int queue, Allowance &allowance, ProcessReport &report,
                      Queue &result) {
  const int setup = conversation.call.mqs_setup_operation_iterator(&conversation.process, queue);
  if (setup == mqs_end_of_list) return;
  if (setup == mqs_no_information) {
    result.problem = std::string("the plugin gives no information on ") + queue_name(queue);
    return;
  }
  if (setup != mqs_ok) {
    result.problem = conversation.why(setup);
    return;
  }
  RepetitionDetector<Operation> detector(equal_operations_tolerated);
  OperationCollector operations;
  std::string end;
  while (end.empty()) {
    mqs_pending_operation pending{};
    const int code = conversation.call.mqs_next_operation(&conversation.process, &pending);
    if (code == mqs_end_of_list) break;
    if (code != mqs_ok) {
      end = cut_after(operations.size(), conversation.why(code));
    } else {
      const std::size_t known_texts = report.texts.size();
      const Operation operation = to_operation(pending, queue, report.intern(joined_lines(pending)));
      if (!allowance.take(sizeof operation + cost_of_texts(report, known_texts))) {
        end = cut_after(operations.size(), too_little_left);
        break;
      }
      operations.add(operation);
      if (detector.repeats(operation)) {
        end = cut_after(operations.size(), "they repeat, the plugin's list seems to have no end");
      }
    }
  }
  result.operations = operations.take();
  if (!end.empty()) add_problem(result, end);
}

}  // namespace mqs_shim
