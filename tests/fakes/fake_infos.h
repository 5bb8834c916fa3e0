#pragma once
// Info objects of a fake process, and the hints of its communicators, windows and files.

#include <string>
#include <utility>
#include <vector>

#include "tests/fakes/fake_table.h"

namespace fakes {

class FakeInfos {
 public:
  using Pairs = std::vector<std::pair<std::string, std::string>>;

  // The table with MPI_INFO_NULL and MPI_INFO_ENV (with these pairs) in it.
  explicit FakeInfos(FakeOpenMpi &mpi, const Pairs &environment_pairs = {});

  // Registered in the table.
  Address new_info(const Pairs &pairs);
  // As the library does when MPI_Info_free ends the last reference.
  void remove(Address info);
  // Gives the communicator, window or file at `object` its own info object, with these pairs as they are, and returns
  // that.
  Address set_hints(Address object, const Pairs &pairs);

  // Makes an opal_info_t (or what starts with one) have these pairs.
  void fill(Address info, const Pairs &pairs);
  std::vector<Address> entries_of_last_fill;

  Address null{}, environment{};

 private:
  Address new_counted(const std::string &text);

  FakeOpenMpi &mpi_;
  FakeTable table_;
  std::vector<Address> infos_;
};

}  // namespace fakes
