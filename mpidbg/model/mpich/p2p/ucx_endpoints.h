#pragma once
// Finds the process at the other end of an endpoint of UCX. MPICH stores an endpoint for each process of each world
// that it knows.

#include <unordered_map>

#include "mpidbg/model/mpich/p2p/ucx_places.h"
#include "mpidbg/model/mpich/world.h"

namespace mpidbg::model::mpich {

class UcxEndpoints {
 public:
  // All arguments must outlive this object.
  UcxEndpoints(const Attachment &process, const World &world, const ucx::Layouts &layouts)
      : process_(process), world_(world), layouts_(layouts) {}

  void clear() { processes_.reset(); }

  // Returns the process at the other end of an endpoint of the worker; nullopt if no table contains the endpoint. Reads
  // the tables at most once until clear(). Errors: those of finding and reading the tables.
  Result<std::optional<ProcessName>> process_of(Address endpoint, Address worker);

 private:
  using Processes = std::unordered_map<Address, ProcessName>;

  Result<Processes> read_all(Address worker) const;
  Status add_table(Address table, std::uint32_t number, Processes &processes) const;

  const Attachment &process_;
  const World &world_;
  const ucx::Layouts &layouts_;
  // The processes by the addresses of their endpoints, or the error of reading the tables.
  std::optional<Result<Processes>> processes_;
};

}  // namespace mpidbg::model::mpich
