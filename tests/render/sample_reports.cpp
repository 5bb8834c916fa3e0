#include "tests/render/sample_reports.h"

namespace sample {

using namespace mqs_shim;

namespace {

TextIndex add_text(ProcessReport &report, const std::string &text) {
  report.texts.push_back(text);
  return static_cast<TextIndex>(report.texts.size() - 1);
}

CommunicatorRecord communicator(const char *name, int context, int rank, int size) {
  CommunicatorRecord record;
  record.handle = Address(0x5602a000 + 0x100 * static_cast<unsigned>(context));
  record.name = name;
  record.context_id = context;
  record.rank = rank;
  record.size = size;
  record.has_details = true;
  record.fortran_handle = context;
  record.world_rank = 0;
  record.local_group = Address(0x5602f000 + 0x100 * static_cast<unsigned>(context));
  for (int i = 0; i < size; ++i) record.local_members.push_back({0x5ac10001, static_cast<unsigned>(i), i});
  record.errhandler = Address(0x7f001000);
  record.errhandler_name = "MPI_ERRORS_ARE_FATAL";
  record.reference_count = 1;
  return record;
}

Operation receive(int from, int tag, int bytes) {
  Operation operation;
  operation.world_rank = operation.comm_rank = from;
  operation.peer_job = 0x5ac10001;
  operation.peer_job_rank = static_cast<unsigned>(from);
  operation.tag = tag;
  operation.bytes = bytes;
  if (from < 0) operation.flags = MPIDBG_OP_ANY_SOURCE;
  return operation;
}

Operation posted(int from, int tag, int count, TextIndex type, std::uint64_t buffer, std::uint64_t request) {
  Operation operation = receive(from, tag, 4 * count);
  operation.count = count;
  operation.datatype_name = type;
  operation.datatype_named = true;
  operation.datatype = Address(0x7f002000);
  operation.buffer = Address(buffer);
  operation.request = Address(request);
  return operation;
}

ProcessReport process(int rank, int size) {
  ProcessReport report;
  report.target = "pid 4151";
  report.pid = 4151;
  report.host = "node1";
  report.plugin = "mpidbg 0.1.0";
  report.library = "Open MPI 4.1.4";
  report.point_to_point = "ob1";
  report.layout_source = "profile openmpi-4.1.4 (build-id, checked)";
  report.mpi_state = MPIDBG_MPI_INITIALIZED;
  report.world_rank = rank;
  report.world_size = size;
  report.job = 0x5ac10001;
  report.local_job = 1;
  return report;
}

}  // namespace

ThreadRecord waiting_thread(std::uint64_t tid, const std::string &call, const FrameRecord &site) {
  ThreadRecord thread;
  thread.tid = tid;
  thread.name = "solver";
  thread.state = KernelState::running;
  thread.call = call;
  thread.blocking = call != "MPI_Test";
  thread.call_frame = 1;
  thread.site = 2;
  FrameRecord poll, mpi;
  poll.function = "poll";
  poll.module = "/usr/lib/libc.so.6";
  poll.internal = true;
  mpi.function = "P" + call;
  mpi.module = "/usr/lib/libmpi.so.40";
  thread.frames = {poll, mpi, site};
  return thread;
}

ProcessReport hung_rank() {
  ProcessReport report = process(0, 2);
  const TextIndex mpi_int = add_text(report, "MPI_INT");

  CommunicatorRecord dup = communicator("my dup", 3, 0, 2);
  dup.queues[MPIDBG_QUEUE_RECEIVES].operations = {posted(-1, 6, 4, mpi_int, 0x7ffe52060140, 0x5602a3c0),
                                                  posted(1, 5, 4, mpi_int, 0x7ffe52060130, 0x5602a2c0)};
  Operation message = receive(1, 77, 4);
  message.protocol = MPIDBG_PROTOCOL_EAGER;
  dup.queues[MPIDBG_QUEUE_UNEXPECTED].operations = {message};

  CommunicatorRecord world = communicator("MPI_COMM_WORLD", 0, 0, 2);
  world.flags = MPIDBG_COMM_INFO_PREDEFINED;
  Operation blocking = posted(1, 99, 1, mpi_int, 0x7ffe5206012c, 0x5602a4c0);
  blocking.flags |= MPIDBG_OP_WAITED_ON;
  blocking.waiting_call = add_text(report, "MPI_Recv");
  world.queues[MPIDBG_QUEUE_RECEIVES].operations = {blocking};

  CommunicatorRecord self = communicator("MPI_COMM_SELF", 1, 0, 1);
  self.flags = MPIDBG_COMM_INFO_PREDEFINED;

  report.communicators = {dup, self, world};
  report.threads = {
      waiting_thread(4151, "MPI_Recv", {"exchange", "/home/user/stencil.c", 88, "/home/user/solver", 0x1136})};
  return report;
}

ProcessReport rich_rank() {
  ProcessReport report = process(2, 6);
  report.target = "core.4151";
  report.warnings = {"core.4151 is truncated: 4096 of 8192 bytes"};
  report.state = KernelState::stopped;
  ThreadRecord computes;
  computes.tid = 4151;
  computes.frames = {{"pool::Queue::pop", "pool.cpp", 40, "/home/user/a.out", 0x2000}};
  computes.site = 0;
  ThreadRecord of_library;
  of_library.tid = 4154;
  of_library.problem = "no call frame information";
  report.threads = {computes, waiting_thread(4152, "MPI_Ssend", {"worker", "", 0, "/home/user/a.out", 0x1234}),
                    waiting_thread(4153, "MPI_Test", {"", "", 0, "/home/user/plug\x1b.so", 0x77}), of_library};
  const TextIndex mpi_int = add_text(report, "MPI_INT");
  const TextIndex mpi_byte = add_text(report, "MPI_BYTE");

  CommunicatorRecord inter = communicator("bad \x1b[31m\xff\xc3\xa9\\", 7, 0, 1);
  inter.flags = MPIDBG_COMM_INFO_INTERCOMM;
  inter.local_members = {{0x5ac10001, 2, 2}};
  inter.remote_group = Address(0x56030000);
  inter.remote_members = {{0x5ac10002, 0, -1}, {0x5ac10002, 1, -1}, {0x77770001, 4, -1}};
  Operation spawned = posted(0, 1, 1, mpi_int, 0x1000, 0x2000);
  spawned.world_rank = -1;
  spawned.peer_job = 0x5ac10002;
  spawned.peer_job_rank = 0;
  inter.queues[MPIDBG_QUEUE_RECEIVES].operations = {spawned};

  CommunicatorRecord cart = communicator("", 5, 1, 4);
  cart.flags = MPIDBG_COMM_INFO_CARTESIAN | MPIDBG_COMM_INFO_FREED_HANDLE | MPIDBG_COMM_INFO_FREED_HANDLE_INFERRED;
  cart.cart_dims = {2, 2};
  cart.cart_periods = {true, false};
  cart.cart_coords = {0, 1};
  cart.local_members = {{0x5ac10001, 5, 5}, {0x5ac10001, 2, 2}, {0x5ac10001, 1, 1}, {0x5ac10001, 0, 0}};
  Operation send = posted(5, 6, 1048576, mpi_int, 0x3000, 0x4000);
  send.is_send = true;
  send.comm_rank = 0;
  send.send_mode = MPIDBG_SEND_SYNCHRONOUS;
  send.protocol = MPIDBG_PROTOCOL_RENDEZVOUS;
  send.bytes_done = 65536;
  send.flags |= MPIDBG_OP_WAITED_ON;
  send.waiting_call = add_text(report, "MPI_Waitall");
  Operation persistent = posted(1, 8, 2, mpi_byte, 0x5000, 0x6000);
  persistent.is_send = true;
  persistent.send_mode = MPIDBG_SEND_STANDARD;
  persistent.flags |= MPIDBG_OP_PERSISTENT | MPIDBG_OP_FREED;
  cart.queues[MPIDBG_QUEUE_SENDS].operations = {send, persistent};
  Operation receiving = posted(1, 9, 1048576, mpi_int, 0x7000, 0x8000);
  receiving.flags |= MPIDBG_OP_MATCHED | MPIDBG_OP_ANY_SOURCE | MPIDBG_OP_ANY_TAG | MPIDBG_OP_WAITED_ON;
  receiving.comm_rank = 2;
  receiving.bytes_done = 65536;
  Operation any_tag = posted(-1, -1, 1, mpi_int, 0x9000, 0xa000);
  any_tag.flags |= MPIDBG_OP_ANY_TAG;
  Operation collective = posted(0, -16, 1, mpi_byte, 0xb000, 0xc000);
  collective.flags |= MPIDBG_OP_INTERNAL;
  cart.queues[MPIDBG_QUEUE_RECEIVES].operations = {receiving, any_tag, collective};
  Operation early = receive(1, 3, 8);
  early.comm_rank = 2;
  early.flags |= MPIDBG_OP_OUT_OF_ORDER;
  early.sequence = 18;
  early.protocol = MPIDBG_PROTOCOL_EAGER;
  cart.queues[MPIDBG_QUEUE_UNEXPECTED].operations = {early};
  persistent.flags = MPIDBG_OP_PERSISTENT;
  cart.queues[MPIDBG_QUEUE_INACTIVE].operations = {persistent};

  CommunicatorRecord graph = communicator("graph", 6, 1, 4);
  graph.flags = MPIDBG_COMM_INFO_GRAPH;
  graph.graph_index = {2, 3, 4, 6};
  graph.graph_edges = {1, 3, 0, 3, 0, 2};
  graph.queues[MPIDBG_QUEUE_SENDS].problem = "the list of sends loops at 0x1234";

  CommunicatorRecord ring = communicator("ring", 8, 0, 4);
  ring.flags = MPIDBG_COMM_INFO_DIST_GRAPH | MPIDBG_COMM_INFO_WEIGHTED;
  ring.dist_graph_sources = {3};
  ring.dist_graph_source_weights = {7};
  ring.dist_graph_destinations = {1};
  ring.dist_graph_destination_weights = {9};

  CommunicatorRecord internal = communicator("MPI COMMUNICATOR 9 internal", 9, 0, 2);
  internal.flags = MPIDBG_COMM_INFO_INTERNAL;

  report.communicators = {inter, cart, graph, ring, internal};

  Operation stray = receive(4, 1, 4);
  stray.comm_rank = -1;
  stray.context_id = 12;
  report.unclaimed.operations = {stray};

  GroupRecord empty;
  empty.handle = Address(0x7f003000);
  empty.name = "MPI_GROUP_EMPTY";
  empty.flags = MPIDBG_GROUP_INFO_PREDEFINED;
  empty.fortran_handle = 1;
  GroupRecord group;
  group.handle = cart.local_group;
  group.rank = 1;
  group.size = 4;
  group.members = cart.local_members;
  group.storage = MPIDBG_GROUP_SPORADIC;
  group.communicators = {cart.handle, inter.handle};
  group.reference_count = 2;
  report.groups = {empty, group};
  return report;
}

ProcessReport plain_rank() {
  ProcessReport report;
  report.target = "pid 4151";
  report.pid = 4151;
  report.plugin = "Open MPI message queue support";
  report.world_rank = 0;
  report.world_size = 2;
  CommunicatorRecord world;
  world.name = "MPI_COMM_WORLD";
  world.context_id = 0;
  world.rank = 0;
  world.size = 2;
  Operation operation;
  operation.world_rank = operation.comm_rank = 1;
  operation.tag = 99;
  operation.bytes = 4;
  operation.extra_text = add_text(report, "Receive: 0x5602a4c0\nData: 1 * MPI_INT");
  world.queues[MPIDBG_QUEUE_RECEIVES].operations = {operation};
  world.queues[MPIDBG_QUEUE_UNEXPECTED].problem = "the plugin says: not supported";
  report.communicators = {world};
  return report;
}

ProcessReport unseen_rank() {
  ProcessReport report = process(1, 2);
  report.point_to_point = "cm";
  CommunicatorRecord world = communicator("MPI_COMM_WORLD", 0, 1, 2);
  const std::string reason = "pml cm: the queues live in the network provider";
  for (Queue &queue : world.queues) queue.problem = reason;
  report.communicators = {world};
  report.unclaimed.problem = reason;
  return report;
}

ProcessReport failed_rank() {
  ProcessReport report;
  report.target = "pid 77";
  report.pid = 77;
  report.error = "no permission to read the memory of pid 77";
  return report;
}

ProcessReport rank_with_variables() {
  ProcessReport report = process(0, 4);
  report.communicators = {communicator("MPI_COMM_WORLD", 0, 0, 4), communicator("my dup", 3, 0, 40)};
  VariableLists &lists = report.variables;
  const auto number = [](mpidbg_t_datatype_t datatype, std::uint64_t value) {
    mpidbg_t_value_t result{};
    result.datatype = datatype;
    result.number.as_unsigned = value;
    return result;
  };

  auto &cvars = lists.control_variables;
  cvars.asked = true;
  cvars.inactive = 3;
  cvars.objects.resize(5);
  for (std::size_t i = 0; i < cvars.objects.size(); ++i) {
    ControlVariableRecord &record = cvars.objects[i];
    record.index = static_cast<int>(2 * i);
    record.origin = mpidbg_cvar_origin_t{};
    record.origin->source_line = record.origin->synonym_of = -1;
    record.value.emplace().elements.resize(1);
  }
  ControlVariableRecord &level = cvars.objects[0], &evil = cvars.objects[1], &empty = cvars.objects[2],
                        &ratio = cvars.objects[3], &gone = cvars.objects[4];
  level.name = "level";
  level.description = "how much";
  level.verbosity = MPIDBG_T_VERBOSITY_TUNER_BASIC;
  level.scope = MPIDBG_T_SCOPE_ALL_EQ;
  level.enumerator = Address(0x5000);
  level.value->elements = {number(MPIDBG_T_INT, 2)};
  level.origin->source = MPIDBG_CVAR_ENVIRONMENT;
  lists.enumerations[Address(0x5000)] = {"levels", {{0, "none"}, {2, "debug"}}};
  evil.name = "evil\x1b[31m";
  evil.datatype = empty.datatype = MPIDBG_T_CHAR;
  evil.bind = MPIDBG_T_BIND_MPI_WIN;
  evil.value->elements = empty.value->elements = {number(MPIDBG_T_CHAR, 0)};
  evil.value->text = "a\nb";
  evil.origin = mpidbg_cvar_origin_t{sizeof(mpidbg_cvar_origin_t), MPIDBG_CVAR_FILE, 63, 0, 1, 1, 1};
  evil.source_file = "/etc/x.conf";
  empty.name = "empty";
  empty.value->elements[0].is_null = 1;
  ratio.name = "ratio";
  ratio.datatype = ratio.value->elements[0].datatype = MPIDBG_T_DOUBLE;
  ratio.value->elements[0].number.as_double = 0.1;
  gone.name = "gone";
  gone.value.reset();
  gone.value_problem = "it is unreadable";

  auto &pvars = lists.performance_variables;
  pvars.asked = true;
  pvars.objects.resize(3);
  PerformanceVariableRecord &bytes = pvars.objects[0], &lengths = pvars.objects[1], &computed = pvars.objects[2];
  bytes.index = 0;
  bytes.name = "bytes";
  bytes.variable_class = MPIDBG_PVAR_CLASS_COUNTER;
  bytes.datatype = MPIDBG_T_UNSIGNED_LONG;
  bytes.readonly = bytes.continuous = true;
  bytes.values.resize(1);
  bytes.values[0].elements = {number(MPIDBG_T_UNSIGNED_LONG, 7)};
  lengths.index = 1;
  lengths.name = "lengths";
  lengths.variable_class = MPIDBG_PVAR_CLASS_SIZE;
  lengths.datatype = MPIDBG_T_UNSIGNED;
  lengths.bind = MPIDBG_T_BIND_MPI_COMM;
  lengths.atomic = true;
  for (const auto &[at, size] : {std::pair{2u, 4u}, std::pair{17u, 40u}}) {
    std::vector<mpidbg_t_value_t> elements(size, number(MPIDBG_T_UNSIGNED, 0));
    elements[at].number.as_unsigned = at == 2 ? 5 : 3;
    auto &values = lengths.values.emplace_back();
    values.object = report.communicators[lengths.values.size() - 1].handle;
    values.elements = elements;
  }
  computed.index = 2;
  computed.name = "computed";
  computed.variable_class = MPIDBG_PVAR_CLASS_TIMER;
  computed.datatype = MPIDBG_T_DOUBLE;
  computed.value_problem = "a function works it out";

  lists.categories.asked = true;
  lists.categories.objects = {{0, "outer", "everything", {0}, {}, {}, {1, 2}},
                              {1, "inner", "", {}, {0, 9}, {}, {2}},
                              {2, "leaf", "", {}, {}, {}, {}}};
  lists.update_number = 12;
  return report;
}

ProcessReport rank_with_history() {
  ProcessReport report = rank_with_variables();
  report.world_rank = 3;
  const auto number = [](mpidbg_t_datatype_t datatype, std::uint64_t value) {
    mpidbg_t_value_t result{};
    result.datatype = datatype;
    result.number.as_unsigned = value;
    return result;
  };
  VariableLists &lists = report.variables;
  lists.history = true;
  lists.latest = 5'000'000'000;
  lists.snapshot_problem = "snapshot 9 is not complete";
  for (const int which : {7, 8}) {
    mpidbg_snapshot_info_t info{};
    info.number = static_cast<std::uint64_t>(which);
    info.reason = which == 7 ? MPIDBG_SNAPSHOT_AT_INIT : MPIDBG_SNAPSHOT_AT_SIGNAL;
    info.detail = which == 7 ? 0 : 11;
    info.time = which == 7 ? 1'000'000'000 : 2'500'000'000;
    info.realtime = 1'700'000'000'000'000'000 + info.time;
    lists.snapshots.push_back(info);
  }
  const auto past = [](std::size_t snapshot, mpidbg_t_value_t value) {
    PastValueRecord record;
    record.snapshot = snapshot;
    record.elements = {value};
    return record;
  };
  ControlVariableRecord &level = lists.control_variables.objects[0];
  level.history = {past(0, number(MPIDBG_T_INT, 2)), past(1, number(MPIDBG_T_INT, 2))};
  level.description = "how little";
  PerformanceVariableRecord &bytes = lists.performance_variables.objects[0];
  bytes.readonly = false;
  auto &values = bytes.values[0];
  values.origin = mpidbg_t_origin_t{sizeof(mpidbg_t_origin_t), 0, 8, 2'500'000'000, 1'700'000'002'500'000'000, 0};
  values.history = {past(0, number(MPIDBG_T_UNSIGNED_LONG, 9)), past(1, number(MPIDBG_T_UNSIGNED_LONG, 7))};
  values.history[1].wrapped = true;
  lists.categories.objects[1].description = "of rank 3";

  lists.events.asked = lists.sources.asked = true;
  EventTypeRecord &arrived = lists.events.objects.emplace_back();
  arrived.index = 0;
  arrived.name = "arrived";
  arrived.description = "a message came";
  arrived.elements = {{MPIDBG_T_UINT64_T, 0}, {MPIDBG_T_INT, 8}};
  arrived.dropped = 2;
  auto &instance = arrived.instances.emplace_back();
  instance.timestamp = 12;
  instance.source = 0;
  instance.elements = {number(MPIDBG_T_UINT64_T, 5), std::nullopt};
  EventSourceRecord &network = lists.sources.objects.emplace_back();
  network.index = 0;
  network.name = "network";
  network.ordered = true;
  network.ticks_per_second = 1000;
  network.max_ticks = 4095;
  return report;
}

}  // namespace sample
