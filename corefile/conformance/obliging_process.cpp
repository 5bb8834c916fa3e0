// Implements made-up processes that belong to no particular library.

#include <cstring>
#include <map>

#include "corefile/conformance/process_script.h"

namespace mqs_shim {
namespace {

struct ObligingType : TargetType {
  // Each field that is asked for gets the next 16 bytes. Reads of longer fields overlap. This is harmless, because the
  // contents are the same everywhere.
  std::uint64_t size() const override { return 1024; }
  std::optional<std::uint64_t> field_offset(const std::string &field) const override {
    return fields_.emplace(field, 16 * fields_.size()).first->second;
  }

 private:
  mutable std::map<std::string, std::uint64_t> fields_;
};

class ObligingProcess : public Target {
 public:
  ObligingProcess(const Abi &abi, Fill fill) : abi_(abi), fill_(fill) {}

  unsigned pointer_size() const override { return abi_.pointer_size; }
  ByteOrder byte_order() const override { return abi_.order; }
  std::size_t read_up_to(Address address, void *buffer, std::size_t size) override {
    if (fill_ == Fill::unreadable || address.value() < 0x1000) return 0;
    auto *const bytes = static_cast<std::byte *>(buffer);
    std::memset(bytes, fill_ == Fill::ones ? 0xff : 0, size);
    if (fill_ != Fill::pointers_to_themselves) return size;
    const std::uint64_t width = abi_.pointer_size;
    for (std::size_t at = (width - address.value() % width) % width; at + width <= size; at += width) {
      mpidbg::encode_unsigned({bytes + at, width}, address.value() + at, abi_.order);
    }
    return size;
  }
  std::optional<Address> find_symbol(const std::string &name, SymbolKind) override {
    return Address(symbols_.emplace(name, 0x10000 + 0x1000 * symbols_.size()).first->second);
  }
  const TargetType *find_type(const std::string &name) override { return &types_[name]; }
  std::optional<int> world_rank() override { return std::nullopt; }
  std::string build_id_of(const std::string &) override { return {}; }

 private:
  Abi abi_;
  Fill fill_;
  std::map<std::string, std::uint64_t> symbols_;
  std::map<std::string, ObligingType> types_;
};

}  // namespace

std::string_view text_of(Fill fill) {
  switch (fill) {
    case Fill::zeros:
      return "memory of zeros";
    case Fill::ones:
      return "memory of 0xff";
    case Fill::pointers_to_themselves:
      return "memory of pointers to themselves";
    case Fill::unreadable:
      return "unreadable memory";
  }
  return {};
}

std::unique_ptr<Target> make_obliging_process(const Abi &abi, Fill fill) {
  return std::make_unique<ObligingProcess>(abi, fill);
}

std::unique_ptr<Target> make_empty_process() {
  return std::make_unique<FakeTarget>();
}

}  // namespace mqs_shim
