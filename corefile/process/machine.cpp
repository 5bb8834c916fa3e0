#include "corefile/process/machine.h"

namespace corefile {

namespace {

// The order in elf_gregset_t is r15 r14 r13 r12 rbp rbx r11 r10 r9 r8 rax rcx rdx rsi rdi orig_rax rip cs eflags rsp ss
// fs_base ...
constexpr std::uint8_t x86_64_registers[] = {10, 12, 11, 5, 13, 14, 4, 19, 9, 8, 7, 6, 3, 2, 1, 0, 16};
constexpr std::uint8_t x86_64_preserved[] = {3, 6, 12, 13, 14, 15};  // rbx rbp r12 r13 r14 r15
// The order in elf_gregset_t is ebx ecx edx esi edi ebp eax ds es fs gs orig_eax eip cs eflags esp ss.
constexpr std::uint8_t i386_registers[] = {6, 1, 2, 0, 15, 5, 3, 4, 12};
constexpr std::uint8_t i386_preserved[] = {3, 5, 6, 7};  // ebx ebp esi edi
// The order in elf_gregset_t is mask and address of the program status word, r0 to r15, access registers, and the first
// argument of the system call.
constexpr std::uint8_t s390x_registers[] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17};
constexpr std::uint8_t s390x_preserved[] = {6, 7, 8, 9, 10, 11, 12, 13};

}  // namespace

constinit const Machine x86_64{
    ELFCLASS64, ByteOrder::little, EM_X86_64, 216, x86_64_registers, 16, 7, x86_64_preserved, 15, 21, false};
constinit const Machine i386{ELFCLASS32, ByteOrder::little, EM_386, 68, i386_registers, 12, 4, i386_preserved, 0, 0,
                             true};
constinit const Machine s390x{ELFCLASS64, ByteOrder::big, EM_S390, 216, s390x_registers, 1, 15, s390x_preserved, 0,
                              0,          false};

std::optional<ThreadRegisters> Machine::thread_registers(pid_t tid, Bytes register_set) const {
  if (register_set.size() < registers_size) return std::nullopt;
  const ElfFormat words = format();
  const auto word = [&](std::size_t i) { return words.word(register_set, i * words.word_size()).value_or(0); };
  ThreadRegisters result;
  result.tid = tid;
  result.values.reserve(registers.size());
  for (const std::uint8_t i : registers) result.values.push_back(word(i));
  result.pc = Address(word(pc));
  result.stack_pointer = Address(result.values[stack_pointer]);
  if (system_call != 0) result.system_call = static_cast<std::int64_t>(word(system_call));
  if (thread_pointer != 0) result.thread_pointer = Address(word(thread_pointer));
  return result;
}

const Machine *machine_of(const mpidbg::ElfIdentity &identity) {
  for (const Machine *const machine : {&x86_64, &i386, &s390x}) {
    if (machine->is(identity)) return machine;
  }
  return nullptr;
}

}  // namespace corefile
