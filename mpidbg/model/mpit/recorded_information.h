#pragma once
// Answers questions about the MPI tool information interface from a snapshot of the recorder. The addresses of
// enumerators are invented and do not exist in the process.

#include <optional>

#include "mpidbg/model/mpit/recording.h"
#include "mpidbg/model/mpit/tool_information.h"

namespace mpidbg::model::mpit {

class RecordedInformation final : public ToolInformation {
 public:
  // `recording` must outlive this object.
  RecordedInformation(Recording &recording, const mpidbg_record_snapshot &snapshot)
      : recording_(recording), snapshot_(snapshot) {}

  const mpidbg_record_snapshot &snapshot() const { return snapshot_; }

  Result<int> control_variable_count() override { return count("control variables", snapshot_.cvar_count); }
  Result<ControlVariable> control_variable(int index) override;
  Result<int> control_variable_index(const std::string &name) override;
  Result<std::vector<VariableValue>> control_variable_value(int index) override;
  Result<ValueOrigin> control_variable_origin(int index) override;

  Result<int> performance_variable_count() override { return count("performance variables", snapshot_.pvar_count); }
  Result<PerformanceVariable> performance_variable(int index) override;
  Result<int> performance_variable_index(const std::string &name, PerformanceClass variable_class) override;
  Result<std::vector<VariableValue>> performance_variable_value(int index, Address object) override;
  Result<ValueOrigin> performance_variable_origin(int index, Address object) override;
  Result<std::vector<Address>> performance_variable_objects(int index) override;

  Result<int> category_count() override { return count("categories", snapshot_.category_count); }
  Result<Category> category(int index) override;
  Result<int> category_index(const std::string &name) override;
  Result<int> category_update_number() override;

  Result<Enumerator> enumerator(Address address) override;

  Result<int> event_count() override { return count("events", snapshot_.event_count); }
  Result<EventType> event_type(int index) override;
  Result<int> event_type_index(const std::string &name) override;
  Result<int> source_count() override { return count("sources", snapshot_.source_count); }
  Result<EventSource> source(int index) override;
  Result<std::uint64_t> source_timestamp(int index) override;

  // Returns true if the address stands for an enumerator that enumerator() accepts for any snapshot.
  static bool is_recorded_enumerator(Address address);

 private:
  using Item = Catalogue::Item;
  // Checks and returns the number of items of a kind in the snapshot. The number is 0 if the library lacked the
  // function that returns it. `what` names the kind for errors. Errors: corrupt if the number is implausible.
  Result<int> count(const char *what, std::int32_t number) const;
  // Returns an item of the catalogue. Errors: out_of_range; not_found if the item was inactive; corrupt if the item may
  // be in a part of the catalogue that cannot be read.
  Result<const Item *> item(mpidbg_record_item_kind kind, int index, int number, const char *what);
  // Finds an item by its name. Errors: not_found.
  Result<int> index_of(mpidbg_record_item_kind kind, const std::string &name, const char *what,
                       int variable_class = -1);
  // Converts a datatype of the catalogue. Errors: not_supported for an unknown one.
  Result<VariableType> type_of(std::int64_t datatype, const Item &item) const;
  // Returns the address that stands for an item's enumeration, or null if it has none.
  Address enumerator_of(const Item &item) const;
  // Returns a value of the snapshot. The value itself may be stored in an earlier snapshot. The result is valid until
  // the next call. `name` is the variable's name, for errors. Errors: unavailable if the snapshot lacks the value or
  // the library failed to return it.
  Result<const Sample *> sample(mpidbg_record_sample_kind kind, int index, Address object, const std::string &name);
  // Checks that a category does not contain itself. Errors: corrupt if it does, directly or through other categories.
  Status check_circles(int index);

  Recording &recording_;
  const mpidbg_record_snapshot snapshot_;
  std::optional<std::vector<bool>> circular_;
  // The samples to which the last result of sample() points.
  std::shared_ptr<const Samples> kept_;
};

}  // namespace mpidbg::model::mpit
