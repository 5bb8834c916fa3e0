#include "mpidbg/model/openmpi/io/files.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/openmpi/io/constants.h"
#include "mpidbg/model/openmpi/handles.h"
#include "mpidbg/model/openmpi/io/ompio_file.h"
#include "mpidbg/model/openmpi/io/romio_file.h"
#include "mpidbg/model/openmpi/objects/info_pairs.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

constexpr std::int32_t null_file_index = 0;

}  // namespace

std::string Files::why_unseen() {
  const auto table = fortran_table();
  if (!table) return table.error().message;
  return Attachment::unresolved({&layouts().file});
}

std::vector<PredefinedHandle> Files::predefined() const {
  std::vector<PredefinedHandle> handles;
  if (auto null = predefined_at("MPI_FILE_NULL", null_file_index)) handles.push_back(std::move(*null));
  return handles;
}

Result<File> Files::read(Address handle) {
  MPIDBG_ASSIGN(listed, is_live(handle));
  if (!listed) return Error{ErrorCode::not_found, hex(handle) + " is not a live file", handle};
  auto known = files_.find(handle);
  if (known == files_.end()) known = files_.emplace(handle, read_object(handle)).first;
  return known->second;
}

Result<File> Files::read_object(Address handle) {
  MPIDBG_ASSIGN(view, objects().read_object(layouts().file, handle));
  MPIDBG_ASSIGN(references, objects().reference_count(view));
  File file;
  file.handle = handle;
  file.fortran_index = view.get(&FileLayout::f_f_to_c_index);
  file.is_null = file.fortran_index == null_file_index;
  file.reference_count = references;
  file.freed = (static_cast<std::uint32_t>(view.get(&FileLayout::f_flags)) & constants::file_is_closed) != 0;
  file.object_freed = is_kept(file.freed, references);
  file.communicator = view.get(&FileLayout::f_comm);
  file.access_mode = view.get(&FileLayout::f_amode);
  file.errhandler = view.get(&FileLayout::error_handler);
  if (auto name = handles_.errhandlers.name_of(file.errhandler.address())) file.errhandler_name = std::move(*name);
  if (auto hints = read_hints(objects(), handle)) {
    file.hints = std::move(*hints);
  } else {
    left_out_.note("the hints", handle, hints.error());
  }
  if (file.is_null) {
    file.filename = "MPI_FILE_NULL";
    file.access_problem = "MPI_FILE_NULL has no view";
    return file;
  }
  MPIDBG_ASSIGN(filename,
                memory().read_text(view.get(&FileLayout::f_filename), limits::string_length, "ompi_file_t.f_filename"));
  file.filename = std::move(filename);
  file.layer = layer_of(view);
  auto access = read_access(file, view.get(&FileLayout::f_io_selected_data));
  if (access) {
    if (const auto type = handles_.datatypes.summary(access->etype.address())) access->etype_name = (*type)->name;
    if (const auto type = handles_.datatypes.summary(access->filetype.address())) access->filetype_name = (*type)->name;
    if (file.layer.starts_with("romio") && layouts().romio341_data.resolved()) add_hints_of_layer(file, access->info);
    file.access = std::move(*access);
  } else {
    file.access_problem = access.error().message;
  }
  return file;
}

// Replaces the hints by those in ROMIO's info object: since 5.0, ROMIO itself answers MPI_File_get_info.
void Files::add_hints_of_layer(File &file, Handle info) {
  auto pairs = read_info_pairs(objects(), info.address());
  if (!pairs) return left_out_.note("the hints", file.handle.address(), pairs.error());
  if (!file.hints) file.hints.emplace();
  file.hints->pairs = std::move(*pairs);
  std::erase_if(file.hints->ignored, [&](const InfoPair &ignored) {
    return std::any_of(file.hints->pairs.begin(), file.hints->pairs.end(),
                       [&](const InfoPair &given) { return given.first == ignored.first; });
  });
}

std::string Files::layer_of(const View<FileLayout> &file) const {
  const Address component = file.address_of(&FileLayout::f_io_selected_component);
  return View<ComponentLayout>::text_at(memory(), layouts().component, component, &ComponentLayout::mca_component_name)
      .value_or({});
}

Result<FileAccess> Files::read_access(const File &file, Address data) const {
  if (file.layer == "ompio") return read_ompio_file(process_, file.handle.address(), data);
  if (file.layer.starts_with("romio")) return read_romio_file(process_, data);
  return Error{ErrorCode::not_supported, file.layer.empty() ? "cannot determine the input/output layer"
                                                            : "the layer " + file.layer + " is not read"};
}

Result<std::vector<HandleReference>> Files::read_own_objects(const View<FileLayout> &view) const {
  const Address data = view.get(&FileLayout::f_io_selected_data);
  const std::string layer = layer_of(view);
  if (layer == "ompio") return read_ompio_own_objects(process_, view.address(), data);
  if (layer.starts_with("romio")) return read_romio_own_objects(process_, data);
  const bool is_null = view.get(&FileLayout::f_f_to_c_index) == null_file_index;
  if (layer.empty() && !is_null) {
    return Error{ErrorCode::corrupt, "cannot determine the input/output layer of the file at " + hex(view.address()),
                 view.address()};
  }
  return std::vector<HandleReference>{};
}

const std::set<HandleReference> &Files::own_objects() {
  if (own_objects_) return *own_objects_;
  own_objects_.emplace();
  // This variable points to an info object in which ROMIO keeps hints for all files of the system.
  if (const auto hints = process_.symbol("ADIOI_syshints")) {
    if (const auto info = memory().read_pointer(*hints, "ADIOI_syshints"))
      own_objects_->insert({HandleKind::info, *info});
  }
  const auto handles = live();
  if (!handles) return *own_objects_;
  for (const Address handle : *handles) {
    const auto view = objects().read_object(layouts().file, handle);
    if (!view) {
      note_passed_over(view.error());
      continue;
    }
    const auto own = read_own_objects(*view);
    if (own) {
      own_objects_->insert(own->begin(), own->end());
    } else {
      note_passed_over(own.error());
    }
  }
  return *own_objects_;
}

Status Files::collect_references(References &references) {
  if (!why_unseen().empty()) return {};
  MPIDBG_ASSIGN(handles, live());
  for (const Address handle : handles) {
    // A file that is being opened or closed at the moment is skipped; reading it individually reports the error.
    const auto file = read(handle);
    if (!file) continue;
    const HandleReference user{HandleKind::file, handle};
    references.add(user, {HandleKind::communicator, file->communicator});
    references.add(user, {HandleKind::errhandler, file->errhandler});
    if (!file->access) continue;
    // The datatypes are the file's own copies: the only reference stands for the handle.
    references.add(user, {HandleKind::datatype, file->access->etype}, Held::exactly(0));
    if (file->access->filetype != file->access->etype) {
      references.add(user, {HandleKind::datatype, file->access->filetype}, Held::exactly(0));
    }
    if (!file->access->info.is_null()) references.add(user, {HandleKind::info, file->access->info});
  }
  return {};
}

}  // namespace mpidbg::model::openmpi
