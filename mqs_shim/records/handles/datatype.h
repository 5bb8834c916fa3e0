#pragma once
// Holds what a plugin reported about a datatype.

#include <optional>

#include "mqs_shim/records/handles/record.h"

namespace mqs_shim {

// Describes one of the types from which a datatype was constructed, directly or indirectly.
struct DatatypeNodeRecord {
  int depth = 0;
  int combiner = 0;  // mpidbg_combiner_t
  Address handle{};
  std::uint64_t times = 1;
  bool seen_before = false;
  std::string name, call;  // empty if there is none
};

// A predefined type, such as MPI_INT, and how many elements of this type a datatype contains.
struct BasicTypeRecord {
  std::string name;
  Address handle{};
  std::uint64_t size = 0;
  std::uint64_t elements = 0;
};

// Describes a datatype. mpidbg_datatype_info_t documents the members.
struct DatatypeRecord : HandleRecord {
  int reference_count = 0;
  std::uint64_t size = 0;
  std::int64_t lb = 0, ub = 0, extent = 0;
  std::int64_t true_lb = 0, true_ub = 0, true_extent = 0;

  int combiner = 0;  // mpidbg_combiner_t
  std::string constructor, mpi1_constructor;
  std::uint64_t total_integers = 0, total_addresses = 0, total_datatypes = 0;
  std::vector<int> integers;
  std::vector<std::int64_t> addresses;
  std::vector<Address> datatypes;
  std::vector<DatatypeNodeRecord> nodes;

  std::uint64_t total_entries = 0, total_elements = 0;
  std::vector<mpidbg_typemap_entry_t> typemap;
  std::vector<BasicTypeRecord> basics;
  std::string typemap_problem;

  std::uint64_t bytes_used = 0, bytes_outside = 0, hole_bytes = 0, total_holes = 0;
  std::vector<mpidbg_byte_range_t> holes;
  std::string coverage_problem;

  std::vector<HandleReferenceRecord> users;

  bool has(mpidbg_datatype_info_bitmap_t flag) const { return (flags & static_cast<std::uint32_t>(flag)) != 0; }
};

template <>
struct KindOf<DatatypeRecord> {
  using Info = mpidbg_datatype_info_t;
  static constexpr mpidbg_handle_kind_t kind = MPIDBG_KIND_DATATYPE;
  static constexpr std::string_view noun = "datatype";    // `mpidbg show datatype`
  static constexpr std::string_view nouns = "datatypes";  // `mpidbg datatypes`
  static constexpr std::uint32_t internal_flag = MPIDBG_DATATYPE_INFO_INTERNAL;
};

// Copies the plugin's result to `record`. A list with an implausible length becomes empty.
void take(const mpidbg_datatype_info_t &info, DatatypeRecord &record);

}  // namespace mqs_shim
