#include "mpidbg/model/ucx/transport.h"

#include <optional>
#include <string>
#include <utility>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/ucx/constants.h"
#include "mpidbg/layout/view.h"

namespace mpidbg::model::ucx {

namespace constants = layout::ucx;
using layout::View;
using namespace layout::ucx;

namespace {

constexpr std::uint64_t interface_limit = 1024;  // UCP_MAX_RESOURCES is 128 in 1.13

enum class Kind { shared_memory, nothing_under_way, unknown };

// Returns the kind of a transport. "cma" and "knem" copy data announced over another transport, and "self" calls the
// receiver directly, so messages are never in flight in these.
Kind kind_of(const std::string &name) {
  if (name == "sysv" || name == "posix" || name == "xpmem") return Kind::shared_memory;
  if (name == "self" || name == "cma" || name == "knem") return Kind::nothing_under_way;
  return Kind::unknown;
}

// Returns true if no endpoint of the worker sends over the interface and nothing has arrived over it. Processes on the
// same machine choose transports by the same rules, so the interface is also unused by peers.
bool is_unused(const View<InterfaceLayout> &interface) {
  return interface.has(&InterfaceLayout::activate_count) && interface.get(&InterfaceLayout::activate_count) == 0;
}

}  // namespace

Result<Transport> read_transport(const debugger::Memory &memory, const Layouts &layouts, Address worker) {
  for (const layout::StructLayout *layout : {static_cast<const layout::StructLayout *>(&layouts.interface),
                                             static_cast<const layout::StructLayout *>(&layouts.resource),
                                             static_cast<const layout::StructLayout *>(&layouts.transport_name),
                                             static_cast<const layout::StructLayout *>(&layouts.shared_memory),
                                             static_cast<const layout::StructLayout *>(&layouts.shared_fifo)}) {
    if (!layout->resolved()) return Transport{};
  }
  MPIDBG_ASSIGN(of_worker, View<WorkerLayout>::read(memory, layouts.worker, worker));
  MPIDBG_ASSIGN(context, View<ContextLayout>::read(memory, layouts.context, of_worker.get(&WorkerLayout::context)));
  const std::uint64_t count = of_worker.get(&WorkerLayout::num_ifaces);
  if (count > interface_limit) {
    return Error{ErrorCode::corrupt,
                 "ucp_worker at " + hex(worker) + " claims " + std::to_string(count) + " interfaces", worker};
  }
  MPIDBG_ASSIGN(interfaces, memory.read_pointers(of_worker.get(&WorkerLayout::ifaces), count, "ucp_worker.ifaces"));
  std::vector<std::uint64_t> counters;
  bool is_empty = true, all_show_it = true;
  for (const Address address : interfaces) {
    if (address.is_null()) continue;
    MPIDBG_ASSIGN(interface, View<InterfaceLayout>::read(memory, layouts.interface, address));
    if (interface.get(&InterfaceLayout::worker) != worker) {
      return Error{ErrorCode::corrupt,
                   "ucp_worker_iface_t at " + hex(address) + " is not of ucp_worker at " + hex(worker), address};
    }
    const Address resource = context.get(&ContextLayout::resources) +
                             std::uint64_t{interface.get(&InterfaceLayout::rsc_index)} * layouts.resource.byte_size;
    MPIDBG_ASSIGN(of_resource, View<ResourceLayout>::read(memory, layouts.resource, resource));
    MPIDBG_ASSIGN(transport_name, of_resource.part(&ResourceLayout::tl_rsc, layouts.transport_name));
    MPIDBG_ASSIGN(name, transport_name.text(&TransportNameLayout::tl_name));
    const Kind kind = kind_of(name);
    if (kind == Kind::unknown && !is_unused(interface)) all_show_it = false;
    if (kind != Kind::shared_memory) continue;
    MPIDBG_ASSIGN(
        shared, View<SharedMemoryLayout>::read(memory, layouts.shared_memory, interface.get(&InterfaceLayout::iface)));
    MPIDBG_ASSIGN(fifo, View<SharedFifoLayout>::read(memory, layouts.shared_fifo,
                                                     shared.get(&SharedMemoryLayout::recv_fifo_ctl)));
    const std::uint64_t head = fifo.get(&SharedFifoLayout::head) & ~constants::fifo_armed;
    const std::uint64_t taken = shared.get(&SharedMemoryLayout::read_index);
    if (taken > head) {
      return Error{ErrorCode::corrupt,
                   "uct_mm_iface_t at " + hex(shared.address()) + " has taken " + std::to_string(taken) + " of " +
                       std::to_string(head) + " messages",
                   shared.address()};
    }
    counters.push_back(taken);
    is_empty = is_empty && taken == head;
  }
  // gcc 12 warns about an uninitialised value if an optional is assigned and reset instead.
  return Transport{std::move(counters), all_show_it ? std::optional(is_empty) : std::nullopt};
}

}  // namespace mpidbg::model::ucx
