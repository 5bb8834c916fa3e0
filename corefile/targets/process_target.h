#pragma once
// Adapts a live process or a core file to the interface Target of the shim.

#include <map>
#include <memory>
#include <string>

#include "corefile/process/process.h"
#include "mpidbg/base/populated_memory.h"
#include "mqs_shim/host/target.h"

namespace corefile {

class ProcessTarget : public mqs_shim::Target, public mpidbg::PopulatedMemory {
 public:
  // The process must outlive the target.
  explicit ProcessTarget(Process &process) : process_(process) {}

  unsigned pointer_size() const override { return process_.pointer_size(); }
  ByteOrder byte_order() const override { return process_.byte_order(); }
  std::size_t read_up_to(Address address, void *buffer, std::size_t size) override {
    return process_.read_up_to(address, buffer, size);
  }
  void note_wanted(Address address, std::size_t size) override { process_.note_wanted(address, size); }
  std::optional<Address> find_symbol(const std::string &name, mqs_shim::SymbolKind kind) override;
  std::string symbol_at(Address address) override { return process_.function_at(address); }
  const mqs_shim::TargetType *find_type(const std::string &name) override;
  std::optional<int> world_rank() override;
  std::optional<std::int64_t> monotonic_now() override;
  std::string build_id_of(const std::string &symbol) override;
  std::vector<AddressRange> private_memory() override;
  std::optional<std::vector<AddressRange>> populated_memory(const AddressRange &range, std::size_t most) const override;

 private:
  Process &process_;
  // Types that were looked up; null for names that do not exist.
  std::map<std::string, std::unique_ptr<mqs_shim::TargetType>, std::less<>> types_;
  bool looked_up_rank_ = false;
  std::optional<int> rank_;
};

}  // namespace corefile
