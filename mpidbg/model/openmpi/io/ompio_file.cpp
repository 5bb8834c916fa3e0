#include "mpidbg/model/openmpi/io/ompio_file.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/openmpi/io/constants.h"
#include "mpidbg/model/io/file_position.h"

namespace mpidbg::model::openmpi {

namespace {

namespace constants = layout::openmpi;

Result<View<OmpioFileLayout>> read_struct(const Objects &objects, Address file, Address data) {
  MPIDBG_ASSIGN(view, objects.read(objects.layouts().ompio_file, data));
  if (view.get(&OmpioFileLayout::f_fh) != file) {
    return Error{ErrorCode::corrupt, "ompio_file_t at " + hex(data) + " does not belong to the file at " + hex(file),
                 data};
  }
  return std::move(view);
}

// Holds the parts of ompio's file that describe the view and the position in it.
struct OmpioView {
  Address address{};
  std::int64_t offset = 0, displacement = 0, extent = 0;
  std::uint64_t size = 0, etype_size = 0, total_bytes = 0, blocks = 0;
  Address decoded_iov{};
};

template <class Layout>
Result<OmpioView> read_view_as(const Objects &objects, const Layout &layout, Address address) {
  MPIDBG_ASSIGN(view, objects.read(layout, address));
  return OmpioView{address,
                   view.get(&Layout::f_offset),
                   view.get(&Layout::f_disp),
                   view.get(&Layout::f_view_extent),
                   view.get(&Layout::f_view_size),
                   view.get(&Layout::f_etype_size),
                   view.get(&Layout::f_total_bytes),
                   view.get(&Layout::f_iov_count),
                   view.get(&Layout::f_decoded_iov)};
}

Result<OmpioView> read_view(const Objects &objects, const View<OmpioFileLayout> &file) {
  const Layouts &layouts = objects.layouts();
  if (const auto separate = file.address_of(&OmpioFileLayout::f_fview))
    return read_view_as(objects, layouts.ompio_view_6, *separate);
  return read_view_as(objects, layouts.ompio_view, file.address());
}

Result<FlatType> read_flat_type(const Objects &objects, const OmpioView &view) {
  if (view.blocks > limits::file_blocks) {
    return Error{ErrorCode::corrupt,
                 "the view of a file at " + hex(view.address) + " claims " + std::to_string(view.blocks) + " blocks",
                 view.address};
  }
  MPIDBG_ASSIGN(words, objects.memory().read_pointers(view.decoded_iov, view.blocks * 2, "f_decoded_iov"));
  FlatType type;
  type.size = static_cast<std::int64_t>(view.size);
  type.extent = view.extent;
  for (std::size_t i = 0; i < words.size(); i += 2) {
    type.blocks.push_back(
        {static_cast<std::int64_t>(words[i].value()), static_cast<std::int64_t>(words[i + 1].value())});
  }
  return type;
}

// Returns the position in etypes, like the library's mca_common_ompio_file_get_position().
std::optional<std::int64_t> position(const OmpioView &view) {
  if (view.extent == 0 || view.size == 0 || view.etype_size == 0) return 0;
  std::int64_t bytes = 0, data = 0;
  if (view.extent < 0 || __builtin_sub_overflow(view.offset, view.displacement, &bytes) ||
      __builtin_mul_overflow(bytes / view.extent, view.size / view.etype_size, &data) ||
      __builtin_add_overflow(data, view.total_bytes / view.etype_size, &data)) {
    return std::nullopt;
  }
  return data;
}

// Returns the shared file pointer; nullopt if it is not in memory. Only the component "sm" keeps it there, and core
// files may lack that memory, because it is shared.
std::optional<std::int64_t> shared_position(const Objects &objects, const View<OmpioFileLayout> &view,
                                            std::uint64_t etype_size) {
  const Layouts &layouts = objects.layouts();
  const Address component = view.get(&OmpioFileLayout::f_sharedfp_component);
  if (component.is_null() || etype_size == 0) return std::nullopt;
  const auto name = View<ComponentLayout>::text_at(objects.memory(), layouts.component, component,
                                                   &ComponentLayout::mca_component_name);
  if (!name || *name != "sm") return std::nullopt;
  const auto base = objects.read(layouts.shared_pointer, view.get(&OmpioFileLayout::f_sharedfp_data));
  if (!base) return std::nullopt;
  const auto data = objects.read(layouts.shared_pointer_sm, base->get(&SharedPointerLayout::selected_module_data));
  if (!data) return std::nullopt;
  const auto offset = objects.read(layouts.shared_pointer_sm_offset, data->get(&SharedPointerSmLayout::sm_offset_ptr));
  if (!offset) return std::nullopt;
  return offset->get(&SharedPointerSmOffsetLayout::offset) / static_cast<std::int64_t>(etype_size);
}

}  // namespace

Result<std::vector<HandleReference>> read_ompio_own_objects(const Attachment &process, Address file, Address data) {
  MPIDBG_ASSIGN(view, read_struct(process.objects, file, data));
  return std::vector<HandleReference>{{HandleKind::communicator, view.get(&OmpioFileLayout::f_comm)}};
}

Result<FileAccess> read_ompio_file(const Attachment &process, Address file, Address data) {
  const Objects &objects = process.objects;
  MPIDBG_ASSIGN(view, read_struct(objects, file, data));
  MPIDBG_ASSIGN(path, objects.memory().read_text(view.get(&OmpioFileLayout::f_fullfilename), limits::string_length,
                                                 "ompio_file_t.f_fullfilename"));
  if (path.empty()) {
    return Error{ErrorCode::corrupt, "ompio_file_t.f_fullfilename of the file at " + hex(file) + " is empty", file};
  }
  MPIDBG_ASSIGN(representation, objects.memory().read_string(view.get(&OmpioFileLayout::f_datarep),
                                                             constants::data_representation, "ompio_file_t.f_datarep"));
  MPIDBG_ASSIGN(of_view, read_view(objects, view));
  FileAccess access;
  access.path = std::move(path);
  if (view.get(&OmpioFileLayout::fd) >= 0) access.descriptor = view.get(&OmpioFileLayout::fd);
  access.communicator = view.get(&OmpioFileLayout::f_comm);
  access.displacement = of_view.displacement;
  access.etype = view.get(&OmpioFileLayout::f_etype);
  access.filetype = view.get(&OmpioFileLayout::f_orig_filetype);
  access.etype_size = of_view.etype_size;
  access.data_representation = std::move(representation);
  access.atomic = view.get(&OmpioFileLayout::f_atomicity) != 0;
  access.split_collective = view.get(&OmpioFileLayout::f_split_coll_in_use);
  if (access.split_collective) access.split_request = view.get(&OmpioFileLayout::f_split_coll_req);
  access.position = position(of_view);
  std::int64_t data_before = 0, byte = 0;
  if (const auto type = read_flat_type(objects, of_view);
      type && access.position && !__builtin_mul_overflow(*access.position, access.etype_size, &data_before)) {
    const auto within = byte_after_data(*type, data_before);
    if (within && !__builtin_add_overflow(*within, access.displacement, &byte)) access.byte_offset = byte;
  }
  access.shared_position = shared_position(objects, view, of_view.etype_size);
  return access;
}

}  // namespace mpidbg::model::openmpi
