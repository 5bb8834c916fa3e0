#pragma once
// A section of an ELF file that zlib has packed, unpacked from its start only as far as somebody needs it. libelf
// unpacks complete sections, which is most of what one source line of the C library costs.

#include <libelf.h>
#include <zlib.h>

#include <cstdint>
#include <memory>

#include "corefile/base.h"

namespace corefile {

class InflatedSection {
 public:
  // From now on all who ask libelf for the section find it unpacked, with zeros where unpack() has not been yet. The
  // Elf must be mapped privately and not be used after this object. Null, with nothing changed, if the section is not
  // packed or in another way, or if its size is implausible.
  static std::unique_ptr<InflatedSection> replace(Elf *elf, Elf_Scn *section);

  ~InflatedSection();
  InflatedSection(const InflatedSection &) = delete;
  InflatedSection &operator=(const InflatedSection &) = delete;

  // Up to this offset, at least. False if the section ends before it, or if what is packed is damaged. The checksum of
  // the section, which is at its end, is not compared.
  bool unpack(std::uint64_t end);
  bool unpack_all() { return unpack(size_); }
  Bytes unpacked() const { return {memory_, static_cast<std::size_t>(stream_.total_out)}; }

 private:
  InflatedSection() = default;
  bool begin(Bytes packed, std::uint64_t size);

  std::byte *memory_ = nullptr;
  std::uint64_t size_ = 0;
  Bytes rest_;  // packed, and not yet given to zlib
  z_stream stream_{};
  bool has_stream_ = false;
};

}  // namespace corefile
