#pragma once
// Encodes numbers, strings and lists as bytes, for the facts of a capture. Writer and reader have functions with the
// same names, so that one template describes how each struct is written and read.
//
// A number takes one byte for each seven bits. When a string occurs again, only its number is written. FactReader
// accepts any bytes: after the first invalid data all reads fail, each count is bounded by the remaining bytes, and the
// size of the result is bounded by FactReader::most_made_bytes.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "corefile/base.h"

namespace corefile {

class FactWriter {
 public:
  std::vector<std::byte> take() { return std::move(bytes_); }

  void put(std::uint64_t value);
  void put(const std::string &text);

  template <class T>
  void number(T &value) {
    put(static_cast<std::uint64_t>(value));
  }
  void address(Address &value) { put(value.value()); }
  void text(std::string &value) { put(value); }
  void bytes(std::vector<std::byte> &value);

  template <class T, class Describe>
  void list(std::vector<T> &values, Describe describe) {
    put(values.size());
    for (T &value : values) describe(*this, value);
  }
  // Writes all entries of a map; `describe` writes the key and the value of one entry.
  template <class Key, class Value, class Order, class Describe>
  void map(std::map<Key, Value, Order> &values, Describe describe) {
    put(values.size());
    for (auto &[key, value] : values) {
      Key name = key;
      describe(*this, name, value);
    }
  }
  template <class T, class Describe>
  void optional(std::optional<T> &value, Describe describe) {
    put(value ? 1 : 0);
    if (value) describe(*this, *value);
  }

 private:
  std::vector<std::byte> bytes_;
  // Maps each string that was written to its number; numbers start at 1.
  std::map<std::string, std::uint64_t, std::less<>> known_;
};

class FactReader {
 public:
  // The limit for the memory of all results of reading together. Elements of lists take more memory than their encoded
  // bytes, some a hundred times as much.
  static constexpr std::size_t most_made_bytes = std::size_t{64} << 20;

  explicit FactReader(Bytes bytes) : rest_(bytes) {}

  // Returns true if all data that was read so far was valid.
  bool ok() const { return ok_; }
  bool at_end() const { return rest_.empty(); }

  std::uint64_t take_number();
  std::string take_text();

  template <class T>
  void number(T &value) {
    value = static_cast<T>(take_number());
  }
  void address(Address &value) { value = Address(take_number()); }
  void text(std::string &value) { value = take_text(); }
  void bytes(std::vector<std::byte> &value);

  template <class T, class Describe>
  void list(std::vector<T> &values, Describe describe) {
    for (std::uint64_t left = take_count(); left != 0 && has_room(sizeof(T)); --left)
      describe(*this, values.emplace_back());
  }
  template <class Key, class Value, class Order, class Describe>
  void map(std::map<Key, Value, Order> &values, Describe describe) {
    for (std::uint64_t left = take_count(); left != 0 && has_room(sizeof(Key) + sizeof(Value) + map_node); --left) {
      Key key{};
      Value value{};
      describe(*this, key, value);
      values.insert_or_assign(std::move(key), std::move(value));
    }
  }
  template <class T, class Describe>
  void optional(std::optional<T> &value, Describe describe) {
    if (take_number() != 0 && ok_) describe(*this, value.emplace());
  }

 private:
  static constexpr std::size_t map_node = 4 * sizeof(void *);

  std::uint64_t take_count();
  // Counts `size` more bytes of results. Returns false if the total exceeds most_made_bytes, or if reading has failed
  // before.
  bool has_room(std::size_t size);

  Bytes rest_;
  bool ok_ = true;
  std::vector<std::string> known_;
  // The total size of the strings that were returned.
  std::size_t text_bytes_ = 0;
  // The total size of the elements and strings that has_room() has counted.
  std::size_t made_bytes_ = 0;
};

}  // namespace corefile
