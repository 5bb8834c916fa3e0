#include "mpidbg/model/openmpi/io/romio_file.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/model/io/adio_file.h"
#include "mpidbg/model/io/file_position.h"
#include "mpidbg/model/openmpi/objects/attributes.h"

namespace mpidbg::model::openmpi {

namespace {

using debugger::Memory;

Result<std::vector<std::int64_t>> read_offsets(const Memory &memory, Address array, std::uint64_t count) {
  std::vector<std::byte> bytes(count * 8);
  MPIDBG_TRY(memory.read(array, bytes, "ADIO_Offset[]"));
  std::vector<std::int64_t> numbers(count);
  for (std::size_t i = 0; i < count; ++i) {
    numbers[i] = decode_signed(std::span<const std::byte>(bytes).subspan(i * 8, 8), memory.byte_order());
  }
  return numbers;
}

Result<std::vector<FlatType::Block>> read_node(const Memory &memory, const View<AdioFlatTypeLayout> &node) {
  std::vector<FlatType::Block> blocks;
  const std::int64_t count = node.get(&AdioFlatTypeLayout::count);
  if (count < 0 || static_cast<std::uint64_t>(count) > limits::file_blocks) {
    return Error{ErrorCode::corrupt, "datatype of ROMIO claims " + std::to_string(count) + " blocks", node.address()};
  }
  const auto length = static_cast<std::uint64_t>(count);
  MPIDBG_ASSIGN(offsets, read_offsets(memory, node.get(&AdioFlatTypeLayout::indices), length));
  MPIDBG_ASSIGN(lengths, read_offsets(memory, node.get(&AdioFlatTypeLayout::blocklens), length));
  for (std::size_t i = 0; i < offsets.size(); ++i) blocks.push_back({offsets[i], lengths[i]});
  return blocks;
}

// Reads the blocks as stored since Open MPI 5.0, where ROMIO keeps the flattened type as an attribute of the datatype.
Result<std::vector<FlatType::Block>> read_attribute_blocks(const Attachment &process, Address type) {
  Objects &objects = process.objects;
  MPIDBG_ASSIGN(symbol, process.symbol("ADIOI_Flattened_type_keyval"));
  MPIDBG_ASSIGN(keyval, objects.memory().read_int32(symbol, "ADIOI_Flattened_type_keyval"));
  MPIDBG_ASSIGN(view, objects.read(objects.layouts().datatype, type));
  MPIDBG_ASSIGN(attributes, read_attributes(objects, view.get(&DatatypeLayout::d_keyhash)));
  const auto node = find_attribute(attributes, keyval);
  if (!node) return std::vector<FlatType::Block>{};
  MPIDBG_ASSIGN(flat, objects.read(objects.layouts().adio_flat_type, Address(static_cast<std::uint64_t>(*node))));
  return read_node(objects.memory(), flat);
}

// Returns the blocks of a datatype; empty if the datatype is contiguous.
Result<std::vector<FlatType::Block>> read_blocks(const Attachment &process, Address type) {
  const Objects &objects = process.objects;
  const auto &layout = objects.layouts().adio_flat_type;
  if (layout.resolved() && !layout.next.present) return read_attribute_blocks(process, type);
  MPIDBG_ASSIGN(head, process.symbol("ADIOI_Flatlist"));
  MPIDBG_ASSIGN(node, objects.memory().read_pointer(head, "ADIOI_Flatlist"));
  debugger::ListWalk walk("ADIOI_Flatlist");
  for (Address at = node; !at.is_null();) {
    MPIDBG_TRY(walk.step(at));
    MPIDBG_ASSIGN(view, objects.read(layout, at));
    const auto next = view.get(&AdioFlatTypeLayout::next);
    if (!next) return Error{ErrorCode::layout, "ADIOI_Fl_node is not in a list", view.address()};
    at = *next;
    if (view.get(&AdioFlatTypeLayout::type) == type) return read_node(objects.memory(), view);
  }
  return std::vector<FlatType::Block>{};
}

Result<std::int64_t> read_extent(Objects &objects, Address type) {
  MPIDBG_ASSIGN(view, objects.read_object(objects.layouts().opal_datatype, type));
  std::int64_t extent = 0;
  if (__builtin_sub_overflow(view.get(&OpalDatatypeLayout::ub), view.get(&OpalDatatypeLayout::lb), &extent)) {
    return Error{ErrorCode::corrupt, "datatype at " + hex(type) + " has an implausible extent", type};
  }
  return extent;
}

// Returns the address of ROMIO's own file object (ADIOI_FileD).
Result<Address> romio_handle(const Objects &objects, Address data) {
  const Layouts &layouts = objects.layouts();
  if (!layouts.romio341_data.resolved()) {
    MPIDBG_ASSIGN(view, objects.read(layouts.romio_data, data));
    return view.get(&RomioDataLayout::romio_fh);
  }
  MPIDBG_ASSIGN(view, objects.read(layouts.romio341_data, data));
  return view.get(&Romio341DataLayout::romio_fh);
}

}  // namespace

Result<std::vector<HandleReference>> read_romio_own_objects(const Attachment &process, Address data) {
  const Objects &objects = process.objects;
  const auto &layout = objects.layouts().adio_file;
  MPIDBG_ASSIGN(handle, romio_handle(objects, data));
  MPIDBG_ASSIGN(file, read_adio_struct(objects.memory(), layout, handle));
  return adio_own_objects(objects.memory(), layout, file);
}

Result<FileAccess> read_romio_file(const Attachment &process, Address data) {
  const Objects &objects = process.objects;
  MPIDBG_ASSIGN(handle, romio_handle(objects, data));
  MPIDBG_ASSIGN(file, read_adio_file(objects.memory(), objects.layouts().adio_file, handle));
  FileAccess &access = file.access;
  auto blocks = read_blocks(process, access.filetype.address());
  if (blocks && blocks->empty()) {
    set_position(file.byte, {}, 0, access);
  } else if (blocks) {
    const auto extent = read_extent(process.objects, access.filetype.address());
    if (extent) set_position(file.byte, std::move(*blocks), *extent, access);
  }
  return std::move(access);
}

}  // namespace mpidbg::model::openmpi
