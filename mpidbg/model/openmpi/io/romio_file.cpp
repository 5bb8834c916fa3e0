#include "mpidbg/model/openmpi/io/romio_file.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/openmpi/io/constants.h"
#include "mpidbg/model/openmpi/io/file_position.h"

namespace mpidbg::model::openmpi {

namespace {

namespace constants = layout::openmpi;
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

// Fills position and byte offset from the byte that the file pointer is at, as far as that can be determined.
void find_position(const Attachment &process, std::int64_t byte, FileAccess &access) {
  std::int64_t from_view = 0, data = 0, result = 0;
  if (access.etype_size == 0 || __builtin_sub_overflow(byte, access.displacement, &from_view)) return;
  const auto blocks = read_blocks(process, access.filetype.address());
  if (!blocks) return;
  const auto etype_size = static_cast<std::int64_t>(access.etype_size);
  if (blocks->empty()) {
    access.position = from_view / etype_size;
    access.byte_offset = byte;
    return;
  }
  const auto extent = read_extent(process.objects, access.filetype.address());
  if (!extent) return;
  FlatType type;
  type.blocks = *blocks;
  type.extent = *extent;
  for (const FlatType::Block &block : type.blocks) {
    if (block.bytes < 0 || __builtin_add_overflow(type.size, block.bytes, &type.size)) return;
  }
  const auto before = data_before_byte(type, from_view);
  if (!before) return;
  access.position = *before / etype_size;
  data = *access.position * etype_size;
  const auto after = byte_after_data(type, data);
  if (after && !__builtin_add_overflow(*after, access.displacement, &result)) access.byte_offset = result;
}

}  // namespace

Result<FileAccess> read_romio_file(const Attachment &process, Address data) {
  const Objects &objects = process.objects;
  const auto &layout = objects.layouts().adio_file;
  MPIDBG_ASSIGN(handle, objects.read(objects.layouts().romio_data, data));
  MPIDBG_ASSIGN(view, objects.read(layout, handle.get(&RomioDataLayout::romio_fh)));
  if (view.get(&AdioFileLayout::cookie) != constants::adio_file_cookie) {
    return Error{ErrorCode::corrupt, "there is no ADIOI_FileD at " + hex(view.address()), view.address()};
  }
  MPIDBG_ASSIGN(path, objects.memory().read_string(view.get(&AdioFileLayout::filename), limits::string_length,
                                                   "ADIOI_FileD.filename"));
  FileAccess access;
  access.path = std::move(path);
  if (view.get(&AdioFileLayout::is_open) != 0 && view.get(&AdioFileLayout::fd_sys) >= 0)
    access.descriptor = view.get(&AdioFileLayout::fd_sys);
  access.communicator = view.get(&AdioFileLayout::comm);
  access.displacement = view.get(&AdioFileLayout::disp);
  access.etype = view.get(&AdioFileLayout::etype);
  access.filetype = view.get(&AdioFileLayout::filetype);
  access.etype_size = static_cast<std::uint64_t>(std::max<std::int64_t>(view.get(&AdioFileLayout::etype_size), 0));
  access.data_representation = view.get(&AdioFileLayout::is_external32) != 0 ? "external32" : "native";
  access.atomic = view.get(&AdioFileLayout::atomicity) != 0;
  access.split_collective = view.get(&AdioFileLayout::split_coll_count) != 0;
  access.info = view.get(&AdioFileLayout::info);
  const auto own = [&](const View<AdioFileLayout> &file) {
    access.own_objects.push_back({HandleKind::communicator, file.get(&AdioFileLayout::comm)});
    access.own_objects.push_back({HandleKind::info, file.get(&AdioFileLayout::info)});
  };
  own(view);
  const auto shared = objects.read(layout, view.get(&AdioFileLayout::shared_fp_fd));
  if (shared && shared->get(&AdioFileLayout::cookie) == constants::adio_file_cookie) own(*shared);
  find_position(process, view.get(&AdioFileLayout::fp_ind), access);
  return access;
}

}  // namespace mpidbg::model::openmpi
