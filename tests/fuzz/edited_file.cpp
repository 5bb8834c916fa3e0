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

std::vector<std::byte> unpacked(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  const std::string packed{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const unsigned long long size = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (size > std::size_t{64} << 20) fail("not a compressed file", path);
  std::vector<std::byte> content(size);
  ZSTD_decompress(content.data(), content.size(), packed.data(), packed.size());
  return content;
}

MemoryFile::MemoryFile(std::span<const std::byte> content) : descriptor_(memfd_create("input", MFD_CLOEXEC)) {
  path_ = "/proc/self/fd/" + std::to_string(descriptor_);
  replace(content);
}

MemoryFile::~MemoryFile() {
  close(descriptor_);
}

void MemoryFile::write(std::size_t at, std::span<const std::byte> bytes) {
  const ssize_t done = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(at));
  if (done != static_cast<ssize_t>(bytes.size())) fail("a file in memory cannot be written", path_);
}

void MemoryFile::replace(std::span<const std::byte> content) {
  if (::ftruncate(descriptor_, static_cast<off_t>(content.size())) != 0) fail("no file in memory", path_);
  write(0, content);
}

EditedFile::EditedFile(const std::string &good)
    : good_(unpacked(good)), changed_(good_), edited_(good_), own_({}), content_(changed_) {}

void EditedFile::edit(std::span<const std::uint8_t> input) {
  is_edited_ = input.empty() || input[0] != 0;
  if (!is_edited_) {
    content_ = std::as_bytes(input.subspan(1));
    own_.replace(content_);
    return;
  }
  const auto before = std::move(changes_);
  changes_.clear();
  for (const auto &[at, size] : before) std::copy_n(good_.begin() + at, size, changed_.begin() + at);
  for (std::size_t i = 0; i < most_changes && input.size() >= change_bytes; ++i, input = input.subspan(change_bytes)) {
    const std::size_t at = (input[0] | input[1] << 8 | input[2] << 16) % changed_.size();
    const std::size_t size = std::min({input[3] % largest_number + 1, changed_.size() - at});
    for (std::size_t byte = 0; byte < size; ++byte)
      changed_[at + byte] = std::byte{byte < 4 ? input[4 + byte] : input[7]};
    changes_.emplace_back(at, size);
  }
  for (const auto &list : {before, changes_}) {
    for (const auto &[at, size] : list) edited_.write(at, std::span(changed_).subspan(at, size));
  }
  content_ = changed_;
}

}  // namespace fuzz
