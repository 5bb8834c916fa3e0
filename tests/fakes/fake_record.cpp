#include "tests/fakes/fake_record.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "mpidbg/model/recorded/record_members.h"

namespace fakes {

namespace {

constexpr std::uint64_t page_bytes = 4096;
constexpr std::uint32_t events_room = 16;

}  // namespace

FakeRecord::FakeRecord(FakeMemory &memory, unsigned handle_size) : memory_(memory) {
  std::memcpy(header.magic, MPIDBG_RECORD_MAGIC, sizeof header.magic);
  header.byte_order = MPIDBG_RECORD_BYTE_ORDER;
  header.version = MPIDBG_RECORD_VERSION;
  header.header_size = sizeof header;
  header.word_size = static_cast<std::uint8_t>(memory.pointer_size());
  header.handle_size = static_cast<std::uint8_t>(handle_size);
  header.table_count = MPIDBG_RECORD_TABLES;
  header.pid = 4711;
  header.state = MPIDBG_RECORD_INITIALIZED;
  header.pcontrol_level = 1;
  header.realtime_base = 5'000'000'000;
  header.monotonic_base = 1'000'000'000;
  header.next_event = header.next_name = 1;
  std::strncpy(header.library, "MPICH Version:\t4.0.2", sizeof header.library - 1);
}

std::uint16_t FakeRecord::call(const std::string &name, const std::string &parameters) {
  for (std::size_t i = 1; i < calls.size(); ++i)
    if (name == calls[i].name) return static_cast<std::uint16_t>(i);
  mpidbg_record_call &entry = calls.emplace_back();
  std::memcpy(entry.name, name.data(), std::min(name.size(), sizeof entry.name));
  std::memcpy(entry.parameters, parameters.data(), std::min(parameters.size(), sizeof entry.parameters));
  return static_cast<std::uint16_t>(calls.size() - 1);
}

template <class Entry>
void FakeRecord::put(Address at, Entry entry) {
  if (memory_.byte_order() != mpidbg::host_byte_order())
    mpidbg::model::recorded::visit(entry, mpidbg::model::recorded::Reverse{});
  memory_.write(at, &entry, sizeof entry);
}

template <class Entry>
void FakeRecord::put_table(mpidbg_record_table_index index, const std::vector<Entry> &entries, std::uint32_t room) {
  end_ = (end_ + 63) / 64 * 64;
  const auto entry_size = static_cast<std::uint32_t>(sizeof(Entry)) + extra_bytes;
  header.tables[index] = {end_, entry_size, std::max(room, static_cast<std::uint32_t>(entries.size()))};
  for (std::size_t i = 0; i < entries.size(); ++i) put(address_ + end_ + i * entry_size, entries[i]);
  end_ += std::uint64_t{entry_size} * header.tables[index].count;
}

// Of requests and handles, the only ones that are used.
void FakeRecord::put_blocks() {
  std::vector<std::uint8_t> blocks(end_ / MPIDBG_RECORD_BLOCK_BYTES + 1);
  const auto note = [&](mpidbg_record_table_index index, std::size_t used) {
    const mpidbg_record_table &table = header.tables[index];
    for (std::uint64_t at = 0; at < used * table.entry_size; ++at) {
      blocks[(table.offset + at) / MPIDBG_RECORD_BLOCK_BYTES] = 1;
    }
  };
  note(MPIDBG_RECORD_REQUESTS, requests.size());
  note(MPIDBG_RECORD_HANDLES, handles.size());
  note(MPIDBG_RECORD_LOCKS, locks.size());
  header.tables[MPIDBG_RECORD_BLOCKS] = {end_, 1, static_cast<std::uint32_t>(blocks.size())};
  memory_.write(address_ + end_, blocks.data(), blocks.size());
  end_ += blocks.size();
}

Address FakeRecord::write(unsigned page) {
  const std::uint64_t room = 64 * page_bytes + std::max<std::uint64_t>(requests.size(), requests_room) *
                                                   (sizeof requests[0] + extra_bytes + 1);
  if (block_.is_null()) block_ = memory_.allocate(room, page_bytes);
  address_ = block_ + page * page_bytes;
  end_ = sizeof header;
  put_table(MPIDBG_RECORD_CALLS, calls, 1);
  put_table(MPIDBG_RECORD_THREADS, threads, 1);
  put_table(MPIDBG_RECORD_REQUESTS, requests, requests_room);
  put_table(MPIDBG_RECORD_HANDLES, handles, 1);
  put_table(MPIDBG_RECORD_EVENTS, events, events_room);
  put_table(MPIDBG_RECORD_NAMES, names, 4);
  put_table(MPIDBG_RECORD_LOCKS, locks, 1);
  put_table(MPIDBG_RECORD_PREDEFINED, predefined, 0);
  put_table(MPIDBG_RECORD_COLLECTIVES, collectives, 1);
  if (notes_blocks) put_blocks();
  header.self = address_.value();
  header.size = end_;
  put(address_, header);
  for (std::size_t i = 0; i < MPIDBG_RECORD_TABLES; ++i)
    put(address_ + offsetof(mpidbg_record_header, tables) + i * sizeof(mpidbg_record_table), header.tables[i]);
  return address_;
}

}  // namespace fakes
