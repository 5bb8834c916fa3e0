#pragma once
// Finds where the device ch4:ofi stores libfabric's endpoints.
//
// If the build has symbols, or if there is a profile of exactly this build, the variable is found by name. Otherwise,
// the static data is searched for a domain, an address vector and an endpoint of libfabric at the distances that these
// have in the variable.

#include "mpidbg/layout/mpich/p2p/ofi_device_layout.h"
#include "mpidbg/layout/ofi/layouts.h"
#include "mpidbg/model/mpich/p2p/ofi_tag.h"

namespace mpidbg::model::mpich {

// Holds what the variable MPIDI_OFI_global has.
struct OfiPlaces {
  // The endpoints that receive (fid_ep), one for each pair of interfaces; and their domains.
  std::vector<Address> endpoints, domains;
  // The numbers of virtual interfaces and of network interfaces.
  std::int32_t interfaces = 1, networks = 1;
  // The address of the first OfiInterfaceLayout, and the layout.
  Address first_interface{};
  const OfiInterfaceLayout *interface_layout = nullptr;
  OfiTag tag;
};

// Reads the variable. `ofi` must outlive the result. Errors: not_supported if a search finds no place or several;
// layout; corrupt, naming the field; those of reading.
Result<OfiPlaces> find_ofi_places(const Attachment &process, const OfiLayouts &ofi,
                                  const layout::ofi::Layouts &libfabric);

// Returns the numbers that change when the library takes completions from libfabric and processes them. `are_processed`
// is set to false if some were not processed. Errors: those of reading.
Result<std::vector<std::uint64_t>> read_buffered_completions(const Attachment &process, const OfiPlaces &places,
                                                             bool &are_processed);

}  // namespace mpidbg::model::mpich
