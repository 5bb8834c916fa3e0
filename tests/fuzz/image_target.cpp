#include "tests/fuzz/image_target.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/foreign/core_segments.h"

namespace fuzz {

namespace {

constexpr std::size_t most_places = 65536;
constexpr unsigned word = 4;
constexpr std::uint64_t page = 4096;

}  // namespace

Image::Image(const std::string &path) {
  const CoreMemory core = read_core(path + ".core.zst");
  pointer_size_ = core.pointer_size;
  order_ = core.order;
  for (const auto &[address, bytes] : core.segments) {
    const auto *const begin = reinterpret_cast<const std::byte *>(bytes.data());
    segments_.emplace(address, std::vector<std::byte>(begin, begin + bytes.size()));
  }
  std::ifstream file(path + ".symbols.json");
  const auto symbols = nlohmann::json::parse(file);
  for (const auto &[name, address] : symbols.items()) symbols_[name] = Address(address.get<std::uint64_t>());
  find_places();
}

std::size_t Image::read(Address address, std::span<std::byte> bytes) const {
  std::size_t got = 0;
  while (got < bytes.size()) {
    const std::uint64_t at = address.value() + got;
    auto next = segments_.upper_bound(at);
    if (next == segments_.begin()) break;
    const auto &[begin, segment] = *std::prev(next);
    if (at - begin >= segment.size()) break;
    const std::size_t part = std::min<std::size_t>(bytes.size() - got, segment.size() - (at - begin));
    std::copy_n(segment.begin() + static_cast<std::ptrdiff_t>(at - begin), part, bytes.begin() + got);
    got += part;
  }
  return got;
}

std::uint64_t Image::number_at(Address address, unsigned width) const {
  std::array<std::byte, 8> bytes{};
  read(address, std::span(bytes).first(width));
  return mpidbg::decode_unsigned(std::span(bytes).first(width), order_);
}

// Pointers first: there are fewer of them, and more goes by them.
void Image::find_places() {
  const auto is_inside = [this](std::uint64_t value) {
    auto next = segments_.upper_bound(value);
    return next != segments_.begin() && value - std::prev(next)->first < std::prev(next)->second.size();
  };
  const auto each = [this](unsigned width, auto &&is_one) {
    for (const auto &[begin, bytes] : segments_) {
      for (std::uint64_t at = begin; at + width <= begin + bytes.size() && places_.size() < most_places; at += width) {
        if (is_one(number_at(Address(at), width))) places_.emplace_back(at);
      }
    }
  };
  each(pointer_size_, is_inside);
  each(word, [](std::uint64_t value) { return value != 0 && value < 0x10000; });
}

ImageTarget::ImageTarget(const Image &image, std::span<const Damage> damages) : image_(image) {
  for (const Damage &how : damages) damage(how);
}

void ImageTarget::set(Address address, std::uint64_t value, unsigned width) {
  std::array<std::byte, 8> bytes{};
  mpidbg::encode_unsigned(std::span(bytes).first(width), value, byte_order());
  for (unsigned i = 0; i < width; ++i) changed_[address.value() + i] = bytes[i];
}

void ImageTarget::damage(const Damage &how) {
  const std::vector<Address> &places = image_.places();
  if (places.empty()) return;
  const unsigned pointer = pointer_size();
  const Address at(places[how.place % places.size()].value() + static_cast<std::uint64_t>(int{how.words} * int{word}));
  const std::uint64_t old_pointer = image_.number_at(at, pointer), old_number = image_.number_at(at, word);
  const auto signed_value = static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int8_t>(how.value)));
  switch (how.what % 12) {
    case 0:
      return set(at, how.value, word);
    case 1:
      return set(at, ~std::uint64_t{0} - how.value, pointer);
    case 2:
      return set(at, std::uint64_t{1} << (how.value % 32), word);
    case 3:
      return set(at, (std::uint64_t{1} << (how.value % 32)) - 1, word);
    case 4:
      return set(at, old_number + signed_value, word);
    case 5:
      return set(at, old_pointer + signed_value * pointer, pointer);
    case 6:  // a ring of one
      return set(at, at.value(), pointer);
    case 7:  // a list that runs into another, or an object of another class
      return set(at, image_.number_at(places[(how.place + how.value * 257U) % places.size()], pointer), pointer);
    case 8:
      return set(at, places[(how.place + how.value) % places.size()].value(), pointer);
    case 9:
      return set(at, old_number ^ (std::uint64_t{1} << (how.value % 32)), word);
    case 10:
      return set(at, 0, pointer);
    default:
      unreadable_[at.value() / page * page] = (at.value() / page + 1) * page;
  }
}

std::size_t ImageTarget::read_up_to(Address address, void *buffer, std::size_t size) {
  const std::span<std::byte> bytes(static_cast<std::byte *>(buffer), size);
  std::size_t got = image_.read(address, bytes);
  for (const auto &[begin, end] : unreadable_) {
    if (end <= address.value() || begin >= address.value() + got) continue;
    got = begin <= address.value() ? 0 : static_cast<std::size_t>(begin - address.value());
  }
  for (auto at = changed_.lower_bound(address.value()); at != changed_.end() && at->first - address.value() < got; ++at)
    bytes[static_cast<std::size_t>(at->first - address.value())] = at->second;
  return got;
}

std::optional<Address> ImageTarget::find_symbol(const std::string &name, mqs_shim::SymbolKind) {
  const auto found = image_.symbols().find(name);
  return found == image_.symbols().end() ? std::nullopt : std::optional(found->second);
}

}  // namespace fuzz
