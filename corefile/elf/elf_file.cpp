#include "corefile/elf/elf_file.h"

#include <sys/stat.h>

#include <cerrno>
#include <map>
#include <tuple>

#include "corefile/elf/build_id.h"

namespace corefile {

namespace {

constexpr std::uint64_t page_size = 4096;

// What a path means now: another file under the same path is another key.
using FileIdentity = std::tuple<dev_t, ino_t, off_t, time_t, long>;

// Never destroyed: to unmap the files of a process one by one takes longer than to end.
std::map<FileIdentity, std::shared_ptr<const ElfFile>> &open_files() {
  static auto &files = *new std::map<FileIdentity, std::shared_ptr<const ElfFile>>;
  return files;
}

}  // namespace

std::string architecture_name(unsigned elf_class, unsigned machine) {
  switch (machine) {
    case EM_X86_64:
      return elf_class == ELFCLASS32 ? "x32" : "x86_64";
    case EM_386:
      return "i386";
    case EM_S390:
      return elf_class == ELFCLASS32 ? "s390" : "s390x";
    case EM_AARCH64:
      return "aarch64";
    case EM_ARM:
      return "arm";
    case EM_PPC:
      return "powerpc";
    case EM_PPC64:
      return "powerpc64";
    case EM_RISCV:
      return "riscv";
    case EM_SPARCV9:
      return "sparc64";
    case EM_MIPS:
      return "mips";
    case EM_LOONGARCH:
      return "loongarch";
    default:
      return "machine " + std::to_string(machine);
  }
}

Result<std::shared_ptr<const ElfFile>> ElfFile::open(const std::string &path) {
  struct stat status;
  if (::stat(path.c_str(), &status) != 0) return file_error(path, errno);
  MPIDBG_TRY(check_regular_file(path, status));
  const FileIdentity identity(status.st_dev, status.st_ino, status.st_size, status.st_mtim.tv_sec,
                              status.st_mtim.tv_nsec);
  auto &known = open_files()[identity];
  if (known) return known;

  MPIDBG_ASSIGN(mapping, MappedFile::open(path));
  std::shared_ptr<ElfFile> file(new ElfFile(path, mapping.bytes()));
  file->mapping_ = std::move(mapping);
  MPIDBG_TRY(file->parse());
  known = file;
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
  const auto header = struct_at<Elf64_Ehdr>(bytes_, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) {
    return Error{ErrorCode::corrupt, path_ + " is not an ELF file"};
  }
  header_ = *header;
  if (header_.e_ident[EI_CLASS] != ELFCLASS64 || header_.e_machine != EM_X86_64) {
    return Error{ErrorCode::not_supported, path_ + " is for another architecture (" +
                                               architecture_name(header_.e_ident[EI_CLASS], header_.e_machine) + ")"};
  }
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
    const auto segment = struct_at<Elf64_Phdr>(bytes_, header_.e_phoff + i * sizeof(Elf64_Phdr));
    if (!segment) return;
    program_headers_.push_back(*segment);
    if (segment->p_type == PT_NOTE && build_id_.empty()) {
      build_id_ = build_id_in_notes(subrange(bytes_, segment->p_offset, segment->p_filesz));
    }
    if (segment->p_type != PT_LOAD || segment->p_memsz > UINT64_MAX - segment->p_vaddr) continue;
    first = std::min(first, segment->p_vaddr & ~(page_size - 1));
    end_address_ = std::max(end_address_, segment->p_vaddr + segment->p_memsz);
    first_address_ = first;
  }
}

void ElfFile::find_sections() {
  section_headers_ = array_at<Elf64_Shdr>(bytes_, header_.e_shoff, header_.e_shnum);
  if (header_.e_shoff == 0 || header_.e_shstrndx >= section_headers_.size()) {
    section_headers_ = {};
    return;
  }
  const Elf64_Shdr &names = section_headers_[header_.e_shstrndx];
  section_names_ = subrange(bytes_, names.sh_offset, names.sh_size);
  for (const Elf64_Shdr &section : section_headers_) {
    if (section.sh_type != SHT_SYMTAB || section.sh_link >= section_headers_.size()) continue;
    const Elf64_Shdr &strings = section_headers_[section.sh_link];
    static_symbols_.symbols = array_at<Elf64_Sym>(bytes_, section.sh_offset, section.sh_size / sizeof(Elf64_Sym));
    static_symbols_.strings = subrange(bytes_, strings.sh_offset, strings.sh_size);
  }
}

void ElfFile::find_dynamic_symbols() {
  Bytes symbols, gnu_hash, sysv_hash;
  std::uint64_t string_table = 0, string_size = 0;
  for (const Elf64_Phdr &segment : program_headers_) {
    if (segment.p_type != PT_DYNAMIC) continue;
    for (const Elf64_Dyn &entry : array_at<Elf64_Dyn>(bytes_, segment.p_offset, segment.p_filesz / sizeof(Elf64_Dyn))) {
      if (entry.d_tag == DT_NULL) break;
      if (entry.d_tag == DT_SYMTAB) symbols = bytes_at_address(entry.d_un.d_ptr);
      if (entry.d_tag == DT_GNU_HASH) gnu_hash = bytes_at_address(entry.d_un.d_ptr);
      if (entry.d_tag == DT_HASH) sysv_hash = bytes_at_address(entry.d_un.d_ptr);
      if (entry.d_tag == DT_STRTAB) string_table = entry.d_un.d_ptr;
      if (entry.d_tag == DT_STRSZ) string_size = entry.d_un.d_val;
    }
  }
  DynamicSymbols &table = dynamic_symbols_;
  table.strings = subrange(bytes_at_address(string_table), 0, string_size);
  table.gnu_hash = array_at<std::uint32_t>(gnu_hash, 0, gnu_hash.size() / sizeof(std::uint32_t));
  table.sysv_hash = array_at<std::uint32_t>(sysv_hash, 0, sysv_hash.size() / sizeof(std::uint32_t));

  std::uint64_t count = 0;
  for (const Elf64_Shdr &section : section_headers_) {
    if (section.sh_type == SHT_DYNSYM) count = section.sh_size / sizeof(Elf64_Sym);
  }
  if (count == 0 && table.sysv_hash.size() >= 2) count = table.sysv_hash[1];
  if (count == 0) count = symbols_in_gnu_hash(table.gnu_hash);
  table.symbols = array_at<Elf64_Sym>(symbols, 0, std::min<std::uint64_t>(count, symbols.size() / sizeof(Elf64_Sym)));
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
    // libelf takes a writable image and does not write to one that is only read.
    elf_ = elf_memory(reinterpret_cast<char *>(const_cast<std::byte *>(bytes_.data())), bytes_.size());
  }
  return elf_;
}

}  // namespace corefile
