#pragma once
// What the layer ompio keeps of a file, and the shared file pointer in shared memory. Source:
// ompi/mca/common/ompio/common_ompio.h, ompi/mca/sharedfp/sharedfp.h, ompi/mca/sharedfp/sm/sharedfp_sm.h of 4.1.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

// A mca_common_ompio_data_t is one.
struct OmpioFileLayout : StructLayout {
  OmpioFileLayout() : StructLayout("ompio_file_t") {}
  Slot<std::int32_t> fd;
  Slot<Address> f_fh;    // back to the ompi_file_t
  Slot<Address> f_comm;  // ompio's duplicate
  Slot<Address> f_fullfilename;
  Slot<Address> f_datarep;
  Slot<std::int32_t> f_atomicity;
  Slot<Address> f_split_coll_req;
  Slot<bool> f_split_coll_in_use;
  Slot<Address> f_sharedfp_data;     // a mca_sharedfp_base_data_t
  Slot<Optional<Embedded>> f_fview;  // an ompio_fview_t, from 6.0 on
  Slot<Address> f_etype;
  Slot<Address> f_orig_filetype;  // a duplicate of what the program gave, unless that was predefined; so is f_etype
  Slot<Address> f_sharedfp_component;  // starts with an mca_base_component_t; null if there is none
  template <class Visitor>
  void describe(Visitor &&field) {
    field("fd", fd);
    field("f_fh", f_fh);
    field("f_comm", f_comm);
    field("f_fullfilename", f_fullfilename);
    field("f_datarep", f_datarep);
    field("f_atomicity", f_atomicity);
    field("f_split_coll_req", f_split_coll_req);
    field("f_split_coll_in_use", f_split_coll_in_use);
    field("f_sharedfp_data", f_sharedfp_data);
    field("f_fview", f_fview);
    field("f_etype", f_etype);
    field("f_orig_filetype", f_orig_filetype);
    field("f_sharedfp_component", f_sharedfp_component);
  }
};

// Where a file's view starts and how far the file pointer is in it: in the ompio_file_t itself, and from 6.0 on in a
// struct within.
template <bool separate>
struct BasicOmpioViewLayout : StructLayout {
  BasicOmpioViewLayout() : StructLayout(separate ? "ompio_fview_t" : "ompio_file_t") {}
  Slot<PtrdiffT> f_offset;      // MPI_Offset, a long: byte where the current repetition of the file type starts
  Slot<PtrdiffT> f_disp;        // likewise; in bytes
  Slot<Address> f_decoded_iov;  // f_iov_count struct iovec: the file type's blocks, flattened
  Slot<std::uint32_t> f_iov_count;
  Slot<SizeT> f_total_bytes;  // bytes before the file pointer in the current repetition
  Slot<PtrdiffT> f_view_extent;
  Slot<SizeT> f_view_size;
  Slot<SizeT> f_etype_size;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("f_offset", f_offset);
    field("f_disp", f_disp);
    field("f_decoded_iov", f_decoded_iov);
    field("f_iov_count", f_iov_count);
    field("f_total_bytes", f_total_bytes);
    field("f_view_extent", f_view_extent);
    field("f_view_size", f_view_size);
    field("f_etype_size", f_etype_size);
  }
};
using OmpioViewLayout = BasicOmpioViewLayout<false>;
using OmpioView6Layout = BasicOmpioViewLayout<true>;

struct SharedPointerLayout : StructLayout {
  SharedPointerLayout() : StructLayout("mca_sharedfp_base_data_t") {}
  Slot<Address> selected_module_data;  // of the component sm: a mca_sharedfp_sm_data
  template <class Visitor>
  void describe(Visitor &&field) {
    field("selected_module_data", selected_module_data);
  }
};

struct SharedPointerSmLayout : StructLayout {
  SharedPointerSmLayout() : StructLayout("mca_sharedfp_sm_data") {}
  Slot<Address> sm_offset_ptr;  // into memory that all processes of the file share
  template <class Visitor>
  void describe(Visitor &&field) {
    field("sm_offset_ptr", sm_offset_ptr);
  }
};

struct SharedPointerSmOffsetLayout : StructLayout {
  SharedPointerSmOffsetLayout() : StructLayout("mca_sharedfp_sm_offset") {}
  Slot<std::int64_t> offset;  // in bytes of the view
  template <class Visitor>
  void describe(Visitor &&field) {
    field("offset", offset);
  }
};

}  // namespace mpidbg::layout::openmpi
