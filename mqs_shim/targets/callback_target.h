#pragma once
// Adapts the C API's table of functions to the interface Target.

#include <map>
#include <memory>
#include <string>

#include "mqs_shim/host/target.h"
#include "mqs_shim/mqs_shim.h"
#include "mqs_shim/stacks/source_place.h"

namespace mqs_shim {

class CallbackTarget : public Target {
 public:
  // Copies the table. Its `read` and `find_symbol` must be set, and its pointer_size must be 4 or 8.
  explicit CallbackTarget(const mqs_shim_target &table) : table_(table) {}

  unsigned pointer_size() const override { return table_.pointer_size; }
  ByteOrder byte_order() const override { return table_.big_endian != 0 ? ByteOrder::big : ByteOrder::little; }
  std::size_t read_up_to(Address address, void *buffer, std::size_t size) override;
  std::optional<Address> find_symbol(const std::string &name, SymbolKind kind) override;
  const TargetType *find_type(const std::string &name) override;
  std::optional<int> world_rank() override;
  std::string build_id_of(const std::string &symbol) override;
  std::vector<AddressRange> private_memory() override;
  std::string symbol_at(Address address) override;
  std::optional<std::int64_t> monotonic_now() override;
  void note_wanted(Address address, std::size_t size) override;

  // Returns the path of the file that defines the function; empty if none does, or if that is unknown.
  std::string module_of(const std::string &function);
  // Returns the functions to which the code at `pc` belongs, innermost inlined one first; empty without debug
  // information.
  std::vector<SourcePlace> places(Address pc, bool returns);
  // Returns the addresses of the jumps from the function that was called before `returns_to` to the one at `code`, the
  // innermost first (ProcessCode::jumped_frames). `returns` is true if `code` is a return address.
  std::vector<Address> jumps(Address returns_to, Address code, bool returns);

 private:
  mqs_shim_target table_;
  std::map<std::string, std::unique_ptr<TargetType>, std::less<>> types_;  // null for types that do not exist
};

}  // namespace mqs_shim
