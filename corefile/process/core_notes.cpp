#include "corefile/process/core_notes.h"

#include <sys/procfs.h>
#include <sys/user.h>

#include <algorithm>
#include <cstring>

#include "corefile/elf/note_list.h"

namespace corefile {

namespace {

constexpr std::uint64_t most_files = 1u << 20;

// Two words (count, unit of the offsets in bytes), then three words for each file, then their paths.
std::vector<FileMapping> mapped_files(Bytes content) {
  const auto count = struct_at<std::uint64_t>(content, 0);
  const auto unit = struct_at<std::uint64_t>(content, 8);
  std::vector<FileMapping> files;
  if (!count || !unit || *count > most_files || *count > content.size() / 24) return files;
  std::uint64_t path_at = 16 + *count * 24;
  for (std::uint64_t i = 0; i < *count; ++i) {
    const auto words = struct_at<std::array<std::uint64_t, 3>>(content, 16 + i * 24);
    if (!words || path_at >= content.size()) break;
    const std::string_view path = string_at(content, path_at);
    path_at += path.size() + 1;
    files.push_back({{Address((*words)[0]), Address((*words)[1])}, (*words)[2] * *unit, std::string(path)});
  }
  return files;
}

}  // namespace

CoreNotes read_core_notes(Bytes notes) {
  CoreNotes result;
  NoteList list(notes);
  while (const auto note = list.next()) {
    if (note->owner != "CORE") continue;
    if (note->type == NT_PRSTATUS) {
      const auto status = struct_at<elf_prstatus>(note->content, 0);
      if (!status) continue;
      user_regs_struct registers;
      static_assert(sizeof registers == sizeof status->pr_reg);
      std::memcpy(&registers, &status->pr_reg, sizeof registers);
      result.threads.push_back(thread_registers(status->pr_pid, registers));
    } else if (note->type == NT_PRPSINFO) {
      const auto info = struct_at<elf_prpsinfo>(note->content, 0);
      if (!info) continue;
      result.pid = info->pr_pid;
      result.name = std::string_view(info->pr_fname, ::strnlen(info->pr_fname, sizeof info->pr_fname));
    } else if (note->type == NT_AUXV) {
      result.auxiliary = AuxiliaryVector(note->content);
    } else if (note->type == NT_FILE) {
      result.files = mapped_files(note->content);
    }
  }
  // The kernel puts the thread that failed first.
  if (result.pid == 0 && !result.threads.empty()) result.pid = result.threads.front().tid;
  std::stable_partition(result.threads.begin(), result.threads.end(),
                        [&](const ThreadRegisters &thread) { return thread.tid == result.pid; });
  return result;
}

}  // namespace corefile
