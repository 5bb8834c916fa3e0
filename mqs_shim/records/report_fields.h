#pragma once
// Enumerates the members of a report that `ranks`, `stacks`, `queues` and `comms` show (see fields.h).

#include "mqs_shim/records/fields.h"
#include "mqs_shim/records/name_runs.h"
#include "mqs_shim/records/records.h"

namespace mqs_shim {

namespace fields {

// Visits the members of an MPI group as runs of processes.
template <class Visitor>
void members(Visitor &visitor, std::string_view name, std::vector<ProcessName> &names) {
  std::vector<NameRun> runs = runs_of(names);
  visitor(name, runs);
  if constexpr (Visitor::reads) {
    if (visitor.reads_group_members && !expand(runs, names)) visitor.fail();
  }
}

template <class Visitor>
void bits(Visitor &visitor, std::string_view name, std::vector<bool> &values) {
  std::vector<std::uint8_t> numbers(values.begin(), values.end());
  visitor(name, numbers);
  if constexpr (Visitor::reads) values.assign(numbers.begin(), numbers.end());
}

// Visits an optional index as a number; -1 stands for an index that is not set.
template <class Visitor>
void index(Visitor &visitor, std::string_view name, std::optional<std::size_t> &value) {
  std::int64_t number = value ? static_cast<std::int64_t>(*value) : -1;
  visitor(name, fixed(number));
  if constexpr (Visitor::reads) value = number < 0 ? std::optional<std::size_t>() : static_cast<std::size_t>(number);
}

}  // namespace fields

template <class Visitor, Is<ProcessName>... Records>
void describe(Visitor &visitor, Records &...name) {
  visitor("job", name.job...);
  visitor("rank", name.rank...);
  visitor("world_rank", name.world_rank...);
}

template <class Visitor, Is<NameRun>... Records>
void describe(Visitor &visitor, Records &...run) {
  visitor("first", run.first...);
  visitor("count", run.count...);
  visitor("rank_step", run.rank_step...);
  visitor("world_rank_step", run.world_rank_step...);
}

// Visits all members of an operation that are not addresses.
template <class Visitor, Is<Operation>... Records>
void describe(Visitor &visitor, Records &...operation) {
  visitor("flags", fields::fixed(operation.flags)...);
  visitor("protocol", fields::fixed(operation.protocol)...);
  visitor("send_mode", fields::fixed(operation.send_mode)...);
  MPIDBG_DESCRIBE_BIT(visitor, operation, is_send);
  MPIDBG_DESCRIBE_BIT(visitor, operation, datatype_named);
  MPIDBG_DESCRIBE_BIT(visitor, operation, system_buffer);
  MPIDBG_DESCRIBE_BIT(visitor, operation, waiting_inferred);
  visitor("collective", fields::fixed(operation.collective)...);
  visitor("comm_rank", operation.comm_rank...);
  visitor("world_rank", operation.world_rank...);
  visitor("peer_job", operation.peer_job...);
  visitor("peer_job_rank", operation.peer_job_rank...);
  visitor("tag", operation.tag...);
  visitor("partitions", operation.partitions...);
  visitor("partitions_ready", operation.partitions_ready...);
  visitor("context_id", operation.context_id...);
  visitor("bytes", operation.bytes...);
  visitor("bytes_done", operation.bytes_done...);
  visitor("count", operation.count...);
  visitor("sequence", operation.sequence...);
  visitor("datatype_name", fields::fixed(operation.datatype_name)...);
  visitor("waiting_call", fields::fixed(operation.waiting_call)...);
  visitor("extra_text", fields::fixed(operation.extra_text)...);
}

template <class Visitor, Is<Queue>... Records>
void describe(Visitor &visitor, Records &...queue) {
  visitor("operations", fields::grouped(queue.operations)...);
  visitor("problem", queue.problem...);
}

template <class Visitor, Is<AttributeRecord>... Records>
void describe(Visitor &visitor, Records &...attribute) {
  visitor("keyval", attribute.keyval...);
  visitor("name", attribute.name...);
  visitor("value", fields::own(attribute.value)...);
  visitor("setter", fields::fixed(attribute.setter)...);
  visitor("number", attribute.number...);
}

template <class Visitor, Is<InfoPairRecord>... Records>
void describe(Visitor &visitor, Records &...pair) {
  visitor("key", pair.key...);
  visitor("value", pair.value...);
}

// Visits the members of a communicator that `ranks`, `stacks`, `queues` and `comms` show, without the addresses of its
// groups.
template <class Visitor, Is<CommunicatorRecord>... Records>
void describe(Visitor &visitor, Records &...communicator) {
  visitor("handle", communicator.handle...);
  visitor("name", communicator.name...);
  visitor("context_id", communicator.context_id...);
  visitor("rank", communicator.rank...);
  visitor("size", communicator.size...);
  fields::members(visitor, "local_members", communicator.local_members...);
  fields::members(visitor, "remote_members", communicator.remote_members...);
  visitor("has_outline", communicator.has_outline...);
  visitor("flags", fields::fixed(communicator.flags)...);
  visitor("remote_size", communicator.remote_size...);
  visitor("nonblocking_collectives", communicator.nonblocking_collectives...);
  visitor("has_details", communicator.has_details...);
  visitor("fortran_handle", communicator.fortran_handle...);
  visitor("world_rank", communicator.world_rank...);
  visitor("errhandler", communicator.errhandler...);
  visitor("errhandler_name", communicator.errhandler_name...);
  visitor("reference_count", communicator.reference_count...);
  visitor("attributes", communicator.attributes...);
  visitor("windows", communicator.windows...);
  visitor("files", communicator.files...);
  visitor("capabilities", fields::fixed(communicator.capabilities)...);
  visitor("cart_dims", communicator.cart_dims...);
  fields::bits(visitor, "cart_periods", communicator.cart_periods...);
  visitor("cart_coords", communicator.cart_coords...);
  visitor("graph_index", communicator.graph_index...);
  visitor("graph_edges", communicator.graph_edges...);
  visitor("dist_graph_sources", communicator.dist_graph_sources...);
  visitor("dist_graph_source_weights", communicator.dist_graph_source_weights...);
  visitor("dist_graph_destinations", communicator.dist_graph_destinations...);
  visitor("dist_graph_destination_weights", communicator.dist_graph_destination_weights...);
  visitor("hints", communicator.hints...);
  visitor("ignored_hints", communicator.ignored_hints...);
  visitor("sends", communicator.queues[MPIDBG_QUEUE_SENDS]...);
  visitor("receives", communicator.queues[MPIDBG_QUEUE_RECEIVES]...);
  visitor("unexpected", communicator.queues[MPIDBG_QUEUE_UNEXPECTED]...);
  visitor("inactive", communicator.queues[MPIDBG_QUEUE_INACTIVE]...);
}

// Visits all members of a frame except the stack pointer.
template <class Visitor, Is<FrameRecord>... Records>
void describe(Visitor &visitor, Records &...frame) {
  visitor("function", frame.function...);
  visitor("file", frame.file...);
  visitor("line", fields::fixed(frame.line)...);
  visitor("module", frame.module...);
  visitor("offset", fields::fixed(frame.offset)...);
  visitor("inlined", frame.inlined...);
  visitor("internal", frame.internal...);
}

constexpr KernelState last_of(KernelState) {
  return KernelState::crashed;
}

// Visits the members of a thread. From `library_words`, visits only handles of communicators.
template <class Visitor, Is<ThreadRecord>... Records>
void describe(Visitor &visitor, Records &...thread) {
  visitor("tid", thread.tid...);
  visitor("name", thread.name...);
  visitor("state", thread.state...);
  visitor("call", thread.call...);
  visitor("blocking", thread.blocking...);
  fields::index(visitor, "call_frame", thread.call_frame...);
  visitor("inside", thread.inside...);
  fields::index(visitor, "inside_frame", thread.inside_frame...);
  visitor("library_function", thread.library_function...);
  visitor("system_function", thread.system_function...);
  visitor("sleeps_for_own_process", thread.sleeps_for_own_process...);
  visitor("frames", thread.frames...);
  fields::index(visitor, "site", thread.site...);
  visitor("problem", fields::own(thread.problem)...);
  visitor("lost", thread.lost...);
  visitor("communicators_at_hand", thread.library_words...);
}

template <class Visitor, Is<RecordedThreadRecord>... Records>
void describe(Visitor &visitor, Records &...thread) {
  visitor("tid", thread.tid...);
  visitor("alive", thread.alive...);
  visitor("in_call", thread.in_call...);
  visitor("name", thread.name...);
  visitor("call", fields::own(thread.call)...);
  visitor("since", thread.since...);
  visitor("calls", thread.calls...);
}

// Visits what the recorder knows about threads and their calls, but not what it knows about objects.
template <class Visitor, Is<RecorderRecord>... Records>
void describe(Visitor &visitor, Records &...recorder) {
  visitor("pid", recorder.pid...);
  visitor("forked_from", recorder.forked_from...);
  visitor("pcontrol_level", recorder.pcontrol_level...);
  visitor("realtime_offset", recorder.realtime_offset...);
  visitor("latest", recorder.latest...);
  visitor("now", recorder.now...);
  visitor("library", recorder.library...);
  visitor("problem", fields::own(recorder.problem)...);
  visitor("threads", recorder.threads...);
}

template <class Visitor, Is<ProcessReport>... Records>
void describe(Visitor &visitor, Records &...report) {
  visitor("world_rank", report.world_rank...);
  visitor("pid", report.pid...);
  visitor("host", fields::own(report.host)...);
  visitor("target", fields::own(report.target)...);
  visitor("program", report.program...);
  visitor("plugin", report.plugin...);
  visitor("library", report.library...);
  visitor("point_to_point", report.point_to_point...);
  visitor("layout_source", report.layout_source...);
  visitor("mpi_state", fields::fixed(report.mpi_state)...);
  visitor("thread_level", fields::fixed(report.thread_level)...);
  visitor("callbacks_over", report.callbacks_over...);
  visitor("world_size", report.world_size...);
  visitor("job", report.job...);
  visitor("local_job", report.local_job...);
  visitor("environment_job", report.environment_job...);
  visitor("communicators", report.communicators...);
  visitor("recorder", report.recorder...);
  visitor("is_core", report.is_core...);
  visitor("sees_memory", report.sees_memory...);
  visitor("unclaimed", report.unclaimed...);
  visitor("threads", report.threads...);
  visitor("state", report.state...);
  visitor("warnings", report.warnings...);
  visitor("incomplete", report.incomplete...);
  visitor("error", fields::own(report.error)...);
  visitor("texts", report.texts...);
}

}  // namespace mqs_shim
