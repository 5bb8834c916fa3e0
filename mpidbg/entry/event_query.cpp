// These are the entry points mpidbg_event_get_* and mpidbg_source_*, and the functions that a callback calls to query
// an event instance.

#include <algorithm>
#include <bit>
#include <cstring>

#include "mpidbg/entry/tool_query.h"

using namespace mpidbg;
using namespace mpidbg::entry;

namespace {

model::VariableValue decode(model::VariableType type, std::span<const std::byte> bytes, ByteOrder order) {
  if (model::is_signed(type)) return decode_signed(bytes, order);
  const std::uint64_t number = decode_unsigned(bytes, order);
  if (type == model::VariableType::double_type) return std::bit_cast<double>(number);
  if (type == model::VariableType::c_bool) return std::uint64_t{number != 0};
  return number;
}

using Raised = model::mpit::Playback::Raised;

template <class Query>
int run_instance_query(mqs_process *process, mpidbg_event_instance_t instance, Query &&query) noexcept {
  return run_tool(process, [&](ToolState &state) -> Outcome {
    const Raised *raised = nullptr;
    if (Outcome found = state.playback.instance(instance, raised); !found) return found;
    return query(state, *raised);
  });
}

}  // namespace

extern "C" {

int mpidbg_event_get_num(mqs_process *process, int *num_events) {
  return run_tool_query(process, Refusal::invalid_index, [&](model::ToolInformation &tool) -> Status {
    MPIDBG_ASSIGN(count, tool.event_count());
    return_value(num_events, count);
    return {};
  });
}

int mpidbg_event_get_info(mqs_process *process, int event_index, char *name, int *name_len, int *verbosity,
                          enum mpidbg_t_datatype_t datatypes[], int64_t displacements[], int *num_elements,
                          mpidbg_enum_t *enumtype, struct mpidbg_t_hints_t *info, char *desc, int *desc_len,
                          int *bind) {
  return run_tool_query(process, Refusal::invalid_index, [&](model::ToolInformation &tool) -> Status {
    MPIDBG_ASSIGN(type, tool.event_type(event_index));
    Allocations memory;
    return_hints(memory, model::mpit::EventHints().pairs(false), info);
    return_text(type.name, name, name_len);
    return_text(type.description, desc, desc_len);
    return_value(verbosity, type.verbosity);
    if (num_elements != nullptr) {
      const std::size_t room = std::min(type.elements.size(), static_cast<std::size_t>(std::max(*num_elements, 0)));
      for (std::size_t i = 0; i < room; ++i) {
        if (datatypes != nullptr) datatypes[i] = static_cast<mpidbg_t_datatype_t>(type.elements[i].type);
        if (displacements != nullptr) displacements[i] = type.elements[i].displacement;
      }
      *num_elements = static_cast<int>(type.elements.size());
    }
    return_value(enumtype, type.enumerator.value());
    return_value(bind, type.bind);
    memory.hand_over();
    return {};
  });
}

int mpidbg_event_get_index(mqs_process *process, const char *name, int *event_index) {
  if (name == nullptr) return invalid_argument(process, "a name is missing");
  return run_tool_query(process, Refusal::invalid_name, [&](model::ToolInformation &tool) -> Status {
    MPIDBG_ASSIGN(index, tool.event_type_index(name));
    return_value(event_index, index);
    return {};
  });
}

int mpidbg_source_get_num(mqs_process *process, int *num_sources) {
  return run_tool_query(process, Refusal::invalid_index, [&](model::ToolInformation &tool) -> Status {
    MPIDBG_ASSIGN(count, tool.source_count());
    return_value(num_sources, count);
    return {};
  });
}

int mpidbg_source_get_info(mqs_process *process, int source_index, char *name, int *name_len, char *desc, int *desc_len,
                           enum mpidbg_t_ordering_t *ordering, int64_t *ticks_per_second, int64_t *max_ticks,
                           struct mpidbg_t_hints_t *info) {
  return run_tool_query(process, Refusal::invalid_index, [&](model::ToolInformation &tool) -> Status {
    MPIDBG_ASSIGN(source, tool.source(source_index));
    return_text(source.name, name, name_len);
    return_text(source.description, desc, desc_len);
    return_value(ordering, source.ordered ? MPIDBG_T_SOURCE_ORDERED : MPIDBG_T_SOURCE_UNORDERED);
    return_value(ticks_per_second, source.ticks_per_second);
    return_value(max_ticks, source.max_ticks);
    Allocations memory;
    return_hints(memory, {}, info);
    memory.hand_over();
    return {};
  });
}

int mpidbg_source_get_timestamp(mqs_process *process, int source_index, int64_t *timestamp) {
  return run_tool_query(process, Refusal::invalid_index, [&](model::ToolInformation &tool) -> Status {
    MPIDBG_ASSIGN(time, tool.source_timestamp(source_index));
    return_value(timestamp, time);
    return {};
  });
}

int mpidbg_event_read(mqs_process *process, mpidbg_event_instance_t instance, int element_index,
                      struct mpidbg_t_value_t *value) {
  return run_instance_query(process, instance, [&](ToolState &state, const Raised &raised) -> Outcome {
    const auto &elements = raised.type.elements;
    if (element_index < 0 || static_cast<std::size_t>(element_index) >= elements.size()) {
      return {Refusal::invalid_index, raised.type.name + " has no element " + std::to_string(element_index)};
    }
    const auto recording = state.recording();
    if (!recording) return recording.error();
    const model::EventType::Element &element = elements[static_cast<std::size_t>(element_index)];
    const auto &record = (*recording)->record();
    const std::size_t width = model::width_of(element.type, record.header().word_size);
    const auto begin = static_cast<std::size_t>(element.displacement);
    const auto &data = raised.event.data;
    if (begin > data.size() || width > data.size() - begin) {
      return {Refusal::invalid, "the recorder kept " + std::to_string(data.size()) +
                                    " bytes of the event, and element " + std::to_string(element_index) +
                                    " is after them"};
    }
    const auto bytes = std::span(data).subspan(begin, width);
    return_value(value, pack_value(element.type, decode(element.type, bytes, record.byte_order())));
    return {};
  });
}

int mpidbg_event_copy(mqs_process *process, mpidbg_event_instance_t instance, void *buffer) {
  if (buffer == nullptr) return invalid_argument(process, "there is no buffer");
  return run_instance_query(process, instance, [&](ToolState &, const Raised &raised) -> Outcome {
    const model::EventInstance &event = raised.event;
    if (event.data_size > event.data.size()) {
      return {Refusal::invalid, "the recorder kept " + std::to_string(event.data.size()) + " of the event's " +
                                    std::to_string(event.data_size) + " bytes"};
    }
    std::memcpy(buffer, event.data.data(), event.data.size());
    return {};
  });
}

int mpidbg_event_get_timestamp(mqs_process *process, mpidbg_event_instance_t instance, int64_t *event_timestamp) {
  return run_instance_query(process, instance, [&](ToolState &, const Raised &raised) -> Outcome {
    return_value(event_timestamp, raised.event.timestamp);
    return {};
  });
}

int mpidbg_event_get_object(mqs_process *process, mpidbg_event_instance_t instance, mqs_taddr_t *object) {
  return run_instance_query(process, instance, [&](ToolState &, const Raised &raised) -> Outcome {
    return_value(object, raised.event.object.value());
    return {};
  });
}

int mpidbg_event_get_source(mqs_process *process, mpidbg_event_instance_t instance, int *source_index) {
  return run_instance_query(process, instance, [&](ToolState &, const Raised &raised) -> Outcome {
    return_value(source_index, raised.event.source);
    return {};
  });
}

}  // extern "C"
