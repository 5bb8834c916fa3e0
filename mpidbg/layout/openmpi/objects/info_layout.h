#pragma once
// Info objects, and the hints that communicators, windows and files keep. Source: opal/util/info.h,
// opal/util/info_subscriber.h, ompi/info/info.h of 4.1.

#include "mpidbg/layout/openmpi/opal/containers_layout.h"
#include "mpidbg/layout/openmpi/opal/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

// A list of opal_info_entry_t.
struct OpalInfoLayout : StructLayout {
  OpalInfoLayout() : StructLayout("opal_info_t") {}
  using Base = ListLayout;
  Slot<Embedded> super;  // opal_list_t, at 0
  template <class Visitor>
  void describe(Visitor &&field) {
    field("super", super);
  }
};

// What an MPI_Info is.
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

struct InfoEntryLayout : StructLayout {
  InfoEntryLayout() : StructLayout("opal_info_entry_t") {}
  using Base = ListItemLayout;
  Slot<TextOrPointer<37>> ie_key;               // MPI_MAX_INFO_KEY and the NUL; from 5.0 on a CountedStringLayout
  Slot<Address> ie_value;                       // a string; where the key is a CountedStringLayout, too
  Slot<Optional<std::uint32_t>> ie_referenced;  // how often the library asked for it or set it; from 5.0 on
  Slot<Optional<bool>> ie_internal;             // MPI_X_get_info does not give it; from 5.0 on
  template <class Visitor>
  void describe(Visitor &&field) {
    field("ie_key", ie_key);
    field("ie_value", ie_value);
    field("ie_referenced", ie_referenced);
    field("ie_internal", ie_internal);
  }
};

// A string that knows its length.
struct CountedStringLayout : StructLayout {
  CountedStringLayout() : StructLayout("opal_cstring_t") {}
  using Base = ObjectLayout;
  Slot<SizeT> length;
  Slot<Embedded> string;  // length characters and a NUL, behind the struct
  template <class Visitor>
  void describe(Visitor &&field) {
    field("length", length);
    field("string", string);
  }
};

// What communicators, windows and files start with.
struct InfoSubscriberLayout : StructLayout {
  InfoSubscriberLayout() : StructLayout("opal_infosubscriber_t") {}
  using Base = ObjectLayout;
  Slot<Address> s_info;  // an opal_info_t; null until there is a hint
  template <class Visitor>
  void describe(Visitor &&field) {
    field("s_info", s_info);
  }
};

}  // namespace mpidbg::layout::openmpi
