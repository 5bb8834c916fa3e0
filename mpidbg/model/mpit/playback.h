#pragma once
// Manages registrations for MPI_T events, and calls their callbacks for recorded events; see mpidbg/abi/mpit/event.h.

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "mpidbg/model/mpit/event.h"
#include "mpidbg/model/mpit/hints.h"
#include "mpidbg/model/mpit/outcome.h"

namespace mpidbg::model::mpit {

class Playback {
 public:
  using Id = std::uint64_t;
  // The number of safety levels in mpidbg_t_cb_safety_t.
  static constexpr int levels = 4;
  static constexpr int recorded_level = -1;
  static constexpr std::uint64_t any_object = UINT64_MAX;

  // A function that is called for each event of a registration. `safety` is the level of safety that the event requires
  // of its callback.
  using Callback = std::function<void(Id instance, Id registration, int safety)>;
  using FreeCallback = std::function<void(Id registration, int safety)>;
  // A function to which the number of dropped events is reported. `user` is the user data of the registration's
  // callback for the level `safety`.
  using DroppedHandler = std::function<void(std::int64_t count, Id registration, int source, int safety, void *user)>;

  // Makes a registration for the events of a type. `object` is the object to which the events must be bound; it is
  // ignored for types that are not bound.
  Outcome alloc(const EventType &type, std::optional<Address> object, const std::vector<InfoPair> &hints,
                Id &registration);
  // The functions below refuse a registration that does not exist. hints() returns the hints in use.
  Outcome set_hints(Id registration, const std::vector<InfoPair> &hints);
  Outcome hints(Id registration, std::vector<InfoPair> &pairs);
  // Frees a registration. `freed` is called at once or, if a callback is running, after that callback. `freed` may be
  // empty.
  Outcome free(Id registration, FreeCallback freed);

  // Sets the callback of a level. An empty callback removes it.
  Outcome set_callback(Id registration, int level, const std::vector<InfoPair> &hints, void *user, Callback callback);
  // These two functions set and return the hints of the callback of a level. They refuse a level without a callback.
  Outcome set_callback_hints(Id registration, int level, const std::vector<InfoPair> &hints);
  Outcome callback_hints(Id registration, int level, std::vector<InfoPair> &pairs);
  // Sets the function to which dropped events are reported. Without one, they are not counted.
  Outcome set_dropped_handler(Id registration, DroppedHandler handler);
  // Sets the level of safety that callbacks must have; recorded_level stands for that of each event.
  Outcome set_safety(int level);

  // Calls the callbacks for `events`, in their order. `events` are those with numbers in [first, end) that the record
  // still contains; missing numbers are reported as dropped. Events of ordered sources are sorted by their timestamps;
  // `is_ordered` returns whether a source is ordered.
  void play(std::vector<EventInstance> events, std::uint64_t first, std::uint64_t end,
            const std::function<bool(int source)> &is_ordered);
  bool is_playing() const { return playing_; }

  // Holds the event for which callbacks are being called, and its type.
  struct Raised {
    Id instance = 0;
    EventInstance event;
    EventType type;
  };
  // Returns the event for which a callback is running. Refuses every identifier except the one that was passed to that
  // callback.
  Outcome instance(Id id, const Raised *&raised) const;

 private:
  struct Slot {
    Callback function;
    EventHints hints;
    void *user = nullptr;
  };
  struct Registration {
    EventType type;
    // The object to which events must belong; null if the registration is for any object.
    Address object{};
    EventHints hints;
    std::array<Slot, levels> slots;
    DroppedHandler dropped;
    // Dropped events that have not been reported yet, by source.
    std::map<int, std::uint64_t> pending;
    // Lost events, of unknown type and source, that have not been reported yet.
    std::uint64_t pending_lost = 0;
  };

  // Finds the registration with this identifier.
  Outcome find(Id id, Registration *&found);
  // Finds the slot of a safety level. Refuses a level that does not exist.
  Outcome find_slot(Id id, int level, Slot *&slot);
  // Returns whether an event has the type and the object of a registration.
  bool is_meant(const Registration &registration, const EventInstance &event) const;
  // Returns the lowest safety level that is not below `required` and for which the registration has a callback; nullopt
  // if there is none.
  std::optional<int> level_for(const Registration &registration, int required) const;
  // Returns the level of safety that callbacks of this event must have.
  int required_by(const EventInstance &event) const;
  // Reports the dropped events of a source to the handlers of all registrations. If `with_lost` is true, lost events of
  // unknown source are included.
  void tell_of_drops(int source, int required, bool with_lost);
  // Calls the callbacks of all registrations that an event is meant for.
  void raise(const EventInstance &event);
  // Calls the callback of one registration, or counts the event as dropped if no callback is valid for it.
  void call(Id id, const EventInstance &event, int required);
  // Calls the FreeCallback of each registration that was freed while a callback was running.
  void finish_freeing();

  std::map<Id, Registration> registrations_;
  Id next_ = 1;
  Id next_instance_ = 1;
  // The level of safety that callbacks must have; nullopt for the level of each event (see set_safety).
  std::optional<int> safety_ = 0;
  std::optional<Raised> raised_;
  bool playing_ = false;
  struct Freed {
    Id registration;
    FreeCallback function;
  };
  // The registrations that were freed while a callback was running.
  std::vector<Freed> freed_;
};

}  // namespace mpidbg::model::mpit
