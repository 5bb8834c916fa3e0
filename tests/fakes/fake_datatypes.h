#pragma once
// Datatypes of a FakeOpenMpi: the table with the predefined ones, and derived ones with the arguments of their
// constructors. What the library computes the test gives.

#include <cstdint>
#include <vector>

#include "tests/fakes/fake_table.h"

namespace fakes {

class FakeDatatypes {
 public:
  explicit FakeDatatypes(FakeOpenMpi &mpi);

  // Fortran handles of predefined types, as mpif.h has them.
  enum Predefined {
    null = 0,
    byte = 1,
    character = 34,
    short_ = 37,
    int_ = 39,
    float_ = 45,
    double_ = 46,
    double_int = 49
  };
  Address operator[](int index) const { return predefined_[static_cast<std::size_t>(index)]; }

  // MPI_COMBINER_* of mpi.h.
  enum Combiner {
    dup = 1,
    contiguous,
    vector,
    hvector_integer,
    hvector,
    indexed,
    hindexed_integer,
    hindexed,
    indexed_block,
    struct_integer,
    structure,
    subarray,
    darray,
    f90_real,
    f90_complex,
    f90_integer,
    resized,
    hindexed_block
  };
  struct Kept {
    std::uint64_t size = 0;
    std::int64_t lb = 0, ub = 0, true_lb = 0, true_ub = 0;
    std::uint64_t elements = 0;
  };
  Address make(int combiner, const std::vector<std::int32_t> &integers, const std::vector<std::int64_t> &addresses,
               const std::vector<Address> &datatypes, const Kept &kept);
  // Of the library's own: no arguments.
  Address make_internal(const Kept &kept);

  void set_name(Address datatype, const std::string &name) {
    mpi_.memory.write_string(datatype + mpi_.layouts.datatype.name.offset, name);
  }
  void set_references(Address datatype, std::int32_t count) {
    mpi_.set(datatype, mpi_.layouts.object.obj_reference_count, static_cast<std::uint32_t>(count));
  }
  Address arguments(Address datatype) const { return Address(mpi_.get(datatype, mpi_.layouts.datatype.args)); }

  // Records of the library's data description.
  struct Record {
    std::uint16_t type = 0;  // 0 loop, 1 end of a loop, else a basic type
    std::uint64_t count = 0;
    std::uint64_t block_length = 0;
    std::int64_t extent = 0;
    std::int64_t displacement = 0;
  };
  void describe(Address datatype, const std::vector<Record> &records);

  FakeTable table;

 private:
  void keep(Address datatype, std::uint16_t flags, const Kept &kept);

  FakeOpenMpi &mpi_;
  std::vector<Address> predefined_;
};

}  // namespace fakes
