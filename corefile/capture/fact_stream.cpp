#include "corefile/capture/fact_stream.h"

namespace corefile {

namespace {

// The limit for the total size of the strings of one stream. A damaged stream may repeat a long string many times.
constexpr std::size_t most_text_bytes = std::size_t{32} << 20;

}  // namespace

void FactWriter::put(std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) bytes_.push_back(static_cast<std::byte>(value | 0x80));
  bytes_.push_back(static_cast<std::byte>(value));
}

void FactWriter::put(const std::string &text) {
  const auto [known, is_new] = known_.try_emplace(text, known_.size() + 1);
  put(is_new ? 0 : known->second);
  if (!is_new) return;
  put(std::uint64_t{text.size()});
  const auto *const begin = reinterpret_cast<const std::byte *>(text.data());
  bytes_.insert(bytes_.end(), begin, begin + text.size());
}

void FactWriter::bytes(std::vector<std::byte> &value) {
  put(std::uint64_t{value.size()});
  bytes_.insert(bytes_.end(), value.begin(), value.end());
}

void FactReader::bytes(std::vector<std::byte> &value) {
  const std::uint64_t size = take_count();
  value.assign(rest_.begin(), rest_.begin() + static_cast<std::ptrdiff_t>(size));
  rest_ = rest_.subspan(size);
}

std::uint64_t FactReader::take_number() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; ok_ && shift < 64; shift += 7) {
    if (rest_.empty()) break;
    const auto byte = std::to_integer<std::uint64_t>(rest_.front());
    rest_ = rest_.subspan(1);
    if (shift == 63 && byte > 1) break;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
  ok_ = false;
  return 0;
}

std::string FactReader::take_text() {
  const std::uint64_t number = take_number();
  if (!ok_) return {};
  if (number == 0) {
    const std::uint64_t size = take_number();
    const Bytes bytes = subrange(rest_, 0, size);
    if (bytes.size() != size) ok_ = false;
    if (!has_room(sizeof(std::string))) return {};
    rest_ = rest_.subspan(size);
    known_.emplace_back(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  } else if (number > known_.size()) {
    ok_ = false;
    return {};
  }
  const std::string &text = number == 0 ? known_.back() : known_[number - 1];
  text_bytes_ += text.size();
  if (text_bytes_ <= most_text_bytes) return text;
  ok_ = false;
  return {};
}

bool FactReader::has_room(std::size_t size) {
  made_bytes_ += size;
  if (made_bytes_ > most_made_bytes) ok_ = false;
  return ok_;
}

// Reads the number of elements of a list. Fails if the number exceeds that of the remaining bytes, because each element
// takes at least one byte.
std::uint64_t FactReader::take_count() {
  const std::uint64_t count = take_number();
  if (count <= rest_.size()) return count;
  ok_ = false;
  return 0;
}

}  // namespace corefile
