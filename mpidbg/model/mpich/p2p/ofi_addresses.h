#pragma once
// Converts libfabric's addresses of processes (fi_addr_t), which are numbers that each process gives itself. MPICH
// stores the addresses of each process of each world that it knows.

#include <unordered_map>

#include "mpidbg/layout/mpich/p2p/ofi_device_layout.h"
#include "mpidbg/model/mpich/world.h"

namespace mpidbg::model::mpich {

class OfiAddresses {
 public:
  // `interfaces` and `networks` are the numbers of this process's virtual interfaces and network interfaces. The first
  // three arguments must outlive this object.
  OfiAddresses(const Attachment &process, const World &world, const OfiLayouts &ofi, std::int32_t interfaces,
               std::int32_t networks)
      : process_(process), world_(world), ofi_(ofi), interfaces_(interfaces), networks_(networks) {}

  void clear() { processes_.reset(); }

  // Returns the process with an address; nullopt if no table contains the address. Reads the tables at most once until
  // clear(). Errors: those of finding and reading the tables.
  Result<std::optional<ProcessName>> process_of(std::uint64_t address);

 private:
  using Processes = std::unordered_map<std::uint64_t, ProcessName>;

  Result<Processes> read_all() const;
  Status add_table(Address table, std::uint32_t number, Processes &processes) const;
  // Reads the addresses in an entry that are used. Errors: those of reading.
  Result<std::vector<std::uint64_t>> addresses_in(Address entry) const;

  const Attachment &process_;
  const World &world_;
  const OfiLayouts &ofi_;
  const std::int32_t interfaces_, networks_;
  std::optional<Result<Processes>> processes_;
};

}  // namespace mpidbg::model::mpich
