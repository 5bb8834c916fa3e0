#pragma once
// Describes info objects, and the hints of communicators, windows and files. Source: opal/util/info.h,
// opal/util/info_subscriber.h, ompi/info/info.h of 4.1.

#include "mpidbg/layout/openmpi/opal/containers_layout.h"
#include "mpidbg/layout/openmpi/opal/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

// Describes opal_info_t, a list of opal_info_entry_t.
struct OpalInfoLayout : StructLayout {
  OpalInfoLayout() : StructLayout("opal_info_t") {}
  using Base = ListLayout;
  // The list itself, an opal_list_t at offset 0.
  Slot<Embedded> super;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("super", super);
  }
};

// Describes ompi_info_t, the object behind an MPI_Info.
struct InfoLayout : StructLayout {
  InfoLayout() : StructLayout("ompi_info_t") {}
  using Base = OpalInfoLayout;
  Slot<std::int32_t> i_f_to_c_index;
  Slot<bool> i_freed;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("i_f_to_c_index", i_f_to_c_index);
    field("i_freed", i_freed);
  }
};

// Describes opal_info_entry_t, a pair of key and value.
struct InfoEntryLayout : StructLayout {
  InfoEntryLayout() : StructLayout("opal_info_entry_t") {}
  using Base = ListItemLayout;
  // The key: up to MPI_MAX_INFO_KEY characters and the NUL or, since 5.0, a CountedStringLayout outside of the struct.
  Slot<TextOrPointer<37>> ie_key;
  // Points to the value: a string, or a CountedStringLayout if the key is one.
  Slot<Address> ie_value;
  // The number of times that the library has read or set the pair; since 5.0.
  Slot<Optional<std::uint32_t>> ie_referenced;
  // True if MPI_*_get_info does not return the pair; since 5.0.
  Slot<Optional<bool>> ie_internal;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("ie_key", ie_key);
    field("ie_value", ie_value);
    field("ie_referenced", ie_referenced);
    field("ie_internal", ie_internal);
  }
};

// Describes opal_cstring_t, a string that is stored with its length.
struct CountedStringLayout : StructLayout {
  CountedStringLayout() : StructLayout("opal_cstring_t") {}
  using Base = ObjectLayout;
  Slot<SizeT> length;
  // The characters, which follow the struct: `length` of them and a NUL.
  Slot<Embedded> string;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("length", length);
    field("string", string);
  }
};

// Describes opal_infosubscriber_t, the common start of communicators, windows and files.
struct InfoSubscriberLayout : StructLayout {
  InfoSubscriberLayout() : StructLayout("opal_infosubscriber_t") {}
  using Base = ObjectLayout;
  // Points to the hints (an opal_info_t); null until there is a hint.
  Slot<Address> s_info;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("s_info", s_info);
  }
};

}  // namespace mpidbg::layout::openmpi
