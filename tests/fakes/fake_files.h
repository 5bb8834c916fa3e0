#pragma once
// Files of a fake process, opened through ompio or ROMIO.

#include <string>
#include <vector>

#include "tests/fakes/fake_table.h"

namespace fakes {

class FakeFiles {
 public:
  // The table with MPI_FILE_NULL in it.
  explicit FakeFiles(FakeOpenMpi &mpi);

  struct Block {
    std::int64_t offset, bytes;
  };
  struct View {
    std::int64_t displacement = 0;
    Address etype{}, filetype{};  // mpi_int if null
    std::uint64_t etype_size = 4;
    std::vector<Block> blocks{};  // of the file type
    std::int64_t extent = 4;
  };

  // Registered, with a record of the layer.
  Address open_with_ompio(const std::string &name, Address communicator, int mode, const View &view);
  Address open_with_romio(const std::string &name, Address communicator, int mode, const View &view);
  // With a layer that is not known, and no record.
  Address open_with(const std::string &layer, const std::string &name, Address communicator, int mode);

  // Of the last file: an ompio_file_t or an ADIOI_FileD.
  Address record{};
  // Gives the last file, one of ompio's, a shared file pointer at a byte of the view.
  void set_shared_pointer(const std::string &component, std::int64_t byte);

  Address null{};
  FakeTable table;

 private:
  Address flat_list();

  FakeOpenMpi &mpi_;
};

}  // namespace fakes
