#include "mpidbg/entry/pack_info.h"

namespace mpidbg::entry {

mpidbg_info_pair_t *pack_pairs(Allocations &memory, const std::vector<model::InfoPair> &pairs) {
  mpidbg_info_pair_t *packed = memory.make<mpidbg_info_pair_t>(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    packed[i] = {memory.copy(pairs[i].first), memory.copy(pairs[i].second)};
  }
  return packed;
}

void release_pairs(int count, mpidbg_info_pair_t *pairs) {
  if (pairs == nullptr) return;
  for (int i = 0; i < count; ++i) {
    debugger::release(pairs[i].key);
    debugger::release(pairs[i].value);
  }
  debugger::release(pairs);
}

}  // namespace mpidbg::entry
