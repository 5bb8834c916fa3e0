#pragma once
// Holds control variables, performance variables, categories and events (MPI_T) as a plugin described them.
// mpit_interface.h documents the members.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mpidbg/abi/mpit_interface.h"
#include "mpidbg/base/address.h"

namespace mqs_shim {

using mpidbg::Address;

// Holds the value of a variable.
struct VariableValueRecord {
  std::vector<mpidbg_t_value_t> elements;  // at least one element; exactly one for MPIDBG_T_CHAR
  std::string text;                        // value of MPIDBG_T_CHAR
};

// Holds the value of a variable in a snapshot. The recorder takes a snapshot of all variables at one time.
struct PastValueRecord {
  std::size_t snapshot = 0;  // index in VariableLists::snapshots
  std::vector<mpidbg_t_value_t> elements;
  std::string text;      // value of MPIDBG_T_CHAR
  std::string problem;   // reason why the value is missing
  bool wrapped = false;  // a counter is lower than in the snapshot before, because it overflowed or was reset
};

// Describes a control variable and its value.
struct ControlVariableRecord {
  int index = -1;
  std::string name, description;
  int verbosity = 0, datatype = MPIDBG_T_INT, bind = MPIDBG_T_BIND_NO_OBJECT, scope = MPIDBG_T_SCOPE_CONSTANT;
  Address enumerator{};

  // The value of the variable; set only if values were requested.
  std::optional<VariableValueRecord> value;
  std::string value_problem;  // reason why `value` is missing
  std::optional<mpidbg_t_origin_t> value_origin;
  std::optional<mpidbg_cvar_origin_t> origin;
  std::string original_name;  // for a synonym: the name of the original variable, which may be inactive
  std::string source_file;
  std::vector<PastValueRecord> history;  // if it was requested
};

// Describes a performance variable and its values.
struct PerformanceVariableRecord {
  int index = -1;
  std::string name, description;
  int verbosity = 0, variable_class = 0, datatype = MPIDBG_T_INT, bind = MPIDBG_T_BIND_NO_OBJECT;
  Address enumerator{};
  bool readonly = false, continuous = false, atomic = false;

  // Holds the values that the variable has for one object, such as a communicator.
  struct Values {
    Address object{};  // a communicator; null if the variable is not bound to an object
    std::vector<mpidbg_t_value_t> elements;
    std::string problem;  // reason why the values cannot be seen
    std::optional<mpidbg_t_origin_t> origin;
    std::vector<PastValueRecord> history;  // if it was requested
  };
  std::vector<Values> values;  // one entry for each object, if values were requested
  std::string value_problem;   // reason why no value can be seen
};

// Describes a category with the indices of its members.
struct CategoryRecord {
  int index = -1;
  std::string name, description;
  std::vector<int> control_variables, performance_variables, events, categories;  // indices
};

// Describes a type of events, and holds the events of this type that the recorder has stored.
struct EventTypeRecord {
  int index = -1;
  std::string name, description;
  int verbosity = 0, bind = MPIDBG_T_BIND_NO_OBJECT;
  Address enumerator{};
  // Describes one element of an event's data: its position in bytes and its type (MPIDBG_T_*).
  struct Element {
    int datatype = MPIDBG_T_INT;
    std::int64_t displacement = 0;
  };
  std::vector<Element> elements;

  // Describes one event. `timestamp` is in ticks of the event's source.
  struct Instance {
    std::int64_t timestamp = 0;
    int source = -1;
    Address object{};
    std::vector<std::optional<mpidbg_t_value_t>> elements;  // an element is not set if the recorder has not stored it
  };
  std::vector<Instance> instances;  // in the order in which the events were raised
  std::int64_t dropped = 0;         // number of events that the library or the recorder has lost
};

// Describes a source of events and its clock.
struct EventSourceRecord {
  int index = -1;
  std::string name, description;
  bool ordered = false;
  std::int64_t ticks_per_second = 0, max_ticks = 0;
  std::optional<std::int64_t> timestamp;  // time of the newest snapshot
};

// Holds the variables, categories or events of one kind.
template <class Record>
struct VariableList {
  bool asked = false;
  std::vector<Record> objects;  // sorted by index; inactive ones are left out
  int inactive = 0;
  std::string problem;  // reason why the list is incomplete; empty if it is complete
};

// Describes an enumeration, which names the values of variables.
struct EnumerationRecord {
  std::string name;
  std::map<std::int64_t, std::string> items;
};

// Holds the part of a report that is about MPI_T: variables, categories and events.
struct VariableLists {
  VariableList<ControlVariableRecord> control_variables;
  VariableList<PerformanceVariableRecord> performance_variables;
  VariableList<CategoryRecord> categories;
  VariableList<EventTypeRecord> events;
  VariableList<EventSourceRecord> sources;
  std::vector<mpidbg_snapshot_info_t> snapshots;  // complete snapshots, if a history was requested
  std::string snapshot_problem;                   // reason why snapshots are wrong or missing
  bool history = false;                           // a history was requested
  // Current time in the clock of the snapshots, for a process that lives on this machine.
  std::optional<std::int64_t> latest;
  // Time between snapshots, and time of the newest one, in nanoseconds. Set if the recorder of a live process takes
  // snapshots, and histories were requested or a value comes from a snapshot. Otherwise 0.
  std::int64_t snapshot_interval = 0, newest_snapshot = 0;
  std::optional<int> update_number;                   // MPI_T's update number of the categories
  std::map<Address, EnumerationRecord> enumerations;  // enumerations to which control variables refer

  // Calls visit() with each of the five lists of variables, categories, events and sources.
  template <class Visitor>
  void for_each(Visitor &&visit) const {
    visit(control_variables), visit(performance_variables), visit(categories), visit(events), visit(sources);
  }
  bool asked() const {
    bool any = false;
    for_each([&](const auto &list) { any |= list.asked; });
    return any;
  }
};

}  // namespace mqs_shim
