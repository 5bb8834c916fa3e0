#pragma once
// Performance experiment sessions and their handles, which live here and not in the process: what start, stop and reset
// do there is worked out from the values that the states of the process hold. See mpit/pvar.h of the interface for what
// a handle's value is.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "mpidbg/model/mpit/outcome.h"
#include "mpidbg/model/mpit/states.h"

namespace mpidbg::model::mpit {

class ExperimentSessions {
 public:
  using Id = std::uint64_t;
  static constexpr Id all_handles = UINT64_MAX;

  Outcome create(Id &session);
  Outcome free(Id session);

  // `object` is ignored for variables that are bound to none; nothing where the caller gave none.
  Outcome alloc(States &states, Moment moment, Id session, int index, std::optional<Address> object, Id &handle,
                std::size_t &count);
  Outcome free_handle(Id session, Id handle);

  Outcome start(States &states, Moment moment, Id session, Id handle);
  Outcome stop(States &states, Moment moment, Id session, Id handle);
  Outcome read(States &states, Moment moment, Id session, Id handle, VariableType &type,
               std::vector<VariableValue> &values);
  Outcome write(Id session, Id handle) const;
  Outcome reset(States &states, Moment moment, Id session, Id handle);
  Outcome read_reset(States &states, Moment moment, Id session, Id handle, VariableType &type,
                     std::vector<VariableValue> &values);

  // Another state was selected: started handles see what lies on the way.
  void move(States &states, Moment from, Moment to);

  // Of the process, where MPI_LONG has it.
  void set_pointer_size(unsigned bytes) { pointer_size_ = bytes; }

 private:
  struct Handle {
    Id session = 0;
    PerformanceVariable variable;
    Address object{};
    bool running = false;
    Moment furthest = 0;               // of the states that it has seen
    std::vector<VariableValue> value;  // that it has
    std::vector<VariableValue> last;   // that the variable had in the state seen last; of sums
    bool last_from_memory = false;
    std::optional<Error> problem;  // why it has no value now
  };

  Outcome find(Id session, Id handle, Handle *&found);
  Outcome find_session(Id session) const;
  Outcome begin(States &states, Moment moment, Handle &handle);
  void catch_up(States &states, Moment moment, Handle &handle);
  void observe(States &states, Moment moment, Handle &handle);
  void take(Handle &handle, std::vector<VariableValue> raw, bool from_memory);
  VariableValue grown(const Handle &handle, std::size_t element, const VariableValue &raw) const;

  Id next_ = 1;
  std::set<Id> sessions_;
  std::map<Id, Handle> handles_;
  std::size_t elements_ = 0;  // of all handles
  unsigned pointer_size_ = 8;
};

}  // namespace mpidbg::model::mpit
