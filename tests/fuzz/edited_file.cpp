#include "tests/fuzz/edited_file.h"

#include <sys/mman.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "tests/fuzz/fuzz_target.h"

namespace fuzz {

namespace {

constexpr std::size_t change_bytes = 8, most_changes = 16, largest_number = 8;

}  // namespace

EditedFile::EditedFile(const std::string &good) {
  std::ifstream file(good, std::ios::binary);
  const std::string packed{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const unsigned long long size = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (size > std::size_t{64} << 20) fail("not a compressed file", good);
  good_.resize(size);
  ZSTD_decompress(good_.data(), good_.size(), packed.data(), packed.size());
}

EditedFile::~EditedFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

// A file of its own each time: readers know files again by their identity.
const std::string &EditedFile::write(std::span<const std::uint8_t> input) {
  std::vector<std::uint8_t> bytes;
  if (!input.empty() && input[0] == 0) {
    bytes.assign(input.begin() + 1, input.end());
  } else {
    bytes = good_;
    for (std::size_t i = 0; i < most_changes && input.size() >= change_bytes;
         ++i, input = input.subspan(change_bytes)) {
      const std::size_t at = (input[0] | input[1] << 8 | input[2] << 16) % bytes.size();
      const std::size_t size = std::min({input[3] % largest_number + 1, bytes.size() - at});
      for (std::size_t byte = 0; byte < size; ++byte) bytes[at + byte] = byte < 4 ? input[4 + byte] : input[7];
    }
  }
  if (descriptor_ >= 0) close(descriptor_);
  descriptor_ = memfd_create("input", MFD_CLOEXEC);
  if (descriptor_ < 0 || ::write(descriptor_, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
    fail("no file in memory", "");
  path_ = "/proc/self/fd/" + std::to_string(descriptor_);
  return path_;
}

}  // namespace fuzz
