#pragma once
// Records on a stream that others write to, too: the standard output of a launcher that merges those of all nodes, puts
// names before lines, changes their ends or writes notes of its own between them.
//
// A record is a series of lines of at most 512 bytes: srun cuts output at 1024 bytes and mixes the pieces of different
// nodes, mpirun does so at 4096.
//
//     MPIDBG-RECORD 1 0123456789abcdef 12345 0 4 89abcdef BASE64
//
// that is: version of the framing, FNV-1a of the whole record with 64 bits, its size in bytes, number of this part from
// 0, number of parts, CRC-32 of the line from the version to the end, part of the record. What stands before and after
// that in a line is ignored, as is a line without. A record is there when all its parts are, in whatever order they
// came, and its hash is right. Equal records are one.

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mqs_shim::summaries {

// As lines, each ending with '\n'.
std::string frame(std::string_view record);

// Takes a stream as it comes.
class FrameReader {
 public:
  // Records that are complete by now and were not returned before. `bytes` may end anywhere.
  std::vector<std::string> feed(std::string_view bytes);
  // The last line may have no end.
  std::vector<std::string> finish();

  bool found_any() const { return found_any_; }  // a line of a record, complete, damaged or of another version
  // Returns sentences about errors of the stream: damaged lines, and records of which parts are missing. To be called
  // after finish().
  std::vector<std::string> problems() const;

 private:
  struct Partial {
    std::size_t size = 0, parts = 0, bytes = 0;
    std::map<std::size_t, std::string> known;  // by number
  };
  void take_line(std::string_view line, std::vector<std::string> &complete);

  std::string rest_;
  bool skips_ = false;  // until the end of a line that is too long for one of ours
  bool found_any_ = false;
  std::size_t damaged_ = 0, held_ = 0;
  std::size_t other_versions_ = 0;
  std::size_t refused_ = 0;
  std::map<std::uint64_t, Partial> partial_;
  std::map<std::uint64_t, bool> done_;
};

}  // namespace mqs_shim::summaries
