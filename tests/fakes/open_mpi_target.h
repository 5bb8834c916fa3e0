#pragma once
// A fake process as a target of the debugger's half.

#include <map>
#include <string>

#include "mqs_shim/host/target.h"
#include "tests/fakes/fake_open_mpi.h"

namespace fakes {

struct FakeTargetType final : mqs_shim::TargetType {
  explicit FakeTargetType(const fakes::FakeType &type) : type(type) {}
  std::uint64_t size() const override { return type.size; }
  std::optional<std::uint64_t> field_offset(const std::string &field) const override {
    const auto found = type.fields.find(field);
    return found == type.fields.end() ? std::nullopt : std::optional<std::uint64_t>(found->second);
  }
  const fakes::FakeType &type;
};

class HostTarget : public mqs_shim::Target {
 public:
  explicit HostTarget(FakeHost &host) : host_(host) {
    for (const auto &[name, type] : host.types) types_.emplace(name, FakeTargetType(type));
  }
  unsigned pointer_size() const override { return host_.memory.pointer_size(); }
  mpidbg::ByteOrder byte_order() const override { return host_.memory.byte_order(); }
  std::size_t read_up_to(Address address, void *buffer, std::size_t size) override {
    const std::size_t readable = host_.memory.readable(address, size);
    return host_.memory.read(address, buffer, readable) ? readable : 0;
  }
  std::optional<Address> find_symbol(const std::string &name, mqs_shim::SymbolKind) override {
    const auto found = host_.symbols.find(name);
    return found == host_.symbols.end() ? std::nullopt : std::optional(found->second);
  }
  const mqs_shim::TargetType *find_type(const std::string &name) override {
    const auto found = types_.find(name);
    return found == types_.end() ? nullptr : &found->second;
  }
  std::optional<int> world_rank() override { return 0; }
  std::string build_id_of(const std::string &) override { return {}; }

 private:
  FakeHost &host_;
  std::map<std::string, FakeTargetType> types_;
};

class OpenMpiTarget final : public HostTarget {
 public:
  explicit OpenMpiTarget(FakeOpenMpi &mpi) : HostTarget(mpi.host) {}
};

}  // namespace fakes
