#pragma once
// The MPI tool information interface (MPI_T) of a process: what its functions would answer there, in one state of the
// process: as its memory is now, or when a snapshot was taken.
//
// Indices are the library's own and stay. Of a function that takes an index: out_of_range beyond the last one,
// not_found for one that is inactive now, since the component that it belonged to was unloaded. Both errors mean
// nothing else.

#include <string>
#include <vector>

#include "mpidbg/base/result.h"
#include "mpidbg/model/library/part.h"
#include "mpidbg/model/mpit/category.h"
#include "mpidbg/model/mpit/control_variable.h"
#include "mpidbg/model/mpit/enumerator.h"
#include "mpidbg/model/mpit/event.h"
#include "mpidbg/model/mpit/performance_variable.h"
#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model {

class ToolInformation {
 public:
  static constexpr Part part = Part::tool_information;

  virtual ~ToolInformation() = default;

  virtual Result<int> control_variable_count() = 0;  // inactive ones included
  virtual Result<ControlVariable> control_variable(int index) = 0;
  virtual Result<int> control_variable_index(const std::string &name) = 0;  // not_found: no active one has the name
  virtual Result<std::vector<VariableValue>> control_variable_value(int index) = 0;  // its elements; a text is one

  virtual Result<int> performance_variable_count() = 0;
  virtual Result<PerformanceVariable> performance_variable(int index) = 0;
  virtual Result<int> performance_variable_index(const std::string &name, PerformanceClass variable_class) = 0;
  // Its elements now, for the object that it is bound to (null if it is bound to none). Errors: unavailable where the
  // value is not in memory but computed by a function of the library, or begins with a session.
  virtual Result<std::vector<VariableValue>> performance_variable_value(int index, Address object) = 0;

  virtual Result<int> category_count() = 0;
  // Errors: corrupt if the category contains itself, or one that does.
  virtual Result<Category> category(int index) = 0;
  virtual Result<int> category_index(const std::string &name) = 0;
  // Grows with each change of the categories.
  virtual Result<int> category_update_number() = 0;

  // Errors: not_found if there is no enumerator at the address.
  virtual Result<Enumerator> enumerator(Address address) = 0;

  // Where control_variable_value and performance_variable_value take a value from.
  virtual Result<ValueOrigin> control_variable_origin(int) { return ValueOrigin{}; }
  virtual Result<ValueOrigin> performance_variable_origin(int, Address) { return ValueOrigin{}; }

  // The objects of a bound variable that have values. Errors: not_supported where any live object may have one.
  virtual Result<std::vector<Address>> performance_variable_objects(int) {
    return Error{ErrorCode::not_supported, "there are values of every live object of the kind"};
  }
  // Errors: not_found if there is no live object of the kind at the address.
  virtual Status check_object(HandleKind, Address) {
    return Error{ErrorCode::not_supported, "the live objects are not known"};
  }

  // Events. Errors of all: not_supported if there is no source for them.
  virtual Result<int> event_count() { return no_events(); }
  virtual Result<EventType> event_type(int index) { return missing("event type", index); }
  virtual Result<int> event_type_index(const std::string &name) {
    return Error{ErrorCode::not_found, "there is no type of events '" + name + "'"};
  }
  virtual Result<int> source_count() { return no_events(); }
  virtual Result<EventSource> source(int index) { return missing("source", index); }
  // The source's time in this state, in its ticks.
  virtual Result<std::uint64_t> source_timestamp(int index) { return missing("source", index); }

 protected:
  static Error no_events() { return Error{ErrorCode::not_supported, "events are known only from the recorder"}; }
  static Error missing(const std::string &what, int index) {
    return Error{ErrorCode::out_of_range, "there is no " + what + " " + std::to_string(index)};
  }
};

}  // namespace mpidbg::model
