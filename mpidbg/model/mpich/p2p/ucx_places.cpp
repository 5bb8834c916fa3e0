#include "mpidbg/model/mpich/p2p/ucx_places.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/model/mpich/p2p/pointer_search.h"

namespace mpidbg::model::mpich {

namespace {

using layout::View;

// The maximum number of virtual interfaces: MPIDI_CH4_MAX_VCIS. Source: src/mpid/ch4.
constexpr std::int32_t most_interfaces = 64;

Result<UcxWorkerPlace> read_global(const Attachment &process, const ucx::Layouts &layouts, Address variable) {
  MPIDBG_ASSIGN(global, View<UcxGlobalLayout>::read(process.memory, process.layouts.ucx_global, variable));
  MPIDBG_ASSIGN(first, global.part(&UcxGlobalLayout::ctx, process.layouts.ucx_interface));
  const auto former = global.get(&UcxGlobalLayout::num_vnis), newer = global.get(&UcxGlobalLayout::num_vcis);
  UcxWorkerPlace result{{first.get(&UcxInterfaceLayout::worker), global.get(&UcxGlobalLayout::context), {}},
                        former ? *former : newer.value_or(1)};
  if (result.interfaces < 1 || result.interfaces > most_interfaces) {
    return Error{
        ErrorCode::corrupt,
        "MPIDI_UCX_global at " + hex(variable) + " has " + std::to_string(result.interfaces) + " virtual interfaces",
        variable};
  }
  MPIDBG_TRY(ucx::Worker(process.memory, layouts, result.place).check());
  return result;
}

Result<UcxWorkerPlace> search_worker(const Attachment &process, const ucx::Layouts &layouts) {
  std::vector<ucx::WorkerPlace> found;
  const unsigned width = process.memory.pointer_size();
  Address before{};
  std::size_t place_before = 0;
  each_pointer(process, [&](std::size_t at, Address pointer) {
    const Address context = at == place_before + width ? before : Address();
    before = pointer;
    place_before = at;
    if (context.is_null() || context == pointer) return;
    const auto back = process.memory.read_pointer(pointer + layouts.worker.context.offset, "ucp_worker.context");
    if (!back || *back != context) return;
    const ucx::WorkerPlace place{pointer, context, {}};
    if (!ucx::Worker(process.memory, layouts, place).check()) return;
    for (const ucx::WorkerPlace &known : found) {
      if (known.worker == place.worker) return;
    }
    found.push_back(place);
  });
  if (found.size() == 1) return UcxWorkerPlace{found.front(), 1};
  return Error{ErrorCode::not_supported,
               found.empty()
                   ? "where this build of MPICH keeps UCX's worker is not known, and there is nothing like it "
                     "in its static data"
                   : "where this build of MPICH keeps UCX's worker is not known, and there are " +
                         std::to_string(found.size()) + " workers in its static data"};
}

}  // namespace

Result<UcxWorkerPlace> find_ucx_worker(const Attachment &process, const ucx::Layouts &layouts) {
  const auto variable = process.variable("MPIDI_UCX_global");
  if (variable && process.layouts.ucx_global.resolved() && process.layouts.ucx_interface.resolved()) {
    return read_global(process, layouts, *variable);
  }
  return search_worker(process, layouts);
}

}  // namespace mpidbg::model::mpich
