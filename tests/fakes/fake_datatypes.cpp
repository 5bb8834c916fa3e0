#include "tests/fakes/fake_datatypes.h"

#include <algorithm>

namespace fakes {

FakeDatatypes::FakeDatatypes(FakeOpenMpi &mpi) : table(mpi, "ompi_datatype_f_to_c_table"), mpi_(mpi) {
  struct Basic {
    const char *name;
    std::uint64_t size;
  };
  const auto basic = [](int index) -> Basic {
    switch (index) {
      case null:
        return {"MPI_DATATYPE_NULL", 0};
      case byte:
        return {"MPI_BYTE", 1};
      case character:
        return {"MPI_CHAR", 1};
      case short_:
        return {"MPI_SHORT", 2};
      case int_:
        return {"MPI_INT", 4};
      case float_:
        return {"MPI_FLOAT", 4};
      case double_:
        return {"MPI_DOUBLE", 8};
      default:
        return {"MPI_SOMETHING", 4};
    }
  };
  for (int index = 0; index < 73; ++index) {
    // As in the library: made with the class of the struct that theirs begins with.
    const Address type = mpi.new_object("opal_datatype_t", mpi.layouts.datatype.byte_size);
    const auto [name, size] = basic(index);
    keep(type, 0x206, {size, 0, static_cast<std::int64_t>(size), 0, static_cast<std::int64_t>(size), 1});
    set_name(type, name);
    mpi.set(type, mpi.layouts.datatype.d_f_to_c_index, table.add(type));
    predefined_.push_back(type);
  }
  const Address pair = predefined_[double_int];
  keep(pair, 0x204, {12, 0, 16, 0, 12, 2});
  set_name(pair, "MPI_DOUBLE_INT");
  describe(pair, {{16, 1, 1, 8, 0}, {6, 1, 1, 4, 8}});
  mpi.host.symbols["ompi_datatype_t_class"] = mpi.class_of("ompi_datatype_t");
}

void FakeDatatypes::keep(Address datatype, std::uint16_t flags, const Kept &kept) {
  const auto &l = mpi_.layouts.opal_datatype;
  mpi_.set(datatype, l.flags, flags);
  mpi_.set(datatype, l.size, kept.size);
  mpi_.set(datatype, l.lb, static_cast<std::uint64_t>(kept.lb));
  mpi_.set(datatype, l.ub, static_cast<std::uint64_t>(kept.ub));
  mpi_.set(datatype, l.true_lb, static_cast<std::uint64_t>(kept.true_lb));
  mpi_.set(datatype, l.true_ub, static_cast<std::uint64_t>(kept.true_ub));
  mpi_.set(datatype, l.nbElems, kept.elements);
}

Address FakeDatatypes::make_internal(const Kept &kept) {
  const Address type = mpi_.new_object("ompi_datatype_t", mpi_.layouts.datatype.byte_size);
  keep(type, 0x104, kept);
  mpi_.set(type, mpi_.layouts.datatype.d_f_to_c_index, 0xffffffff);
  describe(type, {});
  return type;
}

Address FakeDatatypes::make(int combiner, const std::vector<std::int32_t> &integers,
                            const std::vector<std::int64_t> &addresses, const std::vector<Address> &datatypes,
                            const Kept &kept) {
  const Address type = make_internal(kept);
  const auto &l = mpi_.layouts.datatype_arguments;
  const unsigned width = mpi_.memory.pointer_size();
  const Address arguments = mpi_.memory.allocate(l.byte_size);
  const Address i = mpi_.memory.allocate(4 * integers.size() + 4);
  const Address a = mpi_.memory.allocate(width * addresses.size() + 8);
  const Address d = mpi_.memory.allocate(width * datatypes.size() + 8);
  for (std::size_t k = 0; k < integers.size(); ++k) {
    mpi_.memory.write_integer(i + 4 * k, static_cast<std::uint32_t>(integers[k]), 4);
  }
  for (std::size_t k = 0; k < addresses.size(); ++k) {
    mpi_.memory.write_integer(a + width * k, static_cast<std::uint64_t>(addresses[k]), width);
  }
  for (std::size_t k = 0; k < datatypes.size(); ++k) mpi_.memory.write_pointer(d + width * k, datatypes[k]);
  mpi_.set(arguments, l.ref_count, 1);
  mpi_.set(arguments, l.create_type, static_cast<std::uint64_t>(combiner));
  mpi_.set(arguments, l.ci, integers.size());
  mpi_.set(arguments, l.ca, addresses.size());
  mpi_.set(arguments, l.cd, datatypes.size());
  mpi_.set(arguments, l.i, i);
  mpi_.set(arguments, l.a, a);
  mpi_.set(arguments, l.d, d);
  mpi_.set(type, mpi_.layouts.datatype.args, arguments);
  return type;
}

void FakeDatatypes::describe(Address datatype, const std::vector<Record> &records) {
  const auto &l = mpi_.layouts;
  const std::uint32_t bytes = std::max(l.data_element.byte_size, l.data_loop.byte_size);
  const Address array = mpi_.memory.allocate(bytes * (records.size() + 1));
  for (std::size_t k = 0; k < records.size(); ++k) {
    const Record &record = records[k];
    const Address at = array + bytes * k;
    mpi_.set(at, l.data_record.type, record.type);
    if (record.type == 0) {
      mpi_.set(at, l.data_loop.loops, record.count);
      mpi_.set(at, l.data_loop.extent, static_cast<std::uint64_t>(record.extent));
    } else {
      mpi_.set(at, l.data_element.count, record.count);
      mpi_.set(at, l.data_element.blocklen, record.block_length);
      mpi_.set(at, l.data_element.extent, static_cast<std::uint64_t>(record.extent));
      mpi_.set(at, l.data_element.disp, static_cast<std::uint64_t>(record.displacement));
    }
  }
  const Address description = datatype + l.opal_datatype.desc.offset;
  mpi_.set(description, l.data_description.length, records.size() + 1);
  mpi_.set(description, l.data_description.used, records.size());
  mpi_.set(description, l.data_description.desc, array);
}

}  // namespace fakes
