#include "mpidbg/model/openmpi/p2p/request_pool.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/openmpi/p2p/constants.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

void RequestPool::clear() {
  all_.clear();
  index_.clear();
  requests_.clear();
  scanned_.reset();
}

Status RequestPool::scan_once() {
  if (!scanned_) scanned_ = scan_both();
  return *scanned_;
}

Result<const std::vector<LayerRequest> *> RequestPool::all() {
  MPIDBG_TRY(scan_once());
  return &all_;
}

Result<const LayerRequest *> RequestPool::find(Address request) {
  MPIDBG_TRY(scan_once());
  const auto found = index_.find(request);
  return found == index_.end() ? nullptr : &all_[found->second];
}

Result<const std::vector<LayerRequest> *> RequestPool::requests_on(Address communicator) {
  MPIDBG_TRY(scan_once());
  static const std::vector<LayerRequest> none;
  const auto found = requests_.find(communicator);
  return found == requests_.end() ? &none : &found->second;
}

Status RequestPool::scan_both() {
  MPIDBG_TRY(scan(sends_, true));
  return scan(receives_, false);
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
    const std::int32_t state = request.get(&RequestLayout::req_state);
    if (state == constants::request_invalid) continue;
    if (state < constants::request_invalid || state > constants::request_cancelled) {
      return Error{ErrorCode::corrupt, "ompi_request_t at " + hex(**item) + " has state " + std::to_string(state),
                   **item};
    }
    const std::int32_t type = pml.get(&PmlRequestLayout::req_type);
    LayerRequest found;
    found.request = **item;
    found.communicator = pml.get(&PmlRequestLayout::req_comm);
    found.datatype = pml.get(&PmlRequestLayout::req_datatype);
    found.probe = type >= constants::pml_iprobe && type <= constants::pml_mprobe;
    found.is_send = is_send;
    found.active = state == constants::request_active && pml.get(&PmlRequestLayout::req_pml_complete) == 0;
    found.inactive = state == constants::request_inactive && request.get(&RequestLayout::req_persistent);
    requests_[found.communicator].push_back(found);
    index_.emplace(found.request, all_.size());
    all_.push_back(found);
  }
}

}  // namespace mpidbg::model::openmpi
