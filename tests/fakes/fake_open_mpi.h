#pragma once
// A process with Open MPI that does not exist: the library's objects laid out in a FakeMemory, in any pointer size and
// byte order. Struct layouts are made up (every field elsewhere than in any real build) from the very descriptions that
// the plugin resolves, and handed to the plugin as the host's types.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "mpidbg/layout/openmpi/layouts.h"
#include "tests/fakes/fake_host.h"
#include "tests/fakes/fake_memory.h"

namespace fakes {

namespace openmpi_layout = mpidbg::layout::openmpi;
using mpidbg::layout::Slot;

class FakeOpenMpi {
 public:
  // MPI_COMM_WORLD (with `size` processes of job `job`, this one `rank`), MPI_COMM_SELF and MPI_COMM_NULL, the groups
  // of them, ob1 selected, empty pools, MPI_Init completed.
  FakeOpenMpi(unsigned pointer_size, mpidbg::ByteOrder order, int rank, int size);
  // The same, laid out as a shipped profile of x86-64 says, which the plugin finds by the version.
  FakeOpenMpi(const std::string &profile, int rank, int size);

  static constexpr std::uint32_t job = 0x7fff0001;

  FakeMemory memory;
  FakeHost host;
  openmpi_layout::Layouts layouts;

  // What exists, by name.
  Address world{}, self{}, null{};
  Address mpi_int{};  // 4 bytes, "MPI_INT"

  // Writes one field of the struct at `address`.
  template <class T>
  void set(Address address, const Slot<T> &slot, std::uint64_t value) {
    memory.write_integer(address + slot.offset, value, width(slot));
  }
  void set(Address address, const Slot<Address> &slot, Address value) {
    memory.write_pointer(address + slot.offset, value);
  }
  template <class T>
  std::uint64_t get(Address address, const Slot<T> &slot) const {
    return memory.read_integer(address + slot.offset, width(slot));
  }

  template <class T>
  void set(Address address, const Slot<mpidbg::layout::Optional<T>> &slot, std::uint64_t value) {
    if (slot.present) set(address, *slot.present, value);
  }
  // A name, wherever the version keeps it.
  template <std::size_t size>
  void set_name(Address address, const Slot<mpidbg::layout::TextOrPointer<size>> &slot, const std::string &name) {
    if (slot.is_pointer) {
      memory.write_pointer(address + slot.offset, memory.new_string(name));
    } else {
      memory.write_string(address + slot.offset, name);
    }
  }

  // An object of the class, with one reference.
  Address new_object(const std::string &class_name, std::uint32_t size);
  // The class itself: size and name are the layout's.
  Address class_of(const std::string &name) const { return classes_.at(name); }

  Address new_proc(std::uint32_t job_id, std::uint32_t rank);
  // A dense group; members are pointers or sentinels. Registered in the Fortran table.
  Address new_group(const std::vector<Address> &members, int my_rank, std::uint32_t flags = 0x4);
  // Registered under its number and in the Fortran table; from 5.0 on with the same number on all members.
  Address new_communicator(const std::string &name, std::uint32_t context_id, Address local_group, int my_rank,
                           std::uint32_t flags = 0, Address remote_group = {});
  Address new_datatype(const std::string &name, std::uint64_t size);

  struct Request {
    Address communicator{};
    int peer = 0;
    int tag = 0;
    std::uint64_t count = 1;
    Address datatype{};  // mpi_int if null
    Address buffer{0x1234};
    bool persistent = false;
    int state = 2;               // active
    std::uint64_t complete = 0;  // pending
    int type = 2;                // receive
  };
  // A request of the pools; fill a posted one into its queue with post().
  Address new_receive(const Request &request);
  Address new_send(const Request &request, int mode = 4);
  void post(Address receive, const Request &request);
  // Puts a request back into the stack of free ones of its pool.
  void give_back(Address request);

  struct Message {
    Address communicator{};
    int source = 0;
    int tag = 0;
    std::uint64_t bytes = 4;
    bool rendezvous = false;
    std::uint16_t sequence = 0;
    std::uint16_t context = 0;
  };
  Address new_message(const Message &message);
  std::uint64_t number_of(Address communicator) const;  // which messages carry
  void arrive(const Message &message);
  // Makes fragments a ring, each linked to the next, and returns the first.
  Address ring(const std::vector<Address> &fragments);

  // The ob1 record of a communicator's peer, made on first use.
  Address ob1_proc(Address communicator, int peer);

  // An opal_free_list_t with room for 64 items, and its next item. make_pool makes one in memory that is there.
  Address new_pool(const std::string &item_class, std::uint32_t item_bytes);
  void make_pool(Address pool, const std::string &item_class, std::uint32_t item_bytes);
  Address new_pooled(Address pool, const std::string &class_name, std::uint32_t size);

  // Makes `list` the list of these items.
  void write_list(Address list, const std::vector<Address> &items);

  // Where the exported variables are.
  Address state_variable{};
  Address module{};  // mca_pml_ob1
  Address selected_pml{};
  Address communicator_table{};
  std::vector<Address> table_slots;  // what the table of communicators points to
  void write_communicator_table();

 private:
  template <class T>
  unsigned width(const Slot<T> &) const {
    return mpidbg::layout::slot_width<T>(memory.pointer_size());
  }
  void lay_out();
  std::string lay_out_as(const std::string &profile);  // the version
  void populate(const std::string &version, int rank, int size);
  void make_classes();
  void append(Address list, Address item);
  Address new_pointer_array();
  void register_in(Address array, std::vector<Address> &slots, Address object);
  void write_pointer_array(Address array, const std::vector<Address> &slots);
  Address new_request(Address pool, const std::string &class_name, std::uint32_t size, const Request &request);

  std::map<std::string, Address> classes_;
  std::map<std::uint64_t, std::vector<Address>> lists_;
  std::map<std::uint64_t, std::vector<Address>> pool_items_;
  std::map<std::uint64_t, Address> pool_chunks_;
  std::vector<Address> fortran_communicators_, fortran_groups_;
  Address fortran_communicator_table_{}, group_table_{}, send_pool_{}, receive_pool_{};
};

}  // namespace fakes
