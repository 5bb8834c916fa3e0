#include "tests/fakes/fake_ucx_pml.h"

namespace fakes {

FakeUcxPml::FakeUcxPml(FakeOpenMpi &mpi, FakeUcx::Shape shape)
    : ucx(mpi.memory, mpi.host, mpi.layouts.request.byte_size, shape), mpi_(mpi) {
  const auto &l = mpi.layouts;
  mpi.memory.write_string(mpi.selected_pml + l.component.mca_component_name.offset, "ucx");
  module = mpi.memory.allocate(l.ucx_module.byte_size);
  mpi.host.symbols["ompi_pml_ucx"] = module;
  mpi.set(module, l.ucx_module.ucp_context, ucx.context);
  mpi.set(module, l.ucx_module.ucp_worker, ucx.worker);
  mpi.set(module, l.ucx_module.request_size, ucx.layouts.request.byte_size);
  mpi.make_pool(module + l.ucx_module.persistent_reqs.offset, "mca_pml_ucx_persistent_request_t",
                l.ucx_persistent_request.byte_size);
  const Address stack = mpi.memory.allocate(4096, 4096), stack_end = mpi.memory.allocate(8);
  mpi.memory.write_pointer(stack_end, stack + 4096);
  mpi.host.symbols["__libc_stack_end"] = stack_end;

  const Address group(mpi.get(mpi.world, l.communicator.c_local_group));
  const Address processes(mpi.get(group, l.group.grp_proc_pointers));
  for (std::uint64_t rank = 0; rank < mpi.get(group, l.group.grp_proc_count); ++rank) {
    const std::uint64_t width = mpi.memory.pointer_size();
    const Address process(mpi.memory.read_integer(processes + rank * width, mpi.memory.pointer_size()));
    endpoints_.push_back(ucx.new_endpoint());
    mpi.memory.write_pointer(process + l.proc_endpoints.proc_endpoints.offset + 2 * width, endpoints_.back());
  }
}

std::uint64_t FakeUcxPml::tag(int tag, int source, std::uint32_t context) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(tag)) << 40 | static_cast<std::uint64_t>(source) << 20 |
         context;
}

Address FakeUcxPml::make_handle(Address request) {
  const auto &l = mpi_.layouts;
  const Address handle = request + ucx.layouts.request.byte_size;
  mpi_.set(handle, l.object.obj_class, mpi_.class_of("ompi_request_t"));
  mpi_.set(handle, l.object.obj_reference_count, 1);
  mpi_.set(handle, l.request.req_state, 2);
  mpi_.set(handle, l.request.req_f_to_c_index, static_cast<std::uint32_t>(-32766));
  return handle;
}

Address FakeUcxPml::buffered_send(const FakeUcx::Send &send) {
  const Address handle = make_handle(ucx.new_send(send));
  mpi_.set(handle, mpi_.layouts.request_callback.req_complete_cb_data, send.buffer);
  return handle;
}

Address FakeUcxPml::new_persistent(const Persistent &request) {
  const auto &l = mpi_.layouts;
  const auto &p = l.ucx_persistent_request;
  const Address handle =
      mpi_.new_pooled(module + l.ucx_module.persistent_reqs.offset, "mca_pml_ucx_persistent_request_t", p.byte_size);
  mpi_.set(handle, l.request.req_state, static_cast<std::uint64_t>(request.state));
  mpi_.set(handle, l.request.req_persistent, 1);
  mpi_.set(handle, l.request.req_f_to_c_index, static_cast<std::uint32_t>(-32766));
  mpi_.set(handle, l.request.req_complete, Address(request.behind.is_null() ? 1 : 0));
  mpi_.set(handle, p.tmp_req, request.behind);
  if (!request.behind.is_null()) mpi_.set(request.behind, l.request_callback.req_complete_cb_data, handle);
  mpi_.set(handle, p.flags, request.is_send ? 1 : 0);
  mpi_.set(handle, p.buffer, request.buffer);
  mpi_.set(handle, p.count, request.count);
  mpi_.set(handle, p.ompi_datatype, mpi_.mpi_int);
  mpi_.set(handle, p.tag, request.tag);
  mpi_.set(handle, p.send_mode, static_cast<std::uint64_t>(request.mode));
  mpi_.set(handle, p.send_endpoint, request.endpoint);
  mpi_.set(handle, p.receive_mask, request.mask);
  return handle;
}

void FakeUcxPml::free_persistent(Address handle) {
  // The end of the stack of free ones.
  mpi_.set(handle, mpi_.layouts.list_item.opal_list_next, module + mpi_.layouts.ucx_module.persistent_reqs.offset);
  mpi_.set(handle, mpi_.layouts.request.req_state, 0);
}

}  // namespace fakes
