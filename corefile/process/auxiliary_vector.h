#pragma once
// Reads a process's auxiliary vector. The kernel puts it into a new process, with the addresses of the program headers,
// the entry point, the vdso and the strings.

#include <elf.h>

#include "corefile/base.h"
#include "corefile/elf/elf_format.h"

namespace corefile {

class AuxiliaryVector {
 public:
  AuxiliaryVector() = default;
  // Reads the contents of /proc/PID/auxv or of the note NT_AUXV, at most `most_entries` entries.
  explicit AuxiliaryVector(Bytes bytes, const ElfFormat &format = {}) {
    for (std::uint64_t i = 0; i < most_entries; ++i) {
      const auto entry = format.auxiliary(bytes, i * format.auxiliary_size());
      if (!entry || entry->a_type == AT_NULL) return;
      empty_ = false;
      if (entry->a_type < known_types) values_[entry->a_type] = entry->a_un.a_val;
    }
  }

  bool empty() const { return empty_; }
  // Returns the value of the entry with this type (AT_PHDR and so on); 0 if the type is absent.
  std::uint64_t value(std::uint64_t type) const { return type < known_types ? values_[type] : 0; }
  Address address(std::uint64_t type) const { return Address(value(type)); }

 private:
  static constexpr std::uint64_t most_entries = 512;
  static constexpr std::uint64_t known_types = 64;

  std::uint64_t values_[known_types] = {};
  bool empty_ = true;
};

}  // namespace corefile
