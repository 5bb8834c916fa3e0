#pragma once
// Variables, categories and enumerators of a fake process, in tables that no symbol names.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/fakes/fake_open_mpi.h"

namespace fakes {

class FakeVariables {
 public:
  explicit FakeVariables(FakeOpenMpi &mpi);

  // The library's numbers for types: MCA_BASE_VAR_TYPE_*.
  enum Type { int_type, unsigned_int, unsigned_long, unsigned_long_long, size_type, string, version, boolean, real };

  struct Control {
    std::string name = {};
    std::string description = {};  // empty: a null pointer
    int type = int_type;
    std::uint64_t value = 0;  // as its bits; of a string the address of its text
    std::uint32_t flags = 0x10000;
    std::uint32_t source = 0, level = 0, scope = 0, bind = 0;
    int synonym_for = -1;
    Address enumerator = {};
  };
  struct Performance {
    std::string name = {};
    int variable_class = 6;
    int type = unsigned_long;
    std::uint64_t value = 0;
    std::uint32_t flags = 0x180;
    std::uint32_t bind = 0;
    bool in_memory = true;  // read by the library's default function
  };
  // Each in the next slot of its table.
  Address add(const Control &variable);
  Address add_performance(const Performance &variable);
  Address add_category(const std::string &name, const std::vector<int> &cvars = {}, const std::vector<int> &pvars = {},
                       const std::vector<int> &categories = {});
  Address new_enumerator(const std::string &name, const std::vector<std::pair<int, std::string>> &items);
  Address new_flag_enumerator(const std::string &name, const std::vector<std::pair<int, std::string>> &items);

  using MemberArray = mpidbg::layout::Part<mpidbg::layout::openmpi::ValueArrayLayout>;
  void set_members(Address category, const Slot<MemberArray> &array, const std::vector<int> &indices);
  void set_update_number(int number);

  Address control_table{}, performance_table{}, category_table{};
  Address update_number_code{};

 private:
  Address place_class(const std::string &name, Address place);
  void append(Address table, std::vector<Address> &slots, Address object);
  Address storage(int type, std::uint64_t value);
  Address write_items(const std::vector<std::pair<int, std::string>> &items, const mpidbg::layout::StructLayout &layout,
                      const Slot<std::int32_t> &value, const Slot<Address> &text);

  FakeOpenMpi &mpi_;
  Address static_data_{}, array_class_{}, control_class_{}, performance_class_{}, category_class_{};
  std::vector<Address> controls_, performances_, categories_;
};

}  // namespace fakes
