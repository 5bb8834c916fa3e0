#pragma once
// Control variables, performance variables and categories (MPI_T) as a plugin described them, owned by us. Meanings as
// in mpit_interface.h.

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

struct VariableValueRecord {
  std::vector<mpidbg_t_value_t> elements;  // at least one; of MPIDBG_T_CHAR exactly one
  std::string text;                        // of MPIDBG_T_CHAR
};

// What a variable held when a snapshot was taken.
struct PastValueRecord {
  std::size_t snapshot = 0;  // index in VariableLists::snapshots
  std::vector<mpidbg_t_value_t> elements;
  std::string text;      // of MPIDBG_T_CHAR
  std::string problem;   // why there is no value
  bool wrapped = false;  // a counter that is lower than in the snapshot before: it ran over, or was reset
};

struct ControlVariableRecord {
  int index = -1;
  std::string name, description;
  int verbosity = 0, datatype = MPIDBG_T_INT, bind = MPIDBG_T_BIND_NO_OBJECT, scope = MPIDBG_T_SCOPE_CONSTANT;
  Address enumerator{};

  // Only if values were asked for.
  std::optional<VariableValueRecord> value;
  std::string value_problem;  // why there is none
  std::optional<mpidbg_t_origin_t> value_origin;
  std::optional<mpidbg_cvar_origin_t> origin;
  std::string original_name;  // of the variable that it is a synonym of, also of an inactive one
  std::string source_file;
  std::vector<PastValueRecord> history;  // if it was asked for
};

struct PerformanceVariableRecord {
  int index = -1;
  std::string name, description;
  int verbosity = 0, variable_class = 0, datatype = MPIDBG_T_INT, bind = MPIDBG_T_BIND_NO_OBJECT;
  Address enumerator{};
  bool readonly = false, continuous = false, atomic = false;

  struct Values {
    Address object{};  // a communicator; null if the variable is bound to no object
    std::vector<mpidbg_t_value_t> elements;
    std::string problem;  // why they cannot be seen
    std::optional<mpidbg_t_origin_t> origin;
    std::vector<PastValueRecord> history;  // if it was asked for
  };
  std::vector<Values> values;  // one for each object, if values were asked for
  std::string value_problem;   // why none can be seen
};

struct CategoryRecord {
  int index = -1;
  std::string name, description;
  std::vector<int> control_variables, performance_variables, events, categories;  // indices
};

struct EventTypeRecord {
  int index = -1;
  std::string name, description;
  int verbosity = 0, bind = MPIDBG_T_BIND_NO_OBJECT;
  Address enumerator{};
  struct Element {
    int datatype = MPIDBG_T_INT;
    std::int64_t displacement = 0;
  };
  std::vector<Element> elements;

  struct Instance {
    std::int64_t timestamp = 0;
    int source = -1;
    Address object{};
    std::vector<std::optional<mpidbg_t_value_t>> elements;  // nothing: the recorder has not kept it
  };
  std::vector<Instance> instances;  // in the order in which they were raised
  std::int64_t dropped = 0;         // that the library, or the recorder, lost
};

struct EventSourceRecord {
  int index = -1;
  std::string name, description;
  bool ordered = false;
  std::int64_t ticks_per_second = 0, max_ticks = 0;
  std::optional<std::int64_t> timestamp;  // when the newest snapshot was taken
};

template <class Record>
struct VariableList {
  bool asked = false;
  std::vector<Record> objects;  // by index, inactive ones left out
  int inactive = 0;
  std::string problem;  // why they cannot be seen, or not all of them; empty if they can
};

struct EnumerationRecord {
  std::string name;
  std::map<std::int64_t, std::string> items;
};

struct VariableLists {
  VariableList<ControlVariableRecord> control_variables;
  VariableList<PerformanceVariableRecord> performance_variables;
  VariableList<CategoryRecord> categories;
  VariableList<EventTypeRecord> events;
  VariableList<EventSourceRecord> sources;
  std::vector<mpidbg_snapshot_info_t> snapshots;  // complete ones, if a history was asked for
  std::string snapshot_problem;                   // what is wrong or missing with them; likewise
  bool history = false;                           // it was asked for
  std::optional<std::int64_t> latest;             // time, as of snapshots: now, of a process that lives on this machine
  // Nanoseconds between snapshots, and the time of the newest one: of a process that lives and in which the recorder
  // takes them, if histories were asked for or a value is of one; else 0.
  std::int64_t snapshot_interval = 0, newest_snapshot = 0;
  std::optional<int> update_number;                   // of the categories
  std::map<Address, EnumerationRecord> enumerations;  // those that control variables name

  // Calls visit(list) for each.
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
