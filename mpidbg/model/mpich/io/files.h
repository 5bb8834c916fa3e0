#pragma once
// Reads files of MPICH. ROMIO implements them: an MPI_File is a pointer to an ADIOI_FileD.
//
// The library has a table only of those files for which the program asked for a Fortran handle. If the debugger lists
// the process's memory, other files are found by a search for the number at the start of each ADIOI_FileD.
// MPI_File_close overwrites that number, so a closed file is recognised.

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
  // All arguments must outlive this object.
  Files(const Attachment &process, Pools &pools, Infos &infos, Datatypes &datatypes)
      : process_(process), pools_(pools), infos_(infos), datatypes_(datatypes) {}

  void clear() override;
  // Sets the ranges of memory that are searched for files.
  void set_ranges(const std::vector<AddressRange> &ranges);

  // Reads a file. Errors: not_found if the address is not that of an open file.
  Result<File> read(Handle handle);

  // Converts a Fortran handle. Errors: out_of_range beyond the library's table; not_found for a file that was closed;
  // unavailable if neither the table nor all files can be found.
  Result<Handle> from_fortran(std::int64_t index);

  // Returns the communicators and infos that ROMIO made for itself.
  const std::set<HandleReference> &own_objects();

  std::string problem() override;
  std::vector<HandleKind> refers_to() const override {
    return {HandleKind::communicator, HandleKind::errhandler, HandleKind::datatype, HandleKind::info};
  }
  Status collect_references(References &references) override;
  // Returns the files with Fortran handles in the order of these handles, and then all other files in the order of
  // their addresses.
  std::vector<Handle> live() override;
  Status check(Handle handle) override { return read(handle).status(); }

 private:
  struct Known {
    File file;
    Address shared_pointer_file{};
    // The objects that ROMIO made for itself.
    std::vector<HandleReference> own_objects;
  };
  Result<AdioFile> read_adio(Address address) const;
  Result<Known> read_object(Address file);
  const Result<Known> &known(Address file);
  Result<std::vector<Address>> fortran_table() const;
  Result<std::vector<Address>> search();
  // Returns the files that a search of memory finds. The search is made at most once until clear().
  const Result<std::vector<Address>> &found();
  // Looks for the open file with this Fortran handle. Errors: not_found; unavailable if files may be missing.
  Result<Handle> search_fortran(std::int64_t index);
  void find_position(std::int64_t byte, FileAccess &access);

  const Attachment &process_;
  Pools &pools_;
  Infos &infos_;
  Datatypes &datatypes_;
  std::vector<AddressRange> ranges_;
  // The result of the search of memory; empty before the search.
  std::optional<Result<std::vector<Address>>> found_;
  // The files that were read, by address.
  std::unordered_map<Address, Result<Known>> files_;
  std::optional<std::set<HandleReference>> own_objects_;
  LeftOut left_out_;
};

}  // namespace mpidbg::model::mpich
