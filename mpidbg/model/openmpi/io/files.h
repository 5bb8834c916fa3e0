#pragma once
// Reads files of Open MPI, independently of the I/O layer that implements them.

#include <set>
#include <unordered_map>

#include "mpidbg/model/objects/file.h"
#include "mpidbg/model/openmpi/table_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

class Files final : public TableReader {
 public:
  // `process` and `handles` must outlive this object.
  Files(const Attachment &process, Handles &handles) : TableReader(process), handles_(handles) {}

  // Reads a file. If the data of the I/O layer cannot be read, File::access is empty and File::access_problem has the
  // reason. Errors: not_found if the handle does not name a live file.
  Result<File> read(Address handle);

  // Returns the communicators and infos that the I/O layers made for themselves.
  const std::set<HandleReference> &own_objects();

  void clear() override {
    TableReader::clear();
    files_.clear();
    own_objects_.reset();
  }
  std::string why_unseen() override;
  Status check(Address handle) override { return read(handle).status(); }
  Result<Address> fortran_table() const override { return process_.symbol("ompi_file_f_to_c_table"); }
  std::vector<PredefinedHandle> predefined() const override;
  std::vector<HandleKind> refers_to() const override {
    return {HandleKind::communicator, HandleKind::errhandler, HandleKind::datatype, HandleKind::info};
  }
  Status collect_references(References &references) override;

 private:
  // Reads a file that is in the library's table. If its hints cannot be read, they are omitted, and problem() reports
  // this.
  Result<File> read_object(Address handle);
  // Adds hints to those of the file. They are in `info`, an info object of the I/O layer.
  void add_hints_of_layer(File &file, Handle info);
  // Returns the name of the I/O layer; empty if it cannot be read.
  std::string layer_of(const View<FileLayout> &file) const;
  // Reads the view and the file pointers from the I/O layer's data at `data`. Errors: not_supported for layers that
  // this project does not read.
  Result<FileAccess> read_access(const File &file, Address data) const;
  // Returns the objects that the I/O layer made for a file. Errors: corrupt if the layer cannot be determined.
  Result<std::vector<HandleReference>> read_own_objects(const View<FileLayout> &view) const;

  Handles &handles_;
  // All files that were read. They are cached because the readers of communicators and infos need all of them.
  std::unordered_map<Address, Result<File>> files_;
  std::optional<std::set<HandleReference>> own_objects_;
};

}  // namespace mpidbg::model::openmpi
