#pragma once
// These limits restrict numbers that come from a hostile target. Such a number is compared with its limit before it is
// multiplied, used to allocate, or used to bound a loop.

#include <cstddef>
#include <cstdint>

namespace mpidbg::limits {

// Limits the handles of one kind in one process. The largest tables of real programs have tens of thousands of entries.
inline constexpr std::uint64_t table_entries = 1u << 22;
// Limits the processes in a group. The largest machines run about ten million ranks.
inline constexpr std::uint64_t group_members = 1u << 24;
// Limits the bytes of one message. The limit exceeds the address space of any process.
inline constexpr std::uint64_t message_bytes = std::uint64_t{1} << 56;
// Limits the items of one list. The limit allows 16 million pending messages on one rank.
inline constexpr std::uint64_t list_items = 1u << 24;
// Limit the chunks of a free list of Open MPI, and the items in one chunk.
inline constexpr std::uint64_t free_list_chunks = 1u << 20;
inline constexpr std::uint64_t free_list_items = 1u << 24;
// Limits the dimensions, nodes or edges of a topology.
inline constexpr std::uint64_t topology_entries = 1u << 24;
// Limit the schedule of a nonblocking collective operation: its size in bytes, and the number of its operations that
// are reported.
inline constexpr std::uint64_t schedule_bytes = 1u << 24;
inline constexpr std::size_t schedule_operations = 1u << 14;
// Limits the characters of a string including the NUL.
inline constexpr std::size_t string_length = 4096;
// Limit the pairs of one info object, the characters of one value, and the bytes of all pairs. The command line in
// MPI_INFO_ENV can be longer than MPI_MAX_INFO_VAL.
inline constexpr std::size_t info_pairs = 1u << 16;
inline constexpr std::size_t info_value_length = 1u << 17;
inline constexpr std::size_t info_bytes = 1u << 22;
// Limit the tool information interface of a library: its variables or categories, the members of all categories
// together, the values of an enumerator, and the characters of a variable's texts.
inline constexpr std::uint64_t tool_variables = 1u << 16;
inline constexpr std::uint64_t category_members = 1u << 18;
inline constexpr std::uint64_t enumerator_values = 1u << 12;
inline constexpr std::size_t variable_text_length = 1u << 14;
// Limit the use of the tool information interface by a debugger: its sessions; its handles and registrations; and the
// elements of all its handles together.
inline constexpr std::size_t tool_sessions = 1u << 10;
inline constexpr std::size_t tool_handles = 1u << 14;
inline constexpr std::size_t tool_elements = 1u << 20;
// Limits the bytes of a library's static data that are searched for its tables.
inline constexpr std::uint64_t static_data_bytes = 1u << 22;
// Limits the blocks of a flattened file type.
inline constexpr std::uint64_t file_blocks = 1u << 22;
// Limits the nesting depth of sparse groups, parent classes and constituent types.
inline constexpr unsigned depth = 64;
// Limits the levels of nested datatypes that are reported for one datatype. A list of datatypes contains such a tree
// for each datatype.
inline constexpr unsigned datatype_tree_depth = 12;
// Limits the integers, addresses or datatypes that were passed to the constructor of one datatype.
inline constexpr std::uint64_t datatype_arguments = 1u << 26;
// Limits the steps in building one type map. Each contiguous run and each loop counts as a step, before equal ones are
// merged.
inline constexpr std::uint64_t type_map_steps = 1u << 24;
// Limits the contiguous blocks of a type map that are sorted to find gaps.
inline constexpr std::uint64_t type_map_blocks = 1u << 20;
// Limits the bytes of memory that are searched for objects. Only objects that are in no table are found by a search.
inline constexpr std::uint64_t search_bytes = std::uint64_t{1} << 36;
// Limit what is read of the recorder's record: the number of tables, total bytes, bytes of one entry, kinds of MPI
// calls, and bytes of the used entries of one table. The recorder itself stops at 1 GiB; live objects may need more
// than one table.
inline constexpr unsigned record_tables = 64;
inline constexpr std::uint64_t record_bytes = std::uint64_t{1} << 32;
inline constexpr std::uint32_t record_entry_bytes = 1u << 12;
inline constexpr std::uint32_t record_calls = 1u << 12;
inline constexpr std::uint64_t record_kept_bytes = 1u << 27;
// Limits the bytes of a single read of target memory.
inline constexpr std::uint64_t read_bytes = 1u << 27;

}  // namespace mpidbg::limits
