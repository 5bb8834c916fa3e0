#pragma once
// Reads the memory in a core file. Only requested bytes are read, because the file may be many gigabytes long.

#include <elf.h>

#include <string>
#include <vector>

#include "corefile/base.h"
#include "corefile/process/machine.h"
#include "corefile/process/process.h"
#include "mpidbg/base/file_descriptor.h"

namespace corefile {

class CoreMemory {
 public:
  // Opens a core file. Errors are sentences that name the path: no such file, a directory, empty, not ELF, not a core
  // file, another architecture, or cut off before its program headers.
  static Result<CoreMemory> open(const std::string &path);

  // Copies at most `size` bytes, and only as many as the file contains. Returns their number.
  std::size_t read_up_to(Address address, void *buffer, std::size_t size) const;

  // Returns the writable segments in the file, ordered by address.
  std::vector<AddressRange> writable() const;
  // Returns all segments in the file, ordered by address.
  std::vector<AddressRange> ranges() const;

  // Returns the contents of all PT_NOTE segments, one after the other, limited to most_note_bytes. note_size() is the
  // full size.
  static constexpr std::uint64_t most_note_bytes = std::uint64_t{64} << 20;
  std::vector<std::byte> notes() const;
  std::uint64_t note_size() const;

  // The machine on which the process ran.
  const Machine &machine() const { return *machine_; }

  std::uint64_t file_size() const { return file_size_; }
  // The size that the file should have; larger than file_size() if the file is truncated.
  std::uint64_t expected_size() const { return expected_size_; }

 private:
  // A range of addresses and its place in the file.
  struct Segment {
    // `size` is the number of bytes in the file.
    std::uint64_t address, size, file_offset;
    bool is_writable;
  };

  CoreMemory(std::string path, mpidbg::FileDescriptor file, std::uint64_t size)
      : path_(std::move(path)), file_(std::move(file)), file_size_(size) {}

  // Reads the ELF header and the program headers. Errors: as those of open().
  Status read_headers();
  // Returns the number of program headers, which is in the first section header if it is too large for the ELF header.
  // Errors: `corrupt` if a process cannot have so many.
  Result<std::uint64_t> count_program_headers(const Elf64_Ehdr &header) const;
  // Adds a segment that has bytes in the file, and increases expected_size_ so that it includes them.
  void add_segment(const Elf64_Phdr &header);
  // Copies up to `size` bytes from this offset in the file and returns how many there were.
  std::size_t read_file(std::uint64_t offset, void *buffer, std::size_t size) const;

  std::string path_;
  mpidbg::FileDescriptor file_;
  const Machine *machine_ = &x86_64;
  std::uint64_t file_size_;
  std::uint64_t expected_size_ = 0;
  // PT_LOAD segments, ordered by address.
  std::vector<Segment> segments_;
  std::vector<Segment> notes_;
};

}  // namespace corefile
