#include "mqs_shim/summary/cbor.h"

namespace mqs_shim::summaries {

void CborWriter::head(CborType type, std::uint64_t value) {
  const auto first = static_cast<unsigned>(type) << 5;
  if (value < 24) {
    written_ += static_cast<char>(first | value);
    return;
  }
  const int size = value <= 0xff ? 0 : value <= 0xffff ? 1 : value <= 0xffffffff ? 2 : 3;
  written_ += static_cast<char>(first | (24U + static_cast<unsigned>(size)));
  for (int shift = 8 * (1 << size) - 8; shift >= 0; shift -= 8) written_ += static_cast<char>(value >> shift & 0xff);
}

void CborWriter::number(std::int64_t value) {
  if (value >= 0) return head(CborType::positive, static_cast<std::uint64_t>(value));
  head(CborType::negative, ~static_cast<std::uint64_t>(value));
}

void CborWriter::text(std::string_view text) {
  head(CborType::text, text.size());
  written_ += text;
}

void CborWriter::bytes(std::string_view bytes) {
  head(CborType::bytes, bytes.size());
  written_ += bytes;
}

CborReader::Head CborReader::head() {
  if (rest_.empty()) {
    fail();
    return {CborType::simple, cbor_undefined};
  }
  const auto first = static_cast<unsigned char>(rest_.front());
  rest_.remove_prefix(1);
  Head head{static_cast<CborType>(first >> 5), first & 0x1fU};
  if (head.value < 24) return head;
  if (head.value > 27) {  // the length is indefinite, or the value is reserved
    fail();
    return {CborType::simple, cbor_undefined};
  }
  const std::string_view bytes = taken(std::uint64_t{1} << (head.value - 24));
  if (failed_) return {CborType::simple, cbor_undefined};
  head.value = 0;
  for (const char byte : bytes) head.value = head.value << 8 | static_cast<unsigned char>(byte);
  return head;
}

std::uint64_t CborReader::head(CborType wanted) {
  const Head found = head();
  if (found.type == wanted) return found.value;
  fail();
  return 0;
}

std::int64_t CborReader::number() {
  const Head found = head();
  if ((found.type != CborType::positive && found.type != CborType::negative) || found.value > INT64_MAX) {
    fail();
    return 0;
  }
  const auto value = static_cast<std::int64_t>(found.value);
  return found.type == CborType::positive ? value : ~value;
}

std::string_view CborReader::text() {
  return taken(head(CborType::text));
}

std::string_view CborReader::bytes() {
  return taken(head(CborType::bytes));
}

std::uint64_t CborReader::array() {
  const std::uint64_t items = head(CborType::array);
  if (items > rest_.size()) fail();
  return failed_ ? 0 : items;
}

std::uint64_t CborReader::map() {
  const std::uint64_t pairs = head(CborType::map);
  if (pairs > rest_.size() / 2) fail();
  return failed_ ? 0 : pairs;
}

void CborReader::key(std::string_view wanted) {
  if (text() != wanted) fail();
}

bool CborReader::take_key(std::string_view wanted) {
  CborReader ahead(rest_);
  if (ahead.text() != wanted || ahead.failed()) return false;
  rest_ = ahead.rest_;
  return true;
}

bool CborReader::take_null() {
  const bool is_null = !rest_.empty() && static_cast<unsigned char>(rest_.front()) == (7U << 5 | cbor_null);
  if (is_null) rest_.remove_prefix(1);
  return is_null;
}

void CborReader::expect(unsigned char byte) {
  const std::string_view found = taken(1);
  if (!found.empty() && static_cast<unsigned char>(found.front()) != byte) fail();
}

std::string_view CborReader::taken(std::uint64_t size) {
  if (failed_ || size > rest_.size()) {
    fail();
    return {};
  }
  const std::string_view bytes = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return bytes;
}

}  // namespace mqs_shim::summaries
