#pragma once
// Numbers of handles, communicators, attributes and topologies that are the same from 4.0 to 5.0; the others are in
// numbers.h. Source: the headers named.

#include <cstdint>

namespace mpidbg::layout::mpich {

// src/include/mpir_objects.h: a handle's bits 30 and 31 say where its object is, 26 to 29 its kind, the others which.
inline constexpr std::uint32_t handle_place_shift = 30;
inline constexpr std::uint32_t handle_kind_shift = 26;
inline constexpr std::uint32_t handle_kind_mask = 0xf;
enum HandlePlace : std::uint32_t { handle_null, handle_builtin, handle_direct, handle_indirect };
// Handles of objects in blocks: these bits are the number of the object within its block.
inline constexpr std::uint32_t handle_index_mask = 0xfff;
inline constexpr std::uint32_t handle_block_shift = 12;
// Of those, what all versions have of the number of a request's block, beside that of its pool.
inline constexpr std::uint32_t request_block_mask = 0x7f;
// The first of the pair types.
inline constexpr std::uint32_t first_direct_datatype = 0x8c000000;
// Handles of attribute keys: bits 22 to 25 say which kind of object the key is for.
inline constexpr std::uint32_t keyval_index_mask = 0x3fffff;

// src/include/mpir_comm.h: comm_kind, and hierarchy_kind, which ended with 4.3
enum CommunicatorKind : std::uint32_t { communicator_intra, communicator_inter };
enum HierarchyKind : std::uint32_t { hierarchy_flat, hierarchy_parent, hierarchy_node_roots, hierarchy_node };
// src/include/mpir_contextid.h: bits of a context id
inline constexpr std::uint32_t context_collective = 0x1;   // messages of collective operations
inline constexpr std::uint32_t context_within_node = 0x2;  // over the processes of one node
inline constexpr std::uint32_t context_among_nodes = 0x4;  // over one process of each node
inline constexpr std::uint32_t context_subcommunicator = context_within_node | context_among_nodes;
inline constexpr std::uint32_t context_local = 0x8;  // an intercommunicator's over its local group
// src/include/mpir_comm.h: the elements of hints, and what they are
inline constexpr std::uint32_t hints = 100;
enum HintType : std::int32_t { hint_bool, hint_int };

// src/mpid/ch4/include/mpidpre.h: the rule by which ranks are processes
enum RankMapMode : std::uint32_t {
  map_direct,
  map_direct_intra,
  map_offset,
  map_offset_intra,
  map_stride,
  map_stride_intra,
  map_stride_block,
  map_stride_block_intra,
  map_list,
  map_list_intra,
  map_list_of_worlds,
  map_none
};

// mpi.h
inline constexpr std::int32_t undefined = -32766;

// src/include/mpir_attr_generic.h: attrType
enum AttributeType : std::uint32_t { attribute_pointer, attribute_address, attribute_integer = 3 };

// mpi.h: the keys of predefined attributes
enum PredefinedKey : std::uint32_t {
  key_tag_ub = 0x64400001,
  key_host = 0x64400003,
  key_io = 0x64400005,
  key_wtime_is_global = 0x64400007,
  key_universe_size = 0x64400009,
  key_lastusedcode = 0x6440000b,
  key_appnum = 0x6440000d,
  key_win_base = 0x66000001,
  key_win_size = 0x66000003,
  key_win_disp_unit = 0x66000005,
  key_win_create_flavor = 0x66000007,
  key_win_model = 0x66000009
};

}  // namespace mpidbg::layout::mpich
