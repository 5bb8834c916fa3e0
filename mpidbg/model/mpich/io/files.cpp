#include "mpidbg/model/mpich/io/files.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <utility>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/debugger/memory_walk.h"
#include "mpidbg/model/io/file_position.h"
#include "mpidbg/model/mpich/objects/errhandlers.h"
#include "mpidbg/model/mpich/standard_abi/program_handles.h"

namespace mpidbg::model::mpich {

namespace {

// The smallest alignment of memory that malloc returns.
constexpr std::size_t alignment = 8;
constexpr const char *fortran_files = "ADIOI_Ftable", *fortran_count = "ADIOI_Ftable_ptr";

// Returns true if `wanted` is among the words. The loop does not stop early, so that compilers can vectorise it.
bool contains(std::span<const std::uint32_t> words, std::uint32_t wanted) {
  std::uint32_t found = 0;
  for (const std::uint32_t word : words) found |= word == wanted ? 1u : 0u;
  return found != 0;
}

// Variables of ROMIO that contain these values (MPI_KEYVAL_INVALID and MPI_INFO_NULL) until the first file is opened.
// Source: ROMIO, mpi-io/mpir-mpioinit.c and adio/common/ad_open.c.
constexpr std::pair<const char *, std::uint32_t> before_first_file[] = {{"ADIO_Init_keyval", 0x24000000},
                                                                        {"ADIOI_syshints", 0x1c000000}};

// The bits of MPI_MODE_* in the standard ABI, in the order of the corresponding bits in MPICH's own mpi.h.
constexpr int standard_access_modes[] = {128, 1, 16, 64, 2, 8, 256, 32, 4};

// Returns true if the process has never opened a file. Opening the first file makes an attribute key, which can be seen
// even in unknown builds. Source: ROMIO, mpi-io/mpir-mpioinit.c.
bool opened_none(const Attachment &process, Pools &pools) {
  if (pools.had_none(ObjectKind::keyval)) return true;
  return std::any_of(std::begin(before_first_file), std::end(before_first_file), [&](const auto &known) {
    const auto variable = process.variable(known.first);
    if (!variable) return false;
    const auto value = process.memory.read_int32(*variable, known.first);
    // MPI_KEYVAL_INVALID of the standard ABI is 0.
    return value && static_cast<std::uint32_t>(*value) == (process.header->standard_abi ? 0 : known.second);
  });
}

}  // namespace

void Files::clear() {
  found_.reset();
  files_.clear();
  own_objects_.reset();
  left_out_.clear();
}

void Files::set_ranges(const std::vector<AddressRange> &ranges) {
  ranges_ = ranges;
  clear();
}

std::string Files::problem() {
  const layout::StructLayout &layout =
      process_.header->standard_abi ? static_cast<const layout::StructLayout &>(process_.layouts.standard_abi_adio_file)
                                    : process_.layouts.adio_file;
  if (!layout.resolved()) return layout.problem;
  if (found_ && !*found_) return found_->error().message;
  if (!ranges_.empty()) return left_out_.problem();
  return "the debugger did not list the memory ranges, and MPICH keeps no list of files: only those with a Fortran "
         "handle can be listed";
}

// Returns the files for which the program asked for a Fortran handle. Element 0 is unused.
Result<std::vector<Address>> Files::fortran_table() const {
  const auto table = process_.variable(fortran_files), count = process_.variable(fortran_count);
  if (!table || !count) {
    return Error{ErrorCode::not_supported, std::string("where the library keeps ") + fortran_files + " is not known"};
  }
  MPIDBG_ASSIGN(begin, process_.memory.read_pointer(*table, fortran_files));
  if (begin.is_null()) return std::vector<Address>{};
  MPIDBG_ASSIGN(last, process_.memory.read_int32(*count, fortran_count));
  if (last < 0 || static_cast<std::uint64_t>(last) >= limits::table_entries) {
    return Error{ErrorCode::corrupt, std::string(fortran_count) + " is " + std::to_string(last), *count};
  }
  return process_.memory.read_pointers(begin, static_cast<std::uint64_t>(last) + 1, fortran_files);
}

Result<std::vector<Address>> Files::search() {
  if (opened_none(process_, pools_)) return std::vector<Address>{};
  std::array<std::byte, 4> bytes{};
  encode_unsigned(bytes, layout::romio::file_cookie, process_.memory.byte_order());
  std::uint32_t cookie = 0;
  std::memcpy(&cookie, bytes.data(), sizeof cookie);
  constexpr std::size_t block_bytes = 4096;
  const std::uint32_t offset_of_cookie = process_.header->standard_abi
                                             ? process_.layouts.standard_abi_adio_file.cookie.offset
                                             : process_.layouts.adio_file.cookie.offset;
  std::vector<Address> candidates;
  const auto look_at = [&](std::span<const std::byte> piece, Address begin) {
    for (std::size_t block = 0; block < piece.size(); block += block_bytes) {
      const auto part = piece.subspan(block, std::min(block_bytes, piece.size() - block));
      const std::span words(reinterpret_cast<const std::uint32_t *>(part.data()), part.size() / 4);
      if (!contains(words, cookie)) continue;
      for (std::size_t at = 0; at < words.size(); ++at) {
        if (words[at] != cookie || candidates.size() > limits::table_entries) continue;
        const Address file = begin + block + at * 4 - offset_of_cookie;
        if (file.value() % alignment == 0) candidates.push_back(file);
      }
    }
  };
  MPIDBG_TRY(debugger::walk_memory(process_.memory, ranges_, look_at));
  if (candidates.size() > limits::table_entries)
    return Error{ErrorCode::corrupt, "memory is full of what looks like files: an implausible number"};
  std::sort(candidates.begin(), candidates.end());
  return candidates;
}

const Result<std::vector<Address>> &Files::found() {
  if (!found_) found_ = search();
  return *found_;
}

std::vector<Handle> Files::live() {
  std::vector<Address> all = fortran_table().value_or({});
  if (const auto &others = found()) all.insert(all.end(), others->begin(), others->end());
  // Files that ROMIO opened for the shared pointers of other files are left out.
  std::vector<Handle> handles;
  std::set<Address> seen{Address()};
  for (const Address file : all) {
    if (const auto &read = known(file)) seen.insert(read->shared_pointer_file);
  }
  for (const Address file : all) {
    if (seen.insert(file).second && known(file)) handles.push_back(file);
  }
  return handles;
}

Result<Handle> Files::from_fortran(std::int64_t index) {
  if (index == 0) return Handle();
  const auto table_or_error = fortran_table();
  if (!table_or_error && table_or_error.error().code == ErrorCode::not_supported) return search_fortran(index);
  if (!table_or_error) return table_or_error.error();
  const std::vector<Address> &table = *table_or_error;
  MPIDBG_ASSIGN(first, process_.layouts.numbers.first_fortran_file.get());
  const auto place = static_cast<std::uint64_t>(index) - static_cast<std::uint64_t>(first);
  if (index <= first || place >= table.size()) {
    return Error{ErrorCode::out_of_range, "no file has the Fortran handle " + std::to_string(index)};
  }
  const Address file = table[place];
  MPIDBG_ASSIGN(found, read(file));
  if (found.fortran_index != index) {
    return Error{ErrorCode::not_found, "the file with the Fortran handle " + std::to_string(index) + " was closed",
                 file};
  }
  return Handle(file);
}

Result<Handle> Files::search_fortran(std::int64_t index) {
  for (const Handle file : live()) {
    if (index > 0 && known(file.address())->file.fortran_index == index) return file;
  }
  if (const std::string why = problem(); !why.empty()) return Error{ErrorCode::unavailable, why};
  return Error{ErrorCode::not_found, "no open file has the Fortran handle " + std::to_string(index)};
}

Result<File> Files::read(Handle handle) {
  if (handle.is_null()) {
    File null;
    null.filename = "MPI_FILE_NULL";
    null.is_null = true;
    null.fortran_index = 0;
    null.access_problem = "MPI_FILE_NULL has no view";
    return null;
  }
  const Result<Known> &found = known(handle.address());
  if (!found) return found.error();
  return found->file;
}

const Result<Files::Known> &Files::known(Address file) {
  auto known = files_.find(file);
  if (known == files_.end()) known = files_.emplace(file, read_object(file)).first;
  return known->second;
}

// Reads a file. ROMIO is compiled with the mpi.h of programs, so in the standard ABI its handles are converted here to
// those of the library.
Result<AdioFile> Files::read_adio(Address address) const {
  if (!process_.header->standard_abi) return read_adio_file(process_.memory, process_.layouts.adio_file, address);
  MPIDBG_ASSIGN(file, read_adio_file(process_.memory, process_.layouts.standard_abi_adio_file, address));
  ProgramHandles handles(pools_);
  const auto put = [&](HandleKind kind, Handle &handle) -> Status {
    if (handle.is_null()) return {};
    MPIDBG_ASSIGN(own, handles.to_library(kind, handle));
    handle = own;
    return {};
  };
  MPIDBG_TRY(put(HandleKind::communicator, file.access.communicator));
  MPIDBG_TRY(put(HandleKind::datatype, file.access.etype));
  MPIDBG_TRY(put(HandleKind::datatype, file.access.filetype));
  MPIDBG_TRY(put(HandleKind::info, file.access.info));
  MPIDBG_TRY(put(HandleKind::errhandler, file.errhandler));
  for (HandleReference &own : file.own_objects) MPIDBG_TRY(put(own.kind, own.handle));
  const int given = std::exchange(file.access_mode, 0);
  for (std::size_t bit = 0; bit < std::size(standard_access_modes); ++bit) {
    if ((given & 1 << bit) != 0) file.access_mode |= standard_access_modes[bit];
  }
  return std::move(file);
}

// Reads a file and checks that its communicator is in use, because arbitrary memory can look like a file.
Result<Files::Known> Files::read_object(Address address) {
  const auto adio = read_adio(address);
  if (!adio && adio.error().code == ErrorCode::layout) return adio.error();
  const auto communicator = [&] { return static_cast<std::uint32_t>(adio->access.communicator.value()); };
  if (!adio || !pools_.find(ObjectKind::communicator, communicator())) {
    return Error{ErrorCode::not_found, hex(address) + " is not an open file", address};
  }
  File file;
  file.handle = address;
  file.filename = adio->access.path;
  if (const auto first = process_.layouts.numbers.first_fortran_file.get(); first && adio->fortran_index > 0)
    file.fortran_index = static_cast<int>(adio->fortran_index + *first);
  file.access_mode = adio->access_mode;
  file.errhandler = adio->errhandler;
  file.errhandler_name = Errhandlers::name_of(adio->errhandler);
  file.layer = "romio";
  file.access = adio->access;
  file.access->etype_name = datatypes_.name(adio->access.etype);
  file.access->filetype_name = datatypes_.name(adio->access.filetype);
  if (auto info = infos_.read(adio->access.info)) {
    file.hints = Hints{std::move(info->pairs), {}};
  } else {
    left_out_.note("the hints", file.handle, info.error());
  }
  find_position(adio->byte, *file.access);
  return Known{std::move(file), adio->shared_pointer_file, adio->own_objects};
}

void Files::find_position(std::int64_t byte, FileAccess &access) {
  const auto type = datatypes_.record(access.filetype);
  const auto blocks = datatypes_.blocks(access.filetype);
  if (!type || !blocks) return;
  const std::int64_t extent = (*type)->extent();
  std::vector<FlatType::Block> flat;
  const bool contiguous = blocks->size() == 1 && blocks->front().begin == 0 && blocks->front().bytes == extent;
  if (!contiguous) {
    for (const Datatypes::Block &block : *blocks) flat.push_back({block.begin, block.bytes});
  }
  if (contiguous || !flat.empty()) set_position(byte, std::move(flat), extent, access);
}

const std::set<HandleReference> &Files::own_objects() {
  if (own_objects_) return *own_objects_;
  own_objects_.emplace();
  // This variable contains the info object with ROMIO's hints for all files of the system.
  if (const auto hints = process_.variable("ADIOI_syshints"); hints && !process_.header->standard_abi) {
    if (const auto info = process_.memory.read_int32(*hints, "ADIOI_syshints")) {
      own_objects_->insert({HandleKind::info, int_handle(static_cast<std::uint32_t>(*info))});
    }
  }
  for (const Handle handle : live()) {
    if (const auto &file = known(handle.address())) {
      own_objects_->insert(file->own_objects.begin(), file->own_objects.end());
    }
  }
  return *own_objects_;
}

Status Files::collect_references(References &references) {
  for (const Handle handle : live()) {
    const auto file = read(handle);
    if (!file || !file->access) continue;
    const HandleReference user{HandleKind::file, handle};
    references.add(user, {HandleKind::communicator, file->access->communicator});
    references.add(user, {HandleKind::errhandler, file->errhandler});
    references.add(user, {HandleKind::datatype, file->access->etype});
    if (file->access->filetype != file->access->etype) {
      references.add(user, {HandleKind::datatype, file->access->filetype});
    }
    references.add(user, {HandleKind::info, file->access->info});
  }
  return {};
}

}  // namespace mpidbg::model::mpich
