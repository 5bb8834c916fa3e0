#include "mpidbg/model/openmpi/p2p/communicator_requests.h"

#include <algorithm>

#include "mpidbg/model/openmpi/opal/containers.h"

namespace mpidbg::model::openmpi {

void add_with_parts(Objects &objects, Address request, std::unordered_set<Address> &found) {
  constexpr std::size_t most = 64;  // more than a duplicate takes
  const Layouts &layouts = objects.layouts();
  if (request.is_null() || found.size() >= most || !found.insert(request).second) return;
  if (!layouts.communicator_request.resolved() || !layouts.communicator_request_item.resolved()) return;
  // A part that is of another kind has none itself.
  const auto view = objects.read_object(layouts.communicator_request, request);
  if (!view) return;
  auto schedule = ListCursor::open(objects, view->address_of(&CommunicatorRequestLayout::schedule));
  if (!schedule) return;
  const auto step = schedule->next();
  if (!step || !*step) return;
  const auto item = objects.read_object(layouts.communicator_request_item, **step);
  if (!item) return;
  constexpr std::int32_t room = 2;
  const std::int32_t count = std::clamp(item->get(&CommunicatorRequestItemLayout::subreq_count), 0, room);
  const auto parts = objects.memory().read_pointers(item->address_of(&CommunicatorRequestItemLayout::subreqs),
                                                    static_cast<std::uint64_t>(count), "subreqs");
  if (!parts) return;
  for (const Address part : *parts) add_with_parts(objects, part, found);
}

}  // namespace mpidbg::model::openmpi
