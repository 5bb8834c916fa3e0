#pragma once
// Writes and reads the part of CBOR (RFC 8949) that summaries need: items of definite length except for maps, and
// numbers of 64 bits.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mqs_shim::summaries {

// Names the major types of CBOR items, in the order of their numbers.
enum class CborType : std::uint8_t { positive, negative, bytes, text, array, map, tag, simple };

// These are values of the major type `simple`.
inline constexpr std::uint64_t cbor_false = 20, cbor_true = 21, cbor_null = 22, cbor_undefined = 23;
inline constexpr std::uint64_t cbor_encoded_item = 24;  // tag for byte strings that contain an encoded item

// Writes CBOR items to a string.
class CborWriter {
 public:
  void head(CborType type, std::uint64_t value);
  void number(std::int64_t value);
  void text(std::string_view text);
  void bytes(std::string_view bytes);
  void array(std::uint64_t items) { head(CborType::array, items); }
  void map(std::uint64_t pairs) { head(CborType::map, pairs); }
  void simple(std::uint64_t value) { head(CborType::simple, value); }
  // Begins a map of indefinite length; end_map() ends it.
  void begin_map() { written_ += static_cast<char>(0xbf); }
  void end_map() { written_ += static_cast<char>(0xff); }

  // Returns everything written so far; take() moves it out of the writer.
  const std::string &written() const { return written_; }
  std::string take() { return std::move(written_); }

 private:
  std::string written_;
};

// Reads CBOR, item by item, from bytes that may be hostile. After a failure, failed() is true, nothing more can be
// read, and all results are empty or 0.
class CborReader {
 public:
  // `bytes` must outlive the reader and the views that it returns.
  explicit CborReader(std::string_view bytes) : rest_(bytes) {}

  struct Head {
    CborType type{};
    std::uint64_t value = 0;
  };
  Head head();
  std::uint64_t head(CborType wanted);  // fails if the item has another type
  std::int64_t number();
  std::string_view text();
  std::string_view bytes();
  // Read the head of an array or a map, and return the number of items that follow. Fail if there are more items than
  // bytes left.
  std::uint64_t array();
  std::uint64_t map();
  std::uint64_t simple() { return head(CborType::simple); }
  bool take_null();  // skips the next item if it is null, and returns whether it was
  void begin_map() { expect(0xbf); }
  void end_map() { expect(0xff); }
  // Reads a text that must be `wanted`, as the name of a member is.
  void key(std::string_view wanted);
  bool take_key(std::string_view wanted);  // skips the next item if it is this text

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
