#pragma once
// Limits on what is accepted from a hostile target. Each number is checked before anything is multiplied, allocated or
// walked.

#include <cstddef>
#include <cstdint>

namespace mpidbg::limits {

// Handles of one kind in one process. The largest real tables seen hold tens of thousands.
inline constexpr std::uint64_t table_entries = 1u << 22;
// Processes in a group. The largest machines run some ten million ranks.
inline constexpr std::uint64_t group_members = 1u << 24;
// Bytes of one message, of what a request sends or receives: no process has so large an address space.
inline constexpr std::uint64_t message_bytes = std::uint64_t{1} << 56;
// Items of one list: 16 million pending messages on one rank.
inline constexpr std::uint64_t list_items = 1u << 24;
// Chunks of a free list, and items in one chunk.
inline constexpr std::uint64_t free_list_chunks = 1u << 20;
inline constexpr std::uint64_t free_list_items = 1u << 24;
// Dimensions, nodes and edges of a topology.
inline constexpr std::uint64_t topology_entries = 1u << 24;
// The schedule of a nonblocking collective operation: bytes, and operations that are delivered of it.
inline constexpr std::uint64_t schedule_bytes = 1u << 24;
inline constexpr std::size_t schedule_operations = 1u << 14;
// Characters of a string, the NUL included.
inline constexpr std::size_t string_length = 4096;
// Pairs of one info object, and characters of a value: MPI_INFO_ENV's command line is longer than MPI_MAX_INFO_VAL.
inline constexpr std::size_t info_pairs = 1u << 16;
inline constexpr std::size_t info_value_length = 1u << 17;
inline constexpr std::size_t info_bytes = 1u << 22;
// Variables or categories of the tool information interface, members of all categories together, values of an
// enumerator, and characters of a variable's text.
inline constexpr std::uint64_t tool_variables = 1u << 16;
inline constexpr std::uint64_t category_members = 1u << 18;
inline constexpr std::uint64_t enumerator_values = 1u << 12;
inline constexpr std::size_t variable_text_length = 1u << 14;
// Sessions, handles and registrations of the tool information interface that a debugger makes, and elements that all of
// its handles have together.
inline constexpr std::size_t tool_sessions = 1u << 10;
inline constexpr std::size_t tool_handles = 1u << 14;
inline constexpr std::size_t tool_elements = 1u << 20;
// Static data of a library that is searched for its tables.
inline constexpr std::uint64_t static_data_bytes = 1u << 22;
// Blocks of a file type.
inline constexpr std::uint64_t file_blocks = 1u << 22;
// Nested sparse groups, parent classes, constituent types.
inline constexpr unsigned depth = 64;
// Levels of nested datatypes that are reported for one datatype; lists report them for every datatype.
inline constexpr unsigned datatype_tree_depth = 12;
// Integers, addresses or datatypes that one datatype was made with.
inline constexpr std::uint64_t datatype_arguments = 1u << 26;
// Steps that building one type map may take: runs and loops before they are put together.
inline constexpr std::uint64_t type_map_steps = 1u << 24;
// Contiguous blocks of a type map that are put in order to find holes.
inline constexpr std::uint64_t type_map_blocks = 1u << 20;
// Memory that is searched for objects which no table lists.
inline constexpr std::uint64_t search_bytes = std::uint64_t{1} << 36;
// The recorder's record: its tables, its bytes (its own limit is 1 GiB, and live objects may not fit into one table),
// the bytes of one entry, kinds of MPI calls, bytes of the used entries of one table that are kept, and the memory that
// is searched for it.
inline constexpr unsigned record_tables = 64;
inline constexpr std::uint64_t record_bytes = std::uint64_t{1} << 32;
inline constexpr std::uint32_t record_entry_bytes = 1u << 12;
inline constexpr std::uint32_t record_calls = 1u << 12;
inline constexpr std::uint64_t record_kept_bytes = 1u << 27;
// One read of target memory.
inline constexpr std::uint64_t read_bytes = 1u << 27;

}  // namespace mpidbg::limits
