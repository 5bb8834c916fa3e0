#pragma once
// Reads info objects of MPICH: those of the program, MPI_INFO_NULL and MPI_INFO_ENV.

#include <optional>

#include "mpidbg/model/mpich/handle_reader.h"
#include "mpidbg/model/mpich/objects/pools.h"
#include "mpidbg/model/objects/info.h"

namespace mpidbg::model::mpich {

class Infos final : public HandleReader {
 public:
  // Both arguments must outlive this object.
  Infos(const Attachment &process, Pools &pools) : process_(process), pools_(pools) {}

  // Reads an info object. Errors: not_found if the handle is not in use.
  Result<Info> read(Handle handle);

  std::string problem() override;
  std::string why_unseen() override;
  // Explains why no users of info objects are listed: MPICH copies the hints that it supports from an info object and
  // keeps no reference to the object.
  std::string users_problem() override { return "MPICH does not keep which info objects it was given"; }
  std::vector<Handle> live() override;
  Status check(Handle handle) override { return read(handle).status(); }

 private:
  using View = layout::View<InfoLayout>;

  // Returns true if the object at an address is a pair of an info object and not an info object itself. Up to 4.1, both
  // are in the same table.
  bool is_pair(Address object) const;
  // Reads the pairs of an info object in the form that this version uses. Errors: layout if the layout has neither
  // form.
  Result<std::vector<InfoPair>> read_pairs(const View &view) const;
  // Reads the pairs of an info object in versions up to 4.1, in which the pairs are a list. Errors: corrupt if the list
  // loops or is implausibly long.
  Result<std::vector<InfoPair>> read_list(const View &view) const;
  // Reads the pairs of an info object in later versions, in which the pairs are an array. Errors: corrupt for an
  // implausible number of pairs.
  Result<std::vector<InfoPair>> read_array(const View &view) const;
  // Reads the key and the value of a pair.
  Result<InfoPair> read_pair(Address key, Address value) const;

  const Attachment &process_;
  Pools &pools_;
};

}  // namespace mpidbg::model::mpich
