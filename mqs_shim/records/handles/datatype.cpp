#include "mqs_shim/records/handles/datatype.h"

#include <cstring>

#include "mpidbg/base/limits.h"

namespace mqs_shim {

namespace {

// Copies an array that the plugin has returned. The result is empty if the pointer is null or `count` exceeds `limit`.
template <class T>
std::vector<T> to_vector(const T *values, std::int64_t count, std::uint64_t limit) {
  return values == nullptr ? std::vector<T>() : std::vector<T>(values, values + bounded(count, limit));
}

// Copies a name with all its bytes, because names in MPI may end with blanks.
template <std::size_t size>
std::string name_of(const char (&name)[size]) {
  return std::string(name, strnlen(name, size));
}

std::string text_of(const char *text) {
  return text == nullptr ? std::string() : plain_text(text, mpidbg::limits::string_length);
}

// Returns false if an entry names a nonexistent basic type or has no elements. That would be a fault of the plugin.
bool is_sound(const std::vector<mpidbg_typemap_entry_t> &entries, std::size_t basics) {
  for (const mpidbg_typemap_entry_t &entry : entries) {
    if (entry.kind == MPIDBG_TYPEMAP_RUN &&
        (entry.basic < 0 || static_cast<std::size_t>(entry.basic) >= basics || entry.count == 0)) {
      return false;
    }
  }
  return true;
}

}  // namespace

void take(const mpidbg_datatype_info_t &info, DatatypeRecord &record) {
  record.flags = static_cast<std::uint32_t>(info.dt_bitflags);
  record.name = name_of(info.dt_name);
  record.fortran_handle = info.dt_fortran_handle;
  record.reference_count = info.dt_reference_count;
  record.size = info.dt_size;
  record.lb = info.dt_lb;
  record.ub = info.dt_ub;
  record.extent = info.dt_extent;
  record.true_lb = info.dt_true_lb;
  record.true_ub = info.dt_true_ub;
  record.true_extent = info.dt_true_extent;

  record.combiner = info.dt_combiner;
  record.constructor = text_of(info.dt_constructor);
  record.mpi1_constructor = text_of(info.dt_mpi1_constructor);
  record.total_integers = info.dt_total_integers;
  record.total_addresses = info.dt_total_addresses;
  record.total_datatypes = info.dt_total_datatypes;
  record.integers = to_vector(info.dt_integers, info.dt_num_integers, MPIDBG_DATATYPE_MAX_CONTENTS);
  record.addresses = to_vector(info.dt_addresses, info.dt_num_addresses, MPIDBG_DATATYPE_MAX_CONTENTS);
  record.datatypes = to_addresses(info.dt_datatypes, info.dt_num_datatypes);
  for (std::size_t i = 0; info.dt_nodes != nullptr && i < bounded(info.dt_num_nodes, MPIDBG_DATATYPE_MAX_NODES); ++i) {
    const mpidbg_datatype_node_t &node = info.dt_nodes[i];
    record.nodes.push_back({node.depth, node.combiner, Address(node.handle), node.times, node.seen_before != 0,
                            name_of(node.name), text_of(node.call)});
  }

  record.typemap_problem = text_of(info.dt_typemap_problem);
  for (std::size_t i = 0; info.dt_basics != nullptr && i < bounded(info.dt_num_basics, MPIDBG_DATATYPE_MAX_ENTRIES);
       ++i) {
    const mpidbg_basic_type_t &basic = info.dt_basics[i];
    record.basics.push_back({name_of(basic.name), Address(basic.handle), basic.size, basic.elements});
  }
  record.typemap = to_vector(info.dt_typemap, info.dt_num_entries, MPIDBG_DATATYPE_MAX_ENTRIES);
  record.total_entries = info.dt_total_entries;
  record.total_elements = info.dt_total_elements;
  if (!is_sound(record.typemap, record.basics.size())) {
    record.typemap.clear();
    record.flags &= ~static_cast<std::uint32_t>(MPIDBG_DATATYPE_INFO_TYPEMAP);
    record.typemap_problem = "the plugin gave a type map that makes no sense";
  }

  record.bytes_used = info.dt_bytes_used;
  record.bytes_outside = info.dt_bytes_outside;
  record.hole_bytes = info.dt_hole_bytes;
  record.total_holes = info.dt_total_holes;
  record.holes = to_vector(info.dt_holes, info.dt_num_holes, MPIDBG_DATATYPE_MAX_HOLES);
  record.coverage_problem = text_of(info.dt_coverage_problem);
  record.users = to_references(info.dt_users, info.dt_num_users);
}

}  // namespace mqs_shim
