#pragma once
// CBOR (RFC 8949), as far as summaries need it: items of definite length but for maps, numbers of 64 bits.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mqs_shim::summaries {

enum class CborType : std::uint8_t { positive, negative, bytes, text, array, map, tag, simple };

// Simple values.
inline constexpr std::uint64_t cbor_false = 20, cbor_true = 21, cbor_null = 22, cbor_undefined = 23;
inline constexpr std::uint64_t cbor_encoded_item = 24;  // the tag of bytes that are CBOR themselves

class CborWriter {
 public:
  void head(CborType type, std::uint64_t value);
  void number(std::int64_t value);
  void text(std::string_view text);
  void bytes(std::string_view bytes);
  void array(std::uint64_t items) { head(CborType::array, items); }
  void map(std::uint64_t pairs) { head(CborType::map, pairs); }
  void simple(std::uint64_t value) { head(CborType::simple, value); }
  // A map whose pairs are not counted before.
  void begin_map() { written_ += static_cast<char>(0xbf); }
  void end_map() { written_ += static_cast<char>(0xff); }

  const std::string &written() const { return written_; }
  std::string take() { return std::move(written_); }

 private:
  std::string written_;
};

// Reads item by item. After a failure nothing more can be read, and every answer is empty.
class CborReader {
 public:
  explicit CborReader(std::string_view bytes) : rest_(bytes) {}

  struct Head {
    CborType type{};
    std::uint64_t value = 0;
  };
  Head head();
  std::uint64_t head(CborType wanted);  // of another type: a failure
  std::int64_t number();
  std::string_view text();
  std::string_view bytes();
  // Items of an array, at most one for each byte that is left.
  std::uint64_t array();
  std::uint64_t map();
  std::uint64_t simple() { return head(CborType::simple); }
  bool take_null();  // if one comes next
  void begin_map() { expect(0xbf); }
  void end_map() { expect(0xff); }
  // A text that has to be this one: the name of a member.
  void key(std::string_view wanted);
  bool take_key(std::string_view wanted);  // if it comes next

  void fail() {
    failed_ = true;
    rest_ = {};
  }
  bool failed() const { return failed_; }
  bool at_end() const { return rest_.empty(); }

 private:
  void expect(unsigned char byte);
  std::string_view taken(std::uint64_t size);

  std::string_view rest_;
  bool failed_ = false;
};

}  // namespace mqs_shim::summaries
