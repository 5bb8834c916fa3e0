#include "corefile/process/dump_start.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

#include "mpidbg/base/elf_identity.h"

namespace corefile {

namespace {

Error beyond_limit(const std::string &what, std::uint64_t at) {
  return Error{ErrorCode::out_of_range, "the dump has " + what + " at byte " + std::to_string(at) +
                                            ", which exceeds the limit of " + std::to_string(most_dump_start)};
}

class Pipe {
 public:
  explicit Pipe(int fd) : fd_(fd) {}

  // Reads on until the first `size` bytes of the dump have been read.
  Status read_until(std::uint64_t size) {
    if (size > most_dump_start) return beyond_limit("the end of its notes", size);
    constexpr std::uint64_t piece = 1 << 16;
    while (bytes_.size() < size) {
      const std::size_t have = bytes_.size();
      bytes_.resize(have + std::min(piece, size - have));
      ssize_t got = 0;
      do {
        got = ::read(fd_, bytes_.data() + have, bytes_.size() - have);
      } while (got < 0 && errno == EINTR);
      const int reason = errno;
      bytes_.resize(have + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
      if (got < 0) return Error{ErrorCode::system, std::string("cannot read the dump: ") + std::strerror(reason)};
      if (got == 0)
        return Error{ErrorCode::corrupt,
                     "the dump ends after " + std::to_string(have) + " bytes, before its notes of the threads do"};
    }
    return {};
  }
  Bytes bytes() const { return bytes_; }

 private:
  int fd_;
  std::vector<std::byte> bytes_;
};

}  // namespace

Result<DumpStart> read_dump_start(int fd) {
  Pipe pipe(fd);
  MPIDBG_TRY(pipe.read_until(mpidbg::ElfIdentity::size));
  const auto identity = mpidbg::elf_identity(pipe.bytes());
  if (!identity || identity->type != ET_CORE) return Error{ErrorCode::corrupt, "the dump is not a core file"};
  DumpStart start;
  start.machine = machine_of(*identity);
  if (start.machine == nullptr) {
    return Error{ErrorCode::not_supported, "the dump is of another architecture (" +
                                               mpidbg::architecture_name(identity->elf_class, identity->machine) + ")"};
  }
  const ElfFormat format = start.machine->format();
  MPIDBG_TRY(pipe.read_until(format.header_size()));
  const auto header = format.header(pipe.bytes());
  if (!header || header->e_phoff > most_dump_start)
    return beyond_limit("its program headers", header ? header->e_phoff : 0);
  MPIDBG_TRY(pipe.read_until(header->e_phoff + format.program_header_size()));
  // The first program header is that of the notes, which the kernel writes before the memory.
  const auto notes = format.program_header(pipe.bytes(), header->e_phoff);
  if (!notes || notes->p_type != PT_NOTE) return Error{ErrorCode::corrupt, "the dump does not begin with notes"};
  if (notes->p_offset > most_dump_start || notes->p_filesz > most_dump_start)
    return beyond_limit(std::to_string(notes->p_filesz) + " bytes of notes", notes->p_offset);
  MPIDBG_TRY(pipe.read_until(notes->p_offset + notes->p_filesz));
  start.notes = read_core_notes(subrange(pipe.bytes(), notes->p_offset, notes->p_filesz), *start.machine);
  if (start.notes.threads.empty()) return Error{ErrorCode::corrupt, "the dump has no notes of threads"};
  return start;
}

}  // namespace corefile
