// Queues, counters and probes, from a plugin whose answers the test writes.

#include "mqs_shim/session/read_queues.h"

#include <doctest/doctest.h>

#include <climits>
#include <cstring>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "scripted_plugin.h"

using namespace mqs_shim;

namespace {

// What the functions below answer.
struct Script {
  int setup = mqs_ok;
  int end = mqs_end_of_list;  // the result behind the last one
  std::vector<mpidbg_operation_info_t> operations;
  std::vector<mqs_pending_operation> pending;
  std::vector<mpidbg_channel_info_t> channels;
  std::size_t next = 0;
  mpidbg_progress_t progress{};
  int result = MPIDBG_SUCCESS;
  mqs_taddr_t communicator = 0;
  std::vector<mqs_taddr_t> words;
} script;

template <class Item>
int give_next(const std::vector<Item> &items, Item *item) {
  if (script.next == items.size()) return script.end;
  *item = items[script.next++];
  return mqs_ok;
}

fake::ScriptedPlugin &with_queues(fake::ScriptedPlugin &plugin) {
  script = {};
  PluginFunctions &call = plugin.call;
  call.mpidbg_setup_operation_iterator = call.mqs_setup_operation_iterator = [](mqs_process *, int) {
    script.next = 0;
    return script.setup;
  };
  call.mpidbg_next_operation = [](mqs_process *, mpidbg_operation_info_t *info) {
    CHECK(info->struct_size == sizeof *info);
    CHECK(info->blocking_call[0] == '\0');
    return give_next(script.operations, info);
  };
  call.mqs_next_operation = [](mqs_process *, mqs_pending_operation *pending) {
    return give_next(script.pending, pending);
  };
  call.mpidbg_setup_channel_iterator = [](mqs_process *) {
    script.next = 0;
    return script.setup;
  };
  call.mpidbg_next_channel = [](mqs_process *, mpidbg_channel_info_t *info) {
    CHECK(info->struct_size == sizeof *info);
    return give_next(script.channels, info);
  };
  call.mpidbg_progress_query = [](mqs_process *, mpidbg_progress_t *progress) {
    CHECK(progress->struct_size == sizeof *progress);
    *progress = script.progress;
    return script.result;
  };
  call.mpidbg_probe_query = [](mqs_process *, const mqs_taddr_t *words, int count, mpidbg_operation_info_t *operation,
                               mqs_taddr_t *communicator) {
    script.words.assign(words, words + count);
    *operation = script.operations.at(0);
    *communicator = script.communicator;
    return script.result;
  };
  return plugin;
}

mpidbg_operation_info_t operation(int tag, const char *datatype = "MPI_INT", const char *call = "") {
  mpidbg_operation_info_t info{};
  info.tag = tag;
  std::strcpy(info.datatype_name, datatype);
  std::strcpy(info.blocking_call, call);
  return info;
}

constexpr std::size_t plenty = 1 << 20;

Queue read_extended(fake::ScriptedPlugin &plugin, ProcessReport &report, const std::string &problem = {},
                    std::size_t bytes = plenty) {
  Queue queue;
  Allowance allowance(bytes);
  read_extended_queue(plugin.talk, MPIDBG_QUEUE_RECEIVES, problem, allowance, report, queue);
  return queue;
}

Queue read_plain(fake::ScriptedPlugin &plugin, ProcessReport &report, int queue, std::size_t bytes = plenty) {
  Queue result;
  Allowance allowance(bytes);
  read_plain_queue(plugin.talk, queue, allowance, report, result);
  return result;
}

}  // namespace

TEST_CASE("all of an operation of an extended plugin is kept, and what has no meaning is left out") {
  fake::ScriptedPlugin plugin;
  with_queues(plugin);
  mpidbg_operation_info_t info = operation(7, "MPI_DOUBLE", "MPI_Wait");
  info.flags = MPIDBG_OP_WAITED_ON | MPIDBG_OP_PERSISTENT;
  info.protocol = MPIDBG_PROTOCOL_RENDEZVOUS;
  info.send_mode = MPIDBG_SEND_READY;
  info.is_send = 2;
  info.datatype_named = 2;
  info.context_id = 11, info.comm_rank = 12, info.world_rank = 13, info.peer_job = 14, info.peer_job_rank = 15;
  info.bytes = 16, info.bytes_done = 17, info.count = 18, info.sequence = 19;
  info.request = 20, info.record = 21, info.buffer = 22, info.datatype = 23, info.waiter = 24;
  info.partitions = 25, info.partitions_ready = 26, info.collective = MPIDBG_COLLECTIVE_NONBLOCKING;
  Operation all;
  all.flags = info.flags;
  all.protocol = MPIDBG_PROTOCOL_RENDEZVOUS;
  all.send_mode = MPIDBG_SEND_READY;
  all.is_send = all.datatype_named = true;
  all.tag = 7;
  all.context_id = 11, all.comm_rank = 12, all.world_rank = 13, all.peer_job = 14, all.peer_job_rank = 15;
  all.bytes = 16, all.bytes_done = 17, all.count = 18, all.sequence = 19;
  all.request = Address(20), all.record = Address(21), all.buffer = Address(22), all.datatype = Address(23);
  all.waiter = Address(24);
  all.partitions = 25, all.partitions_ready = 26, all.collective = MPIDBG_COLLECTIVE_NONBLOCKING;
  all.datatype_name = 1, all.waiting_call = 2;
  const auto read = [&] {
    script.operations = {info};
    ProcessReport report;
    const Queue queue = read_extended(plugin, report);
    CHECK(report.texts == std::vector<std::string>{"", "MPI_DOUBLE", "MPI_Wait"});
    CHECK(queue.problem.empty());
    REQUIRE(queue.operations.size() == 1);
    return queue.operations[0];
  };
  CHECK(read() == all);
  info.collective = all.collective = MPIDBG_COLLECTIVE_BARRIER;
  CHECK(read() == all);
  info.collective = MPIDBG_COLLECTIVE_NONBLOCKING + 1;
  all.collective = MPIDBG_COLLECTIVE_UNKNOWN;
  CHECK(read() == all);
  info.collective = -1;
  CHECK(read() == all);
  info.partitions = -1, all.partitions = 0;
  info.is_send = info.datatype_named = 0;
  all.is_send = all.datatype_named = false;
  info.flags = all.flags = 0;
  all.waiter = Address();
  CHECK(read() == all);
}

TEST_CASE("operations share their texts, and messages know the sends that wait for them") {
  fake::ScriptedPlugin plugin;
  with_queues(plugin);
  script.operations = {
      operation(1, ""),         operation(2, "MPI_INT", "MPI_Recv"), operation(3), operation(4, "MPI_INTEGER"),
      operation(5, "MPI_BYTE"), operation(6, "MPI_INT", "MPI_Recv")};
  std::memset(script.operations[4].datatype_name, 'x', sizeof script.operations[4].datatype_name);
  script.operations[2].record = 0x30, script.operations[2].sender_record = 0x300;
  script.operations[5].record = 0x60, script.operations[5].sender_record = 0x600;
  ProcessReport report;
  const Queue queue = read_extended(plugin, report, "hidden");
  CHECK(queue.problem == "hidden");
  CHECK(report.texts == std::vector<std::string>{"", "MPI_INT", "MPI_Recv", "MPI_INTEGER", std::string(64, 'x')});
  std::string text;
  for (const Operation &one : queue.operations)
    text += std::to_string(one.tag) + ":" + std::to_string(one.datatype_name) + ":" + std::to_string(one.waiting_call) +
            " ";
  CHECK(text == "1:0:0 2:1:2 3:1:0 4:3:0 5:4:0 6:1:2 ");
  REQUIRE(queue.sends.size() == 2);
  CHECK((queue.sends[0].operation == Address(0x30) && queue.sends[0].send == Address(0x300)));
  CHECK((queue.sends[1].operation == Address(0x60) && queue.sends[1].send == Address(0x600)));
}

TEST_CASE("why a queue of an extended plugin is not complete") {
  fake::ScriptedPlugin plugin;
  with_queues(plugin);
  script.operations = {operation(1), operation(2)};
  ProcessReport report;
  const auto problem = [&](const std::string &known, std::size_t operations) {
    const Queue queue = read_extended(plugin, report, known);
    CHECK(queue.operations.size() == operations);
    return queue.problem;
  };
  CHECK(problem("", 2) == "");
  script.end = mqs_first_user_code;
  CHECK(problem("", 2) == "some operations cannot be read: user code");
  CHECK(problem("hidden", 2) == "hidden; some operations cannot be read: user code");
  script.setup = mqs_end_of_list;
  CHECK(problem("", 0) == "");
  CHECK(problem("hidden", 0) == "hidden");
  script.setup = mqs_first_user_code;
  CHECK(problem("", 0) == "user code");
  CHECK(problem("hidden", 0) == "hidden");
  with_queues(plugin);
  script.operations.assign(5, operation(1));
  CHECK(problem("", 4) == "cut after 4 operations: they repeat");

  // What they take: themselves, the sends that wait, and texts that are new, also in the index.
  script.operations = {operation(1), operation(2)};
  script.operations[0].sender_record = 0x300;
  constexpr std::size_t text = 160 + 2 * (sizeof "MPI_INT" - 1);
  constexpr std::size_t first = sizeof(Operation) + sizeof(SendOfMessage) + text, both = first + sizeof(Operation);
  const auto kept = [&](std::size_t bytes) {
    ProcessReport fresh;
    const Queue queue = read_extended(plugin, fresh, "", bytes);
    CHECK(queue.sends.size() == std::min<std::size_t>(queue.operations.size(), 1));
    CHECK(queue.problem == (queue.operations.size() == 2
                                ? ""
                                : "cut after " + std::to_string(queue.operations.size()) +
                                      " operations: there are more than are kept of one process"));
    return queue.operations.size();
  };
  CHECK(kept(first - 1) == 0);
  CHECK(kept(first) == 1);
  CHECK(kept(both - 1) == 1);
  CHECK(kept(both) == 2);
}

TEST_CASE("an operation of a plain plugin, by its queue and its status") {
  fake::ScriptedPlugin plugin;
  with_queues(plugin);
  mqs_pending_operation pending{};
  pending.desired_local_rank = 1, pending.desired_global_rank = 2, pending.desired_tag = 3, pending.desired_length = 4;
  pending.actual_local_rank = 5, pending.actual_global_rank = 6, pending.actual_tag = 7, pending.actual_length = 8;
  pending.buffer = 0x900;
  pending.system_buffer = 1;
  pending.tag_wild = 1;
  std::strcpy(pending.extra_text[0], "one");
  std::strcpy(pending.extra_text[1], "two");
  std::strcpy(pending.extra_text[3], "not shown");
  const auto read = [&](int queue, mqs_status status) {
    pending.status = status;
    script.pending = {pending};
    ProcessReport report;
    const Queue result = read_plain(plugin, report, queue);
    CHECK(result.problem.empty());
    REQUIRE(result.operations.size() == 1);
    CHECK(report.text(result.operations[0].extra_text) == "one\ntwo");
    return result.operations[0];
  };
  Operation desired;
  desired.comm_rank = 1, desired.world_rank = 2, desired.tag = 3, desired.bytes = 4;
  desired.buffer = Address(0x900);
  desired.system_buffer = true;
  desired.extra_text = 1;
  desired.flags = MPIDBG_OP_ANY_TAG;
  Operation actual = desired;
  actual.comm_rank = 5, actual.world_rank = 6, actual.tag = 7, actual.flags = 0;
  const auto changed = [](Operation operation, const std::function<void(Operation &)> &change) {
    change(operation);
    return operation;
  };
  CHECK(read(mqs_pending_receives, mqs_st_pending) == desired);
  CHECK(read(mqs_pending_receives, mqs_st_matched) ==
        changed(actual, [](Operation &one) { one.flags = MPIDBG_OP_MATCHED; }));
  CHECK(read(mqs_pending_receives, mqs_st_complete) ==
        changed(actual, [](Operation &one) { one.flags = MPIDBG_OP_COMPLETE; }));
  CHECK(read(mqs_unexpected_messages, mqs_st_pending) == desired);
  CHECK(read(mqs_unexpected_messages, mqs_st_matched) == changed(actual, [](Operation &one) { one.bytes = 8; }));
  for (const mqs_status status : {mqs_st_pending, mqs_st_matched})
    CHECK(read(mqs_pending_sends, status) == changed(desired, [](Operation &one) { one.is_send = true; }));
  CHECK(read(mqs_pending_sends, mqs_st_complete) == changed(desired, [](Operation &one) {
          one.is_send = true;
          one.flags |= MPIDBG_OP_COMPLETE;
        }));

  // Ranks and tags below zero; -1 is not a tag of the library.
  pending.tag_wild = 0;
  pending.desired_local_rank = pending.desired_tag = 4294967295;
  CHECK(read(mqs_pending_receives, mqs_st_pending) == changed(desired, [](Operation &one) {
          one.comm_rank = one.tag = -1;
          one.flags = MPIDBG_OP_ANY_SOURCE;
        }));
  pending.desired_local_rank = 0;
  pending.desired_tag = -2;
  const Operation internal = changed(desired, [](Operation &one) {
    one.comm_rank = 0, one.tag = -2;
    one.flags = MPIDBG_OP_INTERNAL;
  });
  CHECK(read(mqs_pending_receives, mqs_st_pending) == internal);
  pending.tag_wild = 1;
  CHECK(read(mqs_pending_receives, mqs_st_pending) ==
        changed(internal, [](Operation &one) { one.flags = MPIDBG_OP_ANY_TAG; }));
}

TEST_CASE("why a queue of a plain plugin is not complete") {
  fake::ScriptedPlugin plugin;
  with_queues(plugin);
  script.pending.resize(2);
  std::strcpy(script.pending[0].extra_text[0], "text");
  ProcessReport report;
  const auto problem = [&](std::size_t operations, std::size_t bytes = plenty) {
    ProcessReport fresh;
    const Queue queue = read_plain(plugin, fresh, mqs_unexpected_messages, bytes);
    CHECK(queue.operations.size() == operations);
    return queue.problem;
  };
  CHECK(problem(2) == "");
  script.end = mqs_first_user_code;
  CHECK(problem(2) == "cut after 2 operations: user code");
  script.setup = mqs_end_of_list;
  CHECK(problem(0) == "");
  script.setup = mqs_no_information;
  CHECK(problem(0) == "the plugin gives no information on unexpected messages");
  script.setup = mqs_first_user_code;
  CHECK(problem(0) == "user code");
  script.setup = mqs_ok;
  constexpr std::size_t first = sizeof(Operation) + 160 + 2 * 4;
  const auto cut = [](const std::string &count) {
    return "cut after " + count + " operations: there are more than are kept of one process";
  };
  CHECK(problem(0, first - 1) == cut("0"));
  CHECK(problem(1, first) == cut("1"));
  CHECK(problem(1, first + sizeof(Operation) - 1) == cut("1"));
}

TEST_CASE("counters of messages by peer, or why there are none") {
  fake::ScriptedPlugin plugin;
  PluginFunctions &call = with_queues(plugin).call;
  script.channels.resize(2);
  script.channels[0] = {0, 1, 2, 3, 4, 5, 6};
  script.channels[1] = {0, 2, -1, 7, 8, 9, 10};
  ProcessReport report;
  const auto read = [&] {
    report = {};
    return read_channels(plugin.talk, report);
  };
  auto channels = read();
  REQUIRE(channels);
  REQUIRE(channels->size() == 2);
  CHECK(((*channels)[0].comm_rank == 1 && (*channels)[0].peer == ProcessName{3, 4, 2}));
  CHECK(((*channels)[0].sent == 5 && (*channels)[0].received == 6));
  CHECK(((*channels)[1].comm_rank == 2 && (*channels)[1].peer == ProcessName{7, 8, -1}));
  CHECK(((*channels)[1].sent == 9 && (*channels)[1].received == 10));
  CHECK_FALSE(report.incomplete);

  const auto gap = [&] {
    CHECK_FALSE(read());
    CHECK(report.incomplete == !report.warnings.empty());
    return report.warnings.empty() ? "" : report.warnings.front();
  };
  for (const int rank : {1, 0}) {
    script.channels[1].comm_rank = rank;
    CHECK(gap() == "the counters of messages are cut: they repeat");
  }
  script.channels[1].comm_rank = 2;
  script.end = mqs_first_user_code;
  CHECK(gap() == "the counters of messages cannot be read: user code");
  script.setup = mqs_first_user_code + 1;
  CHECK(gap() == "the counters of messages cannot be read: user code");
  script.setup = mqs_no_information;
  CHECK(gap() == "");
  script.setup = mqs_end_of_list;
  channels = read();
  REQUIRE(channels);
  CHECK(channels->empty());
  script.setup = mqs_ok;
  script.end = mqs_end_of_list;
  const auto setup = std::exchange(call.mpidbg_setup_channel_iterator, nullptr);
  CHECK_FALSE(read());
  call.mpidbg_setup_channel_iterator = setup;
  CHECK(read());
  call.mpidbg_next_channel = nullptr;
  CHECK_FALSE(read());
}

TEST_CASE("counters of progress, or why there are none") {
  fake::ScriptedPlugin plugin;
  with_queues(plugin);
  ProcessReport report;
  const auto read = [&](unsigned counters, int empty, int result = MPIDBG_SUCCESS) {
    for (unsigned i = 0; i < MPIDBG_PROGRESS_COUNTERS; ++i) script.progress.counter[i] = 100 + i;
    script.progress.counters = counters;
    script.progress.transport_empty = empty;
    script.result = result;
    report = {};
    read_progress(plugin.talk, report);
    return report.progress.size();
  };
  CHECK(read(2, -1) == 2);
  CHECK(report.progress == std::vector<std::uint64_t>{100, 101});
  CHECK_FALSE(report.transport_empty);
  CHECK(read(16, 0) == 16);
  CHECK(report.transport_empty == false);
  CHECK(read(17, 1) == 16);
  CHECK(report.transport_empty == true);
  CHECK(read(2, 1, MPIDBG_ERR_NOT_SUPPORTED) == 0);
  CHECK((!report.transport_empty && !report.incomplete));
  CHECK(read(2, 1, MPIDBG_ERR_UNAVAILABLE) == 0);
  CHECK(report.warnings == std::vector<std::string>{"the counters of progress cannot be read: error 4"});
  plugin.call.mpidbg_progress_query = nullptr;
  CHECK(read(2, 1) == 0);
  CHECK_FALSE(report.incomplete);
}

TEST_CASE("a probe becomes an operation of the posted receives, or is one that is known") {
  fake::ScriptedPlugin plugin;
  with_queues(plugin);
  script.operations = {operation(7)};
  script.operations[0].flags = MPIDBG_OP_PROBE;
  script.operations[0].comm_rank = 3;
  script.communicator = 0x200;
  const ProbingThread thread{Address(0x7000), {Address(0x10), Address(0x20)}};
  ProcessReport report;
  const auto add = [&](const std::vector<Operation> &known) {
    report = {};
    report.communicators.resize(2);
    report.communicators[0].handle = Address(0x100);
    report.communicators[1].handle = Address(0x200);
    report.communicators[1].queues[MPIDBG_QUEUE_RECEIVES].operations = known;
    add_probe(plugin.talk, thread, report);
    CHECK(report.communicators[0].queues[MPIDBG_QUEUE_RECEIVES].operations.empty());
    return report.communicators[1].queues[MPIDBG_QUEUE_RECEIVES].operations;
  };
  const std::vector<Operation> added = add({});
  REQUIRE(added.size() == 1);
  CHECK(script.words == std::vector<mqs_taddr_t>{0x10, 0x20});
  CHECK(added[0].flags == (MPIDBG_OP_PROBE | MPIDBG_OP_WAITED_ON));
  CHECK((added[0].tag == 7 && added[0].comm_rank == 3));
  CHECK((added[0].waiter == Address(0x7000) && added[0].record == Address(0x7000) && added[0].datatype_name == 0));

  // The recorder knows the probe, but not its thread.
  Operation known;
  known.flags = MPIDBG_OP_PROBE;
  known.tag = 7, known.comm_rank = 3;
  const std::vector<Operation> found = add({known});
  REQUIRE(found.size() == 1);
  CHECK(found[0].flags == (MPIDBG_OP_PROBE | MPIDBG_OP_WAITED_ON));
  CHECK((found[0].waiter == Address(0x7000) && found[0].record == Address(0x7000)));
  std::vector<Operation> others(4, known);
  others[0].flags = 0;
  others[1].waiter = Address(0x8000);
  others[2].tag = 8;
  others[3].comm_rank = 4;
  CHECK(add(others).size() == 5);

  script.communicator = 0x300;  // one that is not shown
  CHECK(add({}).empty());
  script.communicator = 0x200;
  script.result = MPIDBG_ERR_NOT_FOUND;
  CHECK(add({}).empty());
  script.result = MPIDBG_SUCCESS;
  plugin.call.mpidbg_probe_query = nullptr;
  CHECK(add({}).empty());
}
