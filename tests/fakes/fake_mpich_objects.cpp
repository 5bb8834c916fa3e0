#include "tests/fakes/fake_mpich_objects.h"

namespace fakes {

using mpidbg::model::mpich::ObjectKind;

namespace {

std::uint64_t aligned(std::uint64_t bytes) {
  return (bytes + 15) / 16 * 16;
}

}  // namespace

FakeMpichObjects::FakeMpichObjects(FakeMpich &of) : mpich(of) {
  datatype_object({8, 0, 8, 0, 8});
  datatype_object({12, 0, 16, 0, 12});
  datatype_object({12, 0, 16, 0, 12});
  datatype_object({6, 0, 8, 0, 8});
}

Address FakeMpichObjects::info(const std::vector<std::pair<std::string, std::string>> &pairs) {
  const auto &layout = mpich.layouts.info;
  const Address head = mpich.pool(ObjectKind::info).take();
  const auto clear = [&](Address element) {
    for (const auto *slot : {&layout.next, &layout.key, &layout.value}) mpich.set(element, *slot->present, 0);
  };
  clear(head);
  Address last = head;
  for (const auto &[key, value] : pairs) {
    const Address element = mpich.pool(ObjectKind::info).take();
    clear(element);
    mpich.set(element, *layout.key.present, mpich.memory.new_string(key).value());
    mpich.set(element, *layout.value.present, mpich.memory.new_string(value).value());
    mpich.set(last, *layout.next.present, element.value());
    last = element;
  }
  return head;
}

Address FakeMpichObjects::op(std::uint32_t kind, std::uint32_t language, Address function) {
  const Address object = mpich.pool(ObjectKind::op).take();
  mpich.set(object, mpich.layouts.op.kind, kind);
  mpich.set(object, *mpich.layouts.op.language.present, language);
  mpich.set(object, mpich.layouts.op.function, function.value());
  return object;
}

Address FakeMpichObjects::errhandler(std::uint32_t kind, std::uint32_t language, Address function) {
  const Address object = mpich.pool(ObjectKind::errhandler).take();
  mpich.set(object, mpich.layouts.errhandler.kind, kind);
  mpich.set(object, mpich.layouts.errhandler.language, language);
  mpich.set(object, mpich.layouts.errhandler.errfn, function.value());
  return object;
}

Address FakeMpichObjects::session(int thread_level, Address errhandler) {
  const Address object = mpich.pool(ObjectKind::session).take();
  mpich.set(object, *mpich.layouts.session.thread_level.present, static_cast<std::uint32_t>(thread_level));
  mpich.set(object, mpich.layouts.session.errhandler, errhandler.value());
  return object;
}

Address FakeMpichObjects::datatype(const std::string &name, const Bounds &bounds, const Arguments &arguments) {
  const auto &layout = mpich.layouts.datatype_contents;
  const unsigned width = mpich.memory.pointer_size();
  const std::uint64_t struct_bytes = aligned(layout.byte_size);
  const std::uint64_t types_bytes = aligned(arguments.types.size() * 4),
                      integers_bytes = aligned(arguments.integers.size() * 4),
                      addresses_bytes = aligned(arguments.addresses.size() * width),
                      counts_bytes = aligned(arguments.counts.size() * width);
  const Address contents =
      mpich.memory.allocate(struct_bytes + types_bytes + integers_bytes + addresses_bytes + counts_bytes);
  mpich.set(contents, layout.combiner, static_cast<std::uint32_t>(arguments.combiner));
  mpich.set(contents, layout.nr_types, arguments.types.size());
  mpich.set(contents, layout.nr_ints, arguments.integers.size());
  mpich.set(contents, layout.nr_aints, arguments.addresses.size());
  mpich.set(contents, layout.nr_counts, arguments.counts.size());
  Address at = contents + struct_bytes;
  const auto put = [&](const auto &values, unsigned bytes_of_one, std::uint64_t bytes) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      mpich.memory.write_integer(at + i * bytes_of_one, static_cast<std::uint64_t>(values[i]), bytes_of_one);
    }
    at = at + bytes;
  };
  put(arguments.types, 4, types_bytes);
  put(arguments.integers, 4, integers_bytes);
  put(arguments.addresses, width, addresses_bytes);
  put(arguments.counts, width, counts_bytes);

  const Address object = datatype_object(bounds);
  mpich.set(object, mpich.layouts.datatype.is_committed, 1);
  mpich.set(object, mpich.layouts.datatype.contents, contents.value());
  mpich.memory.write_string(object + mpich.layouts.datatype.name.offset, name);
  for (const std::uint32_t type : arguments.types) {
    for (const Address part : mpich.pool(ObjectKind::datatype).all()) {
      if (handle(ObjectKind::datatype, part) != type) continue;
      const Address count = part + mpich.layouts.object.ref_count.offset;
      mpich.memory.write_integer(count, mpich.memory.read_integer(count, 4) + 1, 4);
    }
  }
  return object;
}

Address FakeMpichObjects::datatype_object(const Bounds &bounds) {
  const auto &layout = mpich.layouts.datatype;
  const Address object = mpich.pool(ObjectKind::datatype).take();
  mpich.set(object, layout.size, static_cast<std::uint64_t>(bounds.size));
  mpich.set(object, layout.extent, static_cast<std::uint64_t>(bounds.ub - bounds.lb));
  mpich.set(object, layout.lb, static_cast<std::uint64_t>(bounds.lb));
  mpich.set(object, layout.ub, static_cast<std::uint64_t>(bounds.ub));
  mpich.set(object, layout.true_lb, static_cast<std::uint64_t>(bounds.true_lb));
  mpich.set(object, layout.true_ub, static_cast<std::uint64_t>(bounds.true_ub));
  mpich.set(object, layout.contents, 0);
  mpich.set(object, layout.is_committed, 0);
  mpich.memory.write_string(object + layout.name.offset, "");
  return object;
}

Address FakeMpichObjects::communicator(int rank, int size) {
  const auto &layout = mpich.layouts.communicator;
  const Address object = mpich.pool(ObjectKind::communicator).take();
  mpich.set(object, layout.rank, static_cast<std::uint32_t>(rank));
  mpich.set(object, layout.local_size, static_cast<std::uint32_t>(size));
  mpich.set(object, layout.remote_size, static_cast<std::uint32_t>(size));
  return object;
}

Address FakeMpichObjects::sync_of(Address window) const {
  const auto &layouts = mpich.layouts;
  return window + layouts.window.dev.offset + layouts.device_window.am.offset +
         layouts.active_message_window.sync.offset;
}

Address FakeMpichObjects::window(const std::string &name, Address communicator, const Sync &sync) {
  const auto &layouts = mpich.layouts;
  const Address object = mpich.pool(ObjectKind::window).take();
  const Address memory = mpich.memory.allocate(256);
  mpich.set(object, layouts.window.base, memory.value());
  mpich.set(object, layouts.window.size, 256);
  mpich.set(object, layouts.window.disp_unit, 4);
  mpich.set(object, layouts.window.comm_ptr, communicator.value());
  mpich.set(object, layouts.window.create_flavor, 2);
  mpich.set(object, layouts.window.model, 2);
  mpich.memory.write_string(object + layouts.window.name.offset, name);
  const Address state = sync_of(object), queue = state + layouts.window_sync.lock_recvd.offset;
  mpich.set(state, layouts.window_sync.access_epoch_type, static_cast<std::uint32_t>(sync.access));
  mpich.set(state, layouts.window_sync.exposure_epoch_type, static_cast<std::uint32_t>(sync.exposure));
  mpich.set(state, layouts.window_sync.lockall, sync.all_granted);
  mpich.set(queue, layouts.lock_queue.type, static_cast<std::uint32_t>(sync.granted_type));
  mpich.set(queue, layouts.lock_queue.count, sync.granted);
  const Address hints = hints_of(object);
  mpich.set(hints, layouts.window_hints.no_locks, sync.no_locks);
  mpich.set(hints, layouts.window_hints.alloc_shm, 1);
  mpich.set(hints, layouts.window_hints.accumulate_ordering, 0xf);
  mpich.set(hints, layouts.window_hints.accumulate_ops, 1);
  mpich.set(hints, layouts.window_hints.which_accumulate_ops, 0x7fff);
  mpich.set(hints, layouts.window_hints.accumulate_noncontig_dtype, 1);
  mpich.set(hints, layouts.window_hints.accumulate_max_bytes, ~std::uint64_t{0});
  return object;
}

Address FakeMpichObjects::hints_of(Address window) const {
  const auto &layouts = mpich.layouts;
  return window + layouts.window.dev.offset + layouts.device_window.am.offset +
         layouts.active_message_window.info_args.offset;
}

void FakeMpichObjects::clear_hints(Address window) {
  const auto &layout = mpich.layouts.window_hints;
  const Address hints = hints_of(window);
  mpich.set(hints, layout.accumulate_ordering, 0);
  mpich.set(hints, layout.accumulate_ops, 0);
  mpich.set(hints, layout.which_accumulate_ops, 0);
  mpich.set(hints, layout.accumulate_noncontig_dtype, 0);
  mpich.set(hints, layout.accumulate_max_bytes, 0);
}

Address FakeMpichObjects::add_target(Address window, int rank, bool locked, bool locked_before) {
  const auto &layouts = mpich.layouts;
  const Address target = mpich.memory.allocate(layouts.window_target.byte_size);
  mpich.set(target, layouts.window_target.rank, static_cast<std::uint32_t>(rank));
  const Address state = target + layouts.window_target.sync.offset;
  mpich.set(state, layouts.target_sync.access_epoch_type, locked || locked_before ? 1 : 0);
  mpich.set(state, layouts.target_sync.lock, locked);
  const Address am = window + layouts.window.dev.offset + layouts.device_window.am.offset;
  const std::uint32_t next = layouts.window_target.hash_handle.offset + layouts.hash_link.next.offset;
  Address link = am + layouts.active_message_window.targets.offset;
  for (std::uint64_t at = 0; (at = mpich.memory.read_integer(link, mpich.memory.pointer_size())) != 0;) {
    link = Address(at) + next;
  }
  mpich.memory.write_pointer(link, target);
  return target;
}

Address FakeMpichObjects::add_waiter(Address window, int rank, int type) {
  const auto &layouts = mpich.layouts;
  const Address waiter = mpich.memory.allocate(layouts.waiting_lock.byte_size);
  mpich.set(waiter, layouts.waiting_lock.rank, static_cast<std::uint32_t>(rank));
  mpich.set(waiter, layouts.waiting_lock.type, static_cast<std::uint32_t>(type));
  Address link = sync_of(window) + layouts.window_sync.lock_recvd.offset + layouts.lock_queue.head.offset;
  for (std::uint64_t at = 0; (at = mpich.memory.read_integer(link, mpich.memory.pointer_size())) != 0;) {
    link = Address(at) + layouts.waiting_lock.next.offset;
  }
  mpich.memory.write_pointer(link, waiter);
  return waiter;
}

Address FakeMpichObjects::file(const std::string &path, std::uint32_t communicator, std::uint32_t info,
                               std::uint32_t filetype) {
  // The first file makes ROMIO's key of attributes; not shown here, so that tests see their own alone.
  FakePool &keys = mpich.pool(ObjectKind::keyval);
  if (keys.get(mpich.layouts.object_table.initialized) == 0) keys.give_back(keys.take());
  const auto &layout = mpich.layouts.adio_file;
  const Address object = mpich.memory.allocate(layout.byte_size);
  mpich.set(object, layout.cookie, static_cast<std::uint32_t>(mpidbg::layout::romio::file_cookie));
  mpich.set(object, layout.fd_sys, 7);
  mpich.set(object, layout.is_open, 1);
  mpich.set(object, layout.fp_ind, 28);
  mpich.set(object, layout.comm, communicator);
  mpich.set(object, layout.filename, mpich.memory.new_string(path).value());
  mpich.set(object, layout.orig_access_mode, 9);
  mpich.set(object, layout.disp, 8);
  mpich.set(object, layout.etype, 0x4c000405);
  mpich.set(object, layout.filetype, filetype);
  mpich.set(object, layout.etype_size, 4);
  mpich.set(object, layout.info, info);
  mpich.set(object, layout.fortran_handle, 0xffffffff);
  mpich.set(object, layout.err_handler, 0x54000001);
  return object;
}

Address FakeMpichObjects::message() {
  const auto &layout = mpich.layouts.request;
  const Address object = mpich.pool(ObjectKind::request).take();
  mpich.set(object, layout.kind, 11);
  mpich.set(object, layout.comm, 0);
  return object;
}

}  // namespace fakes
