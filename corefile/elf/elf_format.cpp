#include "corefile/elf/elf_format.h"

#include <type_traits>

namespace corefile {

namespace {

// Converts from the file's byte order to this machine's.
class Decoder {
 public:
  explicit Decoder(ByteOrder order) : swaps_(order != mpidbg::host_byte_order()) {}

  template <class T>
  T operator()(T value) const {
    if (!swaps_) return value;
    const auto bytes = std::as_bytes(std::span(&value, 1));
    constexpr ByteOrder other = mpidbg::host_byte_order() == ByteOrder::little ? ByteOrder::big : ByteOrder::little;
    return static_cast<T>(mpidbg::decode_unsigned(bytes, other));
  }

 private:
  bool swaps_;
};

// Converts an ELF header of the 32-bit or 64-bit class. The two forms differ only in the order and size of their
// fields. The functions below do the same for other structs.
template <class T>
Elf64_Ehdr header_of(const T &h, const Decoder &of) {
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, h.e_ident, sizeof header.e_ident);
  header.e_type = of(h.e_type);
  header.e_machine = of(h.e_machine);
  header.e_version = of(h.e_version);
  header.e_entry = of(h.e_entry);
  header.e_phoff = of(h.e_phoff);
  header.e_shoff = of(h.e_shoff);
  header.e_flags = of(h.e_flags);
  header.e_ehsize = of(h.e_ehsize);
  header.e_phentsize = of(h.e_phentsize);
  header.e_phnum = of(h.e_phnum);
  header.e_shentsize = of(h.e_shentsize);
  header.e_shnum = of(h.e_shnum);
  header.e_shstrndx = of(h.e_shstrndx);
  return header;
}

template <class T>
Elf64_Phdr program_header_of(const T &p, const Decoder &of) {
  return {of(p.p_type),  of(p.p_flags),  of(p.p_offset), of(p.p_vaddr),
          of(p.p_paddr), of(p.p_filesz), of(p.p_memsz),  of(p.p_align)};
}

template <class T>
Elf64_Shdr section_header_of(const T &s, const Decoder &of) {
  return {of(s.sh_name), of(s.sh_type), of(s.sh_flags), of(s.sh_addr),      of(s.sh_offset),
          of(s.sh_size), of(s.sh_link), of(s.sh_info),  of(s.sh_addralign), of(s.sh_entsize)};
}

template <class T>
Elf64_Dyn dynamic_of(const T &d, const Decoder &of) {
  return {of(d.d_tag), {of(d.d_un.d_val)}};
}

template <class T>
Elf64_Sym symbol_of(const T &s, const Decoder &of) {
  return {of(s.st_name), s.st_info, s.st_other, of(s.st_shndx), of(s.st_value), of(s.st_size)};
}

template <class T>
Elf64_auxv_t auxiliary_of(const T &a, const Decoder &of) {
  return {of(a.a_type), {of(a.a_un.a_val)}};
}

template <class Narrow, class Wide, class Convert>
std::optional<Wide> read(bool is_wide, Bytes bytes, std::uint64_t offset, Convert convert) {
  if (is_wide) {
    const auto raw = struct_at<Wide>(bytes, offset);
    return raw ? std::optional<Wide>(convert(*raw)) : std::nullopt;
  }
  const auto raw = struct_at<Narrow>(bytes, offset);
  return raw ? std::optional<Wide>(convert(*raw)) : std::nullopt;
}

}  // namespace

std::optional<Elf64_Ehdr> ElfFormat::header(Bytes bytes) const {
  return read<Elf32_Ehdr, Elf64_Ehdr>(is_wide_, bytes, 0,
                                      [&](const auto &raw) { return header_of(raw, Decoder(order_)); });
}

std::optional<Elf64_Phdr> ElfFormat::program_header(Bytes bytes, std::uint64_t offset) const {
  return read<Elf32_Phdr, Elf64_Phdr>(is_wide_, bytes, offset,
                                      [&](const auto &raw) { return program_header_of(raw, Decoder(order_)); });
}

std::optional<Elf64_Shdr> ElfFormat::section_header(Bytes bytes, std::uint64_t offset) const {
  return read<Elf32_Shdr, Elf64_Shdr>(is_wide_, bytes, offset,
                                      [&](const auto &raw) { return section_header_of(raw, Decoder(order_)); });
}

std::optional<Elf64_Dyn> ElfFormat::dynamic(Bytes bytes, std::uint64_t offset) const {
  return read<Elf32_Dyn, Elf64_Dyn>(is_wide_, bytes, offset,
                                    [&](const auto &raw) { return dynamic_of(raw, Decoder(order_)); });
}

std::optional<Elf64_Sym> ElfFormat::symbol(Bytes bytes, std::uint64_t offset) const {
  return read<Elf32_Sym, Elf64_Sym>(is_wide_, bytes, offset,
                                    [&](const auto &raw) { return symbol_of(raw, Decoder(order_)); });
}

std::optional<Elf64_auxv_t> ElfFormat::auxiliary(Bytes bytes, std::uint64_t offset) const {
  return read<Elf32_auxv_t, Elf64_auxv_t>(is_wide_, bytes, offset,
                                          [&](const auto &raw) { return auxiliary_of(raw, Decoder(order_)); });
}

std::optional<Elf64_Nhdr> ElfFormat::note_header(Bytes bytes, std::uint64_t offset) const {
  const auto raw = struct_at<Elf64_Nhdr>(bytes, offset);
  if (!raw) return std::nullopt;
  const Decoder of(order_);
  return Elf64_Nhdr{of(raw->n_namesz), of(raw->n_descsz), of(raw->n_type)};
}

std::optional<std::uint64_t> ElfFormat::number(Bytes bytes, std::uint64_t offset, unsigned size) const {
  const Bytes range = subrange(bytes, offset, size);
  if (range.empty()) return std::nullopt;
  return mpidbg::decode_unsigned(range, order_);
}

std::span<const Elf64_Sym> ElfFormat::symbols(Bytes bytes, std::uint64_t offset, std::uint64_t count,
                                              std::vector<Elf64_Sym> &kept) const {
  if (is_own()) return array_at<Elf64_Sym>(bytes, offset, count);
  if (count > bytes.size() / symbol_size() || subrange(bytes, offset, count * symbol_size()).empty()) return {};
  kept.clear();
  kept.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) kept.push_back(*symbol(bytes, offset + i * symbol_size()));
  return kept;
}

std::span<const std::uint32_t> ElfFormat::numbers(Bytes bytes, std::vector<std::uint32_t> &kept) const {
  const std::uint64_t count = bytes.size() / sizeof(std::uint32_t);
  if (order_ == mpidbg::host_byte_order()) return array_at<std::uint32_t>(bytes, 0, count);
  kept.clear();
  kept.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i)
    kept.push_back(static_cast<std::uint32_t>(*number(bytes, i * sizeof(std::uint32_t), sizeof(std::uint32_t))));
  return kept;
}

}  // namespace corefile
