#include "mqs_shim/targets/callback_target.h"

#include <algorithm>
#include <array>

#include "mpidbg/abi/field_types_interface.h"
#include "mqs_shim/targets/c_text.h"

namespace mqs_shim {
namespace {

class CallbackType : public TargetType {
 public:
  CallbackType(const mqs_shim_target &table, std::string name, std::uint64_t size)
      : table_(table), name_(std::move(name)), size_(size) {}

  std::uint64_t size() const override { return size_; }
  std::optional<std::uint64_t> field_offset(const std::string &field) const override {
    if (table_.field_offset == nullptr) return std::nullopt;
    const std::int64_t offset = table_.field_offset(table_.context, name_.c_str(), field.c_str());
    if (offset < 0) return std::nullopt;
    return static_cast<std::uint64_t>(offset);
  }
  std::optional<FieldType> field_type(const std::string &field) const override {
    FieldType type;
    if (table_.field_type == nullptr ||
        table_.field_type(table_.context, name_.c_str(), field.c_str(), &type.kind, &type.size) != 1) {
      return std::nullopt;
    }
    if (type.kind < MPIDBG_FIELD_UNKNOWN || type.kind > MPIDBG_FIELD_UNION) type.kind = MPIDBG_FIELD_UNKNOWN;
    return type;
  }

 private:
  const mqs_shim_target &table_;
  std::string name_;
  std::uint64_t size_;
};

}  // namespace

std::size_t CallbackTarget::read_up_to(Address address, void *buffer, std::size_t size) {
  return std::min(table_.read(table_.context, address.value(), buffer, size), size);
}

std::optional<Address> CallbackTarget::find_symbol(const std::string &name, SymbolKind kind) {
  std::uint64_t address = 0;
  if (table_.find_symbol(table_.context, name.c_str(), kind == SymbolKind::function, &address) != 1)
    return std::nullopt;
  return Address(address);
}

const TargetType *CallbackTarget::find_type(const std::string &name) {
  if (table_.find_type == nullptr) return nullptr;
  if (const auto known = types_.find(name); known != types_.end()) return known->second.get();
  std::uint64_t size = 0;
  std::unique_ptr<TargetType> type;
  if (table_.find_type(table_.context, name.c_str(), &size) == 1)
    type = std::make_unique<CallbackType>(table_, name, size);
  return types_.emplace(name, std::move(type)).first->second.get();
}

std::optional<int> CallbackTarget::world_rank() {
  if (table_.world_rank < 0) return std::nullopt;
  return table_.world_rank;
}

std::string CallbackTarget::build_id_of(const std::string &symbol) {
  std::array<char, 129> text{};
  if (table_.build_id_of == nullptr ||
      table_.build_id_of(table_.context, symbol.c_str(), text.data(), text.size() - 1) != 1) {
    return {};
  }
  return text.data();
}

std::string CallbackTarget::symbol_at(Address address) {
  constexpr std::size_t longest_name = 1024;
  if (table_.symbol_at == nullptr) return {};
  std::string name(longest_name, '\0');
  if (table_.symbol_at(table_.context, address.value(), name.data(), name.size()) != 1) return {};
  name.resize(std::min(name.find('\0'), name.size()));
  return name;
}

std::optional<std::int64_t> CallbackTarget::monotonic_now() {
  std::int64_t nanoseconds = 0;
  if (table_.monotonic_now == nullptr || table_.monotonic_now(table_.context, &nanoseconds) != 1) return std::nullopt;
  return nanoseconds;
}

void CallbackTarget::note_wanted(Address address, std::size_t size) {
  if (table_.wanted != nullptr) table_.wanted(table_.context, address.value(), size);
}

std::string CallbackTarget::module_of(const std::string &function) {
  constexpr std::size_t longest_path = 4096;
  if (table_.module_of == nullptr) return {};
  std::string path(longest_path, '\0');
  if (table_.module_of(table_.context, function.c_str(), path.data(), path.size()) != 1) return {};
  path.resize(std::min(path.find('\0'), path.size()));
  return path;
}

std::vector<SourcePlace> CallbackTarget::places(Address pc, bool returns) {
  constexpr std::size_t most_places = 1 << 10;
  std::vector<SourcePlace> places;
  if (table_.place == nullptr) return places;
  while (places.size() < most_places) {
    mqs_shim_place place{};
    place.struct_size = sizeof place;
    if (table_.place(table_.context, pc.value(), returns ? 1 : 0, places.size(), &place) != 1) break;
    places.push_back({text_of(place.function), text_of(place.file), place.line});
  }
  return places;
}

std::vector<Address> CallbackTarget::jumps(Address returns_to, Address code, bool returns) {
  constexpr std::size_t most_jumps = 1 << 10;
  std::vector<Address> jumps;
  std::uint64_t address = 0;
  while (table_.jump != nullptr && jumps.size() < most_jumps &&
         table_.jump(table_.context, returns_to.value(), code.value(), returns ? 1 : 0, jumps.size(), &address) == 1) {
    jumps.emplace_back(address);
  }
  return jumps;
}

std::vector<AddressRange> CallbackTarget::private_memory() {
  constexpr std::size_t most_ranges = 1 << 16;
  std::vector<AddressRange> ranges;
  if (table_.private_memory == nullptr) return ranges;
  std::uint64_t begin = 0, end = 0;
  while (ranges.size() < most_ranges && table_.private_memory(table_.context, ranges.size(), &begin, &end) == 1) {
    ranges.push_back({Address(begin), Address(end)});
  }
  return ranges;
}

}  // namespace mqs_shim
