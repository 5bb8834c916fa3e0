#pragma once
// Implements performance experiment sessions (MPI_T_pvar_session) and their handles. They exist in the plugin
// (libmpidbg.so) and not in the inspected process. The effects of start, stop and reset are computed from the values in
// the selected states of the process. mpidbg/abi/mpit/pvar.h defines the value of a handle.

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
  // Identifiers are never reused.
  using Id = std::uint64_t;
  static constexpr Id all_handles = UINT64_MAX;

  // These functions correspond to MPI_T_pvar_session_create and so on; an Outcome contains the error code of MPI_T.
  Outcome create(Id &session);
  // Frees a session with its handles. Like all functions below, it refuses a session that does not exist, and a handle
  // of another session.
  Outcome free(Id session);

  // `object` is the object to which the variable is bound, or empty if the caller gave none. It is ignored for a
  // variable that is not bound.
  Outcome alloc(States &states, Moment moment, Id session, int index, std::optional<Address> object, Id &handle,
                std::size_t &count);
  Outcome free_handle(Id session, Id handle);

  // In start(), stop() and reset(), `handle` may be all_handles. `moment` is the selected state of the process.
  Outcome start(States &states, Moment moment, Id session, Id handle);
  Outcome stop(States &states, Moment moment, Id session, Id handle);
  Outcome read(States &states, Moment moment, Id session, Id handle, VariableType &type,
               std::vector<VariableValue> &values);
  Outcome write(Id session, Id handle) const;
  Outcome reset(States &states, Moment moment, Id session, Id handle);
  Outcome read_reset(States &states, Moment moment, Id session, Id handle, VariableType &type,
                     std::vector<VariableValue> &values);

  // Lets all started handles take the states between `from` and `to` into account. Must be called when another state is
  // selected.
  void move(States &states, Moment from, Moment to);

  // Sets the size of pointers in the process, which is also the size of MPI_LONG.
  void set_pointer_size(unsigned bytes) { pointer_size_ = bytes; }

 private:
  struct Handle {
    Id session = 0;
    PerformanceVariable variable;
    Address object{};
    bool running = false;
    // The latest state that the handle has taken into account.
    Moment furthest = 0;
    // The current value of the handle.
    std::vector<VariableValue> value;
    // For a variable that is a sum (see is_sum()), its value in that latest state.
    std::vector<VariableValue> last;
    bool last_from_memory = false;
    // The reason why the handle has no value at the moment.
    std::optional<Error> problem;
  };

  // Finds a handle of a session. Refuses a session or a handle that does not exist.
  Outcome find(Id session, Id handle, Handle *&found);
  Outcome find_session(Id session) const;
  // Reads the value from which the handle starts to count. Errors: those of reading; unavailable if the number of
  // elements has changed.
  Outcome begin(States &states, Moment moment, Handle &handle);
  // Lets a running handle observe the states up to this moment. A watermark observes each of them, other handles only
  // the last one.
  void catch_up(States &states, Moment moment, Handle &handle);
  // Lets a handle observe the state at one moment. If its variable cannot be read, `problem` of the handle is set.
  void observe(States &states, Moment moment, Handle &handle);
  // Updates the value of a handle with the elements `raw` that its variable has now.
  void take(Handle &handle, std::vector<VariableValue> raw, bool from_memory);
  // Returns the new value of an element of the handle after the same element of its variable has changed to `raw`. The
  // value wraps around like the datatype of the variable.
  VariableValue grown(const Handle &handle, std::size_t element, const VariableValue &raw) const;

  Id next_ = 1;
  std::set<Id> sessions_;
  std::map<Id, Handle> handles_;
  // The number of elements of all handles together.
  std::size_t elements_ = 0;
  unsigned pointer_size_ = 8;
};

}  // namespace mpidbg::model::mpit
