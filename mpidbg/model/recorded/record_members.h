#pragma once
// visit() passes the members of a struct of the record to a visitor: it calls `number(member)` for every integer and
// `bytes(member)` for every array of bytes, in any order. Record uses it to convert byte orders, as do tests that build
// artificial records. A test adds up the sizes to prove that no member is missing.

#include "mpidbg/recorder/record_format.h"
#include "mpidbg/recorder/record_mpit_format.h"

namespace mpidbg::model::recorded {

template <class Visitor, class... Member>
void numbers(Visitor &visitor, Member &...member) {
  (visitor.number(member), ...);
}

template <class Visitor, class Member, std::size_t count>
void number_array(Visitor &visitor, Member (&members)[count]) {
  for (Member &member : members) visitor.number(member);
}

template <class Visitor>
void visit(mpidbg_record_table &table, Visitor &&visitor) {
  numbers(visitor, table.offset, table.entry_size, table.count);
}

// Visits the header without its list of tables, because a record may have more or fewer tables than this code knows.
template <class Visitor>
void visit(mpidbg_record_header &header, Visitor &&visitor) {
  visitor.bytes(header.magic);
  numbers(visitor, header.byte_order, header.version, header.header_size, header.self, header.size, header.word_size,
          header.handle_size, header.table_count, header.pid, header.state, header.thread_level, header.pcontrol_level,
          header.forked_from, header.flushes, header.realtime_base, header.monotonic_base, header.clock_resolution,
          header.world_rank, header.world_size);
  numbers(visitor, header.requests_not_recorded, header.handles_not_recorded, header.threads_not_recorded,
          header.locks_not_recorded, header.kept, header.kept_most, header.calls_paused, header.history_lost,
          header.next_event, header.next_name);
  numbers(visitor, header.catalogue_used, header.next_snapshot, header.next_mpit_event, header.mpit_events_dropped,
          header.samples_lost, header.mpit_error, header.mpit_interval);
  visitor.bytes(header.library);
}

template <class Visitor>
void visit(mpidbg_record_call &call, Visitor &&visitor) {
  visitor.bytes(call.name);
  visitor.bytes(call.parameters);
}

template <class Visitor>
void visit(mpidbg_record_thread &thread, Visitor &&visitor) {
  numbers(visitor, thread.tid, thread.state, thread.call, thread.last_call, thread.calls, thread.site, thread.since);
  number_array(visitor, thread.arguments);
  number_array(visitor, thread.unused);
}

template <class Visitor>
void visit(mpidbg_record_request &request, Visitor &&visitor) {
  numbers(visitor, request.request, request.site, request.time, request.owner, request.datatype, request.buffer_or_op,
          request.count, request.peer, request.tag, request.created_by, request.flags);
}

template <class Visitor>
void visit(mpidbg_record_handle &handle, Visitor &&visitor) {
  numbers(visitor, handle.handle, handle.created_at, handle.created, handle.freed_at, handle.freed, handle.parent,
          handle.last_used);
  number_array(visitor, handle.arguments);
  numbers(visitor, handle.name, handle.given, handle.last_use_argument, handle.created_by, handle.freed_by,
          handle.last_use, handle.kind, handle.flags, handle.released);
  number_array(visitor, handle.callers);
  numbers(visitor, handle.size, handle.rank);
}

template <class Visitor>
void visit(mpidbg_record_lock &lock, Visitor &&visitor) {
  numbers(visitor, lock.window, lock.site, lock.time, lock.rank, lock.type, lock.flags);
}

template <class Visitor>
void visit(mpidbg_record_collectives &collectives, Visitor &&visitor) {
  numbers(visitor, collectives.communicator, collectives.begun, collectives.flags);
  number_array(visitor, collectives.operations);
}

template <class Visitor>
void visit(mpidbg_record_constant &constant, Visitor &&visitor) {
  visitor.number(constant.value);
  visitor.bytes(constant.name);
}

template <class Visitor>
void visit(mpidbg_record_predefined &predefined, Visitor &&visitor) {
  numbers(visitor, predefined.handle, predefined.kind);
  visitor.bytes(predefined.unused);
  visitor.bytes(predefined.name);
}

template <class Visitor>
void visit(mpidbg_record_event &event, Visitor &&visitor) {
  numbers(visitor, event.site, event.time, event.subject, event.call, event.thread, event.result);
}

template <class Visitor>
void visit(mpidbg_record_name &name, Visitor &&visitor) {
  numbers(visitor, name.subject, name.number, name.length, name.kind);
  visitor.bytes(name.unused);
  visitor.bytes(name.text);
}

template <class Visitor>
void visit(mpidbg_record_item &item, Visitor &&visitor) {
  numbers(visitor, item.size, item.kind, item.flags, item.index, item.datatype, item.bind, item.verbosity,
          item.class_scope, item.enumeration, item.number_count, item.text_size, item.since);
}

template <class Visitor>
void visit(mpidbg_record_snapshot &snapshot, Visitor &&visitor) {
  numbers(visitor, snapshot.number, snapshot.time, snapshot.offset, snapshot.size, snapshot.checksum,
          snapshot.next_mpit_event, snapshot.category_update_number, snapshot.cvar_count, snapshot.pvar_count,
          snapshot.category_count, snapshot.event_count, snapshot.source_count, snapshot.reason, snapshot.unused,
          snapshot.detail);
}

template <class Visitor>
void visit(mpidbg_record_sample &sample, Visitor &&visitor) {
  numbers(visitor, sample.kind, sample.flags, sample.unused, sample.index, sample.object, sample.error, sample.count);
}

template <class Visitor>
void visit(mpidbg_record_mpit_event &event, Visitor &&visitor) {
  numbers(visitor, event.number, event.timestamp, event.time, event.object, event.dropped, event.type, event.source,
          event.safety, event.data_size, event.is_loss);
  visitor.bytes(event.data);
}

// Reverse is a visitor that reverses the bytes of every integer in place.
struct Reverse {
  template <class Integer>
  void number(Integer &value) {
    if constexpr (sizeof(Integer) == 2) value = static_cast<Integer>(__builtin_bswap16(static_cast<uint16_t>(value)));
    if constexpr (sizeof(Integer) == 4) value = static_cast<Integer>(__builtin_bswap32(static_cast<uint32_t>(value)));
    if constexpr (sizeof(Integer) == 8) value = static_cast<Integer>(__builtin_bswap64(static_cast<uint64_t>(value)));
  }
  template <class Bytes>
  void bytes(Bytes &) {}
};

}  // namespace mpidbg::model::recorded
