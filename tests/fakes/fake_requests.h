#pragma once
// Requests of a FakeOpenMpi beside those of its pools, and matched messages.

#include "tests/fakes/fake_table.h"

namespace fakes {

class FakeRequests {
 public:
  // MPI_REQUEST_NULL and the request of what is complete at once; the component libnbc with an empty pool, an empty
  // list of file requests, and the classes of the others.
  explicit FakeRequests(FakeOpenMpi &mpi);

  Address null{}, empty{};
  FakeTable table;

  // Fields that every request has. State: 0 free, 1 inactive, 2 active, 3 cancelled. Type: as in ompi/request.
  void set_common(Address request, int type, int state, bool complete);
  void set_status(Address request, int source, int tag, std::uint64_t bytes, bool cancelled = false);

  Address new_generalized(Address query, Address free, Address cancel, Address state);
  Address new_noop();

  struct Collective {
    Address communicator{};
    int tag = -27;
    std::uint64_t row_offset = 0;
    bool complete = false;
    bool persistent = false;
    int state = 2;
    std::vector<Address> parts{};  // the transfers in progress
    Address temporary{0x9000};
  };
  // `schedule` comes from a FakeSchedule; empty: the library threw it away.
  Address new_collective(const Collective &collective, const std::vector<std::uint8_t> &schedule);

  // Type: 0 write, 1 read. With `ompio_file` the posix layer is at it.
  Address new_file_request(int type, bool complete, Address ompi_file);

  Address new_rdma_request(int type, Address window, int target);

 private:
  Address component_{}, file_list_{};
  std::vector<Address> file_items_;
  FakeOpenMpi &mpi_;
};

// The bytes of a schedule.
class FakeSchedule {
 public:
  explicit FakeSchedule(FakeOpenMpi &mpi) : mpi_(mpi) { begin_round(); }

  FakeSchedule &send(int peer, std::uint64_t count, Address buffer, bool temporary = false, bool local = false);
  FakeSchedule &receive(int peer, std::uint64_t count, Address buffer);
  FakeSchedule &reduce(Address op, std::uint64_t count, Address source, Address target);
  FakeSchedule &copy(std::uint64_t count, Address source, Address target);
  FakeSchedule &unpack(std::uint64_t count, Address source, Address target);
  FakeSchedule &next_round();
  std::uint64_t round_offset() const { return round_; }
  std::vector<std::uint8_t> end();

 private:
  void begin_round();
  // Appends one operation's struct, filled by `fill(address)`.
  template <class Layout, class Fill>
  FakeSchedule &add(const Layout &layout, int type, Fill &&fill);

  FakeOpenMpi &mpi_;
  std::vector<std::uint8_t> bytes_;
  std::uint64_t round_ = 0;
  int operations_ = 0;
};

class FakeMessages {
 public:
  explicit FakeMessages(FakeOpenMpi &mpi);

  Address null{}, no_proc{};
  FakeTable table;

  // Matched by a probe; `probe` is 5 for MPI_Improbe. Its fragment says tag and protocol.
  Address add(const FakeOpenMpi::Message &message, int probe = 5);
  // Received: back in the stack of free ones.
  void release(Address message);

 private:
  Address pool_{};
  FakeOpenMpi &mpi_;
};

}  // namespace fakes
