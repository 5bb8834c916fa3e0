#pragma once
// Answers questions about the MPI tool information interface (MPI_T) of a process in one of its states: the present
// one, or that of a snapshot.
//
// Indices are those of the library and never change. Functions that take an index return out_of_range for an index
// beyond the last item, and not_found for an item that is inactive because its component was unloaded. They use these
// errors for nothing else.

#include <string>
#include <vector>

#include "mpidbg/base/result.h"
#include "mpidbg/model/mpit/category.h"
#include "mpidbg/model/mpit/control_variable.h"
#include "mpidbg/model/mpit/enumerator.h"
#include "mpidbg/model/mpit/event.h"
#include "mpidbg/model/mpit/performance_variable.h"
#include "mpidbg/model/objects/handle.h"
#include "mpidbg/model/objects/part.h"

namespace mpidbg::model {

class ToolInformation {
 public:
  static constexpr Part part = Part::tool_information;

  virtual ~ToolInformation() = default;

  // Returns the number of control variables, including inactive ones.
  virtual Result<int> control_variable_count() = 0;
  virtual Result<ControlVariable> control_variable(int index) = 0;
  // Returns the index of the variable with this name. Errors: not_found if no active variable has the name.
  virtual Result<int> control_variable_index(const std::string &name) = 0;
  // Returns the elements of a variable's value. A string is a single element.
  virtual Result<std::vector<VariableValue>> control_variable_value(int index) = 0;

  virtual Result<int> performance_variable_count() = 0;
  virtual Result<PerformanceVariable> performance_variable(int index) = 0;
  virtual Result<int> performance_variable_index(const std::string &name, PerformanceClass variable_class) = 0;
  // Returns the elements of a variable's value for the object to which the variable is bound (null if it is not bound).
  // Errors: unavailable if the value is not in memory, because a function of the library computes it or because it
  // exists only within a session.
  virtual Result<std::vector<VariableValue>> performance_variable_value(int index, Address object) = 0;

  virtual Result<int> category_count() = 0;
  // Returns a category. Errors: corrupt if the category contains itself, or contains a category that does.
  virtual Result<Category> category(int index) = 0;
  virtual Result<int> category_index(const std::string &name) = 0;
  // Returns a number that increases with each change of the categories.
  virtual Result<int> category_update_number() = 0;

  // Returns the enumerator at an address. Errors: not_found if there is none.
  virtual Result<Enumerator> enumerator(Address address) = 0;

  // These two functions return the places from which control_variable_value() and performance_variable_value() take a
  // value.
  virtual Result<ValueOrigin> control_variable_origin(int) { return ValueOrigin{}; }
  virtual Result<ValueOrigin> performance_variable_origin(int, Address) { return ValueOrigin{}; }

  // Returns the objects for which a bound variable has values. Errors: not_supported if any live object may have a
  // value.
  virtual Result<std::vector<Address>> performance_variable_objects(int) {
    return Error{ErrorCode::not_supported, "there are values of every live object of the kind"};
  }
  // Succeeds for the address of a live object of the kind. Errors: not_found for other addresses.
  virtual Status check_object(HandleKind, Address) {
    return Error{ErrorCode::not_supported, "the live objects are not known"};
  }

  // The functions about events return errors unless a derived class that knows events overrides them.
  virtual Result<int> event_count() { return no_events(); }
  virtual Result<EventType> event_type(int index) { return missing("event type", index); }
  virtual Result<int> event_type_index(const std::string &name) {
    return Error{ErrorCode::not_found, "no event type has the name '" + name + "'"};
  }
  virtual Result<int> source_count() { return no_events(); }
  virtual Result<EventSource> source(int index) { return missing("source", index); }
  // Returns the current time of an event source in this state, in ticks of the source.
  virtual Result<std::uint64_t> source_timestamp(int index) { return missing("source", index); }

 protected:
  static Error no_events() { return Error{ErrorCode::not_supported, "events are known only from the recorder"}; }
  static Error missing(const std::string &what, int index) {
    return Error{ErrorCode::out_of_range, "there is no " + what + " " + std::to_string(index)};
  }
};

}  // namespace mpidbg::model
