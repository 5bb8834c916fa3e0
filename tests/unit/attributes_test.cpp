// Attributes as they hang in an object's hash table.

#include "mpidbg/model/openmpi/objects/attributes.h"

#include <doctest/doctest.h>

#include "mpidbg/model/openmpi/attach.h"
#include "tests/fakes/fake_attributes.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeHost;
using fakes::FakeOpenMpi;
using mpidbg::Address;
using namespace mpidbg::model;
using namespace mpidbg::model::openmpi;

namespace {

// The library's objects, read without the entry points.
struct Reader {
  explicit Reader(FakeOpenMpi &mpi)
      : image(mpi.host.image(), FakeHost::image_callbacks()),
        memory(*mpidbg::debugger::Memory::open(mpi.host.process(), FakeHost::process_callbacks(),
                                               mpi.memory.pointer_size())),
        layouts(attach(image, memory, find_symbols(image), "4.1.99")) {}
  mpidbg::debugger::Image image;
  mpidbg::debugger::Memory memory;
  mpidbg::Result<Attached> layouts;
  Objects &objects() { return *layouts->objects; }
};

}  // namespace

TEST_CASE("attributes by keyval, with the value that their setter meant") {
  for (const TargetKind &target : all_targets) {
    CAPTURE(target.name);
    FakeOpenMpi mpi(target.pointer_size, target.order, 0, 2);
    Reader reader(mpi);
    REQUIRE(reader.layouts.ok());
    const Address table = fakes::new_attributes(
        mpi,
        {{14, -3, 2, 4}, {12, 0x12345678, 0, 0}, {9, 8, 1, 4}, {7, 0x7f000000, 0, 0}, {8, 1024, 3, 0}, {13, -5, 3, 0}});
    const auto attributes = read_attributes(reader.objects(), table);
    REQUIRE(attributes.ok());
    REQUIRE(attributes->size() == 6);
    const auto &base = (*attributes)[0], &size = (*attributes)[1], &unit = (*attributes)[2];
    CHECK(base.keyval_name == "MPI_WIN_BASE");
    CHECK(base.setter == AttributeSetter::library);
    CHECK(base.number == 0x7f000000);
    CHECK(size.keyval == 8);
    CHECK(size.number == 1024);
    CHECK(size.sequence == 4);
    CHECK(unit.keyval_name == "MPI_WIN_DISP_UNIT");
    CHECK(unit.number == 8);
    const auto &pointer = (*attributes)[3], &address = (*attributes)[4], &integer = (*attributes)[5];
    CHECK(pointer.keyval == 12);
    CHECK(pointer.keyval_name.empty());
    CHECK(pointer.setter == AttributeSetter::c);
    CHECK(pointer.number == 0x12345678);
    CHECK(address.setter == AttributeSetter::fortran_address);
    CHECK(address.number == -5);
    CHECK(integer.setter == AttributeSetter::fortran_integer);
    CHECK(integer.number == -3);
    CHECK(find_attribute(*attributes, 8) == 1024);
    CHECK_FALSE(find_attribute(*attributes, 99));
    CHECK(read_attributes(reader.objects(), Address{})->empty());
  }
}

TEST_CASE("HC16 the attributes of a communicator, with their keyvals and values") {
  FakeOpenMpi mpi(8, mpidbg::ByteOrder::little, 0, 2);
  mpi.set(mpi.world, mpi.layouts.communicator.c_keyhash,
          fakes::new_attributes(mpi, {{14, -3, 2, 4}, {12, 0x12345678, 0, 0}}));
  const HandleSession session(mpi.host);
  const Queried<mpidbg_comm_info_t, MPIDBG_KIND_COMM> comm(session, mpi.world);
  REQUIRE(comm->comm_num_attrs == 2);
  CHECK(comm->comm_attrs[0].keyval == 12);
  CHECK(comm->comm_attr_values[0].number == 0x12345678);
  CHECK(comm->comm_attrs[1].keyval == 14);
  CHECK(comm->comm_attr_values[1].number == -3);
}

TEST_CASE("HC16 a duplicate has pointers to the predefined numbers, which are told all the same") {
  for (const TargetKind &target : all_targets) {
    CAPTURE(target.name);
    FakeOpenMpi mpi(target.pointer_size, target.order, 0, 2);
    Reader reader(mpi);
    REQUIRE(reader.layouts.ok());
    const Address number = mpi.memory.allocate(16);
    mpi.memory.write_integer(number, 2147483647, 4);
    const auto attributes = read_attributes(
        reader.objects(),
        fakes::new_attributes(mpi, {{0, static_cast<std::int64_t>(number.value()), 0, 0}, {1, 0x10, 0, 0}}));
    REQUIRE(attributes.ok());
    CHECK((*attributes)[0].setter == AttributeSetter::library);
    CHECK((*attributes)[0].number == 2147483647);
    CHECK((*attributes)[1].setter == AttributeSetter::c);  // it cannot be read: the pointer itself
    CHECK((*attributes)[1].number == 0x10);
  }
}

TEST_CASE("Z7 damaged tables of attributes are errors") {
  FakeOpenMpi mpi(8, mpidbg::ByteOrder::little, 0, 2);
  Reader reader(mpi);
  const Address table = fakes::new_attributes(mpi, {{12, 1, 0, 0}, {13, 2, 0, 0}});
  const auto &layout = mpi.layouts.hash_table;
  const auto code = [&] {
    const auto attributes = read_attributes(reader.objects(), table);
    return attributes ? std::string("read") : attributes.error().message;
  };
  const Address elements(mpi.get(table, layout.ht_table));
  const Address first = elements + (mpi.get(table, layout.ht_capacity) - 2) * mpi.layouts.hash_element.byte_size;
  SUBCASE("more elements than any table has") {
    mpi.set(table, layout.ht_capacity, 1u << 30);
    CHECK(code().find("claims 2 of 1073741824 elements") != std::string::npos);
  }
  SUBCASE("more in use than there are") {
    mpi.set(table, layout.ht_size, 100);
    CHECK(code().find("claims 100 of 35") != std::string::npos);
  }
  SUBCASE("another number in use than said") {
    mpi.set(table, layout.ht_size, 3);
    CHECK(code().find("claims 3 elements and has 2") != std::string::npos);
  }
  SUBCASE("elements that cannot be read") {
    mpi.memory.make_unreadable(elements);
    CHECK(code().find("ht_table") != std::string::npos);
  }
  SUBCASE("an attribute that is none") {
    mpi.set(first, mpi.layouts.hash_element.value, table);
    CHECK(code().find("there is no attribute_key_value_t at") != std::string::npos);
  }
  SUBCASE("under another key") {
    mpi.set(Address(mpi.get(first, mpi.layouts.hash_element.value)), mpi.layouts.attribute.av_key, 77);
    CHECK(code().find("has the keyval 77") != std::string::npos);
  }
  SUBCASE("of an origin that does not exist") {
    mpi.set(Address(mpi.get(first, mpi.layouts.hash_element.value)), mpi.layouts.attribute.av_set_from, 9);
    CHECK(code().find("has the origin 9") != std::string::npos);
  }
  SUBCASE("no table") {
    mpi.set(table, mpi.layouts.object.obj_class, mpi.class_of("ompi_group_t"));
    CHECK(code().find("there is no opal_hash_table_t") != std::string::npos);
  }
}
