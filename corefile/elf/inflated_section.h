#pragma once
// Decompresses the start of a zlib-compressed section of an ELF file, up to the offset that is needed. libelf
// decompresses complete sections, which would take most of the time to find one source line of the C library.

#include <libelf.h>
#include <zlib.h>

#include <cstdint>
#include <memory>

#include "corefile/base.h"

namespace corefile {

class InflatedSection {
 public:
  // Makes libelf return the section decompressed, with zeros beyond the offset that was passed to unpack(). `elf` must
  // be mapped privately and must not be used after this object's end. Returns null and changes nothing if the section
  // is not compressed by zlib or its size is implausible.
  static std::unique_ptr<InflatedSection> replace(Elf *elf, Elf_Scn *section);

  ~InflatedSection();
  InflatedSection(const InflatedSection &) = delete;
  InflatedSection &operator=(const InflatedSection &) = delete;

  // Decompresses at least up to this offset. Returns false if the section ends before it or the compressed data is
  // damaged. The checksum at the end of the section is not compared.
  bool unpack(std::uint64_t end);
  bool unpack_all() { return unpack(size_); }
  // Returns the part that has been decompressed so far.
  Bytes unpacked() const { return {memory_, static_cast<std::size_t>(stream_.total_out)}; }

 private:
  InflatedSection() = default;
  // Prepares the decompression. Returns false if `size` is implausible or memory is lacking.
  bool begin(Bytes packed, std::uint64_t size);

  std::byte *memory_ = nullptr;
  std::uint64_t size_ = 0;
  // Compressed data that has not been passed to zlib yet.
  Bytes rest_;
  z_stream stream_{};
  bool has_stream_ = false;
};

}  // namespace corefile
