#pragma once
// Describes the data of the I/O layer ompio, and the shared file pointer in shared memory. Source:
// ompi/mca/common/ompio/common_ompio.h, ompi/mca/sharedfp/sharedfp.h, ompi/mca/sharedfp/sm/sharedfp_sm.h of 4.1.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

// Describes ompio_file_t, a file of ompio. The struct mca_common_ompio_data_t consists of one such struct.
struct OmpioFileLayout : StructLayout {
  OmpioFileLayout() : StructLayout("ompio_file_t") {}
  Slot<std::int32_t> fd;
  // Points back to the ompi_file_t.
  Slot<Address> f_fh;
  // Points to ompio's duplicate of the communicator.
  Slot<Address> f_comm;
  Slot<Address> f_fullfilename;
  Slot<Address> f_datarep;
  Slot<std::int32_t> f_atomicity;
  Slot<Address> f_split_coll_req;
  Slot<bool> f_split_coll_in_use;
  // Points to an mca_sharedfp_base_data_t.
  Slot<Address> f_sharedfp_data;
  // The view as a separate struct (ompio_fview_t), since 6.0.
  Slot<Optional<Embedded>> f_fview;
  Slot<Address> f_etype;
  // Points to the file type: a duplicate of the program's datatype or, if that is predefined, the datatype itself. The
  // same holds for f_etype.
  Slot<Address> f_orig_filetype;
  // Points to the component for shared file pointers, which starts with an mca_base_component_t; null if there is none.
  Slot<Address> f_sharedfp_component;
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

// Describes the view of a file, and the position of the file pointer in the view. Up to 5.0 these fields are in the
// ompio_file_t itself, and since 6.0 in an embedded struct.
template <bool separate>
struct BasicOmpioViewLayout : StructLayout {
  BasicOmpioViewLayout() : StructLayout(separate ? "ompio_fview_t" : "ompio_file_t") {}
  // The byte at which the current repetition of the file type starts. Its type is MPI_Offset, a long.
  Slot<PtrdiffT> f_offset;
  // The displacement of the view in bytes, as an MPI_Offset.
  Slot<PtrdiffT> f_disp;
  // Points to an array of f_iov_count struct iovec, which are the blocks of the flattened file type.
  Slot<Address> f_decoded_iov;
  Slot<std::uint32_t> f_iov_count;
  // The number of bytes of data before the file pointer in the current repetition.
  Slot<SizeT> f_total_bytes;
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

// Describes mca_sharedfp_base_data_t, which belongs to the shared file pointer of a file.
struct SharedPointerLayout : StructLayout {
  SharedPointerLayout() : StructLayout("mca_sharedfp_base_data_t") {}
  // Points to the data of the component; for the component sm, an mca_sharedfp_sm_data.
  Slot<Address> selected_module_data;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("selected_module_data", selected_module_data);
  }
};

// Describes mca_sharedfp_sm_data, the data of the component sm, which implements shared file pointers.
struct SharedPointerSmLayout : StructLayout {
  SharedPointerSmLayout() : StructLayout("mca_sharedfp_sm_data") {}
  // Points into memory that all processes of the file share.
  Slot<Address> sm_offset_ptr;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("sm_offset_ptr", sm_offset_ptr);
  }
};

// Describes mca_sharedfp_sm_offset, the shared file pointer in shared memory.
struct SharedPointerSmOffsetLayout : StructLayout {
  SharedPointerSmOffsetLayout() : StructLayout("mca_sharedfp_sm_offset") {}
  // The position in bytes of the view.
  Slot<std::int64_t> offset;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("offset", offset);
  }
};

}  // namespace mpidbg::layout::openmpi
