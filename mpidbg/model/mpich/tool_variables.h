#pragma once
// Implements the tool information interface (MPI_T) for MPICH by reading its tables of variables and categories.

#include <optional>

#include "mpidbg/model/mpich/event_tables.h"
#include "mpidbg/model/mpich/variable_tables.h"
#include "mpidbg/model/mpit/tool_information.h"

namespace mpidbg::model::mpich {

class ToolVariables final : public ToolInformation {
 public:
  // `process` must outlive this object.
  explicit ToolVariables(const Attachment &process) : process_(process), tables_(process), events_(process) {}

  // Discards all cached data at a new stop.
  void clear();

  Result<int> control_variable_count() override;
  Result<ControlVariable> control_variable(int index) override;
  Result<int> control_variable_index(const std::string &name) override;
  Result<std::vector<VariableValue>> control_variable_value(int index) override;

  // Returns the number of performance variables. Their properties are not read, because no known build has any.
  Result<int> performance_variable_count() override;
  Result<PerformanceVariable> performance_variable(int index) override;
  Result<int> performance_variable_index(const std::string &name, PerformanceClass variable_class) override;
  Result<std::vector<VariableValue>> performance_variable_value(int index, Address object) override;

  Result<int> category_count() override;
  Result<Category> category(int index) override;
  Result<int> category_index(const std::string &name) override;
  Result<int> category_update_number() override;

  Result<Enumerator> enumerator(Address address) override;

  // A build without events, as all packaged ones are, has 0 types and 0 sources. Errors: not_supported for a build with
  // events whose symbols are gone, so that its tables are not found; corrupt if these do not fit the categories.
  Result<int> event_count() override;
  Result<EventType> event_type(int index) override;
  Result<int> event_type_index(const std::string &name) override;
  Result<int> source_count() override;
  Result<EventSource> source(int index) override;

 private:
  using ControlView = layout::View<layout::mpich::ControlVariableLayout>;
  using CategoryView = layout::View<layout::mpich::CategoryLayout>;

  const layout::mpich::Layouts &layouts() const { return process_.layouts; }
  // Returns the string that `pointer` points to; empty for a null pointer.
  Result<std::string> text(Address pointer, const char *what) const;
  // Returns the name that `pointer` points to. Errors: corrupt if the pointer is null or the name is empty.
  Result<std::string> name(Address pointer, const char *what) const;
  // Returns a copy of a control variable's table entry. Errors: not_found if the variable is inactive; out_of_range.
  Result<ControlView> control_view(int index);
  // Returns the type of a control variable. Errors: corrupt for a datatype that variables cannot have.
  Result<VariableType> type_of(const ControlView &view) const;
  // Reads one element of a variable's value. `variable` is the variable's name, for errors.
  Result<VariableValue> element_at(Address address, VariableType type, const std::string &variable) const;
  // Returns for each category, by index, whether it contains itself, directly or through others.
  Result<const std::vector<bool> *> circles();

  const Attachment &process_;
  VariableTables tables_;
  EventTables events_;
  // The control variable that was requested last. Callers ask for several properties of a variable in succession.
  std::optional<ControlVariable> last_control_variable_;
  std::optional<std::vector<bool>> circles_;
  std::optional<int> event_count_;
};

}  // namespace mpidbg::model::mpich
