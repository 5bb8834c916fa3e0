#include "mpidbg/model/mpit/merged_information.h"

namespace mpidbg::model::mpit {

namespace {

// Returns true if the error means that memory does not contain the requested fact. Returns false if the object does not
// exist or if memory is damaged.
bool does_not_tell(const Error &error) {
  return error.code == ErrorCode::not_supported || error.code == ErrorCode::layout ||
         error.code == ErrorCode::unavailable;
}

}  // namespace

Result<RecordedInformation *> MergedInformation::recorded() {
  if (recorded_ != nullptr) return recorded_.get();
  if (no_record_) return *no_record_;
  const auto look = [&]() -> Status {
    MPIDBG_ASSIGN(recording, find_());
    MPIDBG_ASSIGN(snapshot, recording->newest());
    recorded_ = std::make_unique<RecordedInformation>(*recording, snapshot);
    return {};
  };
  if (const Status found = look(); !found) {
    no_record_ = found.error();
    return *no_record_;
  }
  return recorded_.get();
}

template <class Ask>
auto MergedInformation::ask(Ask &&ask) -> decltype(ask(std::declval<ToolInformation &>())) {
  Error reason;
  if (memory_) {
    auto answer = ask(**memory_);
    if (answer || !does_not_tell(answer.error())) return answer;
    reason = answer.error();
  } else {
    reason = memory_.error();
  }
  auto snapshot = recorded();
  if (!snapshot) {
    // Without a recorder, the snapshot's error adds nothing to the reason.
    if (snapshot.error().code != ErrorCode::not_found) reason.message += "; " + snapshot.error().message;
    return reason;
  }
  auto answer = ask(**snapshot);
  if (!answer && memory_ && does_not_tell(answer.error())) {
    reason.message += "; " + answer.error().message;
    return reason;
  }
  return answer;
}

template <class Ask>
auto MergedInformation::ask_record_first(Ask &&ask_tool) -> decltype(ask_tool(std::declval<ToolInformation &>())) {
  if (const auto snapshot = recorded()) {
    if (auto answer = ask_tool(**snapshot)) return answer;
  }
  return ask(ask_tool);
}

Result<int> MergedInformation::control_variable_count() {
  return ask([](ToolInformation &tool) { return tool.control_variable_count(); });
}
Result<ControlVariable> MergedInformation::control_variable(int index) {
  return ask([&](ToolInformation &tool) { return tool.control_variable(index); });
}
Result<int> MergedInformation::control_variable_index(const std::string &name) {
  return ask([&](ToolInformation &tool) { return tool.control_variable_index(name); });
}
Result<std::vector<VariableValue>> MergedInformation::control_variable_value(int index) {
  auto value = ask([&](ToolInformation &tool) {
    answered_ = &tool;
    return tool.control_variable_value(index);
  });
  last_cvar_ = value ? index : -1;
  return value;
}
Result<ValueOrigin> MergedInformation::control_variable_origin(int index) {
  if (last_cvar_ != index) MPIDBG_TRY(control_variable_value(index));
  return answered_->control_variable_origin(index);
}
Result<int> MergedInformation::performance_variable_count() {
  return ask([](ToolInformation &tool) { return tool.performance_variable_count(); });
}
Result<PerformanceVariable> MergedInformation::performance_variable(int index) {
  return ask([&](ToolInformation &tool) { return tool.performance_variable(index); });
}
Result<int> MergedInformation::performance_variable_index(const std::string &name, PerformanceClass variable_class) {
  return ask([&](ToolInformation &tool) { return tool.performance_variable_index(name, variable_class); });
}
Result<std::vector<VariableValue>> MergedInformation::performance_variable_value(int index, Address object) {
  return ask([&](ToolInformation &tool) { return tool.performance_variable_value(index, object); });
}
Result<ValueOrigin> MergedInformation::performance_variable_origin(int index, Address object) {
  return ask([&](ToolInformation &tool) -> Result<ValueOrigin> {
    MPIDBG_TRY(tool.performance_variable_value(index, object));
    return tool.performance_variable_origin(index, object);
  });
}
Result<std::vector<Address>> MergedInformation::performance_variable_objects(int index) {
  // Memory contains values of bound variables only for communicators.
  MPIDBG_ASSIGN(variable, performance_variable(index));
  const bool is_memorys = memory_ && (*memory_)->performance_variable(index);
  if (is_memorys && variable.bind == Binding::communicator) return (*memory_)->performance_variable_objects(index);
  return ask([&](ToolInformation &tool) { return tool.performance_variable_objects(index); });
}
Result<int> MergedInformation::category_count() {
  return ask([](ToolInformation &tool) { return tool.category_count(); });
}
Result<Category> MergedInformation::category(int index) {
  return ask([&](ToolInformation &tool) { return tool.category(index); });
}
Result<int> MergedInformation::category_index(const std::string &name) {
  return ask([&](ToolInformation &tool) { return tool.category_index(name); });
}
Result<int> MergedInformation::category_update_number() {
  return ask([](ToolInformation &tool) { return tool.category_update_number(); });
}

Result<Enumerator> MergedInformation::enumerator(Address address) {
  if (!RecordedInformation::is_recorded_enumerator(address) && memory_) return (*memory_)->enumerator(address);
  MPIDBG_ASSIGN(snapshot, recorded());
  return snapshot->enumerator(address);
}

Status MergedInformation::check_object(HandleKind kind, Address object) {
  if (memory_) return (*memory_)->check_object(kind, object);
  return ToolInformation::check_object(kind, object);
}

Result<int> MergedInformation::event_count() {
  return ask_record_first([](ToolInformation &tool) { return tool.event_count(); });
}
Result<EventType> MergedInformation::event_type(int index) {
  MPIDBG_ASSIGN(number, event_count());
  if (index < 0 || index >= number) return missing("type of events", index);
  return ask_record_first([&](ToolInformation &tool) { return tool.event_type(index); });
}
Result<int> MergedInformation::event_type_index(const std::string &name) {
  MPIDBG_ASSIGN(number, event_count());
  if (number == 0) return ToolInformation::event_type_index(name);
  return ask_record_first([&](ToolInformation &tool) { return tool.event_type_index(name); });
}
Result<int> MergedInformation::source_count() {
  return ask_record_first([](ToolInformation &tool) { return tool.source_count(); });
}
Result<EventSource> MergedInformation::source(int index) {
  MPIDBG_ASSIGN(number, source_count());
  if (index < 0 || index >= number) return missing("source", index);
  return ask_record_first([&](ToolInformation &tool) { return tool.source(index); });
}
// Returns an error, because the time in a snapshot is not the present time.
Result<std::uint64_t> MergedInformation::source_timestamp(int index) {
  MPIDBG_TRY(source(index));
  return Error{ErrorCode::not_supported, "the clock of a source cannot be read from outside the process"};
}

}  // namespace mpidbg::model::mpit
