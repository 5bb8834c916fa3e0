#include "tests/fakes/fake_recording.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "mpidbg/model/recorded/record_members.h"

namespace fakes {

using mpidbg::Address;

namespace {

constexpr std::int64_t second = 1'000'000'000;

void pad(std::vector<std::uint8_t> &bytes) {
  bytes.resize((bytes.size() + 7) / 8 * 8);
}

}  // namespace

template <class Entry>
void FakeRecording::append(std::vector<std::uint8_t> &bytes, Entry entry) const {
  if (host_.memory.byte_order() != mpidbg::host_byte_order()) {
    mpidbg::model::recorded::visit(entry, mpidbg::model::recorded::Reverse{});
  }
  const auto *begin = reinterpret_cast<const std::uint8_t *>(&entry);
  bytes.insert(bytes.end(), begin, begin + sizeof entry);
}

void FakeRecording::append_word(std::vector<std::uint8_t> &bytes, std::uint64_t word) const {
  std::byte encoded[8];
  mpidbg::encode_unsigned(encoded, word, host_.memory.byte_order());
  for (const std::byte byte : encoded) bytes.push_back(std::to_integer<std::uint8_t>(byte));
}

std::uint64_t FakeRecording::word_at(const std::vector<std::uint8_t> &bytes, std::size_t at) const {
  const auto *begin = reinterpret_cast<const std::byte *>(bytes.data() + at);
  return mpidbg::decode_unsigned(std::span(begin, 8), host_.memory.byte_order());
}

std::uint64_t FakeRecording::checksum(const std::vector<std::uint64_t> &words) {
  std::uint64_t sum = 14695981039346656037u;
  for (const std::uint64_t word : words) {
    sum ^= word;
    sum *= 1099511628211u;
  }
  return sum;
}

void FakeRecording::add(const Item &item) {
  std::vector<std::uint8_t> texts;
  const auto put = [&](const std::string &text) {
    texts.insert(texts.end(), text.c_str(), text.c_str() + text.size() + 1);
  };
  put(item.name);
  put(item.description);
  for (const std::string &text : item.texts) put(text);
  mpidbg_record_item head{};
  head.kind = static_cast<std::uint16_t>(item.kind);
  head.flags = static_cast<std::uint16_t>(item.flags);
  head.index = item.index;
  head.datatype = item.datatype;
  head.bind = item.bind;
  head.verbosity = item.verbosity;
  head.class_scope = item.class_scope;
  head.enumeration = item.enumeration;
  head.number_count = static_cast<std::uint32_t>(item.numbers.size());
  head.text_size = static_cast<std::uint32_t>(texts.size());
  head.since = item.since;
  head.size = static_cast<std::uint32_t>(sizeof head + 8 * item.numbers.size() + (texts.size() + 7) / 8 * 8);
  append(catalogue, head);
  for (const std::int64_t number : item.numbers) append_word(catalogue, static_cast<std::uint64_t>(number));
  catalogue.insert(catalogue.end(), texts.begin(), texts.end());
  pad(catalogue);
}

std::uint64_t FakeRecording::snapshot(const Counts &counts, const std::vector<Sample> &held,
                                      mpidbg_record_snapshot_reason reason, int detail) {
  mpidbg_record_snapshot snapshot{};
  snapshot.number = snapshots.size() + 1;
  snapshot.time = static_cast<std::int64_t>(snapshot.number) * second;
  snapshot.offset = samples.size();
  for (const Sample &one : held) {
    mpidbg_record_sample head{};
    head.kind = static_cast<std::uint8_t>(one.kind);
    head.flags = static_cast<std::uint8_t>(one.flags);
    head.index = one.index;
    head.object = one.object;
    head.error = one.error;
    const bool is_text = (one.flags & MPIDBG_RECORD_SAMPLE_TEXT) != 0;
    head.count = static_cast<std::uint32_t>(is_text ? one.text.size() : one.numbers.size());
    append(samples, head);
    if (is_text) {
      samples.insert(samples.end(), one.text.begin(), one.text.end());
      pad(samples);
    } else {
      for (const std::uint64_t number : one.numbers) append_word(samples, number);
    }
  }
  snapshot.size = samples.size() - snapshot.offset;
  std::vector<std::uint64_t> words;
  for (std::size_t at = snapshot.offset; at < samples.size(); at += 8) words.push_back(word_at(samples, at));
  snapshot.checksum = checksum(words);
  snapshot.next_mpit_event = events.size() + 1;
  snapshot.category_update_number = counts.update_number;
  snapshot.cvar_count = counts.cvars;
  snapshot.pvar_count = counts.pvars;
  snapshot.category_count = counts.categories;
  snapshot.event_count = counts.events;
  snapshot.source_count = counts.sources;
  snapshot.reason = static_cast<std::uint16_t>(reason);
  snapshot.detail = detail;
  snapshots.push_back(snapshot);
  return snapshot.number;
}

void FakeRecording::event(const Event &event) {
  mpidbg_record_mpit_event made{};
  made.number = events.size() + 1;
  made.timestamp = event.timestamp;
  made.time = static_cast<std::int64_t>(snapshots.size()) * second + static_cast<std::int64_t>(made.number);
  made.object = event.object;
  made.dropped = event.dropped;
  made.is_loss = event.is_loss;
  made.type = event.type;
  made.source = event.source;
  made.safety = static_cast<std::uint16_t>(event.safety);
  std::vector<std::uint8_t> data;
  for (const std::uint64_t word : event.words) append_word(data, word);
  made.data_size = static_cast<std::uint16_t>(event.data_size < 0 ? static_cast<int>(data.size()) : event.data_size);
  if (!data.empty()) std::memcpy(made.data, data.data(), std::min(data.size(), sizeof made.data));
  events.push_back(made);
}

Address FakeRecording::table(mpidbg_record_table_index index) const {
  return address_ + offsets_[index];
}

void FakeRecording::write() {
  constexpr std::uint32_t entry_sizes[MPIDBG_RECORD_TABLES] = {sizeof(mpidbg_record_call),
                                                               sizeof(mpidbg_record_thread),
                                                               sizeof(mpidbg_record_request),
                                                               sizeof(mpidbg_record_handle),
                                                               sizeof(mpidbg_record_event),
                                                               sizeof(mpidbg_record_name),
                                                               1,
                                                               sizeof(mpidbg_record_snapshot),
                                                               1,
                                                               sizeof(mpidbg_record_mpit_event)};
  std::uint32_t counts[MPIDBG_RECORD_TABLES] = {1, 1, 1, 1, 1, 1, 1 << 16, snapshot_room, 1 << 16, event_room};
  const std::size_t header_size = sizeof(mpidbg_record_header);
  std::uint64_t size = header_size;
  for (int i = 0; i < MPIDBG_RECORD_TABLES; ++i) {
    offsets_[i] = size;
    size += (std::uint64_t{entry_sizes[i]} * counts[i] + 7) / 8 * 8;
  }
  if (address_.is_null()) {
    address_ = host_.memory.allocate(size, 4096);
    const Address pointer = host_.memory.allocate(8);
    host_.memory.write_pointer(pointer, address_);
    host_.symbols["mpidbg_record"] = pointer;
    std::memcpy(header.magic, MPIDBG_RECORD_MAGIC, sizeof header.magic);
    header.byte_order = MPIDBG_RECORD_BYTE_ORDER;
    header.version = MPIDBG_RECORD_VERSION;
    header.header_size = static_cast<std::uint16_t>(header_size);
    header.word_size = static_cast<std::uint8_t>(host_.memory.pointer_size());
    header.handle_size = header.word_size;
    header.table_count = MPIDBG_RECORD_TABLES;
    header.state = MPIDBG_RECORD_INITIALIZED;
    header.pcontrol_level = 1;
    header.realtime_base = 1'700'000'000 * second;
    header.monotonic_base = second / 2;
    header.next_event = header.next_name = 1;
  }
  header.self = address_.value();
  header.size = size;
  header.catalogue_used = catalogue.size();
  header.next_snapshot = snapshots.size() + 1;
  header.next_mpit_event = events.size() + 1;

  std::vector<std::uint8_t> bytes;
  append(bytes, header);
  bytes.resize(offsetof(mpidbg_record_header, tables));
  for (int i = 0; i < MPIDBG_RECORD_TABLES; ++i)
    append(bytes, mpidbg_record_table{offsets_[i], entry_sizes[i], counts[i]});
  bytes.resize(size);
  const auto put = [&](mpidbg_record_table_index index, std::uint64_t offset, const std::vector<std::uint8_t> &part) {
    std::copy(part.begin(), part.end(), bytes.begin() + static_cast<std::ptrdiff_t>(offsets_[index] + offset));
  };
  put(MPIDBG_RECORD_CATALOGUE, 0, catalogue);
  put(MPIDBG_RECORD_SAMPLES, 0, samples);
  for (std::size_t i = 0; i < snapshots.size(); ++i) {
    std::vector<std::uint8_t> entry;
    append(entry, snapshots[i]);
    put(MPIDBG_RECORD_SNAPSHOTS, (i + 1) % snapshot_room * sizeof(mpidbg_record_snapshot), entry);
  }
  for (std::size_t i = skip_events; i < events.size(); ++i) {
    std::vector<std::uint8_t> entry;
    append(entry, events[i]);
    put(MPIDBG_RECORD_MPIT_EVENTS, (i + 1) % event_room * sizeof(mpidbg_record_mpit_event), entry);
  }
  host_.memory.write(address_, bytes.data(), bytes.size());
}

}  // namespace fakes
