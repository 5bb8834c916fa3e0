#pragma once
// What the device ch4:ucx keeps of a process: UCX's workers, and the endpoints of the processes that it can send to.
// Source: src/mpid/ch4/netmod/ucx/ucx_types.h and src/mpid/ch4/include/mpidpre.h, 4.0 to 5.0.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

// One of the virtual interfaces: communicators are spread over them if there are several.
struct UcxInterfaceLayout : StructLayout {
  UcxInterfaceLayout() : StructLayout("MPIDI_UCX_context_t") {}
  Slot<Address> worker;  // ucp_worker
  template <class Visitor>
  void describe(Visitor &&field) {
    field("worker", worker);
  }
};

// The variable MPIDI_UCX_global.
struct UcxGlobalLayout : StructLayout {
  UcxGlobalLayout() : StructLayout("MPIDI_UCX_global_t") {}
  Slot<Address> context;                  // ucp_context
  Slot<Part<UcxInterfaceLayout>> ctx;     // an array
  Slot<Optional<std::int32_t>> num_vnis;  // elements of it that are in use; up to 4.1
  Slot<Optional<std::int32_t>> num_vcis;  // since
  template <class Visitor>
  void describe(Visitor &&field) {
    field("context", context);
    field("ctx", ctx);
    field("num_vnis", num_vnis);
    field("num_vcis", num_vcis);
  }
};

// Part of the variable MPIDI_global.
struct AddressManagerLayout : StructLayout {
  AddressManagerLayout() : StructLayout("MPIDIU_avt_manager") {}
  Slot<std::int32_t> n_avts;  // tables in use, and others after them
  Slot<Address> av_table0;    // AddressTableLayout of the own MPI_COMM_WORLD
  Slot<Address> av_tables;    // an array of pointers to all of them, by the number of the table
  template <class Visitor>
  void describe(Visitor &&field) {
    field("n_avts", n_avts);
    field("av_table0", av_table0);
    field("av_tables", av_tables);
  }
};

struct GlobalLayout : StructLayout {
  GlobalLayout() : StructLayout("MPIDI_CH4_Global_t") {}
  Slot<Part<AddressManagerLayout>> avt_mgr;
  Slot<Optional<Embedded>> per_vci;           // InterfaceLayout of each virtual interface
  Slot<Optional<std::int32_t>> n_vcis;        // elements of it that are in use; up to 4.1
  Slot<Optional<std::int32_t>> n_total_vcis;  // since
  template <class Visitor>
  void describe(Visitor &&field) {
    field("avt_mgr", avt_mgr);
    field("per_vci", per_vci);
    field("n_vcis", n_vcis);
    field("n_total_vcis", n_total_vcis);
  }
};

// The processes of one world.
struct AddressTableLayout : StructLayout {
  AddressTableLayout() : StructLayout("MPIDI_av_table_t") {}
  Slot<std::int32_t> size;
  Slot<Embedded> table;  // AddressEntryLayout of each process
  template <class Visitor>
  void describe(Visitor &&field) {
    field("size", size);
    field("table", table);
  }
};

struct AddressEntryLayout : StructLayout {
  AddressEntryLayout() : StructLayout("MPIDI_av_entry_t") {}
  Slot<Embedded> ucx;  // pointers to ucp_ep: the first leads from the first interface to the first of the process
  template <class Visitor>
  void describe(Visitor &&field) {
    field("netmod.ucx", ucx);
  }
};

}  // namespace mpidbg::layout::mpich
