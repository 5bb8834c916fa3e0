#pragma once
// Writes and reads captures. A capture is an ELF core file that contains only the memory that answers need, and the
// facts about the process in a note of its own.
//
// ELF header e_ident ends with "mpidbg", so that a damaged capture is not mistaken for an ordinary core file program
// headers one PT_NOTE, then a PT_LOAD for each piece of memory; zeros at its end are not in the file. Memory that is
// not in the capture has no header notes "mpidbg" 0x6d706401: a description as text; ...02: the seal; ...03: the facts;
// then the notes of all core files (NT_PRSTATUS for each thread, NT_PRPSINFO, NT_AUXV) memory
//
// There is no NT_FILE note, which contains names of files. With such a note, GDB would read memory that is missing in
// the capture from the named files, even if they have been replaced since then.

#include <cstdint>
#include <string>
#include <vector>

#include "corefile/base.h"
#include "corefile/capture/capture_facts.h"
#include "corefile/capture/memory_blocks.h"
#include "corefile/elf/mapped_file.h"
#include "corefile/process/auxiliary_vector.h"
#include "corefile/process/machine.h"

namespace corefile {

// Returns the complete contents of a capture file with these facts and this memory.
std::vector<std::byte> capture_bytes(CaptureFacts &facts, const Machine &machine, const AuxiliaryVector &auxiliary,
                                     const std::vector<MemoryCopy::Run> &memory);

// The contents of a capture file.
struct CaptureFile {
  struct Segment {
    Address address;
    Bytes bytes;
  };

  // Owns the mapped file, whose memory contains the bytes of `segments`.
  MappedFile mapping;
  const Machine *machine;
  AuxiliaryVector auxiliary;
  CaptureFacts facts;
  // The captured memory, ordered by address, without overlaps.
  std::vector<Segment> segments;
};

// Sorts the segments by address; returns the error `overlap` if any two of them overlap.
Status sort_segments(std::vector<CaptureFile::Segment> &segments, const Error &overlap);

// Returns true if the file is marked as a capture, even if it is damaged.
bool is_capture(const std::string &path);

// Reads and checks a capture. Errors are sentences that name the path: not a capture, of another format, truncated,
// damaged.
Result<CaptureFile> read_capture(const std::string &path);

}  // namespace corefile
