#include "corefile/process/core_notes.h"

#include <algorithm>
#include <csignal>
#include <cstring>

#include "corefile/elf/note_list.h"
#include "mpidbg/base/hexadecimal.h"

namespace corefile {

namespace {

// Parses NT_FILE: two words (count, unit of the offsets in bytes), three words for each file, and the paths of the
// files.
void read_files(Bytes content, const ElfFormat &format, CoreNotes &result) {
  const std::uint64_t word = format.word_size(), entry_size = 3 * word;
  const auto count = format.word(content, 0), unit = format.word(content, word);
  std::vector<FileMapping> &files = result.files;
  files.clear();
  if (!count || !unit) return;
  if (*count > most_files || *count > content.size() / entry_size) {
    result.files_problem = "the note of mapped files claims " + std::to_string(*count) + " files in " +
                           std::to_string(content.size()) + " bytes: none of them is read";
    return;
  }
  std::uint64_t path_at = 2 * word + *count * entry_size;
  for (std::uint64_t i = 0; i < *count; ++i) {
    const std::uint64_t at = 2 * word + i * entry_size;
    const auto begin = format.word(content, at), end = format.word(content, at + word),
               offset = format.word(content, at + 2 * word);
    if (!begin || !end || !offset || path_at >= content.size()) break;
    const std::string_view path = string_at(content, path_at);
    path_at += path.size() + 1;
    files.push_back({{Address(*begin), Address(*end)}, *offset * *unit, std::string(path)});
  }
}

// Parses an elf_prstatus: three numbers about the signal, the number of the current signal, two sets of signals in a
// word each, the thread, three more numbers of 32 bits, four times of two words each, and the registers.
std::optional<ThreadRegisters> thread_in(Bytes status, const Machine &machine) {
  const std::uint64_t word = machine.format().word_size();
  const std::uint64_t tid_at = 16 + 2 * word, registers_at = tid_at + 16 + 8 * word;
  const auto tid = machine.format().number(status, tid_at, 4);
  if (!tid || registers_at > status.size()) return std::nullopt;
  return machine.thread_registers(static_cast<pid_t>(*tid), status.subspan(registers_at));
}

// Parses an elf_prpsinfo: four characters, the flags in a word of their own, user and group, the process, three more
// numbers of 32 bits, and the name.
void read_process(Bytes info, const Machine &machine, CoreNotes &result) {
  const std::uint64_t word = machine.format().word_size();
  const std::uint64_t pid_at = 2 * word + (machine.has_short_ids ? 4 : 8), name_at = pid_at + 16;
  constexpr std::uint64_t name_size = 16;
  const auto pid = machine.format().number(info, pid_at, 4);
  const Bytes name = subrange(info, name_at, name_size);
  if (!pid || name.empty()) return;
  result.pid = static_cast<pid_t>(*pid);
  const auto *const text = reinterpret_cast<const char *>(name.data());
  result.name = std::string_view(text, ::strnlen(text, name_size));
}

// The contents of a siginfo_t: the signal, a code for its origin, and an address or the pid of the process that sent
// it.
struct SignalInfo {
  pid_t tid = 0;
  int signal = 0, code = 0;
  std::uint64_t address = 0;
  pid_t sender = 0;
};

std::optional<SignalInfo> signal_in(Bytes content, const ElfFormat &format) {
  const std::uint64_t word = format.word_size(), fields_at = word == 8 ? 16 : 12;
  const auto signal = format.number(content, 0, 4), code = format.number(content, 8, 4),
             sender = format.number(content, fields_at, 4);
  const auto address = format.word(content, fields_at);
  if (!signal || !code || !sender || !address) return std::nullopt;
  SignalInfo info;
  info.signal = static_cast<int>(*signal);
  info.code = static_cast<int>(static_cast<std::int32_t>(*code));
  info.address = *address;
  info.sender = static_cast<pid_t>(*sender);
  return info;
}

// Describes a signal that a thread caused itself; empty for other signals. A positive code means that the kernel sent
// the signal, any other code that a process sent it.
std::string crash_of(const SignalInfo &info, pid_t pid) {
  const bool is_fault = info.code > 0;
  const std::string address = "address " + mpidbg::hex(Address(info.address));
  const bool has_address = info.code != SI_KERNEL;
  switch (info.signal) {
    case SIGSEGV:
    case SIGBUS: {
      const std::string name = info.signal == SIGSEGV ? "SIGSEGV" : "SIGBUS";
      return !is_fault ? "" : has_address ? name + " ended it, for an access to " + address : name + " ended it";
    }
    case SIGFPE:
    case SIGILL: {
      const std::string name = info.signal == SIGFPE ? "SIGFPE" : "SIGILL";
      return !is_fault ? "" : has_address ? name + " ended it, for the instruction at " + address : name + " ended it";
    }
    case SIGSYS:
      return is_fault ? "SIGSYS ended it, for a system call that is not allowed" : "";
    case SIGABRT:
      return info.code == SI_TKILL && info.sender == pid && pid != 0 ? "SIGABRT ended it, as by abort()" : "";
    default:
      return {};
  }
}

}  // namespace

CoreNotes read_core_notes(Bytes notes, const Machine &machine) {
  CoreNotes result;
  NoteList list(notes, machine.format());
  // A note without an owner indicates a damaged file, because zeros are read as such notes.
  bool is_damaged = false;
  std::optional<SignalInfo> signal;
  while (const auto note = list.next()) {
    is_damaged = is_damaged || note->owner.empty();
    if (note->owner != "CORE") continue;
    if (note->type == NT_PRSTATUS) {
      auto thread = thread_in(note->content, machine);
      is_damaged = is_damaged || !thread || thread->tid == 0;
      if (thread) result.threads.push_back(std::move(*thread));
    } else if (note->type == NT_PRPSINFO) {
      read_process(note->content, machine, result);
    } else if (note->type == NT_AUXV) {
      result.auxiliary = AuxiliaryVector(note->content, machine.format());
    } else if (note->type == NT_SIGINFO &&
               !signal) {  // about the thread of the preceding note; the first thread is the one that failed
      signal = signal_in(note->content, machine.format());
      if (signal && !result.threads.empty()) signal->tid = result.threads.back().tid;
    } else if (note->type == NT_FILE) {
      read_files(note->content, machine.format(), result);
    }
  }
  if (is_damaged || list.is_cut_short()) result.threads_problem = "its notes are damaged: threads may be missing";
  if (signal) {
    if (std::string what = crash_of(*signal, result.pid); !what.empty()) result.crash = {signal->tid, std::move(what)};
  }
  // The kernel lists the failed thread first. The main thread is moved to the front; its number is the pid.
  if (result.pid == 0 && !result.threads.empty()) result.pid = result.threads.front().tid;
  std::stable_partition(result.threads.begin(), result.threads.end(),
                        [&](const ThreadRegisters &thread) { return thread.tid == result.pid; });
  return result;
}

std::vector<ThreadStatus> statuses_in(const CoreNotes &notes) {
  std::vector<ThreadStatus> all;
  for (const ThreadRegisters &thread : notes.threads) {
    const bool has_crashed = notes.crash && notes.crash->tid == thread.tid;
    all.push_back({thread.tid, thread.tid == notes.pid ? notes.name : std::string(),
                   has_crashed ? KernelState::crashed : KernelState::unknown});
  }
  return all;
}

}  // namespace corefile
