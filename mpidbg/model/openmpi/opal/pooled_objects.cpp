#include "mpidbg/model/openmpi/opal/pooled_objects.h"

#include "mpidbg/layout/openmpi/p2p/constants.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

template <class InUse>
Result<std::vector<Address>> collect(Objects &objects, Address free_list, InUse &&in_use) {
  MPIDBG_ASSIGN(cursor, FreeListCursor::open(objects, free_list));
  std::vector<Address> found;
  for (;;) {
    auto item = cursor.next();
    if (!item) return std::move(item).error();
    if (!*item) return found;
    MPIDBG_ASSIGN(used, in_use(**item));
    if (used) found.push_back(**item);
  }
}

}  // namespace

Result<std::vector<Address>> requests_in_use(Objects &objects, Address free_list) {
  return collect(objects, free_list, [&](Address item) -> Result<bool> {
    MPIDBG_ASSIGN(view, objects.read_object(objects.layouts().request, item));
    return view.get(&RequestLayout::req_state) != constants::request_invalid;
  });
}

Result<std::vector<Address>> items_in_use(Objects &objects, Address free_list) {
  return collect(objects, free_list, [&](Address item) -> Result<bool> {
    MPIDBG_ASSIGN(view, objects.read(objects.layouts().list_item, item));
    return view.get(&ListItemLayout::opal_list_next).is_null();
  });
}

}  // namespace mpidbg::model::openmpi
