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
  Slot<Address> ie_value;  // a string
  Slot<Text<37>> ie_key;   // MPI_MAX_INFO_KEY and the NUL
  template <class Visitor>
  void describe(Visitor &&field) {
    field("ie_value", ie_value);
    field("ie_key", ie_key);
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
