#include "mpidbg/model/openmpi/p2p/communicator_requests.h"

#include <algorithm>

#include "mpidbg/layout/openmpi/p2p/constants.h"
#include "mpidbg/model/openmpi/opal/containers.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

// The classes of the contexts of requests that agree on a number, and of those that do so in an intercommunicator or a
// group.
constexpr const char *context_classes[] = {"ompi_comm_cid_context_t", "ompi_comm_allreduce_context_t"};

bool is_complete(Objects &objects, const View<CommunicatorRequestLayout> &view) {
  const auto request = objects.base_of(view, objects.layouts().request);
  return request && request->get(&RequestLayout::req_complete).value() == constants::request_completed;
}

// Returns the requests in the first step of the schedule. Errors: not_found if the schedule is empty.
Result<std::vector<Address>> first_step(Objects &objects, const View<CommunicatorRequestLayout> &view) {
  MPIDBG_ASSIGN(schedule, ListCursor::open(objects, view.address_of(&CommunicatorRequestLayout::schedule)));
  MPIDBG_ASSIGN(step, schedule.next());
  if (!step) return Error{ErrorCode::not_found, "no step", view.address()};
  MPIDBG_ASSIGN(item, objects.read_object(objects.layouts().communicator_request_item, *step));
  constexpr std::int32_t room = 2;
  const std::int32_t count = std::clamp(item.get(&CommunicatorRequestItemLayout::subreq_count), 0, room);
  return objects.memory().read_pointers(item.address_of(&CommunicatorRequestItemLayout::subreqs),
                                        static_cast<std::uint64_t>(count), "subreqs");
}

Result<Address> class_of(const Attachment &process, const char *name) {
  return process.symbol((std::string(name) + "_class").c_str());
}

// Returns true if the address is inside an object of the class.
bool is_in_object(const Attachment &process, Address address, const char *class_name) {
  const auto object_class = class_of(process, class_name);
  if (!object_class) return false;
  const auto view = process.objects.read(process.layouts().object_class, *object_class);
  if (!view) return false;
  const std::uint64_t size = std::min(view->get(&ClassLayout::cls_sizeof), most_context_bytes);
  const unsigned width = process.memory.pointer_size();
  for (std::uint64_t before = address.value() % width; before < size && before <= address.value(); before += width) {
    const auto header = process.objects.read(process.layouts().object, Address(address.value() - before));
    if (!header) return false;
    if (header->get(&ObjectLayout::obj_class) == *object_class)
      return header->get(&ObjectLayout::obj_reference_count) > 0;
  }
  return false;
}

}  // namespace

void add_with_parts(Objects &objects, Address request, RequestParts &found) {
  constexpr std::size_t most = 64;  // more requests than the duplication of a communicator takes
  const Layouts &layouts = objects.layouts();
  if (request.is_null() || found.requests.size() >= most || !found.requests.insert(request).second) return;
  if (!layouts.communicator_request.resolved() || !layouts.communicator_request_item.resolved()) {
    found.all = false;
    return;
  }
  // A request of another class has no parts.
  const auto view = objects.read_object(layouts.communicator_request, request);
  if (!view) return;
  const auto parts = first_step(objects, *view);
  if (!parts) {
    if (!is_complete(objects, *view)) found.all = false;
    return;
  }
  for (const Address part : *parts) add_with_parts(objects, part, found);
}

std::optional<bool> agrees_on_number(const Attachment &process, Address communicator_request) {
  const auto &layout = process.layouts().communicator_request;
  if (!layout.resolved()) return {};
  const auto view = process.objects.read_object(layout, communicator_request);
  if (!view) return {};
  const auto context = process.objects.read(process.layouts().object, view->get(&CommunicatorRequestLayout::context));
  if (!context) return {};
  for (const char *name : context_classes) {
    const auto is_one = process.objects.classes().is(context->get(&ObjectLayout::obj_class), name);
    if (!is_one) return {};
    if (*is_one) return true;
  }
  return false;
}

// Returns true if the collective operation belongs to a request that agrees on a number. Its buffer then has a single
// number and is in the context of that request.
std::optional<bool> agrees_on_number(const Attachment &process, const Request &collective) {
  if (!collective.schedule || !class_of(process, context_classes[0])) return {};
  for (const ScheduleOperation &operation : collective.schedule->operations) {
    if (operation.count != 1) continue;
    for (const Address buffer : {operation.source, operation.target}) {
      for (const char *name : context_classes) {
        if (!buffer.is_null() && is_in_object(process, buffer, name)) return true;
      }
    }
  }
  return false;
}

}  // namespace mpidbg::model::openmpi
