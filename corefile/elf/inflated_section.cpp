#include "corefile/elf/inflated_section.h"

#include <gelf.h>
#include <sys/mman.h>

#include <algorithm>

namespace corefile {

namespace {

// The largest number of bytes to which zlib can decompress one byte.
constexpr std::uint64_t most_bytes_of_one = 1032;

// The limit for one call of zlib, which counts its input and output in `unsigned`.
constexpr std::uint64_t largest_step = std::uint64_t{1} << 30;

}  // namespace

std::unique_ptr<InflatedSection> InflatedSection::replace(Elf *elf, Elf_Scn *section) {
  GElf_Shdr header;
  GElf_Chdr packing;
  if (gelf_getshdr(section, &header) == nullptr || header.sh_type == SHT_NOBITS ||
      (header.sh_flags & SHF_COMPRESSED) == 0 || gelf_getchdr(section, &packing) == nullptr ||
      packing.ch_type != ELFCOMPRESS_ZLIB)
    return nullptr;
  Elf_Data *const data = elf_rawdata(section, nullptr);
  const std::size_t before = gelf_fsize(elf, ELF_T_CHDR, 1, EV_CURRENT);
  if (data == nullptr || data->d_buf == nullptr || before == 0 || data->d_size < before) return nullptr;

  std::unique_ptr<InflatedSection> inflated(new InflatedSection);
  const Bytes packed(static_cast<const std::byte *>(data->d_buf), data->d_size);
  if (!inflated->begin(packed.subspan(before), packing.ch_size)) return nullptr;
  header.sh_flags &= ~GElf_Xword{SHF_COMPRESSED};
  header.sh_size = packing.ch_size;
  if (gelf_update_shdr(section, &header) == 0) return nullptr;
  // libelf keeps two descriptions of the section's contents, raw and translated; both must refer to the new memory.
  for (Elf_Data *const described : {data, elf_getdata(section, nullptr)}) {
    if (described == nullptr) continue;
    described->d_buf = inflated->memory_;
    described->d_size = inflated->size_;
    described->d_type = ELF_T_BYTE;
  }
  return inflated;
}

bool InflatedSection::begin(Bytes packed, std::uint64_t size) {
  if (size == 0 || size / most_bytes_of_one > packed.size()) return false;
  void *const memory =
      ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return false;
  memory_ = static_cast<std::byte *>(memory);
  size_ = size;
  rest_ = packed;
  has_stream_ = inflateInit(&stream_) == Z_OK && inflateValidate(&stream_, 0) == Z_OK;
  return has_stream_;
}

InflatedSection::~InflatedSection() {
  if (has_stream_) inflateEnd(&stream_);
  if (memory_ != nullptr) ::munmap(memory_, size_);
}

bool InflatedSection::unpack(std::uint64_t end) {
  if (end > size_) return false;
  while (stream_.total_out < end) {
    const std::uint64_t before = stream_.total_out;
    const std::uint64_t given = std::min<std::uint64_t>(rest_.size(), largest_step);
    stream_.next_in = reinterpret_cast<Bytef *>(const_cast<std::byte *>(rest_.data()));
    stream_.avail_in = static_cast<uInt>(given);
    stream_.next_out = reinterpret_cast<Bytef *>(memory_ + before);
    stream_.avail_out = static_cast<uInt>(std::min(end - before, largest_step));
    const int result = inflate(&stream_, Z_NO_FLUSH);
    rest_ = rest_.subspan(given - stream_.avail_in);
    if ((result != Z_OK && result != Z_STREAM_END) || stream_.total_out == before) break;
  }
  return stream_.total_out >= end;
}

}  // namespace corefile
