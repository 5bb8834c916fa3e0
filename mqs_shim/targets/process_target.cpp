#include "mqs_shim/targets/process_target.h"

namespace mqs_shim {

std::optional<Address> ProcessTarget::find_symbol(const std::string &name, SymbolKind kind) {
  return process_.find_symbol(name, kind == SymbolKind::data ? corefile::SymbolKind::data : corefile::SymbolKind::function);
}

const TargetType *ProcessTarget::find_type(const std::string &) { return nullptr; }

std::optional<int> ProcessTarget::world_rank() {
  if (!looked_up_rank_) {
    looked_up_rank_ = true;
    rank_ = process_.job_identity().world_rank;
  }
  return rank_;
}

std::string ProcessTarget::build_id_of(const std::string &symbol) {
  const corefile::Module *module = process_.module_defining(symbol);
  return module == nullptr ? std::string() : module->build_id;
}

}  // namespace mqs_shim
