#include "mpidbg/model/openmpi/p2p/proc_endpoints.h"

#include "mpidbg/base/hexadecimal.h"

namespace mpidbg::model::openmpi {

namespace {

// A limit for the number of layers and components. Each of them has one pointer in the record of a process.
constexpr std::uint64_t endpoint_limit = 64;

Result<std::vector<Address>> read_endpoints(const Attachment &attachment, Address process) {
  const auto &layout = attachment.layouts().proc_endpoints;
  if (!layout.resolved()) return Error{ErrorCode::layout, layout.problem, process};
  // The number of endpoints depends on the components that were built, which may differ from those of the layout. The
  // class contains the size for this build.
  Objects &objects = attachment.objects;
  MPIDBG_ASSIGN(object, objects.read(objects.layouts().object, process));
  const Address object_class = object.get(&ObjectLayout::obj_class);
  MPIDBG_ASSIGN(is_process, objects.classes().is(object_class, layout.type_name));
  if (!is_process) return Error{ErrorCode::not_found, "no ompi_proc_t is at " + hex(process), process};
  MPIDBG_ASSIGN(described, objects.read(objects.layouts().object_class, object_class));
  const std::uint64_t size = described.get(&ClassLayout::cls_sizeof);
  const std::uint64_t around = layout.proc_endpoints.offset + (layout.byte_size - layout.padding.offset);
  const std::uint64_t count = size < around ? 0 : (size - around) / attachment.memory.pointer_size();
  if (size < around || count > endpoint_limit) {
    return Error{ErrorCode::layout, "ompi_proc_t has " + std::to_string(size) + " bytes", process};
  }
  return attachment.memory.read_pointers(process + layout.proc_endpoints.offset, count, "ompi_proc_t.proc_endpoints");
}

}  // namespace

Status visit_endpoints(const Attachment &attachment, std::span<const Address> members,
                       const std::function<Status(Address endpoint, std::int32_t rank)> &visit) {
  for (std::size_t rank = 0; rank < members.size(); ++rank) {
    if ((members[rank].value() & 1) != 0) continue;
    MPIDBG_ASSIGN(endpoints, read_endpoints(attachment, members[rank]));
    for (const Address endpoint : endpoints) {
      if (!endpoint.is_null()) MPIDBG_TRY(visit(endpoint, static_cast<std::int32_t>(rank)));
    }
  }
  return {};
}

}  // namespace mpidbg::model::openmpi
