#pragma once
// The memory of a real process, as much of it as the plugin reads, and what a debugger knows beside it. And that
// process with one damage.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "mqs_shim/host/target.h"

namespace images {

using mpidbg::Address;

inline constexpr std::uint64_t page_size = 4096;

struct Image {
  // PATH.core.zst and PATH.symbols.json, as fuzz/make_image and foreign/data have them.
  static Image packed(const std::string &path);
  // PATH.core.xz and PATH.json, as foreign/record_cores.sh writes them.
  static Image recorded(const std::string &path);

  // As many bytes as are there.
  std::size_t read(Address address, std::span<std::byte> bytes) const;

  unsigned pointer_size = 8;
  mpidbg::ByteOrder order = mpidbg::ByteOrder::little;
  std::map<std::uint64_t, std::vector<std::byte>> segments;  // by address, neighbours joined
  std::map<std::string, Address> symbols;
  std::map<std::string, std::string> build_ids;  // by symbol
};

struct Damage {
  enum Kind { page_taken_away, page_zeroed } kind = page_taken_away;
  std::uint64_t page = 0;
};

class ImageTarget : public mqs_shim::Target {
 public:
  // The image has to outlive the target.
  explicit ImageTarget(const Image &image, std::optional<Damage> damage = {}) : image_(image), damage_(damage) {}

  unsigned pointer_size() const override { return image_.pointer_size; }
  mpidbg::ByteOrder byte_order() const override { return image_.order; }
  std::size_t read_up_to(Address address, void *buffer, std::size_t size) override;
  void note_wanted(Address address, std::size_t size) override;
  std::optional<Address> find_symbol(const std::string &name, mqs_shim::SymbolKind kind) override;
  const mqs_shim::TargetType *find_type(const std::string &) override { return nullptr; }
  std::optional<int> world_rank() override { return std::nullopt; }
  std::vector<mpidbg::AddressRange> private_memory() override;
  std::string build_id_of(const std::string &symbol) override;

  // That were read, but for searches.
  const std::set<std::uint64_t> &pages() const { return pages_; }

 private:
  const Image &image_;
  const std::optional<Damage> damage_;
  std::set<std::uint64_t> pages_;
};

}  // namespace images
