#pragma once
// The memory that a core file holds, read where it is asked for: of a file of many gigabytes only those bytes.

#include <elf.h>

#include <string>
#include <vector>

#include "corefile/base.h"
#include "corefile/elf/file_descriptor.h"
#include "corefile/process/machine.h"
#include "corefile/process/process.h"

namespace corefile {

class CoreMemory {
 public:
  // Errors are sentences naming the path: no such file, a directory, empty, not ELF, not a core, another architecture,
  // cut off before its program headers.
  static Result<CoreMemory> open(const std::string &path);

  // Copies up to `size` bytes; how many the file holds.
  std::size_t read_up_to(Address address, void *buffer, std::size_t size) const;

  // The writable segments that the file holds, by address.
  std::vector<AddressRange> writable() const;
  std::vector<AddressRange> ranges() const;  // of all segments that the file holds, by address

  // The contents of all PT_NOTE segments, one after the other, at most most_note_bytes; note_size() is what they have.
  static constexpr std::uint64_t most_note_bytes = std::uint64_t{64} << 20;
  std::vector<std::byte> notes() const;
  std::uint64_t note_size() const;

  const Machine &machine() const { return *machine_; }  // that the process ran on

  std::uint64_t file_size() const { return file_size_; }
  std::uint64_t expected_size() const { return expected_size_; }  // larger than file_size() if the file is truncated

 private:
  struct Segment {
    std::uint64_t address, size, file_offset;  // size: bytes that are in the file
    bool is_writable;
  };

  CoreMemory(std::string path, FileDescriptor file, std::uint64_t size)
      : path_(std::move(path)), file_(std::move(file)), file_size_(size) {}

  Status read_headers();
  Result<std::uint64_t> count_program_headers(const Elf64_Ehdr &header) const;
  void add_segment(const Elf64_Phdr &header);
  std::size_t read_file(std::uint64_t offset, void *buffer, std::size_t size) const;

  std::string path_;
  FileDescriptor file_;
  const Machine *machine_ = &x86_64;
  std::uint64_t file_size_;
  std::uint64_t expected_size_ = 0;
  std::vector<Segment> segments_;  // PT_LOAD, by address
  std::vector<Segment> notes_;
};

}  // namespace corefile
