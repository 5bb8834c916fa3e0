#pragma once
// Defines numbers of handles, communicators, attributes and topologies that are the same from 4.0 to 5.0. Other numbers
// are in numbers.h. Each comment names the header that defines the number.

#include <cstdint>

namespace mpidbg::layout::mpich {

// Bits 30 and 31 of a handle state where its object is, bits 26 to 29 its kind, and the others identify the object.
// Source: src/include/mpir_objects.h.
inline constexpr std::uint32_t handle_place_shift = 30;
inline constexpr std::uint32_t handle_kind_shift = 26;
inline constexpr std::uint32_t handle_kind_mask = 0xf;
enum HandlePlace : std::uint32_t { handle_null, handle_builtin, handle_direct, handle_indirect };
// For the handle of an object in a block: the mask of the bits with the object's number within the block, and the
// position of the lowest bit of the block's number.
inline constexpr std::uint32_t handle_index_mask = 0xfff;
inline constexpr std::uint32_t handle_block_shift = 12;
// The bits of a request's block number that identify the block in all versions. The other bits are the number of the
// pool.
inline constexpr std::uint32_t request_block_mask = 0x7f;
// The handle of the first pair type. Pair types are datatypes such as MPI_FLOAT_INT.
inline constexpr std::uint32_t first_direct_datatype = 0x8c000000;
// The bits of an attribute key's handle that identify the key. Bits 22 to 25 are the kind of objects that can have the
// attribute.
inline constexpr std::uint32_t keyval_index_mask = 0x3fffff;

// Values of a communicator's field comm_kind, and of its field hierarchy_kind, which exists up to 4.3. Source:
// src/include/mpir_comm.h.
enum CommunicatorKind : std::uint32_t { communicator_intra, communicator_inter };
enum HierarchyKind : std::uint32_t { hierarchy_flat, hierarchy_parent, hierarchy_node_roots, hierarchy_node };
// The following constants are bits of a context id. The first one marks messages of collective operations. Source:
// src/include/mpir_contextid.h.
inline constexpr std::uint32_t context_collective = 0x1;
// The bit of a communicator over the processes of one node.
inline constexpr std::uint32_t context_within_node = 0x2;
// The bit of a communicator over one process of each node.
inline constexpr std::uint32_t context_among_nodes = 0x4;
inline constexpr std::uint32_t context_subcommunicator = context_within_node | context_among_nodes;
// The bit of an intercommunicator's own communicator over its local group.
inline constexpr std::uint32_t context_local = 0x8;
// The number of elements in MPIR_Comm.hints, and their types. Source: src/include/mpir_comm.h.
inline constexpr std::uint32_t hints = 100;
enum HintType : std::int32_t { hint_bool, hint_int };

// The rules that map ranks to processes. Source: src/mpid/ch4/include/mpidpre.h.
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

// MPI_UNDEFINED. Source: mpi.h.
inline constexpr std::int32_t undefined = -32766;

// Values of an attribute's field attrType. Source: src/include/mpir_attr_generic.h.
enum AttributeType : std::uint32_t { attribute_pointer, attribute_address, attribute_integer = 3 };

// The keys of predefined attributes. Source: mpi.h.
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
