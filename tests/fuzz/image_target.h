#pragma once
// The memory of a real process, as much of it as the plugin reads, with its symbols; and the process with that memory
// damaged. Made by make_image from a core file, kept compressed: NAME.core.zst with the memory, NAME.symbols.json with
// the addresses of symbols.

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "mqs_shim/host/target.h"

namespace fuzz {

using mpidbg::Address;
using mpidbg::ByteOrder;

// What can be done to a word: each is an answer that a hostile process could give.
struct Damage {
  std::uint16_t place = 0;  // of Image::places(), modulo their number
  std::int8_t words = 0;    // so many words of 4 bytes further on
  std::uint8_t what = 0;    // as damage() in image_target.cpp knows them, modulo their number
  std::uint8_t value = 0;
};

class Image {
 public:
  // Throws std::runtime_error if the files are not what make_image writes.
  explicit Image(const std::string &path);

  unsigned pointer_size() const { return pointer_size_; }
  ByteOrder byte_order() const { return order_; }
  const std::map<std::string, Address> &symbols() const { return symbols_; }

  // Words that a reader goes by: pointers into the memory, and small numbers.
  const std::vector<Address> &places() const { return places_; }

  // As many bytes as are there.
  std::size_t read(Address address, std::span<std::byte> bytes) const;
  std::uint64_t number_at(Address address, unsigned width) const;

 private:
  void find_places();

  unsigned pointer_size_ = 8;
  ByteOrder order_ = ByteOrder::little;
  std::map<std::uint64_t, std::vector<std::byte>> segments_;  // by address, neighbours joined
  std::map<std::string, Address> symbols_;
  std::vector<Address> places_;
};

extern const char *const image_path;  // of the process that the target damages

class ImageTarget : public mqs_shim::Target {
 public:
  // The image has to outlive the target.
  ImageTarget(const Image &image, std::span<const Damage> damages);

  unsigned pointer_size() const override { return image_.pointer_size(); }
  ByteOrder byte_order() const override { return image_.byte_order(); }
  std::size_t read_up_to(Address address, void *buffer, std::size_t size) override;
  std::optional<Address> find_symbol(const std::string &name, mqs_shim::SymbolKind kind) override;
  const mqs_shim::TargetType *find_type(const std::string &) override { return nullptr; }
  std::optional<int> world_rank() override { return std::nullopt; }
  std::string build_id_of(const std::string &) override { return {}; }

 private:
  void damage(const Damage &how);
  void set(Address address, std::uint64_t value, unsigned width);

  const Image &image_;
  std::map<std::uint64_t, std::byte> changed_;
  std::map<std::uint64_t, std::uint64_t> unreadable_;  // end by begin
};

}  // namespace fuzz
