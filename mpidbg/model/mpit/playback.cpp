#include "mpidbg/model/mpit/playback.h"

#include <algorithm>
#include <set>

#include "mpidbg/base/limits.h"

namespace mpidbg::model::mpit {

namespace {

void add(std::uint64_t &sum, std::uint64_t more) {
  if (__builtin_add_overflow(sum, more, &sum)) sum = UINT64_MAX;
}

std::int64_t as_count(std::uint64_t number) {
  return number > INT64_MAX ? INT64_MAX : static_cast<std::int64_t>(number);
}

// Sorts the events of a source by their timestamps. Events of other sources keep their places.
void put_in_order(std::vector<EventInstance> &events, int source) {
  std::vector<std::size_t> places;
  std::vector<EventInstance> own;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (events[i].source != source || events[i].is_loss) continue;
    places.push_back(i);
    own.push_back(events[i]);
  }
  std::stable_sort(own.begin(), own.end(), [](const auto &a, const auto &b) { return a.timestamp < b.timestamp; });
  for (std::size_t i = 0; i < places.size(); ++i) events[places[i]] = std::move(own[i]);
}

// Keeps `flag` set as long as this object exists.
class Playing {
 public:
  explicit Playing(bool &flag) : flag_(flag) { flag_ = true; }
  ~Playing() { flag_ = false; }
  Playing(const Playing &) = delete;
  Playing &operator=(const Playing &) = delete;

 private:
  bool &flag_;
};

}  // namespace

Outcome Playback::find(Id id, Registration *&found) {
  const auto place = registrations_.find(id);
  if (place == registrations_.end()) {
    return {Refusal::invalid_handle, "no event registration has the number " + std::to_string(id)};
  }
  found = &place->second;
  return {};
}

Outcome Playback::find_slot(Id id, int level, Slot *&slot) {
  Registration *registration = nullptr;
  if (Outcome found = find(id, registration); !found) return found;
  if (level < 0 || level >= levels) return {Refusal::invalid, "the level of safety does not exist"};
  slot = &registration->slots[static_cast<std::size_t>(level)];
  return {};
}

Outcome Playback::alloc(const EventType &type, std::optional<Address> object, const std::vector<InfoPair> &hints,
                        Id &registration) {
  if (registrations_.size() >= limits::tool_handles)
    return {Refusal::out_of_handles, "there are too many registrations"};
  Registration made;
  made.type = type;
  if (type.bind != Binding::none) {
    if (!object) return {Refusal::invalid, type.name + " needs an object to be bound to"};
    made.object = *object;
  }
  made.hints.set(hints);
  registration = next_++;
  registrations_.emplace(registration, std::move(made));
  return {};
}

Outcome Playback::set_hints(Id registration, const std::vector<InfoPair> &hints) {
  Registration *found = nullptr;
  if (Outcome there = find(registration, found); !there) return there;
  found->hints.set(hints);
  return {};
}

Outcome Playback::hints(Id registration, std::vector<InfoPair> &pairs) {
  Registration *found = nullptr;
  if (Outcome there = find(registration, found); !there) return there;
  pairs = found->hints.pairs(false);
  return {};
}

Outcome Playback::free(Id registration, FreeCallback freed) {
  Registration *found = nullptr;
  if (Outcome there = find(registration, found); !there) return there;
  registrations_.erase(registration);
  if (freed) freed_.push_back({registration, std::move(freed)});
  if (!raised_) finish_freeing();
  return {};
}

void Playback::finish_freeing() {
  while (!freed_.empty()) {
    const Freed one = std::move(freed_.back());
    freed_.pop_back();
    one.function(one.registration, safety_.value_or(0));
  }
}

Outcome Playback::set_callback(Id registration, int level, const std::vector<InfoPair> &hints, void *user,
                               Callback callback) {
  Slot *slot = nullptr;
  if (Outcome found = find_slot(registration, level, slot); !found) return found;
  Slot made;
  if (callback) {
    made.function = std::move(callback);
    made.hints.set(hints);
    made.user = user;
  }
  *slot = std::move(made);
  return {};
}

Outcome Playback::set_callback_hints(Id registration, int level, const std::vector<InfoPair> &hints) {
  Slot *slot = nullptr;
  if (Outcome found = find_slot(registration, level, slot); !found) return found;
  if (!slot->function) return {Refusal::invalid, "no callback is registered for the level"};
  slot->hints.set(hints);
  return {};
}

Outcome Playback::callback_hints(Id registration, int level, std::vector<InfoPair> &pairs) {
  Slot *slot = nullptr;
  if (Outcome found = find_slot(registration, level, slot); !found) return found;
  if (!slot->function) return {Refusal::invalid, "no callback is registered for the level"};
  pairs = slot->hints.pairs(registrations_[registration].hints.drops_cut_instances().value_or(false));
  return {};
}

Outcome Playback::set_dropped_handler(Id registration, DroppedHandler handler) {
  Registration *found = nullptr;
  if (Outcome there = find(registration, found); !there) return there;
  found->dropped = std::move(handler);
  found->pending.clear();
  found->pending_lost = 0;
  return {};
}

Outcome Playback::set_safety(int level) {
  if (level < recorded_level || level >= levels) return {Refusal::invalid, "the level of safety does not exist"};
  safety_ = level == recorded_level ? std::nullopt : std::optional(level);
  return {};
}

bool Playback::is_meant(const Registration &registration, const EventInstance &event) const {
  return registration.type.index == event.type &&
         (registration.type.bind == Binding::none || registration.object == event.object ||
          registration.object.value() == any_object);
}

std::optional<int> Playback::level_for(const Registration &registration, int required) const {
  for (int level = required; level < levels; ++level) {
    if (registration.slots[static_cast<std::size_t>(level)].function) return level;
  }
  return std::nullopt;
}

int Playback::required_by(const EventInstance &event) const {
  return safety_ ? *safety_ : std::clamp(event.safety, 0, levels - 1);
}

void Playback::play(std::vector<EventInstance> events, std::uint64_t first, std::uint64_t end,
                    const std::function<bool(int source)> &is_ordered) {
  if (registrations_.empty() || playing_) return;
  std::vector<std::uint64_t> numbers;
  std::set<int> sources;
  for (const EventInstance &event : events) {
    numbers.push_back(event.number);
    sources.insert(event.source);
  }
  for (const int source : sources) {
    if (is_ordered(source)) put_in_order(events, source);
  }
  const Playing mark(playing_);
  std::uint64_t expected = first;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const std::uint64_t lost = numbers[i] > expected ? numbers[i] - expected : 0;
    expected = numbers[i] + 1;
    const EventInstance &event = events[i];
    for (auto &[id, registration] : registrations_) {
      if (!registration.dropped) continue;
      add(registration.pending_lost, lost);
      if (is_meant(registration, event) && event.dropped != 0) add(registration.pending[event.source], event.dropped);
    }
    if (event.is_loss) continue;
    tell_of_drops(event.source, required_by(event), true);
    raise(event);
  }
  for (auto &[id, registration] : registrations_) {
    if (registration.dropped && end > expected) add(registration.pending_lost, end - expected);
  }
  for (const int source : sources) tell_of_drops(source, safety_.value_or(0), false);
}

void Playback::tell_of_drops(int source, int required, bool with_lost) {
  std::vector<Id> ids;
  for (const auto &[id, registration] : registrations_) ids.push_back(id);
  for (const Id id : ids) {
    const auto place = registrations_.find(id);  // a dropped handler may have freed the registration
    if (place == registrations_.end() || !place->second.dropped) continue;
    Registration &registration = place->second;
    const auto level = level_for(registration, required);
    if (!level) continue;
    std::uint64_t count = with_lost ? registration.pending_lost : 0;
    if (const auto dropped = registration.pending.find(source); dropped != registration.pending.end()) {
      add(count, dropped->second);
    }
    if (count == 0) continue;
    if (with_lost) registration.pending_lost = 0;
    registration.pending.erase(source);
    const DroppedHandler handler = registration.dropped;
    handler(as_count(count), id, source, required, registration.slots[static_cast<std::size_t>(*level)].user);
  }
}

void Playback::raise(const EventInstance &event) {
  const int required = required_by(event);
  std::vector<Id> ids;
  for (const auto &[id, registration] : registrations_) {
    if (is_meant(registration, event)) ids.push_back(id);
  }
  for (const Id id : ids) call(id, event, required);
}

void Playback::call(Id id, const EventInstance &event, int required) {
  const auto place = registrations_.find(id);
  if (place == registrations_.end()) return;
  Registration &registration = place->second;
  const auto level = level_for(registration, required);
  const bool is_cut = event.data_size > event.data.size();
  if (level) {
    const Slot slot = registration.slots[static_cast<std::size_t>(*level)];
    const bool drops_cut =
        slot.hints.drops_cut_instances().value_or(registration.hints.drops_cut_instances().value_or(false));
    if (!is_cut || !drops_cut) {
      raised_ = Raised{next_instance_++, event, registration.type};
      const Id instance = raised_->instance;
      slot.function(instance, id, required);
      raised_.reset();
      finish_freeing();
      return;
    }
  }
  if (registration.dropped) add(registration.pending[event.source], 1);
}

Outcome Playback::instance(Id id, const Raised *&raised) const {
  if (!raised_ || raised_->instance != id) {
    return {Refusal::invalid_handle, "an event instance is valid only within its callback"};
  }
  raised = &*raised_;
  return {};
}

}  // namespace mpidbg::model::mpit
