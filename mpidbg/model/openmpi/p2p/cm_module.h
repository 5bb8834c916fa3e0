#pragma once
// CmModule is the module of the component "ofi", through which the layer cm sends: its endpoints of libfabric, how it
// packs tags, and the addresses of other processes.

#include <string>
#include <unordered_map>
#include <vector>

#include "mpidbg/model/openmpi/handle_reader.h"
#include "mpidbg/model/openmpi/p2p/cm_tags.h"

namespace mpidbg::model::openmpi {

struct Handles;

class CmModule {
 public:
  // Reads the module at `address`, an mca_mtl_ofi_module_t. Errors: layout if a struct is unknown; corrupt if a member
  // contradicts the layouts; unreadable. `process` and `handles` must outlive the result.
  static Result<CmModule> read(const Attachment &process, Handles &handles, Address address);

  const CmTags &tags() const { return tags_; }
  // The endpoints (fid_ep) that receive; most processes have one.
  const std::vector<Address> &endpoints() const { return endpoints_; }
  // The name of the provider as the component has it, such as "tcp;ofi_rxm".
  const std::string &provider() const { return provider_; }
  // A function of the component.
  Address function() const { return function_; }
  // The address for MPI_ANY_SOURCE.
  std::uint64_t any_address() const { return any_address_; }

  void clear() { ranks_.clear(); }
  // Finds the process with an address of libfabric, and returns its rank in `remote_group`, the group that receives a
  // communicator's messages; nullopt if no process of the group has the address. Reads the records of its processes at
  // most once until clear().
  Result<std::optional<std::int32_t>> rank_of(std::uint64_t address, Address remote_group);

 private:
  using Ranks = std::unordered_map<std::uint64_t, std::int32_t>;

  CmModule(const Attachment &process, Handles &handles, Address address)
      : process_(&process), handles_(&handles), address_(address) {}

  Result<const Ranks *> ranks(Address group);

  const Attachment *process_;
  Handles *handles_;
  Address address_;
  CmTags tags_;
  std::vector<Address> endpoints_;
  std::string provider_;
  Address function_{};
  std::uint64_t any_address_ = 0;
  unsigned context_bits_ = 0;
  std::unordered_map<Address, Ranks> ranks_;
};

}  // namespace mpidbg::model::openmpi
