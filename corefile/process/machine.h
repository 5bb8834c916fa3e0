#pragma once
// What differs between the machines whose processes are read: words, and where core files and the kernel have the
// registers of a thread.

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "corefile/base.h"
#include "corefile/elf/elf_format.h"
#include "corefile/elf/elf_identity.h"

namespace corefile {

struct ThreadRegisters {
  pid_t tid = 0;
  std::vector<std::uint64_t> values;  // in DWARF's numbering of the machine
  Address pc, stack_pointer;
  std::int64_t system_call = -1;  // the number of the one that it is in; negative: none, or not known of the machine
  Address thread_pointer;         // where the C library describes the thread; null: not known of the machine
};

struct Machine {
  unsigned elf_class;
  ByteOrder byte_order;
  unsigned elf_machine;

  // elf_gregset_t (<sys/procfs.h>): what PTRACE_GETREGSET and NT_PRSTATUS give.
  std::size_t registers_size;               // bytes
  std::span<const std::uint8_t> registers;  // which word of it has the register with DWARF's number 0, 1, ...
  std::size_t pc;                           // the word that has the program counter
  unsigned stack_pointer;                   // DWARF number
  std::span<const std::uint8_t> preserved;  // DWARF numbers of what functions preserve for their callers
  std::size_t system_call;                  // the word that has the number of the system call; 0: not known
  std::size_t thread_pointer;               // the word that has it; 0: not known
  bool has_short_ids;                       // elf_prpsinfo has user and group in 16 bits each, not 32

  ElfFormat format() const { return {elf_class, byte_order}; }
  bool is(const ElfIdentity &identity) const {
    return identity.elf_class == elf_class && identity.byte_order == byte_order && identity.machine == elf_machine;
  }
  // Nothing if the set is shorter than this machine's.
  std::optional<ThreadRegisters> thread_registers(pid_t tid, Bytes register_set) const;
};

extern const Machine x86_64, i386, s390x;

// The one that the file is of; null if it is none of those above.
const Machine *machine_of(const ElfIdentity &identity);

}  // namespace corefile
