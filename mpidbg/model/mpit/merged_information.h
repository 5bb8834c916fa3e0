#pragma once
// Answers questions about the MPI tool information interface of a process in its present state. Answers come from the
// library's memory or, if memory does not contain them, from the newest complete snapshot of the recorder. If the
// library's memory cannot be read at all, only the snapshot is used.

#include <functional>
#include <memory>
#include <optional>

#include "mpidbg/model/mpit/recorded_information.h"

namespace mpidbg::model::mpit {

class MergedInformation final : public ToolInformation {
 public:
  // A function that finds the recorder's data about MPI_T. It is called only if the library's memory does not contain
  // an answer, since it may have to search the process.
  using FindRecording = std::function<Result<Recording *>()>;
  // `memory` is the interface that reads the library's memory, or the reason why that is impossible.
  MergedInformation(Result<ToolInformation *> memory, FindRecording find)
      : memory_(std::move(memory)), find_(std::move(find)) {}

  Result<int> control_variable_count() override;
  Result<ControlVariable> control_variable(int index) override;
  Result<int> control_variable_index(const std::string &name) override;
  Result<std::vector<VariableValue>> control_variable_value(int index) override;
  Result<ValueOrigin> control_variable_origin(int index) override;

  Result<int> performance_variable_count() override;
  Result<PerformanceVariable> performance_variable(int index) override;
  Result<int> performance_variable_index(const std::string &name, PerformanceClass variable_class) override;
  Result<std::vector<VariableValue>> performance_variable_value(int index, Address object) override;
  Result<ValueOrigin> performance_variable_origin(int index, Address object) override;
  Result<std::vector<Address>> performance_variable_objects(int index) override;

  Result<int> category_count() override;
  Result<Category> category(int index) override;
  Result<int> category_index(const std::string &name) override;
  Result<int> category_update_number() override;
  Result<Enumerator> enumerator(Address address) override;
  Status check_object(HandleKind kind, Address object) override;

  Result<int> event_count() override;
  Result<EventType> event_type(int index) override;
  Result<int> event_type_index(const std::string &name) override;
  Result<int> source_count() override;
  Result<EventSource> source(int index) override;
  Result<std::uint64_t> source_timestamp(int index) override;

 private:
  // Returns the answer from memory or, if memory does not contain it, from the newest snapshot. If both fail, the error
  // contains both reasons.
  template <class Ask>
  auto ask(Ask &&ask) -> decltype(ask(std::declval<ToolInformation &>()));
  // Asks in the other order, for facts that the recorder has from the library's own functions while memory only lacks
  // signs of them.
  template <class Ask>
  auto ask_record_first(Ask &&ask_tool) -> decltype(ask_tool(std::declval<ToolInformation &>()));
  Result<RecordedInformation *> recorded();

  const Result<ToolInformation *> memory_;
  const FindRecording find_;
  std::unique_ptr<RecordedInformation> recorded_;
  std::optional<Error> no_record_;
  // The control variable whose value was read last, and the interface that returned the value. They are kept because
  // the next question is usually where the value came from.
  int last_cvar_ = -1;
  ToolInformation *answered_ = nullptr;
};

}  // namespace mpidbg::model::mpit
