#pragma once
// Communicators and the processes behind their ranks. Source: src/include/mpir_comm.h and
// src/mpid/ch4/include/mpidpre.h, 4.0 to 5.0.

#include "mpidbg/layout/mpich/objects/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

// Maps the ranks of a group to processes, by a rule or a list. It was part of communicators up to 4.3; since then
// groups have it.
struct RankMapLayout : StructLayout {
  RankMapLayout() : StructLayout("MPIDI_rank_map_t") {}
  // One of the values of RankMapMode.
  Slot<std::uint32_t> mode;
  // The address table of the processes: 0 for those of the own MPI_COMM_WORLD.
  Slot<std::int32_t> avtid;
  // The number of ranks.
  Slot<std::int32_t> size;
  // The parameters of a rule.
  Slot<std::int32_t> offset, stride, block_size;
  // The elements of a list: a lpid, or avtid and lpid, for each rank.
  Slot<Address> list;
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

// The device's part of a communicator.
struct DeviceCommunicatorLayout : StructLayout {
  DeviceCommunicatorLayout() : StructLayout("MPIDI_Devcomm_t") {}
  // Present in all versions, so that a source without the struct's inner names is not used.
  Slot<Embedded> am;
  // The processes in which ranks of peers count, and the local group of an intercommunicator; up to 4.3.
  Slot<Optional<Part<RankMapLayout>>> map, local_map;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("ch4.am", am);
    field("ch4.map", map);
    field("ch4.local_map", local_map);
  }
};

// The object behind an MPI_Comm.
struct CommunicatorLayout : StructLayout {
  CommunicatorLayout() : StructLayout("MPIR_Comm") {}
  using Base = ObjectLayout;
  // The context ids of messages sent and received.
  Slot<Unsigned16Or32> context_id, recvcontext_id;
  Slot<std::int32_t> rank, local_size, remote_size;
  // Up to 4.3, null until first requested.
  Slot<Address> local_group, remote_group;
  // One of the values of CommunicatorKind.
  Slot<std::uint32_t> comm_kind;
  Slot<Text<128>> name;
  // A list of AttributeLayout.
  Slot<Address> attributes;
  // Null for MPI_ERRORS_ARE_FATAL.
  Slot<Address> errhandler;
  // For an intercommunicator, the library's own communicator over the local group, or null.
  Slot<Address> local_comm;
  // A HierarchyKind; up to 4.3.
  Slot<Optional<std::uint32_t>> hierarchy_kind;
  // The library's own communicators within and among the nodes, or null.
  Slot<Address> node_comm, node_roots_comm;
  // The tag of the next nonblocking collective operation.
  Slot<std::int32_t> next_sched_tag;
  // An array of int, indexed like MPIR_comm_hint_list.
  Slot<Embedded> hints;
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
