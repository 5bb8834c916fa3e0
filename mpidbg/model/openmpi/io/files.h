#pragma once
// Files of Open MPI.

#include <set>
#include <unordered_map>

#include "mpidbg/model/objects/file.h"
#include "mpidbg/model/openmpi/table_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

class Files final : public TableReader {
 public:
  Files(const Attachment &process, Handles &handles) : TableReader(process), handles_(handles) {}

  // What the layer of input and output keeps is absent, and access_problem says why, where that cannot be seen.
  Result<File> read(Address handle);

  // What the layers of input and output made for themselves: communicators and infos.
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
  Result<File> read_object(Address handle);
  // The layer of input and output by name; empty where it cannot be read.
  void add_hints_of_layer(File &file, Handle info);
  std::string layer_of(const View<FileLayout> &file) const;
  Result<FileAccess> read_access(const File &file, Address data) const;
  Result<std::vector<HandleReference>> read_own_objects(const View<FileLayout> &view) const;

  Handles &handles_;
  std::unordered_map<Address, Result<File>> files_;  // as they were read; communicators and infos ask for all of them
  std::optional<std::set<HandleReference>> own_objects_;
};

}  // namespace mpidbg::model::openmpi
