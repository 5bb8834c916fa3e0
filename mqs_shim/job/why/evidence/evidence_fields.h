#pragma once
// Enumerates the members of Evidence and of the records in it (see records/fields.h). These lists are used to compare
// two looks, to encode a summary as CBOR and to make the HTML page. A new member is therefore added here and in
// evidence.h only. `fixed`, `own`, `uncompared`, `grouped` and `where_set` are explained in records/fields.h.

#include "mqs_shim/job/why/evidence/evidence.h"
#include "mqs_shim/records/fields.h"

namespace mqs_shim {

// Each last_of() returns the highest enumerator of its enumeration. Values from a summary are checked against it.
constexpr SocketPhase last_of(SocketPhase) {
  return SocketPhase::closes;
}

template <class Visitor, Is<SocketEnd>... Records>
void describe(Visitor &visitor, Records &...end) {
  visitor("high", end.high...);
  visitor("low", end.low...);
  visitor("port", end.port...);
}

template <class Visitor, Is<SocketRecord>... Records>
void describe(Visitor &visitor, Records &...socket) {
  visitor("local", socket.local...);
  visitor("remote", socket.remote...);
  visitor("phase", socket.phase...);
  visitor("earlier", fields::where_set(socket.earlier)...);
  visitor("unacknowledged", socket.unacknowledged...);
  visitor("unread", socket.unread...);
  visitor("retransmissions", socket.retransmissions...);
}

}  // namespace mqs_shim

namespace mqs_shim::why {

template <class Visitor, Is<ProcessId>... Records>
void describe(Visitor &visitor, Records &...id) {
  visitor("job", id.job...);
  visitor("rank", id.rank...);
}

template <class Visitor, Is<MemberRun>... Records>
void describe(Visitor &visitor, Records &...run) {
  visitor("first", run.first...);
  visitor("count", run.count...);
  visitor("stride", run.stride...);
}

template <class Visitor, Is<Site>... Records>
void describe(Visitor &visitor, Records &...site) {
  visitor("function", site.function...);
  visitor("file", site.file...);
  visitor("module", site.module...);
  visitor("line", fields::fixed(site.line)...);
  visitor("offset", fields::fixed(site.offset)...);
}

template <class Visitor, Is<Neighbors>... Records>
void describe(Visitor &visitor, Records &...neighbors) {
  visitor("sources", neighbors.sources...);
  visitor("destinations", neighbors.destinations...);
}

template <class Visitor, Is<Communicator>... Records>
void describe(Visitor &visitor, Records &...communicator) {
  visitor("name", communicator.name...);
  visitor("context_id", communicator.context_id...);
  visitor("handle", communicator.handle...);
  visitor("members", communicator.members...);
  visitor("remote_members", communicator.remote_members...);
  visitor("internal", communicator.internal...);
  visitor("members_known", communicator.members_known...);
  visitor("nonblocking_collectives", communicator.nonblocking_collectives...);
  visitor("collectives", communicator.collectives...);
  visitor("neighbors", fields::where_set(communicator.neighbors)...);
}

constexpr OperationKind last_of(OperationKind) {
  return OperationKind::taken;
}

// Visits the members of an operation. The addresses of requests, here and in the functions below, are visited only if
// the visitor keeps addresses.
template <class Visitor, Is<Operation>... Records>
void describe(Visitor &visitor, Records &...operation) {
  visitor("kind", operation.kind...);
  visitor("collective", fields::fixed(operation.collective)...);
  MPIDBG_DESCRIBE_BIT(visitor, operation, any_tag);
  MPIDBG_DESCRIBE_BIT(visitor, operation, internal);
  MPIDBG_DESCRIBE_BIT(visitor, operation, persistent);
  MPIDBG_DESCRIBE_BIT(visitor, operation, synchronous);
  MPIDBG_DESCRIBE_BIT(visitor, operation, rendezvous);
  MPIDBG_DESCRIBE_BIT(visitor, operation, started);
  MPIDBG_DESCRIBE_BIT(visitor, operation, freed);
  MPIDBG_DESCRIBE_BIT(visitor, operation, buffered);
  MPIDBG_DESCRIBE_BIT(visitor, operation, idle);
  MPIDBG_DESCRIBE_BIT(visitor, operation, tag_known);
  MPIDBG_DESCRIBE_BIT(visitor, operation, perhaps_one_more);
  MPIDBG_DESCRIBE_BIT_WHERE_SET(visitor, operation, met_none);
  visitor("communicator", fields::fixed(operation.communicator)...);
  visitor("peer", operation.peer...);
  visitor("tag", operation.tag...);
  visitor("partitions", operation.partitions...);
  visitor("partitions_ready", operation.partitions_ready...);
  visitor("context_id", operation.context_id...);
  visitor("bytes", operation.bytes...);
  visitor("bytes_done", operation.bytes_done...);
  visitor("count", operation.count...);
  visitor("sequence", operation.sequence...);
  visitor("datatype", operation.datatype...);
  if (visitor.keeps_addresses) visitor("request", operation.request...);
}

template <class Visitor, Is<Channel>... Records>
void describe(Visitor &visitor, Records &...channel) {
  visitor("communicator", fields::fixed(channel.communicator)...);
  visitor("peer", channel.peer...);
  visitor("sent", channel.sent...);
  visitor("taken", channel.taken...);
  visitor("early", channel.early...);
}

constexpr WindowLock::State last_of(WindowLock::State) {
  return WindowLock::State::releasing;
}

template <class Visitor, Is<WindowLock>... Records>
void describe(Visitor &visitor, Records &...lock) {
  visitor("target", lock.target...);
  visitor("exclusive", lock.exclusive...);
  visitor("checked", lock.checked...);
  visitor("state", lock.state...);
  visitor("type_known", lock.type_known...);
  visitor("ahead", lock.ahead...);
}

template <class Visitor, Is<QueuedLock>... Records>
void describe(Visitor &visitor, Records &...lock) {
  visitor("process", lock.process...);
  visitor("exclusive", lock.exclusive...);
}

template <class Visitor, Is<Window>... Records>
void describe(Visitor &visitor, Records &...window) {
  visitor("name", window.name...);
  visitor("handle", window.handle...);
  visitor("communicator", fields::fixed(window.communicator)...);
  visitor("in_shared_memory", window.in_shared_memory...);
  visitor("grants_late", window.grants_late...);
  visitor("by_loads", window.by_loads...);
  visitor("started", window.started...);
  visitor("posts_arrived", window.posts_arrived...);
  visitor("posted", window.posted...);
  visitor("completes_arrived", window.completes_arrived...);
  visitor("posters", window.posters...);
  visitor("locks", window.locks...);
  visitor("queue", fields::uncompared(window.queue)...);
}

template <class Visitor, Is<File>... Records>
void describe(Visitor &visitor, Records &...file) {
  visitor("name", file.name...);
  visitor("communicator", fields::fixed(file.communicator)...);
  visitor("opening", file.opening...);
}

constexpr ConditionKind last_of(ConditionKind) {
  return ConditionKind::external;
}

template <class Visitor, Is<Condition>... Records>
void describe(Visitor &visitor, Records &...condition) {
  visitor("kind", condition.kind...);
  visitor("index", fields::fixed(condition.index)...);
  visitor("processes", condition.processes...);
  visitor("lock", fields::fixed(condition.lock)...);
  visitor("of_file", fields::where_set(condition.of_file)...);
}

template <class Visitor, Is<Collective>... Records>
void describe(Visitor &visitor, Records &...collective) {
  visitor("name", collective.name...);
  visitor("communicator", fields::fixed(collective.communicator)...);
  visitor("communicator_inferred", fields::uncompared(collective.communicator_inferred)...);
  visitor("root", collective.root...);
  visitor("sequence", collective.sequence...);
  visitor("op", collective.op...);
  visitor("datatype", collective.datatype...);
  visitor("count", collective.count...);
}

constexpr Activity last_of(Activity) {
  return Activity::unknown;
}

template <class Visitor, Is<LastCall>... Records>
void describe(Visitor &visitor, Records &...call) {
  visitor("name", call.name...);
  visitor("site", call.site...);
  visitor("nanoseconds_ago", call.nanoseconds_ago...);
  visitor("times", call.times...);
  visitor("failed", call.failed...);
}

template <class Visitor, Is<RecordedCalls>... Records>
void describe(Visitor &visitor, Records &...recorded) {
  visitor("call", fields::own(recorded.call)...);
  visitor("nanoseconds", recorded.nanoseconds...);
  visitor("last_calls", recorded.last_calls...);
}

template <class Visitor, Is<Thread>... Records>
void describe(Visitor &visitor, Records &...thread) {
  visitor("tid", thread.tid...);
  visitor("activity", thread.activity...);
  visitor("of_c_library", fields::uncompared(thread.of_c_library)...);
  visitor("call", thread.call...);
  visitor("inside", thread.inside...);
  visitor("system_call", thread.system_call...);
  visitor("site", thread.site...);
  visitor("path", fields::uncompared(thread.path)...);
  visitor("all", thread.all...);
  visitor("conditions", thread.conditions...);
  visitor("collective", thread.collective...);
  visitor("recorded", fields::uncompared(thread.recorded)...);
  visitor("inferred", fields::uncompared(thread.inferred)...);
  visitor("why_unknown", fields::uncompared(thread.why_unknown)...);
  if (visitor.keeps_addresses) visitor("call_frame", thread.call_frame...);
}

template <class Visitor, Is<Schedule>... Records>
void describe(Visitor &visitor, Records &...schedule) {
  visitor("collective", schedule.collective...);
  visitor("operations", schedule.operations...);
  visitor("any", fields::where_set(schedule.any)...);
  visitor("number", schedule.number...);
  visitor("visible", schedule.visible...);
  visitor("part_of_call", fields::where_set(schedule.part_of_call)...);
  visitor("round", schedule.round...);
  visitor("rounds", schedule.rounds...);
  if (visitor.keeps_addresses) visitor("request", schedule.request...);
}

template <class Visitor, Is<ProcessorTime>... Records>
void describe(Visitor &visitor, Records &...time) {
  visitor("tid", time.tid...);
  visitor("milliseconds", time.milliseconds...);
}

constexpr ProcessState last_of(ProcessState) {
  return ProcessState::missing;
}

constexpr ThreadLevel last_of(ThreadLevel) {
  return ThreadLevel::multiple;
}

template <class Visitor, Is<Evidence::RecordOfSend>... Records>
void describe(Visitor &visitor, Records &...send) {
  visitor("operation", fields::fixed(send.operation)...);
  visitor("record", send.record...);
}

template <class Visitor, Is<Evidence::RecordsOfSends>... Records>
void describe(Visitor &visitor, Records &...sends) {
  visitor("unplaced", sends.unplaced...);
  visitor("arrived", sends.arrived...);
}

template <class Visitor, Is<Evidence>... Records>
void describe(Visitor &visitor, Records &...evidence) {
  visitor("id", evidence.id...);
  visitor("pid", evidence.pid...);
  visitor("host", fields::own(evidence.host)...);
  visitor("target", fields::own(evidence.target)...);
  visitor("job_known", evidence.job_known...);
  visitor("job_name", evidence.job_name...);
  visitor("world_size", evidence.world_size...);
  visitor("program", evidence.program...);
  visitor("state", evidence.state...);
  visitor("stopped", fields::where_set(evidence.stopped)...);
  visitor("callbacks_over", evidence.callbacks_over...);
  visitor("problem", fields::own(evidence.problem)...);
  visitor("incomplete", fields::where_set(evidence.incomplete)...);
  visitor("record_problem", fields::own(evidence.record_problem)...);
  visitor("queues_complete", evidence.queues_complete...);
  visitor("counts", evidence.counts...);
  visitor("is_core", evidence.is_core...);
  visitor("transport_empty", evidence.transport_empty...);
  visitor("sockets", fields::where_set(evidence.sockets)...);
  visitor("windows_asked", evidence.windows_asked...);
  visitor("windows_known", evidence.windows_known...);
  visitor("thread_level", evidence.thread_level...);
  visitor("timer_signal", fields::where_set(evidence.timer_signal)...);
  visitor("progress_counters", evidence.progress_counters...);
  visitor("instant", evidence.instant...);
  visitor("communicators", evidence.communicators...);
  visitor("operations", fields::grouped(evidence.operations)...);
  visitor("sends", evidence.sends...);
  visitor("inactive", evidence.inactive...);
  visitor("schedules", evidence.schedules...);
  visitor("channels", fields::grouped(evidence.channels)...);
  visitor("windows", evidence.windows...);
  visitor("files", evidence.files...);
  visitor("threads", evidence.threads...);
  visitor("silent", evidence.silent...);
  visitor("computing", fields::where_set(evidence.computing)...);
}

}  // namespace mqs_shim::why
