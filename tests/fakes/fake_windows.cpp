#include "tests/fakes/fake_windows.h"

namespace fakes {

FakeWindows::FakeWindows(FakeOpenMpi &mpi) : table(mpi, "ompi_mpi_windows"), mpi_(mpi) {
  const auto &l = mpi.layouts;
  group_ = Address(mpi.get(mpi.world, l.communicator.c_local_group));
  size_ = static_cast<int>(mpi.get(group_, l.group.grp_proc_count));
  rank_ = static_cast<int>(mpi.get(group_, l.group.grp_my_rank));
  null = mpi.new_object("ompi_win_t", l.window.byte_size);
  mpi.memory.write_string(null + l.window.w_name.offset, "MPI_WIN_NULL");
  mpi.set(null, l.window.w_flags, 2);
  mpi.set(null, l.window.w_group, Address(mpi.get(mpi.null, l.communicator.c_local_group)));
  table.add(null);
  std::uint64_t code = 0x440000;
  for (const auto &[component, symbol] :
       {std::pair("rdma", "ompi_osc_rdma_module_rdma_template"), std::pair("sm", "ompi_osc_sm_module_template"),
        std::pair("pt2pt", "ompi_osc_pt2pt_module_template"), std::pair("ucx", "ompi_osc_ucx_module_template")}) {
    const Address original = mpi.memory.allocate(l.osc_module.byte_size);
    functions_[component] = Address(code += 0x1000);
    mpi.set(original, l.osc_module.osc_free, functions_[component]);
    mpi.host.symbols[symbol] = original;
  }
  mpi.host.symbols["ompi_osc_rdma_sync_t_class"] = mpi.class_of("ompi_osc_rdma_sync_t");
  mpi.host.symbols["ompi_osc_ucx_lock_t_class"] = mpi.class_of("ompi_osc_ucx_lock_t");
  duplicate = mpi.new_communicator("MPI COMMUNICATOR 7 DUP FROM 0", 7, group_, rank_);
}

void FakeWindows::construct(Address address, const std::string &class_name) {
  mpi_.set(address, mpi_.layouts.object.obj_class, mpi_.class_of(class_name));
  mpi_.set(address, mpi_.layouts.object.obj_reference_count, 1);
}

Address FakeWindows::add(const std::string &name, const std::string &component) {
  const auto &l = mpi_.layouts.window;
  const Address window = mpi_.new_object("ompi_win_t", l.byte_size);
  mpi_.memory.write_string(window + l.w_name.offset, name);
  mpi_.set(window, l.w_group, group_);
  mpi_.set(window, l.w_keyhash,
           new_attributes(mpi_, {{7, 0x7f0000, 0, 0}, {8, 0x400, 3, 0}, {9, 8, 1, 4}, {10, 2, 1, 4}, {11, 0, 1, 4}}));
  mpi_.set(window, l.w_osc_module, new_module(component));
  mpi_.set(window, l.w_f_to_c_index, table.add(window));
  return window;
}

Address FakeWindows::module_of(Address window) const {
  return Address(mpi_.get(window, mpi_.layouts.window.w_osc_module));
}

Address FakeWindows::new_module(const std::string &component) {
  const auto &l = mpi_.layouts;
  const std::uint32_t bytes = component == "rdma"    ? l.osc_rdma_module.byte_size
                              : component == "sm"    ? l.osc_sm_module.byte_size
                              : component == "pt2pt" ? l.osc_pt2pt_module.byte_size
                              : component == "ucx"   ? l.osc_ucx_module.byte_size
                                                     : l.osc_module.byte_size;
  const Address module = mpi_.memory.allocate(bytes);
  const auto function = functions_.find(component);
  mpi_.set(module, l.osc_module.osc_free, function == functions_.end() ? Address(0x999000) : function->second);
  if (component == "rdma") make_rdma(module);
  if (component == "pt2pt") make_pt2pt(module);
  if (component == "sm") make_sm(module);
  if (component == "ucx") make_ucx(module);
  return module;
}

Address FakeWindows::new_rdma_state() {
  return mpi_.memory.allocate(mpi_.layouts.osc_rdma_state.byte_size);
}

Address FakeWindows::new_rdma_peer(int rank, Address state) {
  const auto &l = mpi_.layouts.osc_rdma_peer;
  const Address peer = mpi_.new_object("ompi_osc_rdma_peer_t", l.byte_size);
  mpi_.set(peer, l.state, state.value());
  mpi_.set(peer, l.rank, static_cast<std::uint64_t>(rank));
  mpi_.set(peer, l.flags, 0x4);
  return peer;
}

void FakeWindows::make_rdma(Address module) {
  const auto &l = mpi_.layouts.osc_rdma_module;
  const Address state = new_rdma_state();
  mpi_.set(module, l.state, state);
  mpi_.set(module, l.leader, new_rdma_peer(0, rank_ == 0 ? state : new_rdma_state()));
  mpi_.set(module, l.comm, duplicate);
  construct(module + l.all_sync.offset, "ompi_osc_rdma_sync_t");
  mpi_.set(module + l.all_sync.offset, mpi_.layouts.osc_rdma_sync.module, module);
  mpi_.write_list(module + l.pending_posts.offset, {});
  new_hash_table(mpi_, {}, module + l.outstanding_locks.offset);
}

void FakeWindows::make_pt2pt(Address module) {
  const auto &l = mpi_.layouts.osc_pt2pt_module;
  mpi_.set(module, l.comm, duplicate);
  construct(module + l.all_sync.offset, "ompi_osc_pt2pt_sync_t");
  mpi_.write_list(module + l.locks_pending.offset, {});
  new_hash_table(mpi_, {}, module + l.outstanding_locks.offset);
  new_hash_table(mpi_, {}, module + l.peer_hash.offset);
}

void FakeWindows::make_sm(Address module) {
  const auto &l = mpi_.layouts.osc_sm_module;
  const std::uint32_t state = mpi_.layouts.osc_sm_node_state.byte_size;
  const auto ranks = static_cast<std::uint64_t>(size_), rank = static_cast<std::uint64_t>(rank_);
  const unsigned width = mpi_.memory.pointer_size();
  const Address states = mpi_.memory.allocate(ranks * state), posts = mpi_.memory.allocate(ranks * width);
  for (std::uint64_t i = 0; i < ranks; ++i) {
    mpi_.memory.write_pointer(posts + i * width,
                              mpi_.memory.allocate((ranks / (std::uint64_t{8} * width) + 1) * width));
  }
  mpi_.set(module, l.comm, duplicate);
  mpi_.set(module, l.outstanding_locks, mpi_.memory.allocate(ranks * 4));
  mpi_.set(module, l.node_states, states);
  mpi_.set(module, l.my_node_state, states + rank * state);
  mpi_.set(module, l.posts, posts);
}

void FakeWindows::make_ucx(Address module) {
  const auto &l = mpi_.layouts.osc_ucx_module;
  mpi_.set(module, l.comm, duplicate);
  mpi_.write_list(module + l.pending_posts.offset, {});
  new_hash_table(mpi_, {}, module + l.outstanding_locks.offset);
}

Address FakeWindows::new_lock(const std::string &component, Address module, int target, int type, int assertion,
                              Address peer) {
  const auto bits = static_cast<std::uint64_t>(target);
  if (component == "rdma") {
    const auto &l = mpi_.layouts.osc_rdma_sync;
    const Address lock = mpi_.new_object("ompi_osc_rdma_sync_t", l.byte_size);
    mpi_.set(lock, l.module, module);
    mpi_.set(lock, l.type, 1);
    mpi_.set(lock, l.peer_list, peer);
    write(lock + l.sync.offset, bits, 4);
    write(lock + l.sync.offset + 4, static_cast<std::uint64_t>(type), 2);
    write(lock + l.sync.offset + 6, static_cast<std::uint64_t>(assertion), 2);
    return lock;
  }
  const auto &l = mpi_.layouts.osc_pt2pt_sync;
  const Address lock = mpi_.new_object("ompi_osc_pt2pt_sync_t", l.byte_size);
  mpi_.set(lock, l.type, 1);
  write(lock + l.sync.offset, bits, 4);
  write(lock + l.sync.offset + 4, static_cast<std::uint64_t>(type), 4);
  write(lock + l.sync.offset + 8, static_cast<std::uint64_t>(assertion), 4);
  return lock;
}

}  // namespace fakes
