#include "mpidbg/model/openmpi/request_pool.h"

#include <algorithm>

#include "mpidbg/layout/openmpi/constants.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

void RequestPool::clear() {
  requests_.clear();
  scanned_ = false;
}

Result<const std::vector<PooledRequest> *> RequestPool::requests() {
  if (!scanned_) {
    requests_.clear();
    MPIDBG_TRY(scan(sends_, true));
    MPIDBG_TRY(scan(receives_, false));
    scanned_ = true;
  }
  return &requests_;
}

Result<int> RequestPool::references_to(Address communicator) {
  MPIDBG_ASSIGN(all, requests());
  return static_cast<int>(std::count_if(
      all->begin(), all->end(), [&](const PooledRequest &request) { return request.communicator == communicator; }));
}

Status RequestPool::scan(Address free_list, bool is_send) {
  const Layouts &layouts = objects_.layouts();
  MPIDBG_ASSIGN(cursor, FreeListCursor::open(objects_, free_list));
  for (;;) {
    auto item = cursor.next();
    if (!item) return std::move(item).error();
    if (!*item) return {};
    MPIDBG_ASSIGN(pml, objects_.read_object(layouts.pml_request, **item));
    MPIDBG_ASSIGN(request, objects_.base_of(pml, layouts.request));
    const std::int32_t state = request.get(layouts.request.req_state);
    if (state == constants::request_invalid) continue;
    if (state < constants::request_invalid || state > constants::request_cancelled) {
      return Error{ErrorCode::corrupt,
                   "ompi_request_t at " + debugger::hex(**item) + " has state " + std::to_string(state), **item};
    }
    PooledRequest found;
    found.request = **item;
    found.communicator = pml.get(layouts.pml_request.req_comm);
    found.is_send = is_send;
    found.active = state == constants::request_active && pml.get(layouts.pml_request.req_pml_complete) == 0;
    found.inactive = state == constants::request_inactive && request.get(layouts.request.req_persistent);
    requests_.push_back(found);
  }
}

}  // namespace mpidbg::model::openmpi
