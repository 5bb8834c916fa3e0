#pragma once
// The record of one process as its recorder left it in memory: checked, in the host's byte order, nothing interpreted.
//
// A record belongs to one stop of the process; of a table, the parts that were ever used are read on first need and
// kept with it. What is read is hostile all the same: an entry's numbers may be anything.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mpidbg/debugger/memory.h"
#include "mpidbg/recorder/record_format.h"
#include "mpidbg/recorder/record_mpit_format.h"

namespace mpidbg::model::recorded {

// Entries of a table that were ever used.
template <class Entry>
struct Entries {
  std::vector<Entry> entries;
  std::vector<std::uint32_t> places;  // of each, its index in the process's table
};

class Record {
 public:
  // Reads and checks the header. Errors: not_found if no record begins at the address (no magic, or `self` is
  // another: a copy); not_supported for a version that is not known here, naming both; corrupt where what the header
  // says of the tables cannot be; unreadable.
  static Result<Record> open(const debugger::Memory &memory, Address address);

  Address address() const { return address_; }
  // Of the process that recorded.
  ByteOrder byte_order() const { return order_; }
  const mpidbg_record_header &header() const { return header_; }
  // What the MPI library said of its version, as far as it was kept.
  std::string library() const;
  // Why the lists of live objects and threads are not complete; empty if they are.
  std::string problem() const;

  // Entries that the process's table has room for; 0 where this recorder has no such table.
  std::uint64_t room(mpidbg_record_table_index table) const { return tables_[table].count; }

  // By their number; [0] is not a call.
  Result<const std::vector<mpidbg_record_call> *> calls();
  Result<const Entries<mpidbg_record_thread> *> threads();
  Result<const Entries<mpidbg_record_request> *> requests();
  Result<const Entries<mpidbg_record_handle> *> handles();
  // Of windows, taken and not given back.
  Result<const Entries<mpidbg_record_lock> *> locks();
  // Of communicators that live; none in records of older recorders.
  Result<const Entries<mpidbg_record_collectives> *> collectives();
  // Handles whose names the recorder knew; none of MPICH's.
  Result<const Entries<mpidbg_record_predefined> *> predefined();
  // Of the program's mpi.h; none in records of older recorders.
  Result<const Entries<mpidbg_record_constant> *> constants();
  // In the order in which they happened, as far as the ring still has them; without those of the future, which are what
  // a ring's entry was overwritten with while it was read.
  Result<const Entries<mpidbg_record_event> *> events();
  Result<const Entries<mpidbg_record_name> *> names();
  // Whole ones, by their numbers.
  Result<const Entries<mpidbg_record_snapshot> *> snapshots();
  Result<const Entries<mpidbg_record_mpit_event> *> mpit_events();

  // Bytes of a table as they are in the process: of the catalogue and of samples. Errors: corrupt beyond the table.
  Result<std::vector<std::byte>> bytes(mpidbg_record_table_index table, std::uint64_t offset, std::uint64_t size) const;
  // All of it; of the catalogue, the part that is written.
  Result<std::vector<std::byte>> catalogue() const;

  // The struct at the start of bytes of the process, in the host's byte order; nothing if they are too few.
  template <class Entry>
  std::optional<Entry> decode(std::span<const std::byte> bytes) const;
  // The same for one number of 8 bytes.
  std::optional<std::uint64_t> decode_number(std::span<const std::byte> bytes) const;

 private:
  static constexpr unsigned known_tables = MPIDBG_RECORD_TABLES;

  Record(const debugger::Memory &memory, Address address) : memory_(&memory), address_(address) {}
  Status read_header();
  Status read_tables();
  Status check(unsigned index) const;
  Error corrupt(const std::string &what) const;

  template <class Entry>
  void put_in_order(Entry &entry) const;
  // Entries in a row.
  struct Run {
    std::uint32_t first = 0, count = 0;
  };
  Run all_of(mpidbg_record_table_index table) const { return {0, tables_[table].count}; }
  // The entries of a ring that were written before number `next`.
  Run written_of(mpidbg_record_table_index ring, std::uint64_t next) const;
  // Those of a table that may have been used, as the recorder noted.
  Result<std::vector<Run>> used_of(mpidbg_record_table_index table) const;

  template <class Entry, class IsUsed>
  Status read(mpidbg_record_table_index table, Run run, Entries<Entry> &found, const IsUsed &is_used) const;
  template <class Entry, class IsUsed>
  Status read(mpidbg_record_table_index table, const std::vector<Run> &runs, std::optional<Entries<Entry>> &kept,
              const IsUsed &is_used) const;
  template <class Entry, class IsUsed>
  Result<const Entries<Entry> *> used(mpidbg_record_table_index table, std::optional<Entries<Entry>> &kept,
                                      const IsUsed &is_used) const;
  // Those whose number is in its own place, by number.
  template <class Entry>
  Result<const Entries<Entry> *> ring(mpidbg_record_table_index table, std::optional<Entries<Entry>> &kept,
                                      std::uint64_t next) const;

  const debugger::Memory *memory_;
  Address address_;
  ByteOrder order_ = host_byte_order();
  mpidbg_record_header header_{};  // without tables
  mpidbg_record_table tables_[known_tables] = {};

  std::optional<std::vector<mpidbg_record_call>> calls_;
  std::optional<Entries<mpidbg_record_thread>> threads_;
  std::optional<Entries<mpidbg_record_request>> requests_;
  std::optional<Entries<mpidbg_record_handle>> handles_;
  std::optional<Entries<mpidbg_record_lock>> locks_;
  std::optional<Entries<mpidbg_record_collectives>> collectives_;
  std::optional<Entries<mpidbg_record_predefined>> predefined_;
  std::optional<Entries<mpidbg_record_constant>> constants_;
  std::optional<Entries<mpidbg_record_event>> events_;
  std::optional<Entries<mpidbg_record_name>> names_;
  std::optional<Entries<mpidbg_record_snapshot>> snapshots_;
  std::optional<Entries<mpidbg_record_mpit_event>> mpit_events_;
};

// Text of a fixed array: up to its NUL, or all of it.
template <std::size_t size>
std::string text_of(const char (&array)[size]) {
  std::size_t length = 0;
  while (length < size && array[length] != '\0') ++length;
  return std::string(array, length);
}

}  // namespace mpidbg::model::recorded
