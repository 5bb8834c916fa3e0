#include "mpidbg/model/openmpi/io/romio_file.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/model/io/adio_file.h"
#include "mpidbg/model/io/file_position.h"

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

// The blocks of a datatype; none of one that is contiguous.
Result<std::vector<FlatType::Block>> read_blocks(const Attachment &process, Address type) {
  const Objects &objects = process.objects;
  MPIDBG_ASSIGN(head, process.symbol("ADIOI_Flatlist"));
  MPIDBG_ASSIGN(node, objects.memory().read_pointer(head, "ADIOI_Flatlist"));
  std::vector<FlatType::Block> blocks;
  debugger::ListWalk walk("ADIOI_Flatlist");
  for (Address at = node; !at.is_null();) {
    MPIDBG_TRY(walk.step(at));
    MPIDBG_ASSIGN(view, objects.read(objects.layouts().adio_flat_type, at));
    const auto next = view.get(&AdioFlatTypeLayout::next);
    if (!next) return Error{ErrorCode::layout, "ADIOI_Fl_node is not in a list", view.address()};
    at = *next;
    if (view.get(&AdioFlatTypeLayout::type) != type) continue;
    const std::int64_t count = view.get(&AdioFlatTypeLayout::count);
    if (count < 0 || static_cast<std::uint64_t>(count) > limits::file_blocks) {
      return Error{ErrorCode::corrupt, "datatype of ROMIO claims " + std::to_string(count) + " blocks", view.address()};
    }
    MPIDBG_ASSIGN(offsets, read_offsets(objects.memory(), view.get(&AdioFlatTypeLayout::indices),
                                        static_cast<std::uint64_t>(count)));
    MPIDBG_ASSIGN(lengths, read_offsets(objects.memory(), view.get(&AdioFlatTypeLayout::blocklens),
                                        static_cast<std::uint64_t>(count)));
    for (std::size_t i = 0; i < offsets.size(); ++i) blocks.push_back({offsets[i], lengths[i]});
    break;
  }
  return blocks;
}

Result<std::int64_t> read_extent(Objects &objects, Address type) {
  MPIDBG_ASSIGN(view, objects.read_object(objects.layouts().opal_datatype, type));
  std::int64_t extent = 0;
  if (__builtin_sub_overflow(view.get(&OpalDatatypeLayout::ub), view.get(&OpalDatatypeLayout::lb), &extent)) {
    return Error{ErrorCode::corrupt, "datatype at " + hex(type) + " has an implausible extent", type};
  }
  return extent;
}

}  // namespace

Result<std::vector<HandleReference>> read_romio_own_objects(const Attachment &process, Address data) {
  const Objects &objects = process.objects;
  const auto &layout = objects.layouts().adio_file;
  MPIDBG_ASSIGN(handle, objects.read(objects.layouts().romio_data, data));
  MPIDBG_ASSIGN(file, read_adio_struct(objects.memory(), layout, handle.get(&RomioDataLayout::romio_fh)));
  return adio_own_objects(objects.memory(), layout, file);
}

Result<FileAccess> read_romio_file(const Attachment &process, Address data) {
  const Objects &objects = process.objects;
  MPIDBG_ASSIGN(handle, objects.read(objects.layouts().romio_data, data));
  MPIDBG_ASSIGN(file,
                read_adio_file(objects.memory(), objects.layouts().adio_file, handle.get(&RomioDataLayout::romio_fh)));
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
