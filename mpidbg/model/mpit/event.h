#pragma once
// Describes events and their sources in the MPI tool information interface. Plain data.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "mpidbg/base/address.h"
#include "mpidbg/model/mpit/variable_value.h"

namespace mpidbg::model {

// Describes a type of events.
struct EventType {
  struct Element {
    VariableType type = VariableType::int_type;
    // The offset in the data of an event, in bytes.
    std::int64_t displacement = 0;
  };
  int index = -1;
  std::string name;
  // The text that describes the event type; empty if there is none.
  std::string description;
  // The intended audience; see ControlVariable::verbosity.
  int verbosity = 0;
  Binding bind = Binding::none;
  // The address of the enumeration that names values in the event's data; null if there is none.
  Address enumerator{};
  std::vector<Element> elements;
};

// Describes a source of events.
struct EventSource {
  int index = -1;
  std::string name;
  // The text that describes the source; empty if there is none.
  std::string description;
  // True if the timestamps of its events never decrease.
  bool ordered = false;
  std::int64_t ticks_per_second = 0;
  std::int64_t max_ticks = 0;
};

// Describes an event that was raised in the process.
struct EventInstance {
  // The recorder's number for the event.
  std::uint64_t number = 0;
  int type = -1, source = -1;
  // The object to which the event type is bound; null if it is not bound to one.
  Address object{};
  // The time of the event in ticks of its source.
  std::uint64_t timestamp = 0;
  // The time at which the recorder's callback ran, by the clock of the record.
  std::int64_t time = 0;
  // The number of events of the same type, object and source that the library dropped before this one.
  std::uint64_t dropped = 0;
  // True if the entry does not stand for an event and only reports the number `dropped`.
  bool is_loss = false;
  // The safety level at which the library called the recorder's callback.
  int safety = 0;
  // The size of the complete data in bytes; `data` may contain only the first ones.
  std::size_t data_size = 0;
  // The data of the event, in the byte order of the process.
  std::vector<std::byte> data;
};

}  // namespace mpidbg::model
