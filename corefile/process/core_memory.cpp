#include "corefile/process/core_memory.h"

#include <algorithm>
#include <array>
#include <cerrno>

#include "mpidbg/base/checked.h"
#include "mpidbg/base/elf_identity.h"
#include "mpidbg/base/regular_file.h"

namespace corefile {

namespace {

constexpr std::uint64_t most_program_headers = 1u << 20;  // Linux allows 65530 mappings unless told otherwise

std::string kind_of(unsigned type) {
  switch (type) {
    case ET_EXEC:
      return "a program";
    case ET_DYN:
      return "a program or shared library";
    case ET_REL:
      return "an object file";
    default:
      return "an ELF file of type " + std::to_string(type);
  }
}

Status check_kind(const std::string &path, const mpidbg::ElfIdentity &identity) {
  if (identity.type != ET_CORE) {
    return Error{ErrorCode::corrupt, path + " is not a core file but " + kind_of(identity.type)};
  }
  if (machine_of(identity) != nullptr) return {};
  return Error{ErrorCode::not_supported,
               "core file of another architecture (" + mpidbg::architecture_name(identity.elf_class, identity.machine) +
                   "): " + path + ": where its notes have the registers is not known; this version reads " +
                   std::string(mpidbg::architectures_read)};
}

}  // namespace

Result<CoreMemory> CoreMemory::open(const std::string &path) {
  MPIDBG_ASSIGN(file, mpidbg::open_regular_file(path));
  CoreMemory memory(path, std::move(file.descriptor), static_cast<std::uint64_t>(file.status.st_size));
  MPIDBG_TRY(memory.read_headers());
  return memory;
}

Status CoreMemory::read_headers() {
  std::array<std::byte, sizeof(Elf64_Ehdr)> start;
  const std::size_t got = read_file(0, start.data(), start.size());
  if (got < SELFMAG || std::memcmp(start.data(), ELFMAG, SELFMAG) != 0) {
    return Error{ErrorCode::corrupt, path_ + " is not an ELF file"};
  }
  const Error cut_off{ErrorCode::corrupt, "core file " + path_ + " is cut off before its program headers: it has " +
                                              std::to_string(file_size_) + " bytes"};
  const auto identity = mpidbg::elf_identity(Bytes(start).first(got));
  if (!identity) return cut_off;
  MPIDBG_TRY(check_kind(path_, *identity));
  machine_ = machine_of(*identity);
  const ElfFormat format = machine_->format();
  const auto header = format.header(Bytes(start).first(got));
  if (!header) return cut_off;

  // If a core file has section headers, they are its last bytes and thus give its expected size.
  const std::uint64_t section_headers = std::uint64_t{header->e_shnum} * header->e_shentsize;
  if (header->e_shoff != 0 && header->e_shoff < UINT64_MAX - section_headers) {
    expected_size_ = header->e_shoff + section_headers;
  }
  MPIDBG_ASSIGN(count, count_program_headers(*header));
  std::vector<std::byte> table(count * format.program_header_size());
  if (read_file(header->e_phoff, table.data(), table.size()) != table.size()) return cut_off;
  for (std::uint64_t at = 0; at < table.size(); at += format.program_header_size())
    add_segment(*format.program_header(table, at));
  std::sort(segments_.begin(), segments_.end(),
            [](const Segment &a, const Segment &b) { return a.address < b.address; });
  return {};
}

Result<std::uint64_t> CoreMemory::count_program_headers(const Elf64_Ehdr &header) const {
  std::uint64_t count = header.e_phnum;
  if (count == PN_XNUM) {
    std::array<std::byte, sizeof(Elf64_Shdr)> start;
    const std::size_t got = read_file(header.e_shoff, start.data(), start.size());
    if (const auto first_section = machine_->format().section_header(Bytes(start).first(got), 0))
      count = first_section->sh_info;
  }
  if (count <= most_program_headers) return count;
  return Error{ErrorCode::corrupt, "core file " + path_ + " claims " + std::to_string(count) +
                                       " program headers, more than a process can have"};
}

void CoreMemory::add_segment(const Elf64_Phdr &header) {
  if (header.p_type != PT_LOAD && header.p_type != PT_NOTE) return;
  if (header.p_filesz == 0 || header.p_filesz > UINT64_MAX - header.p_offset) return;
  expected_size_ = std::max(expected_size_, header.p_offset + header.p_filesz);
  if (header.p_offset >= file_size_) return;
  const std::uint64_t size = std::min(header.p_filesz, file_size_ - header.p_offset);
  if (size > UINT64_MAX - header.p_vaddr) return;
  (header.p_type == PT_LOAD ? segments_ : notes_)
      .push_back({header.p_vaddr, size, header.p_offset, (header.p_flags & PF_W) != 0});
}

std::vector<AddressRange> CoreMemory::writable() const {
  std::vector<AddressRange> ranges;
  for (const Segment &segment : segments_) {
    if (segment.is_writable) ranges.push_back({Address(segment.address), Address(segment.address + segment.size)});
  }
  return ranges;
}

std::vector<AddressRange> CoreMemory::ranges() const {
  std::vector<AddressRange> ranges;
  for (const Segment &segment : segments_)
    ranges.push_back({Address(segment.address), Address(segment.address + segment.size)});
  return ranges;
}

std::size_t CoreMemory::read_up_to(Address address, void *buffer, std::size_t size) const {
  std::size_t done = 0;
  while (done < size) {
    const std::uint64_t at = address.value() + done;
    if (at < address.value()) break;
    auto after = std::upper_bound(segments_.begin(), segments_.end(), at,
                                  [](std::uint64_t value, const Segment &segment) { return value < segment.address; });
    if (after == segments_.begin()) break;
    const Segment &segment = *--after;
    const std::uint64_t into = at - segment.address;
    if (into >= segment.size) break;
    const std::size_t part = std::min<std::uint64_t>(size - done, segment.size - into);
    const std::size_t got = read_file(segment.file_offset + into, static_cast<std::byte *>(buffer) + done, part);
    done += got;
    if (got < part) break;
  }
  return done;
}

std::vector<std::byte> CoreMemory::notes() const {
  std::vector<std::byte> all;
  for (const Segment &segment : notes_) {
    const std::size_t before = all.size();
    const std::size_t part = std::min<std::uint64_t>(segment.size, most_note_bytes - before);
    all.resize(before + part);
    all.resize(before + read_file(segment.file_offset, all.data() + before, part));
  }
  return all;
}

std::uint64_t CoreMemory::note_size() const {
  std::uint64_t size = 0;
  for (const Segment &segment : notes_) size = mpidbg::checked_add(size, segment.size).value_or(UINT64_MAX);
  return size;
}

std::size_t CoreMemory::read_file(std::uint64_t offset, void *buffer, std::size_t size) const {
  std::size_t done = 0;
  while (done < size && offset + done <= static_cast<std::uint64_t>(INT64_MAX)) {
    const ssize_t got =
        ::pread(file_.get(), static_cast<std::byte *>(buffer) + done, size - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

}  // namespace corefile
