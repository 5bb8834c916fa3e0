#pragma once
// A Record is the record of one process as its recorder left it in memory. It is checked and brought into the host's
// byte order, but not interpreted.
//
// It belongs to one stop of the process. The part of a table that was ever used is read when it is first asked for, and
// is kept. The numbers in an entry come from the process and may be anything: callers have to check them.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mpidbg/debugger/memory.h"
#include "mpidbg/recorder/record_format.h"
#include "mpidbg/recorder/record_mpit_format.h"

namespace mpidbg::model::recorded {

// Entries holds the entries of a table that were ever used.
template <class Entry>
struct Entries {
  std::vector<Entry> entries;
  // `places` has the index of each entry in the process's table.
  std::vector<std::uint32_t> places;
};

class Record {
 public:
  // Reads and checks the header. The record keeps a reference to `memory`, which must outlive it. Errors: not_found if
  // no record begins at the address, because the magic is missing or `self` is another address (then it is a copy);
  // not_supported for an unknown version, naming both versions; corrupt if the header or its list of tables is
  // impossible; unreadable.
  static Result<Record> open(const debugger::Memory &memory, Address address);

  Address address() const { return address_; }
  // Returns the byte order of the process that recorded.
  ByteOrder byte_order() const { return order_; }
  const mpidbg_record_header &header() const { return header_; }
  // Returns what MPI_Get_library_version said, as far as the record kept it.
  std::string library() const;
  // Says why the lists of live objects and threads are incomplete. Returns an empty text if they are complete.
  std::string problem() const;

  // Returns how many entries the process's table has room for, or 0 if this recorder does not have the table.
  std::uint64_t room(mpidbg_record_table_index table) const { return tables_[table].count; }

  // The functions from here to mpit_events() return pointers that stay valid as long as the record. Errors: corrupt,
  // unreadable.
  //
  // The calls are in the order of their numbers; the one at [0] is unused.
  Result<const std::vector<mpidbg_record_call> *> calls();
  Result<const Entries<mpidbg_record_thread> *> threads();
  Result<const Entries<mpidbg_record_request> *> requests();
  Result<const Entries<mpidbg_record_handle> *> handles();
  // These are locks of windows that were taken and not released.
  Result<const Entries<mpidbg_record_lock> *> locks();
  // These are counts for live communicators. Records of older recorders have none.
  Result<const Entries<mpidbg_record_collectives> *> collectives();
  // These are the handles whose names the recorder knew. A record of a process with MPICH has none.
  Result<const Entries<mpidbg_record_predefined> *> predefined();
  // These are constants of the program's mpi.h. Records of older recorders have none.
  Result<const Entries<mpidbg_record_constant> *> constants();
  // The events are in the order in which they happened, as far as the ring still has them.
  Result<const Entries<mpidbg_record_event> *> events();
  Result<const Entries<mpidbg_record_name> *> names();
  // The snapshots are in the order of their numbers; those that are partly overwritten are left out.
  Result<const Entries<mpidbg_record_snapshot> *> snapshots();
  Result<const Entries<mpidbg_record_mpit_event> *> mpit_events();

  // Returns bytes of the catalogue or of the samples as they are in the process. Errors: corrupt if the range is not
  // within the table; unreadable.
  Result<std::vector<std::byte>> bytes(mpidbg_record_table_index table, std::uint64_t offset, std::uint64_t size) const;
  // Returns the part of the catalogue that has been written.
  Result<std::vector<std::byte>> catalogue() const;

  // Returns the struct at the start of bytes of the process, in the host's byte order, or nothing if they are too few.
  template <class Entry>
  std::optional<Entry> decode(std::span<const std::byte> bytes) const;
  // Does the same for one number of 8 bytes.
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
  // A Run is a number of consecutive entries.
  struct Run {
    std::uint32_t first = 0, count = 0;
  };
  Run all_of(mpidbg_record_table_index table) const { return {0, tables_[table].count}; }
  // Returns the entries of a ring that were written before number `next`.
  Run written_of(mpidbg_record_table_index ring, std::uint64_t next) const;
  // Returns the runs of entries that may have been used, as the recorder noted in its table of blocks.
  Result<std::vector<Run>> used_of(mpidbg_record_table_index table) const;

  // Appends to `found` the entries of a run that `is_used` accepts. Errors: corrupt if they are more than are
  // plausible; unreadable.
  template <class Entry, class IsUsed>
  Status read(mpidbg_record_table_index table, Run run, Entries<Entry> &found, const IsUsed &is_used) const;
  template <class Entry, class IsUsed>
  Status read(mpidbg_record_table_index table, const std::vector<Run> &runs, std::optional<Entries<Entry>> &kept,
              const IsUsed &is_used) const;
  // Reads the used part of a table into `kept` unless that was done before.
  template <class Entry, class IsUsed>
  Result<const Entries<Entry> *> used(mpidbg_record_table_index table, std::optional<Entries<Entry>> &kept,
                                      const IsUsed &is_used) const;
  // Reads a ring's entries that have a number and are in the place of that number, and sorts them by number.
  template <class Entry>
  Result<const Entries<Entry> *> ring(mpidbg_record_table_index table, std::optional<Entries<Entry>> &kept,
                                      std::uint64_t next) const;

  const debugger::Memory *memory_;
  Address address_;
  ByteOrder order_ = host_byte_order();
  // The header is kept without its list of tables.
  mpidbg_record_header header_{};
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

// Returns the text in an array of fixed size: up to its NUL, or all of it.
template <std::size_t size>
std::string text_of(const char (&array)[size]) {
  std::size_t length = 0;
  while (length < size && array[length] != '\0') ++length;
  return std::string(array, length);
}

}  // namespace mpidbg::model::recorded
