#include "corefile/elf/elf_file.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <tuple>
#include <unordered_set>

#include "corefile/elf/build_id.h"

namespace corefile {

namespace {

constexpr std::uint64_t page_size = 4096;

// Identifies the present contents of a file by device, inode, size and time of change. A file that replaces another one
// under the same path has another identity.
using FileVersion = std::tuple<dev_t, ino_t, off_t, time_t, long>;

FileVersion identity_of(const struct stat &status) {
  return {status.st_dev, status.st_ino, status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
}

// Returns the files that are open. The map is never destroyed, because unmapping the files one by one takes longer than
// ending the process.
std::map<FileVersion, std::shared_ptr<const ElfFile>> &open_files() {
  static auto &files = *new std::map<FileVersion, std::shared_ptr<const ElfFile>>;
  return files;
}

}  // namespace

Result<std::shared_ptr<const ElfFile>> ElfFile::open(const std::string &path) {
  // The next process usually has the same libraries, and stat() suffices to recognise a file that is open already. For
  // a path that was not opened before, stat() is left out: it would only resolve the path once more, and that takes
  // longer than everything else here.
  static std::unordered_set<std::string> opened;
  if (opened.contains(path)) {
    struct stat status;
    if (::stat(path.c_str(), &status) != 0) return mpidbg::file_error(path, errno);
    const auto known = open_files().find(identity_of(status));
    if (known != open_files().end() && known->second) return known->second;
  }
  MPIDBG_ASSIGN(regular, mpidbg::open_regular_file(path));
  auto &known = open_files()[identity_of(regular.status)];
  if (known) return known;

  MPIDBG_ASSIGN(mapping, MappedFile::map(path, regular));
  std::shared_ptr<ElfFile> file(new ElfFile(path, mapping.bytes()));
  file->mapping_ = std::move(mapping);
  MPIDBG_TRY(file->parse());
  known = file;
  opened.insert(path);
  return std::shared_ptr<const ElfFile>(std::move(file));
}

Result<std::shared_ptr<const ElfFile>> ElfFile::from_bytes(const std::string &name, std::vector<std::byte> bytes) {
  std::shared_ptr<ElfFile> file(new ElfFile(name, bytes));
  file->copy_ = std::move(bytes);
  MPIDBG_TRY(file->parse());
  return std::shared_ptr<const ElfFile>(std::move(file));
}

ElfFile::ElfFile(std::string path, Bytes bytes) : path_(std::move(path)), bytes_(bytes) {}

ElfFile::~ElfFile() {
  if (elf_ != nullptr) elf_end(elf_);
}

Status ElfFile::parse() {
  const auto identity = mpidbg::elf_identity(bytes_);
  if (!identity) return Error{ErrorCode::corrupt, path_ + " is not an ELF file"};
  identity_ = *identity;
  if (!identity_.is_read()) {
    return Error{ErrorCode::not_supported, path_ + " is for another architecture (" +
                                               mpidbg::architecture_name(identity_.elf_class, identity_.machine) + ")"};
  }
  format_ = {identity_.elf_class, identity_.byte_order};
  const auto header = format_.header(bytes_);
  if (!header) return Error{ErrorCode::corrupt, path_ + " is not an ELF file"};
  header_ = *header;
  if (header_.e_type != ET_EXEC && header_.e_type != ET_DYN) {
    return Error{ErrorCode::corrupt, path_ + " is neither a program nor a shared library"};
  }
  find_segments();
  if (end_address_ <= first_address_) return Error{ErrorCode::corrupt, path_ + " has nothing to load"};
  find_sections();
  find_dynamic_symbols();
  const bool has_static = !static_symbols_.symbols.empty();
  functions_ = has_static ? FunctionNames(static_symbols_.symbols, static_symbols_.strings)
                          : FunctionNames(dynamic_symbols_.symbols, dynamic_symbols_.strings);
  return {};
}

void ElfFile::find_segments() {
  std::uint64_t first = UINT64_MAX;
  for (unsigned i = 0; i < header_.e_phnum; ++i) {
    const auto segment = format_.program_header(bytes_, header_.e_phoff + i * format_.program_header_size());
    if (!segment) return;
    program_headers_.push_back(*segment);
    if (segment->p_type == PT_NOTE && build_id_.empty()) {
      build_id_ = build_id_in_notes(subrange(bytes_, segment->p_offset, segment->p_filesz), format_);
    }
    if (segment->p_type != PT_LOAD || segment->p_memsz > UINT64_MAX - segment->p_vaddr) continue;
    first = std::min(first, segment->p_vaddr & ~(page_size - 1));
    end_address_ = std::max(end_address_, segment->p_vaddr + segment->p_memsz);
    first_address_ = first;
  }
}

void ElfFile::find_sections() {
  for (unsigned i = 0; header_.e_shoff != 0 && i < header_.e_shnum; ++i) {
    const auto section = format_.section_header(bytes_, header_.e_shoff + i * format_.section_header_size());
    if (!section) break;
    section_headers_.push_back(*section);
  }
  if (section_headers_.size() != header_.e_shnum || header_.e_shstrndx >= section_headers_.size()) {
    section_headers_.clear();
    return;
  }
  const Elf64_Shdr &names = section_headers_[header_.e_shstrndx];
  section_names_ = subrange(bytes_, names.sh_offset, names.sh_size);
  for (const Elf64_Shdr &section : section_headers_) {
    if (section.sh_type != SHT_SYMTAB || section.sh_link >= section_headers_.size()) continue;
    const Elf64_Shdr &strings = section_headers_[section.sh_link];
    static_symbols_.symbols =
        format_.symbols(bytes_, section.sh_offset, section.sh_size / format_.symbol_size(), converted_static_);
    static_symbols_.strings = subrange(bytes_, strings.sh_offset, strings.sh_size);
  }
}

void ElfFile::find_dynamic_symbols() {
  Bytes symbols, gnu_hash, sysv_hash;
  std::uint64_t string_table = 0, string_size = 0;
  for (const Elf64_Phdr &segment : program_headers_) {
    if (segment.p_type != PT_DYNAMIC) continue;
    const Bytes section = subrange(bytes_, segment.p_offset, segment.p_filesz);
    for (std::uint64_t at = 0; at < section.size(); at += format_.dynamic_size()) {
      const auto found = format_.dynamic(section, at);
      if (!found || found->d_tag == DT_NULL) break;
      const Elf64_Dyn &entry = *found;
      dynamic_.push_back(entry);
      if (entry.d_tag == DT_SYMTAB) symbols = bytes_at_address(entry.d_un.d_ptr);
      if (entry.d_tag == DT_GNU_HASH) gnu_hash = bytes_at_address(entry.d_un.d_ptr);
      if (entry.d_tag == DT_HASH) sysv_hash = bytes_at_address(entry.d_un.d_ptr);
      if (entry.d_tag == DT_STRTAB) string_table = entry.d_un.d_ptr;
      if (entry.d_tag == DT_STRSZ) string_size = entry.d_un.d_val;
    }
  }
  DynamicSymbols &table = dynamic_symbols_;
  table.strings = subrange(bytes_at_address(string_table), 0, string_size);
  table.format = format_;
  table.gnu_hash = format_.numbers(gnu_hash, converted_gnu_hash_);
  // On s390x, the table of DT_HASH has words of 64 bits and is not used; files for s390x have DT_GNU_HASH as well.
  if (identity_.machine != EM_S390) table.sysv_hash = format_.numbers(sysv_hash, converted_sysv_hash_);

  std::uint64_t count = 0;
  for (const Elf64_Shdr &section : section_headers_) {
    if (section.sh_type == SHT_DYNSYM) count = section.sh_size / format_.symbol_size();
  }
  if (count == 0 && table.sysv_hash.size() >= 2) count = table.sysv_hash[1];
  if (count == 0) count = symbols_in_gnu_hash(table.gnu_hash, format_);
  count = std::min<std::uint64_t>(count, symbols.size() / format_.symbol_size());
  table.symbols = format_.symbols(symbols, 0, count, converted_dynamic_);
}

bool ElfFile::is_program() const {
  if (header_.e_type == ET_EXEC) return true;
  const auto flags = dynamic_value(DT_FLAGS_1);
  if (flags && (*flags & DF_1_PIE) != 0) return true;
  // Linkers before binutils 2.26 do not set DF_1_PIE, so a file with an interpreter counts as a program; except if it
  // has a DT_SONAME, like the C library.
  const bool has_interpreter = std::any_of(program_headers_.begin(), program_headers_.end(),
                                           [](const Elf64_Phdr &segment) { return segment.p_type == PT_INTERP; });
  return has_interpreter && !dynamic_value(DT_SONAME);
}

std::vector<std::string_view> ElfFile::needed() const {
  std::vector<std::string_view> names;
  for (const Elf64_Dyn &entry : dynamic_) {
    if (entry.d_tag == DT_NEEDED) names.push_back(string_at(dynamic_symbols_.strings, entry.d_un.d_val));
  }
  return names;
}

std::optional<std::uint64_t> ElfFile::dynamic_value(std::int64_t tag) const {
  for (const Elf64_Dyn &entry : dynamic_) {
    if (entry.d_tag == tag) return entry.d_un.d_val;
  }
  return std::nullopt;
}

Bytes ElfFile::bytes_at_address(std::uint64_t address) const {
  for (const Elf64_Phdr &segment : program_headers_) {
    if (segment.p_type != PT_LOAD || address < segment.p_vaddr) continue;
    const std::uint64_t into = address - segment.p_vaddr;
    const Bytes content = subrange(bytes_, segment.p_offset, segment.p_filesz);
    if (into < content.size()) return content.subspan(into);
  }
  return {};
}

Bytes ElfFile::constant_bytes_at(std::uint64_t address) const {
  for (const Elf64_Phdr &segment : program_headers_) {
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_W) != 0 || address < segment.p_vaddr) continue;
    if (address - segment.p_vaddr < segment.p_filesz) return bytes_at_address(address);
  }
  return {};
}

const Elf64_Sym *ElfFile::find_exported_symbol(const SymbolName &name, SymbolKind kind) const {
  return dynamic_symbols_.find(name, kind);
}

const Elf64_Sym *ElfFile::find_static_symbol(const SymbolName &name, SymbolKind kind) const {
  return static_symbols_.symbols.empty() ? nullptr : static_symbols_.find(name, kind);
}

Bytes ElfFile::section(std::string_view name) const {
  for (const Elf64_Shdr &section : section_headers_) {
    if (section.sh_type == SHT_NOBITS || string_at(section_names_, section.sh_name) != name) continue;
    return subrange(bytes_, section.sh_offset, section.sh_size);
  }
  return {};
}

Elf *ElfFile::elf() const {
  if (elf_ == nullptr) {
    elf_version(EV_CURRENT);
    // elf_memory() takes a pointer to writable memory, but libelf does not write to an image that is only read.
    elf_ = elf_memory(reinterpret_cast<char *>(const_cast<std::byte *>(bytes_.data())), bytes_.size());
  }
  return elf_;
}

}  // namespace corefile
