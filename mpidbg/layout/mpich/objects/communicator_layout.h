#pragma once
// Communicators, and which process has which rank in them. Source: src/include/mpir_comm.h and
// src/mpid/ch4/include/mpidpre.h, 4.0 to 5.0.

#include "mpidbg/layout/mpich/objects/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

// From the ranks of a group to processes: by a rule, or a list. Part of communicators up to 4.3; groups have it since.
struct RankMapLayout : StructLayout {
  RankMapLayout() : StructLayout("MPIDI_rank_map_t") {}
  Slot<std::uint32_t> mode;                       // RankMapMode
  Slot<std::int32_t> avtid;                       // of the processes: 0 for those of the own MPI_COMM_WORLD
  Slot<std::int32_t> size;                        // number of ranks
  Slot<std::int32_t> offset, stride, block_size;  // of a rule
  Slot<Address> list;                             // of a list: a lpid, or avtid and lpid, for each rank
  template <class Visitor>
  void describe(Visitor &&field) {
    field("mode", mode);
    field("avtid", avtid);
    field("size", size);
    field("reg.stride.offset", offset);
    field("reg.stride.stride", stride);
    field("reg.stride.blocksize", block_size);
    field("irreg.lut.lpid", list);
  }
};

struct DeviceCommunicatorLayout : StructLayout {
  DeviceCommunicatorLayout() : StructLayout("MPIDI_Devcomm_t") {}
  Slot<Embedded> am;  // there in all versions, so that a source without the struct's inner names is not used
  // Of the processes that ranks of peers count in, and of the own group of an intercommunicator; up to 4.3.
  Slot<Optional<Part<RankMapLayout>>> map, local_map;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("ch4.am", am);
    field("ch4.map", map);
    field("ch4.local_map", local_map);
  }
};

struct CommunicatorLayout : StructLayout {
  CommunicatorLayout() : StructLayout("MPIR_Comm") {}
  using Base = ObjectLayout;
  Slot<Unsigned16Or32> context_id, recvcontext_id;  // of messages sent and received
  Slot<std::int32_t> rank, local_size, remote_size;
  Slot<Address> local_group, remote_group;  // null until somebody asked, up to 4.3
  Slot<std::uint32_t> comm_kind;            // CommunicatorKind
  Slot<Text<128>> name;
  Slot<Address> attributes;  // AttributeLayout, a list
  Slot<Address> errhandler;  // null: MPI_ERRORS_ARE_FATAL
  Slot<Address> local_comm;  // of an intercommunicator: the library's own one over the local group, or null
  Slot<Optional<std::uint32_t>> hierarchy_kind;  // HierarchyKind; up to 4.3
  Slot<Address> node_comm, node_roots_comm;      // the library's own parts of it, or null
  Slot<std::int32_t> next_sched_tag;             // of the next nonblocking collective operation
  Slot<Embedded> hints;                          // ints, by CommunicatorHint
  Slot<Part<DeviceCommunicatorLayout>> dev;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("context_id", context_id);
    field("recvcontext_id", recvcontext_id);
    field("rank", rank);
    field("local_size", local_size);
    field("remote_size", remote_size);
    field("local_group", local_group);
    field("remote_group", remote_group);
    field("comm_kind", comm_kind);
    field("name", name);
    field("attributes", attributes);
    field("errhandler", errhandler);
    field("local_comm", local_comm);
    field("hierarchy_kind", hierarchy_kind);
    field("node_comm", node_comm);
    field("node_roots_comm", node_roots_comm);
    field("next_sched_tag", next_sched_tag);
    field("hints", hints);
    field("dev", dev);
  }
};

}  // namespace mpidbg::layout::mpich
