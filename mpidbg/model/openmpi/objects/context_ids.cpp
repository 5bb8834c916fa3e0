#include "mpidbg/model/openmpi/objects/context_ids.h"

#include "mpidbg/layout/openmpi/objects/constants.h"

namespace mpidbg::model::openmpi {

namespace {

using layout::View;
using layout::openmpi::CommunicatorLayout;

}  // namespace

std::uint64_t own_index(const View<CommunicatorLayout> &communicator) {
  const std::optional<std::uint32_t> index = communicator.get(&CommunicatorLayout::c_index);
  return index ? *index : communicator.get(&CommunicatorLayout::c_contextid).lower;
}

std::uint64_t shared_context(const View<CommunicatorLayout> &communicator) {
  const bool has_id = communicator.has(&CommunicatorLayout::c_index);
  if (!has_id || (communicator.get(&CommunicatorLayout::c_flags) & layout::openmpi::comm_global_index) != 0) {
    return own_index(communicator);
  }
  constexpr std::uint64_t beyond_indices = std::uint64_t{1} << 31, hash_mark = std::uint64_t{1} << 62;
  const layout::Unsigned128 id = communicator.get(&CommunicatorLayout::c_contextid);
  if (id.lower == 0 && id.upper >= beyond_indices && id.upper < hash_mark) return id.upper;
  return hash_mark | ((id.upper * 0x9e3779b97f4a7c15 ^ id.lower) & (hash_mark - 1));
}

}  // namespace mpidbg::model::openmpi
