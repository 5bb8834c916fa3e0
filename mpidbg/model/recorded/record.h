#pragma once
// A Record is a copy of the data that the recorder keeps in the memory of one process. It is checked and converted to
// the host's byte order, but not interpreted.
//
// A Record is valid for one stop of the process. On first access to a table, the part of it that was ever used is read,
// and then cached. The numbers in an entry come from the process and may have any value: callers have to check them.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mpidbg/debugger/memory.h"
#include "mpidbg/recorder/record_format.h"
#include "mpidbg/recorder/record_mpit_format.h"

namespace mpidbg::model::recorded {

// An Entries object holds those entries of a table that have ever been used.
template <class Entry>
struct Entries {
  std::vector<Entry> entries;
  // `places` has the index of each entry in the process's table.
  std::vector<std::uint32_t> places;
};

class Record {
 public:
  // Reads and checks the header. The record keeps a reference to `memory`, which must outlive it. Errors: not_found if
  // no record starts at the address, because the magic bytes are missing or the header's member `self` holds another
  // address (then this is a copy of a record); not_supported for an unknown version, naming the supported and the found
  // version; corrupt if the header or its list of tables is impossible; unreadable.
  static Result<Record> open(const debugger::Memory &memory, Address address);

  Address address() const { return address_; }
  // Returns the byte order of the process that recorded.
  ByteOrder byte_order() const { return order_; }
  const mpidbg_record_header &header() const { return header_; }
  // Returns the start of the result of MPI_Get_library_version, which is all that the record keeps.
  std::string library() const;
  // Explains why the lists of live objects and threads are incomplete; empty if they are complete.
  std::string problem() const;

  // Returns the capacity of a table in entries, or 0 if the recorder in this process does not have the table.
  std::uint64_t room(mpidbg_record_table_index table) const { return tables_[table].count; }

  // The functions from here to mpit_events() return pointers that stay valid as long as the record. Errors: corrupt,
  // unreadable.
  //
  // Returns the known calls, indexed by their numbers. Element 0 is unused.
  Result<const std::vector<mpidbg_record_call> *> calls();
  Result<const Entries<mpidbg_record_thread> *> threads();
  Result<const Entries<mpidbg_record_request> *> requests();
  Result<const Entries<mpidbg_record_handle> *> handles();
  // Returns the locks of windows that were taken and not released.
  Result<const Entries<mpidbg_record_lock> *> locks();
  // Returns the numbers of collective operations on live communicators. Records of older recorders have none.
  Result<const Entries<mpidbg_record_collectives> *> collectives();
  // Returns the predefined handles that the recorder wrote down. The record of a process with MPICH has none.
  Result<const Entries<mpidbg_record_predefined> *> predefined();
  // Returns constants of the program's mpi.h. Records of older recorders have none.
  Result<const Entries<mpidbg_record_constant> *> constants();
  // Returns the events that the ring still contains, in the order in which they happened.
  Result<const Entries<mpidbg_record_event> *> events();
  Result<const Entries<mpidbg_record_name> *> names();
  // Returns the snapshots in the order of their numbers, without those that are partly overwritten.
  Result<const Entries<mpidbg_record_snapshot> *> snapshots();
  Result<const Entries<mpidbg_record_mpit_event> *> mpit_events();

  // Returns bytes of the catalogue or of the samples, in the byte order of the process. Errors: corrupt if the range is
  // not within the table; unreadable.
  Result<std::vector<std::byte>> bytes(mpidbg_record_table_index table, std::uint64_t offset, std::uint64_t size) const;
  // Returns the part of the catalogue that has been written.
  Result<std::vector<std::byte>> catalogue() const;

  // Returns the struct at the start of `bytes`, converted to the host's byte order, or nothing if there are too few
  // bytes.
  template <class Entry>
  std::optional<Entry> decode(std::span<const std::byte> bytes) const;
  // Returns the number in the first 8 bytes, converted to the host's byte order, or nothing if there are too few bytes.
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
  // A Run stands for `count` consecutive entries of a table, starting at index `first`.
  struct Run {
    std::uint32_t first = 0, count = 0;
  };
  Run all_of(mpidbg_record_table_index table) const { return {0, tables_[table].count}; }
  // Returns the places of those entries of a ring that were written before number `next`.
  Run written_of(mpidbg_record_table_index ring, std::uint64_t next) const;
  // Returns the runs of entries that may have been used, according to the recorder's table of used blocks.
  Result<std::vector<Run>> used_of(mpidbg_record_table_index table) const;

  // Appends to `found` the entries of a run that `is_used` accepts. Errors: corrupt if there are implausibly many;
  // unreadable.
  template <class Entry, class IsUsed>
  Status read(mpidbg_record_table_index table, Run run, Entries<Entry> &found, const IsUsed &is_used) const;
  template <class Entry, class IsUsed>
  Status read(mpidbg_record_table_index table, const std::vector<Run> &runs, std::optional<Entries<Entry>> &kept,
              const IsUsed &is_used) const;
  // Reads the used part of a table into `kept` unless `kept` already has a value.
  template <class Entry, class IsUsed>
  Result<const Entries<Entry> *> used(mpidbg_record_table_index table, std::optional<Entries<Entry>> &kept,
                                      const IsUsed &is_used) const;
  // Reads the entries of a ring whose number matches their place in the ring, and sorts them by number.
  template <class Entry>
  Result<const Entries<Entry> *> ring(mpidbg_record_table_index table, std::optional<Entries<Entry>> &kept,
                                      std::uint64_t next) const;

  const debugger::Memory *memory_;
  Address address_;
  ByteOrder order_ = host_byte_order();
  // The header without its list of tables.
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

// Returns the text in an array of fixed size, up to its NUL or, if it has none, to the end of the array.
template <std::size_t size>
std::string text_of(const char (&array)[size]) {
  std::size_t length = 0;
  while (length < size && array[length] != '\0') ++length;
  return std::string(array, length);
}

}  // namespace mpidbg::model::recorded
