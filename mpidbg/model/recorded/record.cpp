#include "mpidbg/model/recorded/record.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <numeric>

#include "mpidbg/base/checked.h"
#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/model/recorded/record_members.h"

namespace mpidbg::model::recorded {

namespace {

constexpr std::size_t fixed_header = offsetof(mpidbg_record_header, tables);
constexpr std::uint64_t piece_bytes = std::uint64_t{1} << 20;
// A gap of fewer bytes than this between used entries is read as well. Debuggers fetch memory by pages or in messages,
// so a second read would cost more.
constexpr std::uint64_t small_gap = 4096;

constexpr std::size_t known_entry_size[MPIDBG_RECORD_TABLES] = {sizeof(mpidbg_record_call),
                                                                sizeof(mpidbg_record_thread),
                                                                sizeof(mpidbg_record_request),
                                                                sizeof(mpidbg_record_handle),
                                                                sizeof(mpidbg_record_event),
                                                                sizeof(mpidbg_record_name),
                                                                1,
                                                                sizeof(mpidbg_record_snapshot),
                                                                1,
                                                                sizeof(mpidbg_record_mpit_event),
                                                                sizeof(mpidbg_record_lock),
                                                                sizeof(mpidbg_record_predefined),
                                                                sizeof(mpidbg_record_collectives),
                                                                1,
                                                                sizeof(mpidbg_record_constant)};
static_assert(known_entry_size[MPIDBG_RECORD_TABLES - 1] != 0);

constexpr const char *table_name[MPIDBG_RECORD_TABLES] = {
    "calls",       "threads",   "requests", "handles",      "events", "names",
    "catalogue",   "snapshots", "samples",  "MPI_T events", "locks",  "predefined handles",
    "collectives", "blocks",    "constants"};
static_assert(table_name[MPIDBG_RECORD_TABLES - 1] != nullptr);

std::string described(const char *table) {
  return "the recorder's table of " + std::string(table);
}

}  // namespace

Error Record::corrupt(const std::string &what) const {
  return {ErrorCode::corrupt, "the recorder's record at " + hex(address_) + ": " + what, address_};
}

Result<Record> Record::open(const debugger::Memory &memory, Address address) {
  Record record(memory, address);
  MPIDBG_TRY(record.read_header());
  MPIDBG_TRY(record.read_tables());
  return record;
}

Status Record::read_header() {
  std::byte bytes[fixed_header];
  MPIDBG_TRY(memory_->read(address_, bytes, "the recorder's record"));
  std::memcpy(&header_, bytes, fixed_header);
  const auto none = [this](const char *field) {
    return Error{ErrorCode::not_found,
                 "no record of the recorder begins at " + hex(address_) + ": it has another " + field, address_};
  };
  if (std::memcmp(header_.magic, MPIDBG_RECORD_MAGIC, sizeof header_.magic) != 0) return none("magic");
  if (header_.byte_order != MPIDBG_RECORD_BYTE_ORDER) {
    order_ = host_byte_order() == ByteOrder::little ? ByteOrder::big : ByteOrder::little;
    put_in_order(header_);
    if (header_.byte_order != MPIDBG_RECORD_BYTE_ORDER)
      return corrupt("its byte order is neither little nor big endian");
  }
  if (header_.self != address_.value()) return none("self");
  if (header_.version != MPIDBG_RECORD_VERSION)
    return Error{ErrorCode::not_supported,
                 "the recorder's record at " + hex(address_) + " has version " + std::to_string(header_.version) +
                     ", and only version " + std::to_string(MPIDBG_RECORD_VERSION) + " is known here",
                 address_};
  if (header_.word_size != 4 && header_.word_size != 8)
    return corrupt("addresses of " + std::to_string(header_.word_size) + " bytes");
  if (header_.handle_size != 4 && header_.handle_size != 8)
    return corrupt("MPI handles of " + std::to_string(header_.handle_size) + " bytes");
  if (header_.table_count <= MPIDBG_RECORD_NAMES || header_.table_count > limits::record_tables)
    return corrupt(std::to_string(header_.table_count) + " tables");
  if (header_.header_size < fixed_header + sizeof(mpidbg_record_table) * header_.table_count)
    return corrupt("its header ends before its list of tables");
  if (header_.size < header_.header_size || header_.size > limits::record_bytes)
    return corrupt("a size of " + std::to_string(header_.size) + " bytes");
  return {};
}

Status Record::read_tables() {
  const unsigned count = std::min<unsigned>(header_.table_count, known_tables);
  const auto bytes = std::as_writable_bytes(std::span(tables_).first(count));
  MPIDBG_TRY(memory_->read(address_ + fixed_header, bytes, "the recorder's list of tables"));
  for (unsigned i = 0; i < count; ++i) {
    put_in_order(tables_[i]);
    MPIDBG_TRY(check(i));
  }
  return {};
}

Status Record::check(unsigned index) const {
  const mpidbg_record_table &table = tables_[index];
  if (table.count == 0) return {};
  const auto bytes = checked_multiply(std::uint64_t{table.entry_size}, std::uint64_t{table.count});
  const auto end = bytes ? checked_add(table.offset, *bytes) : std::nullopt;
  if (!end || table.offset < header_.header_size || *end > header_.size)
    return corrupt(std::string("the table of ") + table_name[index] + " is not within it");
  if (table.entry_size < known_entry_size[index] || table.entry_size > limits::record_entry_bytes)
    return corrupt(std::string("entries of ") + std::to_string(table.entry_size) + " bytes in the table of " +
                   table_name[index]);
  if (index == MPIDBG_RECORD_CALLS && table.count > limits::record_calls)
    return corrupt(std::to_string(table.count) + " kinds of calls");
  return {};
}

std::string Record::library() const {
  return text_of(header_.library);
}

std::string Record::problem() const {
  std::string text;
  const auto say = [&text](std::uint64_t count, const std::string &what) {
    if (count == 0) return;
    if (!text.empty()) text += "; ";
    text += std::to_string(count) + what;
  };
  say(header_.requests_not_recorded, " requests were not recorded because the record is full");
  say(header_.handles_not_recorded, " handles were not recorded because the record is full");
  say(header_.threads_not_recorded, " threads are not recorded because the record is full");
  say(header_.locks_not_recorded, " locks of windows were not recorded because the record is full");
  say(header_.calls_paused, " calls were not recorded because of MPI_Pcontrol(0)");
  return text;
}

template <class Entry>
void Record::put_in_order(Entry &entry) const {
  if (order_ != host_byte_order()) visit(entry, Reverse{});
}

template <class Entry>
std::optional<Entry> Record::decode(std::span<const std::byte> bytes) const {
  if (bytes.size() < sizeof(Entry)) return std::nullopt;
  Entry entry;
  std::memcpy(&entry, bytes.data(), sizeof entry);
  put_in_order(entry);
  return entry;
}
template std::optional<mpidbg_record_item> Record::decode(std::span<const std::byte>) const;
template std::optional<mpidbg_record_sample> Record::decode(std::span<const std::byte>) const;

std::optional<std::uint64_t> Record::decode_number(std::span<const std::byte> bytes) const {
  if (bytes.size() < 8) return std::nullopt;
  return decode_unsigned(bytes.first(8), order_);
}

// Returns the entries of a ring that have been written. Event number n is in entry n modulo the number of entries, so
// entry 0 is used only after all others.
Record::Run Record::written_of(mpidbg_record_table_index ring, std::uint64_t next) const {
  const std::uint32_t count = tables_[ring].count;
  return next > count ? Run{0, count} : Run{0, static_cast<std::uint32_t>(next)};
}

Result<std::vector<Record::Run>> Record::used_of(mpidbg_record_table_index index) const {
  const mpidbg_record_table &table = tables_[index];
  if (room(MPIDBG_RECORD_BLOCKS) == 0 || table.count == 0) return std::vector{all_of(index)};
  const std::uint64_t end = table.offset + std::uint64_t{table.count} * table.entry_size;
  const std::uint64_t first_block = table.offset / MPIDBG_RECORD_BLOCK_BYTES;
  const std::uint64_t end_block = (end - 1) / MPIDBG_RECORD_BLOCK_BYTES + 1;
  if (end_block > room(MPIDBG_RECORD_BLOCKS)) return corrupt("the table of blocks is too small");
  MPIDBG_ASSIGN(blocks, bytes(MPIDBG_RECORD_BLOCKS, first_block, end_block - first_block));
  std::vector<Run> runs;
  for (std::uint64_t i = 0; i < blocks.size(); ++i) {
    if (blocks[i] == std::byte{0}) continue;
    const std::uint64_t begin = (first_block + i) * MPIDBG_RECORD_BLOCK_BYTES;
    const std::uint64_t first = begin <= table.offset ? 0 : (begin - table.offset) / table.entry_size;
    const std::uint64_t behind = std::min(end, begin + MPIDBG_RECORD_BLOCK_BYTES) - table.offset;
    const std::uint64_t last = (behind - 1) / table.entry_size;
    const std::uint64_t read_until = runs.empty() ? 0 : std::uint64_t{runs.back().first} + runs.back().count;
    // An entry may extend into the next block.
    if (!runs.empty() && (first <= read_until || (first - read_until) * table.entry_size < small_gap)) {
      runs.back().count = static_cast<std::uint32_t>(last + 1 - runs.back().first);
    } else {
      runs.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last + 1 - first)});
    }
  }
  return runs;
}

template <class Entry, class IsUsed>
Status Record::read(mpidbg_record_table_index index, Run run, Entries<Entry> &found, const IsUsed &is_used) const {
  const mpidbg_record_table &table = tables_[index];
  const std::uint32_t at_once = table.entry_size == 0 ? 0 : static_cast<std::uint32_t>(piece_bytes / table.entry_size);
  std::vector<std::byte> piece;
  const std::uint32_t end = run.first + run.count;
  for (std::uint32_t first = run.first; first < end; first += at_once) {
    const std::uint32_t count = std::min(at_once, end - first);
    piece.resize(std::size_t{count} * table.entry_size);
    MPIDBG_TRY(memory_->read(address_ + table.offset + std::uint64_t{first} * table.entry_size, piece,
                             described(table_name[index])));
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto entry = decode<Entry>(std::span(piece).subspan(std::size_t{i} * table.entry_size));
      if (!is_used(*entry, first + i)) continue;
      if (found.entries.size() >= limits::record_kept_bytes / sizeof(Entry))
        return corrupt("an implausible number of " + std::string(table_name[index]));
      found.entries.push_back(*entry);
      found.places.push_back(first + i);
    }
  }
  return {};
}

template <class Entry, class IsUsed>
Status Record::read(mpidbg_record_table_index table, const std::vector<Run> &runs, std::optional<Entries<Entry>> &kept,
                    const IsUsed &is_used) const {
  Entries<Entry> found;
  for (const Run run : runs) MPIDBG_TRY(read(table, run, found, is_used));
  kept = std::move(found);
  return {};
}

template <class Entry, class IsUsed>
Result<const Entries<Entry> *> Record::used(mpidbg_record_table_index table, std::optional<Entries<Entry>> &kept,
                                            const IsUsed &is_used) const {
  if (!kept) {
    MPIDBG_ASSIGN(runs, used_of(table));
    MPIDBG_TRY(read(table, runs, kept, is_used));
  }
  return &*kept;
}

template <class Entry>
Result<const Entries<Entry> *> Record::ring(mpidbg_record_table_index table, std::optional<Entries<Entry>> &kept,
                                            std::uint64_t next) const {
  if (kept) return &*kept;
  const std::uint64_t count = room(table);
  MPIDBG_TRY(read(table, {written_of(table, next)}, kept, [&](const Entry &entry, std::uint32_t place) {
    return entry.number != 0 && entry.number < next && next - entry.number <= count && entry.number % count == place;
  }));
  // In a ring, entries with later numbers may come before earlier ones.
  Entries<Entry> sorted;
  std::vector<std::size_t> order(kept->entries.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return kept->entries[a].number < kept->entries[b].number; });
  for (const std::size_t i : order) {
    sorted.entries.push_back(kept->entries[i]);
    sorted.places.push_back(kept->places[i]);
  }
  kept = std::move(sorted);
  return &*kept;
}

Result<const std::vector<mpidbg_record_call> *> Record::calls() {
  if (!calls_) {
    std::optional<Entries<mpidbg_record_call>> read_calls;
    MPIDBG_TRY(read(MPIDBG_RECORD_CALLS, {all_of(MPIDBG_RECORD_CALLS)}, read_calls,
                    [](const mpidbg_record_call &, std::uint32_t) { return true; }));
    auto &entries = read_calls->entries;
    for (std::size_t i = 1; i < entries.size(); ++i)
      if (entries[i].name[0] == 0) return corrupt("no name of the kind of calls " + std::to_string(i));
    calls_ = std::move(entries);
  }
  return &*calls_;
}

Result<const Entries<mpidbg_record_thread> *> Record::threads() {
  if (threads_) return &*threads_;
  const std::uint32_t count = tables_[MPIDBG_RECORD_THREADS].count;
  Entries<mpidbg_record_thread> found;
  // The recorder uses an entry only after all entries before it, so reading stops at the first unused one.
  for (Run run; run.first < count && found.entries.size() == run.first; run.first += run.count) {
    run.count = std::min(std::max(run.first, 4U), count - run.first);
    MPIDBG_TRY(read(MPIDBG_RECORD_THREADS, run, found,
                    [](const mpidbg_record_thread &thread, std::uint32_t) { return thread.state != 0; }));
  }
  threads_ = std::move(found);
  return &*threads_;
}

Result<const Entries<mpidbg_record_request> *> Record::requests() {
  return used(MPIDBG_RECORD_REQUESTS, requests_,
              [](const mpidbg_record_request &request, std::uint32_t) { return request.flags != 0; });
}

Result<const Entries<mpidbg_record_handle> *> Record::handles() {
  return used(MPIDBG_RECORD_HANDLES, handles_,
              [](const mpidbg_record_handle &handle, std::uint32_t) { return handle.flags != 0; });
}

Result<const Entries<mpidbg_record_lock> *> Record::locks() {
  return used(MPIDBG_RECORD_LOCKS, locks_,
              [](const mpidbg_record_lock &lock, std::uint32_t) { return (lock.flags & MPIDBG_RECORD_LIVE) != 0; });
}

Result<const Entries<mpidbg_record_collectives> *> Record::collectives() {
  return used(MPIDBG_RECORD_COLLECTIVES, collectives_, [](const mpidbg_record_collectives &one, std::uint32_t) {
    return (one.flags & MPIDBG_RECORD_LIVE) != 0;
  });
}

Result<const Entries<mpidbg_record_constant> *> Record::constants() {
  if (!constants_) {
    MPIDBG_TRY(read(MPIDBG_RECORD_CONSTANTS, {all_of(MPIDBG_RECORD_CONSTANTS)}, constants_,
                    [](const mpidbg_record_constant &constant, std::uint32_t) { return constant.name[0] != 0; }));
  }
  return &*constants_;
}

Result<const Entries<mpidbg_record_predefined> *> Record::predefined() {
  if (!predefined_) {
    MPIDBG_TRY(read(MPIDBG_RECORD_PREDEFINED, {all_of(MPIDBG_RECORD_PREDEFINED)}, predefined_,
                    [](const mpidbg_record_predefined &handle, std::uint32_t) { return handle.name[0] != 0; }));
  }
  return &*predefined_;
}

Result<const Entries<mpidbg_record_event> *> Record::events() {
  if (events_) return &*events_;
  const std::uint64_t count = room(MPIDBG_RECORD_EVENTS);
  const std::uint64_t next = header_.next_event;
  MPIDBG_TRY(read(MPIDBG_RECORD_EVENTS, {written_of(MPIDBG_RECORD_EVENTS, next)}, events_,
                  [](const mpidbg_record_event &event, std::uint32_t) { return event.call != 0; }));
  // Event number n is in entry n modulo `count`, so the oldest event is where the next one will be written.
  if (count > 0) {
    const auto oldest = std::lower_bound(events_->places.begin(), events_->places.end(), next % count);
    const auto distance = oldest - events_->places.begin();
    std::rotate(events_->places.begin(), oldest, events_->places.end());
    std::rotate(events_->entries.begin(), events_->entries.begin() + distance, events_->entries.end());
  }
  return &*events_;
}

Result<const Entries<mpidbg_record_name> *> Record::names() {
  return ring(MPIDBG_RECORD_NAMES, names_, header_.next_name);
}

Result<const Entries<mpidbg_record_snapshot> *> Record::snapshots() {
  return ring(MPIDBG_RECORD_SNAPSHOTS, snapshots_, header_.next_snapshot);
}

Result<const Entries<mpidbg_record_mpit_event> *> Record::mpit_events() {
  return ring(MPIDBG_RECORD_MPIT_EVENTS, mpit_events_, header_.next_mpit_event);
}

Result<std::vector<std::byte>> Record::bytes(mpidbg_record_table_index index, std::uint64_t offset,
                                             std::uint64_t size) const {
  const mpidbg_record_table &table = tables_[index];
  const std::uint64_t all = std::uint64_t{table.entry_size} * table.count;
  if (offset > all || size > all - offset) return corrupt("bytes beyond " + described(table_name[index]));
  std::vector<std::byte> result(size);
  if (size > 0) MPIDBG_TRY(memory_->read(address_ + table.offset + offset, result, described(table_name[index])));
  return result;
}

Result<std::vector<std::byte>> Record::catalogue() const {
  return bytes(MPIDBG_RECORD_CATALOGUE, 0, header_.catalogue_used);
}

}  // namespace mpidbg::model::recorded
