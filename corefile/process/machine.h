#pragma once
// Describes the differences between supported machines: word sizes, and the places of a thread's registers in core
// files and in data from the kernel.

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "corefile/base.h"
#include "corefile/elf/elf_format.h"
#include "mpidbg/base/elf_identity.h"

namespace corefile {

// The registers of a thread.
struct ThreadRegisters {
  pid_t tid = 0;
  // The values of the registers, indexed by the machine's DWARF numbers.
  std::vector<std::uint64_t> values;
  Address pc, stack_pointer;
  // The number of the system call that the thread is in; negative if it is in none or the number is unknown.
  std::int64_t system_call = -1;
  // The address at which the C library describes the thread; null if unknown for the machine.
  Address thread_pointer;
};

// Describes one kind of machine (processor, word size and byte order).
struct Machine {
  unsigned elf_class;
  ByteOrder byte_order;
  unsigned elf_machine;

  // The following members describe elf_gregset_t (<sys/procfs.h>), which PTRACE_GETREGSET and NT_PRSTATUS contain.
  // The size of the set of registers in bytes.
  std::size_t registers_size;
  // For each DWARF number, the index of the register's word.
  std::span<const std::uint8_t> registers;
  // The index of the program counter's word.
  std::size_t pc;
  // The DWARF number of the stack pointer.
  unsigned stack_pointer;
  // The DWARF numbers of registers that functions preserve for their callers.
  std::span<const std::uint8_t> preserved;
  // The index of the word with the number of the system call; 0 if unknown.
  std::size_t system_call;
  // The index of the word with the thread pointer; 0 if unknown.
  std::size_t thread_pointer;
  // True if user and group in elf_prpsinfo have 16 bits each instead of 32.
  bool has_short_ids;

  ElfFormat format() const { return {elf_class, byte_order}; }
  bool is(const mpidbg::ElfIdentity &identity) const {
    return identity.elf_class == elf_class && identity.byte_order == byte_order && identity.machine == elf_machine;
  }
  // Extracts a thread's registers; returns nullopt if `register_set` is shorter than `registers_size`.
  std::optional<ThreadRegisters> thread_registers(pid_t tid, Bytes register_set) const;
};

extern const Machine x86_64, i386, s390x;

// Returns the machine of an ELF file; null if it is not one of the three above.
const Machine *machine_of(const mpidbg::ElfIdentity &identity);

}  // namespace corefile
