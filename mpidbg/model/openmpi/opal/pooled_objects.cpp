#include "mpidbg/model/openmpi/opal/pooled_objects.h"

#include <unordered_set>

#include "mpidbg/base/address_range.h"
#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/openmpi/p2p/constants.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

Result<std::vector<Address>> items(Objects &objects, Address free_list) {
  MPIDBG_ASSIGN(cursor, FreeListCursor::open(objects, free_list));
  std::vector<Address> found;
  for (;;) {
    auto item = cursor.next();
    if (!item) return std::move(item).error();
    if (!*item) return found;
    found.push_back(**item);
  }
}

}  // namespace

Result<std::vector<Address>> requests_in_use(Objects &objects, Address free_list) {
  MPIDBG_ASSIGN(all, items(objects, free_list));
  const AddressRange list{free_list, free_list + objects.layouts().free_list.byte_size};
  std::vector<Address> used;
  std::vector<std::pair<Address, Address>> free;  // each with the target of its link
  for (const Address item : all) {
    MPIDBG_ASSIGN(view, objects.read_object(objects.layouts().request, item));
    if (view.get(&RequestLayout::req_state) != constants::request_invalid) {
      used.push_back(item);
      continue;
    }
    MPIDBG_ASSIGN(link, view.as(objects.layouts().list_item));
    free.emplace_back(item, link.get(&ListItemLayout::opal_list_next));
  }
  std::unordered_set<Address> addresses;
  for (const auto &[item, next] : free) addresses.insert(item);
  for (const auto &[item, next] : free) {
    if ((next != item && addresses.contains(next)) || list.contains(next)) continue;
    return Error{ErrorCode::corrupt,
                 "ompi_request_t at " + hex(item) + " has state 0 (free) and is not among the free ones of its pool",
                 item};
  }
  return used;
}

Result<std::vector<Address>> items_in_use(Objects &objects, Address free_list) {
  MPIDBG_ASSIGN(all, items(objects, free_list));
  const std::unordered_set<Address> pool(all.begin(), all.end());
  const AddressRange list{free_list, free_list + objects.layouts().free_list.byte_size};
  std::vector<Address> used;
  std::unordered_set<Address> linked;  // the targets of all links, which must differ
  for (const Address item : all) {
    MPIDBG_ASSIGN(view, objects.read(objects.layouts().list_item, item));
    const Address next = view.get(&ListItemLayout::opal_list_next);
    if (next.is_null()) {
      used.push_back(item);
    } else if (!linked.insert(next).second) {
      return Error{
          ErrorCode::corrupt,
          "opal_list_item_t.opal_list_next of two free items leads to " + hex(next) + ", one of them " + hex(item),
          item};
    } else if (next == item || (!pool.contains(next) && !list.contains(next))) {
      return Error{ErrorCode::corrupt,
                   "opal_list_item_t.opal_list_next of a free item at " + hex(item) + " is " + hex(next) +
                       ", which is not another item of its pool",
                   item};
    }
  }
  return used;
}

}  // namespace mpidbg::model::openmpi
