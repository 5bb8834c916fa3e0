#pragma once
// A record of the recorder with what it keeps of MPI_T, in the memory of a fake process of any width and byte order.

#include <cstdint>
#include <string>
#include <vector>

#include "mpidbg/recorder/record_format.h"
#include "mpidbg/recorder/record_mpit_format.h"
#include "tests/fakes/fake_host.h"

namespace fakes {

class FakeRecording {
 public:
  explicit FakeRecording(FakeHost &host) : host_(host) {}

  struct Item {
    mpidbg_record_item_kind kind = MPIDBG_RECORD_ITEM_PVAR;
    int index = 0;
    std::string name = {};
    std::string description = {};
    int flags = 0;
    int datatype = 0, bind = 0, verbosity = 0, class_scope = 0, enumeration = -1;
    std::vector<std::int64_t> numbers = {};
    std::vector<std::string> texts = {};
    std::uint64_t since = 0;
  };
  void add(const Item &item);

  struct Sample {
    mpidbg_record_sample_kind kind = MPIDBG_RECORD_SAMPLE_PVAR;
    int index = 0;
    std::vector<std::uint64_t> numbers = {};
    std::uint64_t object = 0;
    std::string text = {};
    int flags = 0, error = 0;
  };
  struct Counts {
    int cvars = 0, pvars = 0, categories = 0, events = 0, sources = 0, update_number = 1;
  };
  // Taken a second after the one before. Its number.
  std::uint64_t snapshot(const Counts &counts, const std::vector<Sample> &samples,
                         mpidbg_record_snapshot_reason reason = MPIDBG_RECORD_AT_INTERVAL, int detail = 0);

  struct Event {
    int type = 0, source = 0;
    std::uint64_t timestamp = 0;
    std::vector<std::uint64_t> words = {};  // its data, 8 bytes each
    std::uint64_t object = 0, dropped = 0;
    int safety = 0;
    int data_size = -1;  // that of the words
    bool is_loss = false;
  };
  void event(const Event &event);

  // What the record says of itself; until write().
  mpidbg_record_header header{};
  unsigned event_room = 64, snapshot_room = 64;
  std::uint64_t skip_events = 0;  // the first ones that are not there any more, for want of room

  // Puts the record into the process's memory, with the symbol that leads to it. Again: in its place.
  void write();
  // Where the bytes of a table begin.
  mpidbg::Address table(mpidbg_record_table_index index) const;

  std::vector<std::uint8_t> catalogue, samples;
  std::vector<mpidbg_record_snapshot> snapshots;
  std::vector<mpidbg_record_mpit_event> events;

  // 64-bit FNV-1a over words, as the recorder has it.
  static std::uint64_t checksum(const std::vector<std::uint64_t> &words);

 private:
  template <class Entry>
  void append(std::vector<std::uint8_t> &bytes, Entry entry) const;
  void append_word(std::vector<std::uint8_t> &bytes, std::uint64_t word) const;
  std::uint64_t word_at(const std::vector<std::uint8_t> &bytes, std::size_t at) const;

  FakeHost &host_;
  mpidbg::Address address_{};
  std::uint64_t offsets_[MPIDBG_RECORD_TABLES] = {};
};

}  // namespace fakes
