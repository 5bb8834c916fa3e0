#pragma once
// Files of MPICH, which are ROMIO's: an MPI_File is a pointer to an ADIOI_FileD.
//
// No table lists them, except those that the program has asked for a Fortran handle of. Others are found by the number
// that each starts with, if the host lists the process's memory. MPI_File_close overwrites it, so any address is
// checked in itself.

#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "mpidbg/base/address_range.h"
#include "mpidbg/model/io/adio_file.h"
#include "mpidbg/model/mpich/datatypes/datatypes.h"
#include "mpidbg/model/mpich/handle_reader.h"
#include "mpidbg/model/mpich/objects/infos.h"
#include "mpidbg/model/objects/file.h"
#include "mpidbg/model/objects/left_out.h"

namespace mpidbg::model::mpich {

class Files final : public HandleReader {
 public:
  // All outlive it.
  Files(const Attachment &process, Pools &pools, Infos &infos, Datatypes &datatypes)
      : process_(process), pools_(pools), infos_(infos), datatypes_(datatypes) {}

  void clear() override;
  // Where files can be.
  void set_ranges(const std::vector<AddressRange> &ranges);

  Result<File> read(Handle handle);

  // Errors: out_of_range beyond the table; not_found for a file that was closed; not_supported if the library has no
  // symbols.
  Result<Handle> from_fortran(std::int64_t index);

  // What ROMIO made for itself: communicators and infos.
  const std::set<HandleReference> &own_objects();

  std::string problem() override;
  std::vector<HandleKind> refers_to() const override {
    return {HandleKind::communicator, HandleKind::errhandler, HandleKind::datatype, HandleKind::info};
  }
  Status collect_references(References &references) override;
  // Those with a Fortran handle in its order, then the others by address.
  std::vector<Handle> live() override;
  Status check(Handle handle) override { return read(handle).status(); }

 private:
  struct Known {
    File file;
    Address shared_pointer_file{};
    std::vector<HandleReference> own_objects;  // ROMIO's
  };
  Result<AdioFile> read_adio(Address address) const;
  Result<Known> read_object(Address file);
  const Result<Known> &known(Address file);
  Result<std::vector<Address>> fortran_table() const;
  Result<std::vector<Address>> search();
  const Result<std::vector<Address>> &found();  // searched for once
  void find_position(std::int64_t byte, FileAccess &access);

  const Attachment &process_;
  Pools &pools_;
  Infos &infos_;
  Datatypes &datatypes_;
  std::vector<AddressRange> ranges_;
  std::optional<Result<std::vector<Address>>> found_;  // by searching
  std::unordered_map<Address, Result<Known>> files_;   // as they were read
  std::optional<std::set<HandleReference>> own_objects_;
  LeftOut left_out_;
};

}  // namespace mpidbg::model::mpich
