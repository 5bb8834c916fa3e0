#include "mpidbg/model/mpich/event_tables.h"

#include <utility>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/debugger/list_walk.h"
#include "mpidbg/model/mpich/tool_numbers.h"

namespace mpidbg::model::mpich {

namespace {

// Limit the elements of one type of events, and their offsets.
constexpr std::uint64_t most_event_elements = 1 << 10;
constexpr std::uint64_t most_event_bytes = 1 << 20;

Error strange_entry(Address entry, const std::string &field, std::int64_t value) {
  return {ErrorCode::corrupt, field + " at " + hex(entry) + " is " + std::to_string(value), entry};
}

}  // namespace

Result<std::string> EventTables::text(Address pointer, const char *what) const {
  if (pointer.is_null()) return std::string();
  return process_.memory.read_text(pointer, limits::variable_text_length, what);
}

Result<std::string> EventTables::name(Address pointer, const char *what) const {
  MPIDBG_ASSIGN(found, text(pointer, what));
  if (found.empty()) return Error{ErrorCode::corrupt, std::string(what) + " is empty", pointer};
  return std::move(found);
}

// Reads the elements of the hash table to which a variable points. Indices are unique and count from 0, so those of n
// elements are the numbers below n.
template <class Layout, class Record, class Read>
Result<std::vector<Record>> EventTables::read(const char *variable, const Layout &layout, Read &&read_one) const {
  const auto place = process_.variable(variable);
  if (!place)
    return Error{ErrorCode::not_supported,
                 "this build of MPICH has events, and where its memory contains their types is not known"};
  if (!layout.resolved()) return Error{ErrorCode::layout, layout.problem};
  MPIDBG_ASSIGN(first, process_.memory.read_pointer(*place, variable));
  std::vector<Record> records;
  debugger::ListWalk walk(layout.type_name, limits::tool_variables);
  for (Address at = first; !at.is_null();) {
    MPIDBG_TRY(walk.step(at));
    MPIDBG_ASSIGN(view, layout::View<Layout>::read(process_.memory, layout, at));
    MPIDBG_ASSIGN(link, view.part(&Layout::hash_link, process_.layouts.hash_link));
    MPIDBG_ASSIGN(record, read_one(view));
    records.push_back(std::move(record));
    at = link.get(&HashLinkLayout::next);
  }
  std::vector<Record> in_order(records.size());
  for (Record &record : records) {
    const auto index = static_cast<std::size_t>(record.index);
    if (record.index < 0 || index >= records.size() || in_order[index].index >= 0)
      return strange_entry(first,
                           "an index among the " + std::to_string(records.size()) + " elements of " + layout.type_name,
                           record.index);
    in_order[index] = std::move(record);
  }
  return in_order;
}

Result<EventType> EventTables::read_type(const layout::View<EventTypeLayout> &view) const {
  EventType type;
  type.index = view.get(&EventTypeLayout::index);
  MPIDBG_ASSIGN(own_name, name(view.get(&EventTypeLayout::name), "MPIR_T_event_t.name"));
  type.name = std::move(own_name);
  MPIDBG_ASSIGN(description, text(view.get(&EventTypeLayout::desc), "MPIR_T_event_t.desc"));
  type.description = std::move(description);
  const auto verbosity = verbosity_level(*process_.header, view.get(&EventTypeLayout::verbosity));
  if (!verbosity)
    return strange_entry(view.address(), "MPIR_T_event_t.verbosity", view.get(&EventTypeLayout::verbosity));
  type.verbosity = *verbosity;
  const auto bind = binding(*process_.header, view.get(&EventTypeLayout::bind));
  if (!bind) return strange_entry(view.address(), "MPIR_T_event_t.bind", view.get(&EventTypeLayout::bind));
  type.bind = *bind;
  const std::int32_t count = view.get(&EventTypeLayout::num_elements);
  if (count < 0 || static_cast<std::uint64_t>(count) > most_event_elements)
    return strange_entry(view.address(), "MPIR_T_event_t.num_elements", count);
  if (count == 0) return type;
  const auto elements = static_cast<std::uint64_t>(count);
  MPIDBG_ASSIGN(datatypes, process_.memory.read_int32s(view.get(&EventTypeLayout::array_of_datatypes), elements,
                                                       "MPIR_T_event_t.array_of_datatypes"));
  MPIDBG_ASSIGN(displacements, process_.memory.read_pointers(view.get(&EventTypeLayout::array_of_displacements),
                                                             elements, "MPIR_T_event_t.array_of_displacements"));
  for (std::size_t i = 0; i < datatypes.size(); ++i) {
    const auto datatype = static_cast<std::uint32_t>(datatypes[i]);
    const auto element = variable_type(datatype, process_.memory.pointer_size());
    if (!element) return strange_entry(view.address(), "a datatype of MPIR_T_event_t", datatypes[i]);
    if (displacements[i].value() > most_event_bytes)
      return strange_entry(view.address(), "a displacement of MPIR_T_event_t",
                           static_cast<std::int64_t>(displacements[i].value()));
    type.elements.push_back({*element, static_cast<std::int64_t>(displacements[i].value())});
  }
  return type;
}

Result<EventSource> EventTables::read_source(const layout::View<EventSourceLayout> &view) const {
  EventSource source;
  source.index = view.get(&EventSourceLayout::index);
  MPIDBG_ASSIGN(own_name, name(view.get(&EventSourceLayout::name), "MPIR_T_source_t.name"));
  source.name = std::move(own_name);
  MPIDBG_ASSIGN(description, text(view.get(&EventSourceLayout::desc), "MPIR_T_source_t.desc"));
  source.description = std::move(description);
  const std::uint32_t ordering = view.get(&EventSourceLayout::ordering) - process_.header->source_ordered;
  if (ordering > 1)
    return strange_entry(view.address(), "MPIR_T_source_t.ordering", view.get(&EventSourceLayout::ordering));
  source.ordered = ordering == 0;
  source.ticks_per_second = view.get(&EventSourceLayout::ticks_per_second);
  source.max_ticks = view.get(&EventSourceLayout::max_ticks);
  return source;
}

Result<const std::vector<EventType> *> EventTables::types() {
  if (!types_) {
    MPIDBG_ASSIGN(found, (read<EventTypeLayout, EventType>("events", process_.layouts.event_type,
                                                           [this](const auto &view) { return read_type(view); })));
    types_ = std::move(found);
  }
  return &*types_;
}

Result<const std::vector<EventSource> *> EventTables::sources() {
  if (!sources_) {
    MPIDBG_ASSIGN(found,
                  (read<EventSourceLayout, EventSource>("sources", process_.layouts.event_source,
                                                        [this](const auto &view) { return read_source(view); })));
    sources_ = std::move(found);
  }
  return &*sources_;
}

}  // namespace mpidbg::model::mpich
