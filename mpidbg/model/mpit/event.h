#pragma once
// Events and their sources, of the MPI tool information interface. Plain data.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "mpidbg/base/address.h"
#include "mpidbg/model/mpit/variable_value.h"

namespace mpidbg::model {

struct EventType {
  struct Element {
    VariableType type = VariableType::int_type;
    std::int64_t displacement = 0;  // bytes
  };
  int index = -1;
  std::string name;
  std::string description;  // empty if it has none
  int verbosity = 0;        // as of ControlVariable
  Binding bind = Binding::none;
  Address enumerator{};  // null if it has none
  std::vector<Element> elements;
};

struct EventSource {
  int index = -1;
  std::string name;
  std::string description;  // empty if it has none
  bool ordered = false;     // the timestamps of its events never go down
  std::int64_t ticks_per_second = 0;
  std::int64_t max_ticks = 0;
};

// An event that was raised in the process.
struct EventInstance {
  std::uint64_t number = 0;  // as the recorder counts
  int type = -1, source = -1;
  Address object{};             // that its type is bound to, or null
  std::uint64_t timestamp = 0;  // in ticks of its source
  std::int64_t time = 0;        // when the recorder's callback ran, as all its times
  std::uint64_t dropped = 0;    // of its type, object and source, before it, by the library
  bool is_loss = false;         // no event: `dropped` is all about it
  int safety = 0;               // of the callback in the process
  std::size_t data_size = 0;    // of which `data` has the first bytes
  std::vector<std::byte> data;  // as in the process
};

}  // namespace mpidbg::model
