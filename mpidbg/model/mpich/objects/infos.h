#pragma once
// Info objects of MPICH: those of the program, MPI_INFO_NULL and MPI_INFO_ENV.

#include <optional>

#include "mpidbg/model/mpich/handle_reader.h"
#include "mpidbg/model/mpich/objects/pools.h"
#include "mpidbg/model/objects/info.h"

namespace mpidbg::model::mpich {

class Infos final : public HandleReader {
 public:
  // Both outlive it.
  Infos(const Attachment &process, Pools &pools) : process_(process), pools_(pools) {}

  Result<Info> read(Handle handle);

  std::string problem() override;
  std::string why_unseen() override;
  // MPICH takes what it understands of an info and keeps nothing of the rest.
  std::string users_problem() override { return "MPICH does not keep which info objects it was given"; }
  std::vector<Handle> live() override;
  Status check(Handle handle) override { return read(handle).status(); }

 private:
  using View = layout::View<InfoLayout>;

  // Up to 4.1: whether it is a pair of an info object and not one itself.
  bool is_pair(Address object) const;
  Result<std::vector<InfoPair>> read_pairs(const View &view) const;
  Result<std::vector<InfoPair>> read_list(const View &view) const;
  Result<std::vector<InfoPair>> read_array(const View &view) const;
  Result<InfoPair> read_pair(Address key, Address value) const;

  const Attachment &process_;
  Pools &pools_;
};

}  // namespace mpidbg::model::mpich
