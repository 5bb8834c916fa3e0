#pragma once
// A recorder's record in the memory of a made-up process: of its byte order, and of any handle size.

#include <string>
#include <vector>

#include "mpidbg/recorder/record_format.h"
#include "tests/fakes/fake_memory.h"

namespace fakes {

class FakeRecord {
 public:
  // A handle of 4 bytes is MPICH's. The process is initialised; the tables are empty.
  FakeRecord(FakeMemory &memory, unsigned handle_size);

  // The number of a call, which is added to the table when it is new.
  std::uint16_t call(const std::string &name, const std::string &parameters);

  // Puts header and tables into the memory: on pages of their own, the header at the start of page `page`. All that is
  // written before can be changed, and written again at the same place.
  Address write(unsigned page = 0);
  Address address() const { return address_; }

  mpidbg_record_header header{};  // without `tables`, which write() makes
  std::vector<mpidbg_record_call> calls{{}};
  std::vector<mpidbg_record_thread> threads;
  std::vector<mpidbg_record_request> requests;
  std::vector<mpidbg_record_handle> handles;
  std::vector<mpidbg_record_event> events;
  std::vector<mpidbg_record_name> names;
  std::vector<mpidbg_record_lock> locks;
  std::vector<mpidbg_record_predefined> predefined;
  std::vector<mpidbg_record_collectives> collectives;
  std::uint32_t extra_bytes = 0;    // of each entry, as a later recorder may have
  std::uint32_t requests_room = 1;  // at least; entries
  bool notes_blocks = false;        // which were used, as of MPIDBG_RECORD_BLOCKS

 private:
  template <class Entry>
  void put(Address at, Entry entry);
  template <class Entry>
  void put_table(mpidbg_record_table_index index, const std::vector<Entry> &entries, std::uint32_t room);

  FakeMemory &memory_;
  void put_blocks();

  Address block_{}, address_{};
  std::uint64_t end_ = 0;
};

}  // namespace fakes
