#include "corefile/targets/process_target.h"

#include "corefile/dwarf/type_index.h"
#include "corefile/mpi/job_identity.h"
#include "mpidbg/abi/field_types_interface.h"

namespace corefile {
namespace {

int kind_of(FieldKind kind) {
  switch (kind) {
    case FieldKind::signed_integer:
    case FieldKind::unsigned_integer:
    case FieldKind::boolean:
    case FieldKind::enumeration:
      return MPIDBG_FIELD_INTEGER;
    case FieldKind::floating:
      return MPIDBG_FIELD_FLOAT;
    case FieldKind::pointer:
      return MPIDBG_FIELD_POINTER;
    case FieldKind::structure:
      return MPIDBG_FIELD_STRUCT;
    case FieldKind::union_:
      return MPIDBG_FIELD_UNION;
    case FieldKind::array:
      return MPIDBG_FIELD_ARRAY;
    case FieldKind::other:
      break;
  }
  return MPIDBG_FIELD_UNKNOWN;
}

class DebugType : public mqs_shim::TargetType {
 public:
  explicit DebugType(const StructType &type) : type_(type) {}

  std::uint64_t size() const override { return type_.size; }
  std::optional<std::uint64_t> field_offset(const std::string &field) const override {
    const StructField *found = type_.field(field);
    if (found == nullptr) return std::nullopt;
    return found->offset;
  }
  std::optional<mqs_shim::FieldType> field_type(const std::string &field) const override {
    const StructField *found = type_.field(field);
    if (found == nullptr) return std::nullopt;
    return mqs_shim::FieldType{kind_of(found->kind), found->size};
  }

 private:
  const StructType &type_;
};

}  // namespace

std::optional<Address> ProcessTarget::find_symbol(const std::string &name, mqs_shim::SymbolKind kind) {
  return process_.find_symbol(name, kind == mqs_shim::SymbolKind::data ? SymbolKind::data : SymbolKind::function);
}

const mqs_shim::TargetType *ProcessTarget::find_type(const std::string &name) {
  if (const auto known = types_.find(name); known != types_.end()) return known->second.get();
  const StructType *found = process_.find_type(name);
  return types_.emplace(name, found == nullptr ? nullptr : std::make_unique<DebugType>(*found)).first->second.get();
}

std::optional<int> ProcessTarget::world_rank() {
  if (!looked_up_rank_) {
    looked_up_rank_ = true;
    rank_ = job_identity(process_).world_rank;
  }
  return rank_;
}

std::optional<std::int64_t> ProcessTarget::monotonic_now() {
  return process_.monotonic_time();
}

std::vector<AddressRange> ProcessTarget::private_memory() {
  return process_.private_memory();
}

std::optional<std::vector<AddressRange>> ProcessTarget::populated_memory(const AddressRange &range,
                                                                         std::size_t most) const {
  const auto *const process = dynamic_cast<const mpidbg::PopulatedMemory *>(&process_);
  return process == nullptr ? std::nullopt : process->populated_memory(range, most);
}

std::string ProcessTarget::build_id_of(const std::string &symbol) {
  const Module *module = process_.module_defining(symbol);
  return module == nullptr ? std::string() : module->build_id;
}

}  // namespace corefile
