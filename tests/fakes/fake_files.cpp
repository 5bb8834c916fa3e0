#include "tests/fakes/fake_files.h"

namespace fakes {

FakeFiles::FakeFiles(FakeOpenMpi &mpi) : table(mpi, "ompi_file_f_to_c_table"), mpi_(mpi) {
  null = open_with("", "", mpi.null, 0);
  mpi.set(null, mpi.layouts.file.f_filename, Address());
}

Address FakeFiles::open_with(const std::string &layer, const std::string &name, Address communicator, int mode) {
  const auto &l = mpi_.layouts.file;
  const Address file = mpi_.new_object("ompi_file_t", l.byte_size);
  mpi_.set(file, l.f_comm, communicator);
  mpi_.set(file, l.f_filename, mpi_.memory.new_string(name));
  mpi_.set(file, l.f_amode, static_cast<std::uint32_t>(mode));
  mpi_.set(file, l.f_f_to_c_index, table.add(file));
  mpi_.memory.write_string(file + l.f_io_selected_component.offset + mpi_.layouts.component.mca_component_name.offset,
                           layer);
  return file;
}

Address FakeFiles::open_with_ompio(const std::string &name, Address communicator, int mode, const View &view) {
  const auto &l = mpi_.layouts.ompio_file;
  const auto &v = mpi_.layouts.ompio_view;
  const unsigned width = mpi_.memory.pointer_size();
  const Address file = open_with("ompio", name, communicator, mode);
  record = mpi_.memory.allocate(l.byte_size);
  mpi_.set(file, mpi_.layouts.file.f_io_selected_data, record);
  mpi_.set(record, l.fd, 7);
  mpi_.set(record, l.f_fh, file);
  mpi_.set(record, v.f_disp, static_cast<std::uint64_t>(view.displacement));
  mpi_.set(record, v.f_offset, static_cast<std::uint64_t>(view.displacement));
  mpi_.set(record, l.f_comm, communicator);
  mpi_.set(record, l.f_fullfilename, mpi_.memory.new_string("/data/" + name));
  mpi_.set(record, l.f_datarep, mpi_.memory.new_string("native"));
  mpi_.set(record, l.f_etype, view.etype.is_null() ? mpi_.mpi_int : view.etype);
  mpi_.set(record, l.f_orig_filetype, view.filetype.is_null() ? mpi_.mpi_int : view.filetype);
  mpi_.set(record, v.f_etype_size, view.etype_size);
  mpi_.set(record, v.f_view_extent, static_cast<std::uint64_t>(view.extent));
  const Address iov = mpi_.memory.allocate((view.blocks.size() + 1) * 2 * width);
  std::uint64_t size = 0;
  for (std::size_t i = 0; i < view.blocks.size(); ++i) {
    mpi_.memory.write_pointer(iov + i * 2 * width, Address(static_cast<std::uint64_t>(view.blocks[i].offset)));
    mpi_.memory.write_pointer(iov + (i * 2 + 1) * width, Address(static_cast<std::uint64_t>(view.blocks[i].bytes)));
    size += static_cast<std::uint64_t>(view.blocks[i].bytes);
  }
  mpi_.set(record, v.f_decoded_iov, iov);
  mpi_.set(record, v.f_iov_count, view.blocks.size());
  mpi_.set(record, v.f_view_size, size);
  return file;
}

Address FakeFiles::flat_list() {
  if (const auto known = mpi_.host.symbols.find("ADIOI_Flatlist"); known != mpi_.host.symbols.end()) {
    return known->second;
  }
  return mpi_.host.symbols["ADIOI_Flatlist"] = mpi_.memory.allocate(mpi_.memory.pointer_size());
}

Address FakeFiles::open_with_romio(const std::string &name, Address communicator, int mode, const View &view) {
  const auto &l = mpi_.layouts.adio_file;
  const Address file = open_with("romio321", name, communicator, mode);
  const Address data = mpi_.memory.allocate(mpi_.layouts.romio_data.byte_size);
  mpi_.set(file, mpi_.layouts.file.f_io_selected_data, data);
  record = mpi_.memory.allocate(l.byte_size);
  mpi_.set(data, mpi_.layouts.romio_data.romio_fh, record);
  mpi_.set(record, l.cookie, 2487376);
  mpi_.set(record, l.fd_sys, 9);
  mpi_.set(record, l.is_open, 1);
  mpi_.set(record, l.comm, communicator);
  mpi_.set(record, l.filename, mpi_.memory.new_string(name));
  mpi_.set(record, l.disp, static_cast<std::uint64_t>(view.displacement));
  mpi_.set(record, l.fp_ind, static_cast<std::uint64_t>(view.displacement));
  const Address filetype = view.filetype.is_null() ? mpi_.mpi_int : view.filetype;
  mpi_.set(record, l.etype, view.etype.is_null() ? mpi_.mpi_int : view.etype);
  mpi_.set(record, l.filetype, filetype);
  mpi_.set(record, l.etype_size, view.etype_size);
  mpi_.set(filetype, mpi_.layouts.opal_datatype.lb, 0);
  mpi_.set(filetype, mpi_.layouts.opal_datatype.ub, static_cast<std::uint64_t>(view.extent));
  const Address list = flat_list();
  if (view.blocks.empty()) return file;  // contiguous: ROMIO keeps no blocks of it
  const auto &f = mpi_.layouts.adio_flat_type;
  const Address node = mpi_.memory.allocate(f.byte_size);
  const Address offsets = mpi_.memory.allocate(8 * view.blocks.size());
  const Address lengths = mpi_.memory.allocate(8 * view.blocks.size());
  for (std::size_t i = 0; i < view.blocks.size(); ++i) {
    mpi_.memory.write_integer(offsets + 8 * i, static_cast<std::uint64_t>(view.blocks[i].offset), 8);
    mpi_.memory.write_integer(lengths + 8 * i, static_cast<std::uint64_t>(view.blocks[i].bytes), 8);
  }
  mpi_.set(node, f.type, filetype);
  mpi_.set(node, f.count, view.blocks.size());
  mpi_.set(node, f.indices, offsets);
  mpi_.set(node, f.blocklens, lengths);
  mpi_.set(node, *f.next.present, Address(mpi_.memory.read_integer(list, mpi_.memory.pointer_size())));
  mpi_.memory.write_pointer(list, node);
  return file;
}

void FakeFiles::set_shared_pointer(const std::string &component, std::int64_t byte) {
  const auto &l = mpi_.layouts;
  const Address name = mpi_.memory.allocate(l.component.byte_size);
  mpi_.memory.write_string(name + l.component.mca_component_name.offset, component);
  const Address base = mpi_.memory.allocate(l.shared_pointer.byte_size);
  const Address data = mpi_.memory.allocate(l.shared_pointer_sm.byte_size);
  const Address offset = mpi_.memory.allocate(l.shared_pointer_sm_offset.byte_size);
  mpi_.set(record, l.ompio_file.f_sharedfp_component, name);
  mpi_.set(record, l.ompio_file.f_sharedfp_data, base);
  mpi_.set(base, l.shared_pointer.selected_module_data, data);
  mpi_.set(data, l.shared_pointer_sm.sm_offset_ptr, offset);
  mpi_.set(offset, l.shared_pointer_sm_offset.offset, static_cast<std::uint64_t>(byte));
}

}  // namespace fakes
