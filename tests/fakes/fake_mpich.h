#pragma once
// A process with MPICH that does not exist: its tables of objects, variables and categories, in any pointer size and
// byte order, and the static data that leads to them. Layouts are made up, as FakeOpenMpi's are, with the fields
// of 4.0.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "mpidbg/layout/mpich/layouts.h"
#include "mpidbg/model/mpich/objects/object_kinds.h"
#include "tests/fakes/fake_host.h"
#include "tests/fakes/fake_memory.h"
#include "tests/fakes/fake_pool.h"

namespace fakes {

class FakeMpich {
 public:
  // What carries messages within a node.
  enum class WithinNode { network, shared_memory };

  // MPI_Init completed, rank 1 of 3. `named`: symbols name the static data, as in a library that is not stripped; else
  // one exported symbol lies some pages before it.
  FakeMpich(unsigned pointer_size, mpidbg::ByteOrder order, bool named = true,
            WithinNode within_node = WithinNode::network);

  struct Control {
    std::string name = {};
    std::string description = {};
    std::uint32_t datatype = 0x4c000405;  // MPI_INT
    std::vector<std::uint64_t> values = {0};
    std::string text = {};  // of 0x4c000101, MPI_CHAR
    bool active = true;
    std::uint32_t verbosity = 221, bind = 9700, scope = 60438;
    Address get_addr = {};
  };
  // The entry, in the next place of its table; all before the debugger looks.
  Address add(const Control &variable);
  Address add_category(const std::string &name, const std::vector<int> &cvars = {},
                       const std::vector<int> &categories = {}, const std::vector<int> &events = {});
  // The entry, in the next place of the library's table, with the next index. The fields are those of a source with a
  // clock of nanoseconds, and of a type of events whose elements are a number of MPI_INT at 0 and one of MPI_DOUBLE
  // at 8.
  Address add_event_source(const std::string &name);
  Address add_event_type(const std::string &name, const std::string &description = {});
  void set_update_number(int number) { memory.write_integer(update_number, static_cast<std::uint32_t>(number), 4); }

  struct Communicator {
    std::string name = {};
    std::uint32_t context = 0x1f0;
    int rank = 0;
    std::vector<int> members = {0};  // ranks of MPI_COMM_WORLD
  };
  // MPIR_Comm of a communicator that is not an intercommunicator.
  Address add_communicator(const Communicator &communicator);
  // An attribute, put before the others of an object whose first one is in the slot; and its key.
  Address add_key(std::uint32_t object_kind = 1);
  template <class Layout>
  Address add_attribute(Address object, const mpidbg::layout::Slot<Address> Layout::*slot, const Layout &layout,
                        Address key, std::uint64_t value, unsigned type = 0) {
    const Address attribute = pool(mpidbg::model::mpich::ObjectKind::attribute).take();
    set(attribute, layouts.attribute.keyval, key.value());
    set(attribute, layouts.attribute.next, get(object, layout.*slot));
    set(attribute, layouts.attribute.attrType, type);
    set(attribute, layouts.attribute.value, value);
    set(object, layout.*slot, attribute.value());
    return attribute;
  }
  Address add_attribute(Address communicator, Address key, std::uint64_t value, unsigned type = 0) {
    return add_attribute(communicator, &mpidbg::layout::mpich::CommunicatorLayout::attributes, layouts.communicator,
                         key, value, type);
  }
  // Of a kind of 4.0, complete or not.
  Address add_request(unsigned kind, bool complete = false);
  Address new_ints(const std::vector<int> &values);
  // MPIDI_rank_map_t of a communicator.
  Address rank_map(Address communicator, bool of_local_group = false) const;

  // The objects of a kind that has a description.
  FakePool &pool(mpidbg::model::mpich::ObjectKind kind) { return pools.at(kind); }
  // The predefined object with the handle.
  Address predefined(mpidbg::model::mpich::ObjectKind kind, std::uint32_t index) const;

  template <class T>
  void set(Address address, const mpidbg::layout::Slot<T> &slot, std::uint64_t value) {
    memory.write_integer(address + slot.offset, value, mpidbg::layout::slot_width<T>(memory.pointer_size()));
  }

  template <class T>
  void set(Address address, const mpidbg::layout::Slot<mpidbg::layout::Optional<T>> &slot, std::uint64_t value) {
    set(address, slot.present.value(), value);
  }
  // The version of the process does not have the field. Before the plugin looks.
  template <class T>
  void lack(const mpidbg::layout::StructLayout &layout, const char *field,
            mpidbg::layout::Slot<mpidbg::layout::Optional<T>> &slot) {
    slot.present.reset();
    host.types[layout.type_name].fields.erase(field);
  }
  // The source and the tag of a receive, in the status of its request, as 5.0 notes them.
  void note_in_status(Address request, std::int32_t source, std::int32_t tag);

  std::uint64_t get(Address address, const mpidbg::layout::Slot<mpidbg::Address> &slot) const {
    return memory.read_integer(address + slot.offset, memory.pointer_size());
  }

  FakeMemory memory;
  FakeHost host;
  mpidbg::layout::mpich::Layouts layouts;

  std::map<mpidbg::model::mpich::ObjectKind, FakePool> pools;

  Address static_data{};
  Address process{}, world_state{}, update_number{};
  Address control_pointer{}, performance_pointer{}, category_pointer{};
  Address source_pointer{}, event_pointer{};                       // to the first entries
  Address control_table{}, performance_table{}, category_table{};  // UT_array

 private:
  void lay_out_all(WithinNode within_node);
  void make_pools(bool named);
  Address in_static_data(std::uint64_t bytes);
  Address new_array(std::uint64_t element_bytes, std::uint32_t room);
  Address next_element(Address array, std::uint64_t element_bytes);
  Address new_indices(const std::vector<int> &indices);
  // Makes an entry the last one of a hash table, and sets its index.
  template <class Layout>
  Address new_entry(Address first, const Layout &layout);

  std::uint64_t static_bytes_ = 0;  // in use
  std::map<mpidbg::model::mpich::ObjectKind, Address> predefined_;
};

}  // namespace fakes
