#include "mpidbg/model/mpit/recording.h"

#include <algorithm>

#include "mpidbg/base/checked.h"

namespace mpidbg::model::mpit {

namespace {

// The number of snapshots whose samples are cached, because callers usually go from one snapshot to the next.
constexpr std::size_t samples_kept = 4;

void add_sentence(std::string &text, const std::string &sentence) {
  if (sentence.empty()) return;
  if (!text.empty()) text += "; ";
  text += sentence;
}

}  // namespace

// Returns an error with the reason if the recorder could not take snapshots.
Status Recording::check_recorder() const {
  if (record_.room(MPIDBG_RECORD_SNAPSHOTS) == 0) {
    return Error{ErrorCode::unavailable, "the recorder in the process keeps no snapshots of MPI_T"};
  }
  const std::int32_t error = record_.header().mpit_error;
  switch (error) {
    case 0:
      return {};
    case MPIDBG_RECORD_MPIT_MISSING:
      return Error{ErrorCode::unavailable, "the MPI library has no MPI_T functions, so the recorder took no snapshots"};
    case MPIDBG_RECORD_MPIT_NOT_WANTED:
      return Error{ErrorCode::unavailable, "the recorder takes no snapshots (MPIDBG_RECORD_MPIT=0)"};
    case MPIDBG_RECORD_MPIT_UNSAFE:
      return Error{ErrorCode::unavailable,
                   "the recorder takes no snapshots, because the program called MPI_T_init_thread before MPI_Init and "
                   "Open MPI still lists variables of components that it has unloaded since"};
    case MPIDBG_RECORD_MPIT_NOT_STARTED:
      return Error{ErrorCode::unavailable, "the recorder takes no snapshots before MPI_Init has ended"};
    default:
      return Error{ErrorCode::unavailable,
                   "MPI_T returned error " + std::to_string(error) + " to the recorder, which could take no snapshots"};
  }
}

Result<const std::vector<mpidbg_record_snapshot> *> Recording::candidates() {
  MPIDBG_TRY(check_recorder());
  MPIDBG_ASSIGN(entries, record_.snapshots());
  return &entries->entries;
}

Result<std::shared_ptr<const Samples>> Recording::samples(const mpidbg_record_snapshot &snapshot) {
  if (const auto known = samples_.find(snapshot.number); known != samples_.end()) return known->second;
  MPIDBG_ASSIGN(read, Samples::read(record_, snapshot));
  if (samples_.size() >= samples_kept) samples_.erase(samples_.begin());
  return samples_[snapshot.number] = std::make_shared<const Samples>(std::move(read));
}

// Returns the complete snapshots. The oldest ones may be partly overwritten, because they are in a ring; any other
// incomplete snapshot is reported by problem() as damage.
Result<const std::vector<mpidbg_record_snapshot> *> Recording::snapshots() {
  if (whole_) return &*whole_;
  MPIDBG_ASSIGN(found, candidates());
  std::vector<mpidbg_record_snapshot> whole;
  std::string damage;
  for (const mpidbg_record_snapshot &snapshot : *found) {
    if (!whole.empty() && snapshot.number != whole.back().number + 1) {
      add_sentence(damage, "a snapshot before number " + std::to_string(snapshot.number) + " is missing");
    }
    if (const auto bytes = samples(snapshot)) {
      whole.push_back(snapshot);
    } else if (!whole.empty() || snapshot.number == found->back().number) {
      add_sentence(damage, bytes.error().message);
    }
  }
  const std::uint64_t next = record_.header().next_snapshot;
  if (next > 1 && (found->empty() || found->back().number + 1 != next)) {
    add_sentence(damage, "snapshot " + std::to_string(next - 1) + " is not complete");
  }
  damage_ = std::move(damage);
  whole_ = std::move(whole);
  return &*whole_;
}

Result<mpidbg_record_snapshot> Recording::newest() {
  MPIDBG_ASSIGN(found, candidates());
  for (auto snapshot = found->rbegin(); snapshot != found->rend(); ++snapshot) {
    if (samples(*snapshot)) return *snapshot;
  }
  return Error{ErrorCode::unavailable, "the recorder has no complete snapshot"};
}

Result<mpidbg_record_snapshot> Recording::snapshot(std::uint64_t number) {
  MPIDBG_ASSIGN(found, candidates());
  const auto place = std::find_if(found->begin(), found->end(), [&](const auto &one) { return one.number == number; });
  if (place != found->end() && samples(*place)) return *place;
  return Error{ErrorCode::unavailable, "snapshot " + std::to_string(number) + " was replaced by later ones"};
}

Result<const Catalogue *> Recording::catalogue() {
  if (!catalogue_) {
    MPIDBG_ASSIGN(read, Catalogue::read(record_));
    catalogue_ = std::move(read);
  }
  return &*catalogue_;
}

Result<std::vector<EventInstance>> Recording::events(std::uint64_t first, std::uint64_t end) {
  MPIDBG_ASSIGN(entries, record_.mpit_events());
  std::vector<EventInstance> result;
  for (const mpidbg_record_mpit_event &event : entries->entries) {
    if (event.number < first || event.number >= end) continue;
    EventInstance instance;
    instance.number = event.number;
    instance.type = event.type;
    instance.source = event.source;
    instance.object = Address(event.object);
    instance.timestamp = event.timestamp;
    instance.time = event.time;
    instance.dropped = event.dropped;
    instance.is_loss = event.is_loss != 0;
    instance.safety = event.safety;
    instance.data_size = event.data_size;
    const auto *data = reinterpret_cast<const std::byte *>(event.data);
    if (event.data_size <= MPIDBG_RECORD_MPIT_EVENT_COPIED)
      instance.data.assign(data, data + std::min<std::size_t>(event.data_size, sizeof event.data));
    result.push_back(std::move(instance));
  }
  return result;
}

std::string Recording::problem() {
  std::string text;
  if (const auto found = snapshots(); !found) {
    add_sentence(text, found.error().message);
  } else if (found.value()->empty() && damage_.empty()) {
    add_sentence(text, "the recorder has taken no snapshot yet");
  }
  add_sentence(text, damage_);
  if (const auto found = catalogue(); found) {
    add_sentence(text, (*found)->problem());
  } else {
    add_sentence(text, found.error().message);
  }
  const mpidbg_record_header &header = record_.header();
  if (header.samples_lost != 0) {
    add_sentence(text, std::to_string(header.samples_lost) + " variables had no room in the record");
  }
  const std::uint64_t room = record_.room(MPIDBG_RECORD_MPIT_EVENTS);
  if (room != 0 && header.next_mpit_event > room + 1) {
    add_sentence(text, std::to_string(header.next_mpit_event - room - 1) + " events were overwritten by later ones");
  }
  if (header.mpit_events_dropped != 0) {
    add_sentence(text, "the library dropped " + std::to_string(header.mpit_events_dropped) + " events");
  }
  return text;
}

std::int64_t Recording::time_of_day(std::int64_t time) const {
  const mpidbg_record_header &header = record_.header();
  const auto since = checked_subtract(time, header.monotonic_base);
  const auto result = since ? checked_add(*since, header.realtime_base) : std::nullopt;
  return result.value_or(0);
}

ValueOrigin Recording::origin(const mpidbg_record_snapshot &snapshot, std::int64_t sum_begins_at) const {
  return {snapshot.number, snapshot.time, time_of_day(snapshot.time), sum_begins_at};
}

std::int64_t Recording::beginning() {
  const auto found = candidates();
  const bool has_first = found && !(*found)->empty() && (*found)->front().number == 1;
  return has_first ? (*found)->front().time : record_.header().monotonic_base;
}

}  // namespace mpidbg::model::mpit
