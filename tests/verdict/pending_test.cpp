// What the entries of queues and lists of requests become as evidence, and what a thread that has one at hand waits
// for.

#include "mqs_shim/job/why/evidence/pending.h"

#include <doctest/doctest.h>

#include <functional>
#include <utility>

#include "mqs_shim/job/why/evidence/call_kind.h"
#include "mqs_shim/job/why/evidence/rank_evidence.h"
#include "tests/contains.h"

namespace mqs_shim::why {

namespace {

constexpr Address world_handle{0x5000}, first_request{0x1000}, second_request{0x2000};

using Queued = mqs_shim::Operation;

// "receive 1 tag 5 internal": kind, rank of the peer, tag, all that is set.
std::string text_of(const Operation &one) {
  constexpr const char *kinds[] = {"receive",    "probe",     "unexpected",       "send",
                                   "transfer",   "extracted", "partitioned_send", "partitioned_receive",
                                   "collective", "taken"};
  std::string text = kinds[static_cast<int>(one.kind)];
  text += one.peer ? ' ' + std::to_string(one.peer->rank) : " any";
  if (one.peer && one.peer->job != 0) text += " of job " + std::to_string(one.peer->job);
  text += one.any_tag ? " any tag" : " tag " + std::to_string(one.tag);
  const std::pair<bool, const char *> facts[] = {{one.internal, " internal"},       {one.persistent, " persistent"},
                                                 {one.synchronous, " synchronous"}, {one.rendezvous, " rendezvous"},
                                                 {one.started, " started"},         {one.freed, " freed"},
                                                 {one.buffered, " buffered"},       {one.idle, " idle"},
                                                 {!one.tag_known, " perhaps"},      {one.perhaps_one_more, " one more"},
                                                 {one.met_none, " alone"},          {one.communicator < 0, " nowhere"}};
  for (const auto &[is, fact] : facts) text += is ? fact : "";
  if (one.partitions != 0) text += ' ' + std::to_string(one.partitions_ready) + '/' + std::to_string(one.partitions);
  return text;
}

std::string text_of(const std::vector<Operation> &operations) {
  std::string text;
  for (const Operation &one : operations) text += (text.empty() ? "" : ", ") + text_of(one);
  return text;
}

// Of a message of 8 bytes with tag 5 to or from rank 1.
Queued entry() {
  Queued one;
  one.comm_rank = one.world_rank = 1;
  one.peer_job_rank = 1;
  one.tag = 5;
  one.bytes = 8;
  return one;
}

// Rank 0 in a call, with MPI_COMM_WORLD.
struct Calling {
  explicit Calling(const char *call) {
    report.mpi_state = MPIDBG_MPI_INITIALIZED;
    report.thread_level = MPIDBG_THREAD_SINGLE;
    report.world_rank = 0;
    report.world_size = 3;
    ThreadRecord &record = report.threads.emplace_back();
    record.call = call;
    record.blocking = true;
    for (const char *function : {"wait", call, "work"}) record.frames.emplace_back().function = function;
    record.call_frame = 1;
    record.site = 2;
    CommunicatorRecord &world = report.communicators.emplace_back();
    world.handle = world_handle;
    world.name = "MPI_COMM_WORLD";
    world.context_id = 0;
    world.local_members = {{0, 0}, {0, 1}, {0, 2}};
  }
  ThreadRecord &thread() { return report.threads.front(); }
  Queue &queue(int which) { return report.communicators.front().queues[static_cast<std::size_t>(which)]; }
  RequestRecord &request(int type, Address handle) {
    RequestRecord &one = report.handles.requests.objects.emplace_back();
    one.type = type;
    one.handle = handle;
    return one;
  }
  // "read 0 1": of each condition the index; "any" if one is enough.
  std::string waits() const {
    const Evidence evidence = rank_evidence(report);
    REQUIRE(evidence.threads.size() == 1);
    const Thread &one = evidence.threads.front();
    if (one.activity == Activity::runs) return "runs in " + one.system_call;
    if (one.activity != Activity::waits) return one.why_unknown;
    constexpr const char *kinds[] = {"operation", "schedule", "enter", "members", "any_member",
                                     "post",      "complete", "lock",  "program", "external"};
    std::string text = one.inferred ? "inferred" : "read";
    if (!one.all) text += " any";
    for (const Condition &condition : one.conditions) {
      text += std::string(" ") + kinds[static_cast<int>(condition.kind)];
      if (condition.index >= 0) text += std::to_string(condition.index);
    }
    return text;
  }

  ProcessReport report;
};

}  // namespace

TEST_CASE("each entry of a queue becomes an operation, unless it is complete") {
  struct Row {
    int queue;
    std::function<void(Queued &)> change;
    const char *expected;
  };
  const auto flag = [](std::uint32_t flags) { return [flags](Queued &one) { one.flags = flags; }; };
  const auto mode = [](std::uint8_t send_mode) { return [send_mode](Queued &one) { one.send_mode = send_mode; }; };
  // What has left is -1 where that is not known.
  const auto complete = [](std::int64_t done, std::uint8_t send_mode = MPIDBG_SEND_STANDARD) {
    return [=](Queued &one) { one.flags = MPIDBG_OP_COMPLETE, one.bytes_done = done, one.send_mode = send_mode; };
  };
  const auto parts = [](std::uint32_t flags, int ready) {
    return [=](Queued &one) { one.flags = flags, one.partitions = 4, one.partitions_ready = ready; };
  };
  const auto unplaced = [](std::int32_t world_rank, std::uint32_t job) {
    return [=](Queued &one) { one.comm_rank = -1, one.world_rank = world_rank, one.peer_job = job; };
  };
  const auto matched_just_now = [](Queued &one) {
    one.flags = MPIDBG_OP_MATCHED | MPIDBG_OP_ANY_SOURCE, one.comm_rank = one.world_rank = -1, one.peer_job_rank = 0;
  };
  const Row rows[] = {
      {MPIDBG_QUEUE_RECEIVES, flag(0), "receive 1 tag 5"},
      {MPIDBG_QUEUE_RECEIVES, flag(MPIDBG_OP_ANY_SOURCE), "receive any tag 5"},
      {MPIDBG_QUEUE_RECEIVES, flag(MPIDBG_OP_ANY_TAG), "receive 1 any tag"},
      {MPIDBG_QUEUE_RECEIVES, flag(MPIDBG_OP_PROBE), "probe 1 tag 5"},
      {MPIDBG_QUEUE_RECEIVES, flag(MPIDBG_OP_MATCHED), "transfer 1 tag 5"},
      {MPIDBG_QUEUE_RECEIVES, flag(MPIDBG_OP_MATCHED | MPIDBG_OP_ANY_SOURCE), "transfer 1 tag 5"},
      {MPIDBG_QUEUE_RECEIVES, matched_just_now, "transfer any tag 5"},
      {MPIDBG_QUEUE_RECEIVES, flag(MPIDBG_OP_INTERNAL), "receive 1 tag 5 internal"},
      {MPIDBG_QUEUE_RECEIVES, flag(MPIDBG_OP_PERSISTENT), "receive 1 tag 5 persistent"},
      {MPIDBG_QUEUE_RECEIVES, flag(MPIDBG_OP_FREED), "receive 1 tag 5 freed"},
      {MPIDBG_QUEUE_RECEIVES, flag(MPIDBG_OP_COMPLETE), ""},
      {MPIDBG_QUEUE_RECEIVES, complete(0, MPIDBG_SEND_BUFFERED), ""},
      {MPIDBG_QUEUE_RECEIVES, parts(0, -1), "partitioned_receive 1 tag 5 -1/4"},
      {MPIDBG_QUEUE_RECEIVES, unplaced(-1, 0), "receive 1 tag 5"},
      {MPIDBG_QUEUE_SENDS, flag(0), "send 1 tag 5 rendezvous"},
      {MPIDBG_QUEUE_SENDS, mode(MPIDBG_SEND_SYNCHRONOUS), "send 1 tag 5 synchronous rendezvous"},
      {MPIDBG_QUEUE_SENDS, mode(MPIDBG_SEND_BUFFERED), "send 1 tag 5 rendezvous buffered"},
      {MPIDBG_QUEUE_SENDS, complete(8, MPIDBG_SEND_BUFFERED), "send 1 tag 5 rendezvous buffered"},
      {MPIDBG_QUEUE_SENDS, complete(8), ""},
      {MPIDBG_QUEUE_SENDS, complete(7), "send 1 tag 5 rendezvous"},
      {MPIDBG_QUEUE_SENDS, complete(0), "send 1 tag 5 rendezvous"},
      {MPIDBG_QUEUE_SENDS, complete(-1), ""},
      {MPIDBG_QUEUE_SENDS, unplaced(-1, 0), "send any tag 5 rendezvous"},
      {MPIDBG_QUEUE_SENDS, unplaced(1, 0), "send 1 tag 5 rendezvous"},
      {MPIDBG_QUEUE_SENDS, unplaced(-1, 3), "send 1 of job 3 tag 5 rendezvous"},
      {MPIDBG_QUEUE_SENDS, parts(0, 2), "partitioned_send 1 tag 5 2/4"},
      {MPIDBG_QUEUE_SENDS, parts(MPIDBG_OP_MATCHED, 4), "partitioned_send 1 tag 5 started 4/4"},
      {MPIDBG_QUEUE_SENDS, parts(MPIDBG_OP_TAG_UNKNOWN, 4), "partitioned_send 1 tag 5 perhaps 4/4"},
      {MPIDBG_QUEUE_SENDS, parts(MPIDBG_OP_MAYBE_READY, 1), "partitioned_send 1 tag 5 one more 1/4"},
      {MPIDBG_QUEUE_RECEIVES, parts(MPIDBG_OP_MET_NONE, -1), "partitioned_receive 1 tag 5 alone -1/4"},
      {MPIDBG_QUEUE_INACTIVE, parts(0, 0), "partitioned_send 1 tag 5 idle 0/4"},
      {MPIDBG_QUEUE_UNEXPECTED, flag(0), "unexpected 1 tag 5"},
      {MPIDBG_QUEUE_UNEXPECTED, mode(MPIDBG_SEND_SYNCHRONOUS), "unexpected 1 tag 5 synchronous rendezvous"},
      {MPIDBG_QUEUE_UNEXPECTED, mode(MPIDBG_SEND_BUFFERED), "unexpected 1 tag 5"},
      {MPIDBG_QUEUE_UNEXPECTED, [](Queued &one) { one.protocol = MPIDBG_PROTOCOL_RENDEZVOUS; },
       "unexpected 1 tag 5 rendezvous"},
      {MPIDBG_QUEUE_UNEXPECTED, flag(MPIDBG_OP_OUT_OF_ORDER), ""}};
  for (const Row &row : rows) {
    CAPTURE(row.expected);
    Calling one("MPI_Wait");
    Queued &added = one.queue(row.queue).operations.emplace_back(entry());
    added.is_send = row.queue == MPIDBG_QUEUE_SENDS || row.queue == MPIDBG_QUEUE_INACTIVE;
    row.change(added);
    CHECK(text_of(rank_evidence(one.report).operations) == row.expected);
  }
}

TEST_CASE("a message for a communicator that is not here has no sender yet") {
  Calling one("MPI_Wait");
  one.report.unclaimed.operations.push_back(entry());
  CHECK(text_of(rank_evidence(one.report).operations) == "unexpected any tag 5 nowhere");
  CHECK(rank_evidence(one.report).queues_complete);
  one.report.unclaimed.problem = "cut";
  one.queue(MPIDBG_QUEUE_SENDS).problem = "cut, too";
  const Evidence evidence = rank_evidence(one.report);
  CHECK_FALSE(evidence.queues_complete);
  CHECK(evidence.problem == "cut, too");  // the first one
}

TEST_CASE("an operation has the numbers and the names of its entry") {
  Calling one("MPI_Wait");
  Queued all = entry();
  all.collective = MPIDBG_COLLECTIVE_BCAST;
  all.context_id = 6;
  all.bytes_done = 3;
  all.count = 2;
  all.sequence = 77;
  all.record = second_request;
  all.datatype_name = one.report.intern("MPI_INT");
  Queued named = all;
  named.datatype_named = true;
  named.request = first_request;
  one.queue(MPIDBG_QUEUE_RECEIVES).operations = {all, named};
  const Evidence evidence = rank_evidence(one.report);
  REQUIRE(evidence.operations.size() == 2);
  for (const Operation &added : evidence.operations) {
    CHECK(added.communicator == 0);
    CHECK(added.collective == MPIDBG_COLLECTIVE_BCAST);
    CHECK(added.context_id == 6);
    CHECK(added.bytes == 8);
    CHECK(added.bytes_done == 3);
    CHECK(added.count == 2);
    CHECK(added.sequence == 77);
  }
  CHECK(evidence.operations[0].request == second_request);
  CHECK(evidence.operations[0].datatype.empty());
  CHECK(evidence.operations[1].request == first_request);
  CHECK(evidence.operations[1].datatype == "MPI_INT");
}

TEST_CASE("what is persistent and not started is kept apart") {
  Calling one("MPI_Wait");
  CHECK_FALSE(rank_evidence(one.report).inactive);
  Queued receive = entry(), send = entry();
  receive.flags = MPIDBG_OP_ANY_SOURCE | MPIDBG_OP_ANY_TAG;
  send.flags = MPIDBG_OP_ANY_SOURCE;  // means nothing of a send
  send.is_send = true;
  one.queue(MPIDBG_QUEUE_INACTIVE).operations = {receive, send};
  for (const Address communicator : {world_handle, Address(0x6000)}) {
    RequestRecord &barrier = one.request(MPIDBG_REQUEST_COLLECTIVE, second_request);
    barrier.state = MPIDBG_REQUEST_INACTIVE;
    barrier.communicator = communicator;
    if (communicator == world_handle) barrier.sequence = 3;
  }
  const Evidence evidence = rank_evidence(one.report);
  CHECK(evidence.operations.empty());
  CHECK(evidence.schedules.empty());
  REQUIRE(evidence.inactive);
  CHECK(
      text_of(*evidence.inactive) ==
      "receive any any tag persistent, send 1 tag 5 persistent, collective any any tag persistent, collective any any "
      "tag persistent nowhere");
  CHECK((*evidence.inactive)[2].sequence == 3);
  CHECK((*evidence.inactive)[3].sequence == -1);
  CHECK((*evidence.inactive)[2].request == second_request);
}

TEST_CASE("a message that MPI_Mprobe has taken is of its communicator") {
  Calling one("MPI_Wait");
  MessageRecord taken;
  taken.communicator = world_handle;
  taken.source_job_rank = 2;
  taken.tag = 9;
  taken.bytes = 40;
  MessageRecord elsewhere = taken, none = taken, waited_for = taken;
  elsewhere.communicator = Address(0x6000);
  none.flags = MPIDBG_MESSAGE_INFO_PREDEFINED;
  waited_for.protocol = MPIDBG_MESSAGE_RENDEZVOUS;
  waited_for.flags = MPIDBG_MESSAGE_INFO_SYNCHRONOUS;
  one.report.handles.messages.objects = {taken, elsewhere, none, waited_for};
  const Evidence evidence = rank_evidence(one.report);
  CHECK(text_of(evidence.operations) == "extracted 2 tag 9, extracted 2 tag 9 synchronous rendezvous");
  CHECK(evidence.operations.front().bytes == 40);
}

TEST_CASE("a complete receive with a wildcard shows the message that it has taken") {
  Calling one("MPI_Waitall");
  const auto request = [&](std::uint32_t flags, int state = MPIDBG_REQUEST_COMPLETE) -> RequestRecord & {
    RequestRecord &added = one.request(MPIDBG_REQUEST_POINT_TO_POINT, first_request);
    added.state = state;
    added.flags = flags;
    added.communicator = world_handle;
    added.matched.emplace();
    added.matched->source.rank = 2;
    added.matched->tag = 5;
    added.matched->bytes = 12;
    return added;
  };
  const std::uint32_t any = MPIDBG_REQUEST_INFO_ANY_SOURCE;
  request(any).handle = second_request;
  request(MPIDBG_REQUEST_INFO_ANY_TAG | MPIDBG_REQUEST_INFO_COMPLETE, MPIDBG_REQUEST_ACTIVE).matched->tag = 6;
  request(0);  // asked for this message in particular
  request(any | MPIDBG_REQUEST_INFO_INTERNAL);
  request(any).matched.reset();
  request(any).matched->source.rank = 3;  // no member
  request(any).communicator = Address(0x6000);
  const Evidence evidence = rank_evidence(one.report);
  CHECK(text_of(evidence.operations) == "taken 2 tag 5, taken 2 tag 6");
  CHECK(evidence.operations[0].bytes == 12);
  CHECK(evidence.operations[0].request == second_request);
}

TEST_CASE("communicators have the members of their groups, and two groups if they are between them") {
  Calling one("MPI_Wait");
  const std::vector<ProcessName> some = {{0, 0}, {0, 2}, {0, 4}, {1, 5}, {1, 4}}, others = {{0, 7}};
  one.report.groups.resize(1);
  one.report.groups[0].handle = Address(0x700);
  one.report.groups[0].members = some;
  one.report.communicators.resize(3, one.report.communicators.front());
  const auto record = [&](std::size_t index) -> CommunicatorRecord & { return one.report.communicators[index]; };
  for (const std::size_t index : {1u, 2u}) {
    record(index).handle = Address(0x5000 + index);
    record(index).local_members.clear();
    record(index).local_group = Address(0x700);
    record(index).remote_members = others;
  }
  record(1).flags = MPIDBG_COMM_INFO_INTERCOMM;
  record(1).nonblocking_collectives = INT32_MAX;
  record(2).flags = MPIDBG_COMM_INFO_INTERNAL;
  record(2).local_group = Address(0x701);
  record(2).nonblocking_collectives = std::int64_t{INT32_MAX} + 1;
  record(0).nonblocking_collectives = 0;
  const Evidence evidence = rank_evidence(one.report);
  REQUIRE(evidence.communicators.size() == 3);
  const std::vector<Communicator> &all = evidence.communicators;
  CHECK(all[0].members == Members({{{0, 0}, 3, 1}}));
  CHECK(all[1].members == Members({{{0, 0}, 3, 2}, {{1, 5}, 2, -1}}));
  CHECK(all[1].remote_members == Members(ProcessId{0, 7}));
  CHECK(all[1].members_known);
  CHECK_FALSE(all[1].internal);
  CHECK(all[2].remote_members.empty());
  CHECK_FALSE(all[2].members_known);
  CHECK(all[2].internal);
  CHECK(all[0].nonblocking_collectives == 0);
  CHECK(all[1].nonblocking_collectives == INT32_MAX);
  CHECK(all[2].nonblocking_collectives == -1);
}

TEST_CASE("messages that came before their turn are those of their channel") {
  Calling one("MPI_Wait");
  CHECK_FALSE(rank_evidence(one.report).counts);
  for (int i = 0; i < 2; ++i)
    one.queue(MPIDBG_QUEUE_UNEXPECTED).operations.emplace_back(entry()).flags = MPIDBG_OP_OUT_OF_ORDER;
  one.report.communicators[0].channels.emplace().resize(2);
  ChannelRecord &channel = one.report.communicators[0].channels->at(0);
  channel.peer = {0, 1};
  channel.sent = 4;
  channel.received = 3;
  one.report.communicators[0].channels->at(1).peer = {0, 2};
  const Evidence evidence = rank_evidence(one.report);
  CHECK(evidence.counts);
  REQUIRE(evidence.channels.size() == 2);
  CHECK(evidence.channels[0].peer == ProcessId{0, 1});
  CHECK(evidence.channels[0].sent == 4);
  CHECK(evidence.channels[0].taken == 3);
  CHECK(evidence.channels[0].early == 2);
  CHECK(evidence.channels[1].early == 0);
}

TEST_CASE("a request at hand is waited for, as what it is") {
  Calling one("MPI_Wait");
  one.thread().waiting_registers = {first_request};
  RequestRecord &request = one.request(MPIDBG_REQUEST_COLLECTIVE, first_request);
  const std::string nothing =
      "none of the pending requests that can be seen was found in its stack frame: its request may have been freed";
  const auto waits_for = [&](int type) {
    request.type = type;
    return one.waits();
  };
  CHECK(waits_for(MPIDBG_REQUEST_COLLECTIVE) == "read schedule0");
  CHECK(waits_for(MPIDBG_REQUEST_GENERALIZED) == "read program");
  CHECK(waits_for(MPIDBG_REQUEST_FILE) == "read external");
  CHECK(waits_for(MPIDBG_REQUEST_COMM) == "what makes the communicator is not visible");
  CHECK(waits_for(MPIDBG_REQUEST_POINT_TO_POINT) == nothing);  // it would be in a queue
  CHECK(waits_for(MPIDBG_REQUEST_NOOP) == nothing);
  CHECK(waits_for(MPIDBG_REQUEST_NULL) == nothing);
  request.type = MPIDBG_REQUEST_GENERALIZED;
  for (const std::uint32_t flag : {MPIDBG_REQUEST_INFO_COMPLETE, MPIDBG_REQUEST_INFO_REQUEST_NULL}) {
    request.flags = flag;
    CHECK(one.waits() == nothing);
  }
  request.flags = 0;
  request.state = MPIDBG_REQUEST_COMPLETE;
  CHECK(one.waits() == nothing);
  request.state = MPIDBG_REQUEST_ACTIVE;
  request.waiter = Address(0x99);  // somebody else does
  CHECK(one.waits() == nothing);
  request.waiter = {};
  request.record = second_request;  // which the library has at hand
  CHECK(one.waits() == nothing);
  one.thread().waiting_registers = {second_request};
  CHECK(one.waits() == "read program");
}

TEST_CASE("a generalized request that calls complete is of the program or, for a file, of the library") {
  Calling one("MPI_Wait");
  one.thread().waiting_registers = {first_request};
  const auto add = [&](Address handle) {
    RequestRecord &request = one.request(MPIDBG_REQUEST_GENERALIZED, handle);
    request.flags = MPIDBG_REQUEST_INFO_POLLED;
    request.generalized.emplace().query = Address(0x77);
  };
  add(first_request);
  SUBCASE("which only the file can complete, as far as can be seen") {
    CHECK(one.waits() == "read external");
    one.report.function_names[Address(0x77)] = "ADIOI_GEN_irc_query_fn";
    CHECK(one.waits() == "read external");
    one.report.function_names[Address(0x77)] = "query_of_program";
    CHECK(contains(one.waits(), "waits for a generalized request that a function of the program completes"));
  }
  constexpr Address file_handle{0x6000};
  CommunicatorRecord of_file = one.report.communicators.front();
  of_file.handle = file_handle;
  of_file.context_id = 496;
  of_file.flags = MPIDBG_COMM_INFO_INTERNAL;
  FileRecord file;
  file.handle = Address(0x7000);
  file.flags = MPIDBG_FILE_INFO_VIEW;
  file.io_communicator = file_handle;
  SUBCASE("which goes on by nonblocking collectives") {
    one.report.communicators.push_back(of_file);
    CHECK(one.waits() == "read external");
    one.report.handles.files.objects.push_back(file);
    for (const Address handle : {Address(0x3000), Address(0x4000)})
      one.request(MPIDBG_REQUEST_COLLECTIVE, handle).communicator = file_handle;
    one.request(MPIDBG_REQUEST_COLLECTIVE, Address(0x5500)).communicator = world_handle;
    CHECK(one.waits() == "read schedule0 schedule1");
    CHECK(rank_evidence(one.report).threads.front().conditions.front().of_file);
    add(second_request);
    CHECK(one.waits() == "inferred any schedule0 schedule1");
  }
  SUBCASE("or by messages") {
    Queued receive = entry();
    receive.request = Address(0x3000);
    of_file.queues[MPIDBG_QUEUE_RECEIVES].operations.push_back(receive);
    one.report.communicators.push_back(of_file);
    one.report.handles.files.objects.push_back(file);
    CHECK(one.waits() == "read operation0");
  }
}

TEST_CASE("a call waits for no request of the other direction, and a blocking one for none of another kind") {
  for (const bool in_registers : {true, false}) {
    Calling one("");
    Queued send = entry(), receive = entry(), probe = entry(), parts = entry();
    send.request = Address(0x1000);
    send.is_send = true;
    receive.request = Address(0x2000);
    probe.record = Address(0x3000);
    probe.flags = MPIDBG_OP_PROBE;
    parts.request = Address(0x4000);
    parts.partitions = 2;
    one.queue(MPIDBG_QUEUE_SENDS).operations = {send};
    one.queue(MPIDBG_QUEUE_RECEIVES).operations = {receive, probe, parts};
    (in_registers ? one.thread().waiting_registers : one.thread().waiting_slots) = {Address(0x1000), Address(0x2000),
                                                                                    Address(0x3000), Address(0x4000)};
    const auto waits_in = [&](const char *call) {
      one.thread().call = call;
      return one.waits();
    };
    for (const char *call : {"MPI_Send", "MPI_Ssend", "MPI_Rsend", "MPI_Bsend"})
      CHECK(waits_in(call) == "read operation0");
    for (const char *call : {"MPI_Recv", "MPI_Mrecv"}) CHECK(waits_in(call) == "read operation1");
    for (const char *call : {"MPI_Probe", "MPI_Mprobe"}) CHECK(waits_in(call) == "read operation2");
    CHECK(waits_in("MPI_Buffer_detach") == "read operation0");
    CHECK(waits_in("MPI_Sendrecv") == "inferred any operation0 operation1 operation2");
    // MPI_Wait was called for one of them, and MPI_Waitany perhaps for others as well.
    CHECK(waits_in("MPI_Wait") == "read any operation0 operation1 operation2 operation3");
    CHECK(waits_in("MPI_Waitany") == "inferred any operation0 operation1 operation2 operation3");
  }
  for (const char *call : {"MPI_Recv", "MPI_Ssend", "MPI_Send", "MPI_Mprobe"}) {
    Calling one(call);
    one.request(MPIDBG_REQUEST_COLLECTIVE, first_request);
    one.thread().waiting_registers = {first_request};
    CHECK(one.waits() == std::string("what ") + call + " waits for is not visible");
  }
}

TEST_CASE("a record on the stack below the call is waited for; a word there may be left from before") {
  Calling one("MPI_Recv");
  for (const std::uint64_t address : {0x1000, 0x1100})
    one.queue(MPIDBG_QUEUE_RECEIVES).operations.emplace_back(entry()).request = Address(address);
  one.thread().library_words = {Address(0x1100)};
  CHECK(one.waits() == "inferred operation1");
  one.thread().library_stack = {Address(0x1000), Address(0x1080)};
  CHECK(one.waits() == "read operation0");
  one.thread().library_stack = {Address(0x1000), Address(0x1180)};
  CHECK(one.waits() == "inferred any operation0 operation1");
  one.queue(MPIDBG_QUEUE_RECEIVES).operations[0].waiter = Address(0x99);
  CHECK(one.waits() == "read operation1");
}

TEST_CASE("a new communicator is made by the nonblocking collectives that are pending, or by messages of a group") {
  Calling one("MPI_Wait");
  one.thread().waiting_registers = {first_request};
  one.request(MPIDBG_REQUEST_COMM, first_request);
  one.request(MPIDBG_REQUEST_COLLECTIVE, Address(0x3000));
  CHECK(one.waits() == "inferred schedule0");  // it may be one that the program has begun
  one.request(MPIDBG_REQUEST_COLLECTIVE, Address(0x4000));
  CHECK(one.waits() == "inferred any schedule0 schedule1");
  one.thread().call = "MPI_Comm_create_group";
  one.report.handles.requests.objects.resize(1);
  Queued message = entry();
  message.flags = MPIDBG_OP_INTERNAL;
  message.request = Address(0x3000);
  Queued waited_on = message;
  waited_on.request = Address(0x4000);
  waited_on.waiter = Address(0x99);
  one.queue(MPIDBG_QUEUE_RECEIVES).operations = {waited_on, message};
  CHECK(one.waits() == "inferred operation1");
}

TEST_CASE("a thread waits for all steps of a communicator if they are of one") {
  Calling one("MPI_Comm_create_group");
  const auto makes = [&](Address handle, std::vector<Address> messages) {
    RequestRecord &request = one.request(MPIDBG_REQUEST_COMM, handle);
    request.flags = MPIDBG_REQUEST_INFO_INTERNAL;
    one.thread().waiting_registers.push_back(handle);
    ScheduleRecord &step = request.schedule.emplace();
    step.round = step.rounds = 1;
    for (const Address message : messages) step.operations.emplace_back().request = message;
  };
  for (const std::uint64_t address : {0x3000, 0x3100, 0x3200})
    one.queue(MPIDBG_QUEUE_RECEIVES).operations.emplace_back(entry()).request = Address(address);
  makes(first_request, {});
  CHECK(one.waits() == "inferred any operation0 operation1 operation2");
  makes(second_request, {Address(0x3000), Address(0x3200), Address(0x3300)});
  CHECK(one.waits() == "read operation0 operation2");
  one.request(MPIDBG_REQUEST_COLLECTIVE, Address(0x4000));
  one.request(MPIDBG_REQUEST_COLLECTIVE, Address(0x4100)).flags = MPIDBG_REQUEST_INFO_INTERNAL;
  CHECK(one.waits() == "read schedule1 operation0 operation2");
  CHECK(rank_evidence(one.report).schedules.at(1).part_of_call);
  CHECK_FALSE(rank_evidence(one.report).schedules.at(0).part_of_call);
  SUBCASE("a communicator that the program makes meanwhile") {
    one.request(MPIDBG_REQUEST_COMM, Address(0x5000));
  }
  SUBCASE("another thread makes one, too") {
    one.report.threads.emplace_back().call = "MPI_Comm_dup";
  }
  SUBCASE("the messages of a request cannot be seen") {
    one.report.handles.requests.objects[1].schedule.reset();
  }
  const Evidence evidence = rank_evidence(one.report);
  CHECK(evidence.threads.at(0).inferred);
  CHECK_FALSE(evidence.threads.at(0).all);
  CHECK_FALSE(evidence.schedules.at(1).part_of_call);
}

TEST_CASE("a nonblocking collective has the pending messages of its round") {
  Calling one("MPI_Wait");
  RequestRecord &request = one.request(MPIDBG_REQUEST_COLLECTIVE, first_request);
  request.communicator = world_handle;
  request.created_by = "MPI_Ibarrier";
  request.sequence = 7;
  Queued message = entry();
  for (const std::uint64_t handle : {0xa00, 0xb00, 0xc00}) {
    message.request = Address(handle);
    message.record = Address(handle == 0xc00 ? 0xcc0 : 0);  // as of MPICH
    one.queue(MPIDBG_QUEUE_RECEIVES).operations.push_back(message);
  }
  const auto schedule = [&] {
    const Evidence evidence = rank_evidence(one.report);
    REQUIRE(evidence.schedules.size() == 1);
    return evidence.schedules.front();
  };
  CHECK_FALSE(schedule().visible);
  CHECK(schedule().operations.empty());
  ScheduleRecord &record = request.schedule.emplace();
  record.round = 2;
  record.rounds = 3;
  for (const auto &[round, handle] : {std::pair{1, 0xa00}, {2, 0xb00}, {2, 0}, {2, 0xd00}, {2, 0xc00}, {3, 0xa00}}) {
    record.operations.emplace_back().round = round;
    record.operations.back().request = Address(static_cast<std::uint64_t>(handle));
  }
  const Schedule seen = schedule();
  CHECK(seen.operations == std::vector<std::int32_t>{1, 2});
  CHECK(seen.visible);
  CHECK(seen.round == 2);
  CHECK(seen.rounds == 3);
  CHECK(seen.number == 7);
  CHECK(seen.request == first_request);
  CHECK(seen.collective.name == "MPI_Ibarrier");
  CHECK(seen.collective.communicator == 0);
  CHECK_FALSE(seen.any);
  SUBCASE("of a graph of operations, one that is complete has it go on") {
    request.flags = MPIDBG_REQUEST_INFO_SCHEDULE_TRUNCATED;
    CHECK(schedule().operations.empty());
    record.operations.erase(record.operations.begin() + 3);
    CHECK(schedule().operations == std::vector<std::int32_t>{1, 2});
    CHECK(schedule().any);
    record.operations.pop_back();
    record.operations.pop_back();
    CHECK(schedule().operations == std::vector<std::int32_t>{1});
    CHECK_FALSE(schedule().any);
  }
  request.schedule_problem = "cut";
  CHECK_FALSE(schedule().visible);
  request.communicator = Address(0x6000);
  CHECK(schedule().collective.communicator == -1);
}

TEST_CASE("MPI_Buffer_detach waits for all that is in the buffer") {
  Calling one("MPI_Buffer_detach");
  CHECK(one.waits() == "read");  // for nothing: it returns
  Queued send = entry();
  send.is_send = true;
  one.queue(MPIDBG_QUEUE_SENDS).operations = {send, send, send};
  for (const std::size_t index : {1u, 2u}) {
    Queued &buffered = one.queue(MPIDBG_QUEUE_SENDS).operations[index];
    buffered.flags = MPIDBG_OP_COMPLETE;
    buffered.send_mode = MPIDBG_SEND_BUFFERED;
  }
  CHECK(one.waits() == "read operation1 operation2");
  one.queue(MPIDBG_QUEUE_SENDS).operations.resize(1);
  CHECK(one.waits() == "read");
  one.queue(MPIDBG_QUEUE_SENDS).problem = "cut";
  CHECK(one.waits() == "which buffered messages MPI_Buffer_detach waits for is not visible");
}

TEST_CASE("a probe that only the recorder knows may be any of them") {
  for (const char *call : {"MPI_Probe", "MPI_Mprobe", "MPI_Recv"}) {
    CAPTURE(call);
    Calling one(call);
    Queued probe = entry();
    probe.flags = MPIDBG_OP_PROBE;
    one.queue(MPIDBG_QUEUE_RECEIVES).operations = {entry(), probe};
    const bool probes = std::string(call) != "MPI_Recv";
    CHECK(one.waits() == (probes ? "read operation1" : "what MPI_Recv waits for is not visible"));
    one.queue(MPIDBG_QUEUE_RECEIVES).operations.push_back(probe);
    CHECK(one.waits() == (probes ? "inferred any operation1 operation2" : "what MPI_Recv waits for is not visible"));
  }
}

TEST_CASE("a collective whose messages are not seen needs the members of the only communicator at hand") {
  Calling one("MPI_Barrier");
  CHECK(one.waits() == "the communicator of MPI_Barrier is not visible");
  one.thread().library_words = {Address(0x10), world_handle};
  CHECK(one.waits() == "read enter");
  CommunicatorRecord other = one.report.communicators.front();
  other.handle = Address(0x5100);
  one.report.communicators.push_back(other);
  one.thread().library_words.push_back(other.handle);
  CHECK(one.waits() == "the communicator of MPI_Barrier is not visible");
}

TEST_CASE(
    "a call that connects with another job is a collective of the communicator at hand, and waits outside as well") {
  Calling accept("MPI_Comm_accept");
  accept.report.threads[0].library_words = {world_handle};
  const Evidence evidence = rank_evidence(accept.report);
  REQUIRE(evidence.threads[0].collective);
  CHECK(evidence.threads[0].collective->communicator == 0);
  REQUIRE(evidence.threads[0].conditions.size() == 2);
  CHECK(evidence.threads[0].conditions[0].kind == ConditionKind::enter);
  CHECK(evidence.threads[0].conditions[1].kind == ConditionKind::external);
  CHECK(evidence.threads[0].all);
  accept.report.threads[0].library_words.clear();
  const Evidence without = rank_evidence(accept.report);
  CHECK_FALSE(without.threads[0].collective);
  REQUIRE(without.threads[0].conditions.size() == 1);
  CHECK(without.threads[0].conditions[0].kind == ConditionKind::external);
}

TEST_CASE("a callback of a collective knows the communicator that the library has at hand") {
  const auto surrounding = [](const char *inside) {
    Calling one("");
    one.thread().call_frame.reset();
    one.thread().blocking = false;
    one.thread().inside = inside;
    one.thread().library_words = {world_handle};
    return rank_evidence(one.report).threads.at(0).collective;
  };
  const auto reduce = surrounding("MPI_Reduce");
  REQUIRE(reduce.has_value());
  CHECK(reduce->name == "MPI_Reduce");
  CHECK(reduce->communicator == 0);
  CHECK(reduce->communicator_inferred);
  CHECK_FALSE(surrounding("MPI_Recv").has_value());
  CHECK_FALSE(surrounding("MPI_Comm_create_group").has_value());
}

TEST_CASE("MPI_Init and MPI_Finalize need all ranks of a job whose size is known") {
  for (const char *call : {"MPI_Init", "MPI_Finalize"}) {
    CAPTURE(call);
    Calling one(call);
    const Evidence evidence = rank_evidence(one.report);
    REQUIRE(evidence.threads.at(0).conditions.size() == 1);
    CHECK(evidence.threads[0].conditions[0].kind == ConditionKind::members);
    CHECK(evidence.threads[0].conditions[0].processes == Members({{{0, 0}, 3, 1}}));
    one.report.world_size = 1;
    CHECK(one.waits() == "read members");
    for (const int size : {0, -1}) {
      one.report.world_size = size;
      CHECK(one.waits() == "the size of MPI_COMM_WORLD is not known");
    }
  }
}

TEST_CASE("who is blocked by the system goes on with it, unless it waits for what is outside anyway") {
  Calling one("MPI_Barrier");
  one.thread().library_words = {world_handle};
  one.thread().system_function = "pwrite";
  one.thread().state = KernelState::sleeping;
  CHECK(one.waits() == "runs in pwrite");
  CHECK(rank_evidence(one.report).threads.at(0).conditions.empty());
  one.thread().call = "MPI_File_write";
  CHECK(one.waits() == "read external");
  CHECK(rank_evidence(one.report).threads.at(0).system_call.empty());
}

TEST_CASE("a window that is not visible may be any, whose other members are those of the library's communicators") {
  Calling one("MPI_Win_lock");
  CHECK(one.waits() == "the window of MPI_Win_lock is not visible");
  CommunicatorRecord of_window;
  of_window.handle = Address(0x5100);
  of_window.flags = MPIDBG_COMM_INFO_INTERNAL;
  of_window.local_members = {{0, 0}, {0, 1}};
  one.report.communicators.push_back(of_window);
  CHECK(one.waits() == "inferred any_member");
  CHECK(rank_evidence(one.report).threads.at(0).conditions.at(0).processes == Members({{{0, 0}, 2, 1}}));
}

TEST_CASE("calls are known by their whole names, those with large counts too") {
  CHECK(kind_of_call("MPI_Send") == CallKind::point_to_point);
  CHECK(kind_of_call("MPI_Send_c") == CallKind::point_to_point);
  CHECK(kind_of_call("MPI_Allreduce_c") == CallKind::collective);
  for (const char *name : {"MPI_Init", "MPI_Init_thread", "MPI_Session_init"})
    CHECK(kind_of_call(name) == CallKind::init);
  for (const char *name : {"MPI_Finalize", "MPI_Session_finalize"}) CHECK(kind_of_call(name) == CallKind::finalize);
  for (const char *name : {"", "Send", "XMPISend", "MPI_", "MPI_Sen", "MPI_Sends", "MPI_Isend"})
    CHECK(kind_of_call(name) == CallKind::other);
  CHECK(is_poll("MPI_Iprobe"));
  CHECK_FALSE(is_poll("MPI_Probe"));
  CHECK_FALSE(is_poll("Iprobe"));
  for (const char *name : {"MPI_Waitall", "MPI_Waitany", "MPI_Waitsome"}) CHECK(takes_requests(name));
  CHECK_FALSE(takes_requests("MPI_Wait"));
  for (const char *name : {"MPI_Win_lock", "MPI_Win_lock_all"}) CHECK(is_for_a_lock(name));
  CHECK_FALSE(is_for_a_lock("MPI_Win_unlock"));
}

}  // namespace mqs_shim::why
