#pragma once
// Implements the MPI tool information interface for Open MPI. The data comes from the tables of Open MPI's parameter
// system.

#include <optional>

#include "mpidbg/model/mpit/tool_information.h"
#include "mpidbg/model/openmpi/mpit/variable_tables.h"

namespace mpidbg::model::openmpi {

struct Handles;

class ToolVariables final : public ToolInformation {
 public:
  // `handles` must outlive this object.
  explicit ToolVariables(Handles &handles);

  // Discards all cached data. Must be called at a new stop.
  void clear();

  Result<int> control_variable_count() override;
  Result<ControlVariable> control_variable(int index) override;
  Result<int> control_variable_index(const std::string &name) override;
  Result<std::vector<VariableValue>> control_variable_value(int index) override;

  Result<int> performance_variable_count() override;
  Result<PerformanceVariable> performance_variable(int index) override;
  Result<int> performance_variable_index(const std::string &name, PerformanceClass variable_class) override;
  Result<std::vector<VariableValue>> performance_variable_value(int index, Address object) override;

  Result<int> category_count() override;
  Result<Category> category(int index) override;
  Result<int> category_index(const std::string &name) override;
  Result<int> category_update_number() override;

  Result<Enumerator> enumerator(Address address) override;

  Status check_object(HandleKind kind, Address object) override;
  Result<int> event_count() override;
  Result<int> source_count() override;

 private:
  const Layouts &layouts() const { return process_.layouts(); }
  const debugger::Memory &memory() const { return process_.memory; }
  Objects &objects() const { return process_.objects; }

  // Follows a pointer to a string and returns the string; empty for a null pointer.
  Result<std::string> text(Address pointer, const char *what) const;
  // Follows a pointer to a string and returns the string. Errors: corrupt if the pointer is null or the string is
  // empty.
  Result<std::string> name(Address pointer, const char *what) const;
  // Converts the library's number for a type. Errors: corrupt for an unknown number, naming the address `variable`.
  Result<VariableType> type_of(std::uint32_t number, Address variable) const;
  // Reads one value of this type at `storage`. For a text, `storage` contains a pointer to the characters.
  Result<VariableValue> value_at(Address storage, VariableType type, const char *what) const;

  // Fills in where the value came from. `original` is the variable itself or, for a synonym, the variable that it
  // stands for. Errors: corrupt for an unknown source.
  Status read_source(const View<ControlVariableLayout> &original, ControlVariable &variable);
  // Returns a performance variable. Errors: not_found if its component was unloaded; out_of_range.
  Result<View<PerformanceVariableLayout>> active_performance_variable(int index);
  bool reads_memory(Address get_value) const;

  using MemberArray = layout::Slot<layout::Part<ValueArrayLayout>> VariableGroupLayout::*;
  Result<std::vector<int>> members(const View<VariableGroupLayout> &group, MemberArray array) const;
  // Returns one bool per category, by index: true if the subcategories of the category contain a cycle.
  Result<const std::vector<bool> *> circles();

  template <class Item>
  Status read_items(Address array, std::int32_t count, const Item &item, layout::Slot<std::int32_t> Item::*value,
                    Enumerator &result) const;

  const Attachment &process_;
  Handles &handles_;
  VariableTables tables_;
  // The control variable that was read last. It is cached because callers ask for its properties one after the other.
  std::optional<ControlVariable> last_control_variable_;
  std::optional<std::vector<bool>> circles_;
};

}  // namespace mpidbg::model::openmpi
