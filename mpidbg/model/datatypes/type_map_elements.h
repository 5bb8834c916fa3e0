#pragma once
// Expands a type map into its elements, in MPI's order.

#include "mpidbg/model/datatypes/type_map.h"

namespace mpidbg::model {

// Keeps `count` elements of a map, starting with index `first`, and skips all others without visiting each of them.
class TypeMapElements final : public TypeMapSink {
 public:
  TypeMapElements(std::uint64_t first, std::uint64_t count) : skip_(first), wanted_(count) {}

  bool entry(const TypeMapEntry &entry, std::uint64_t size) override;

  const std::vector<TypeMapElement> &elements() const { return elements_; }
  // Returns true if an outermost loop has more than limits::type_map_blocks entries. No more are kept in memory to
  // repeat the loop.
  bool too_long() const { return too_long_; }

 private:
  struct Part {
    TypeMapEntry entry;
    // For entries that begin a loop, the number of elements in all rounds of the loop; UINT64_MAX if it is larger.
    std::uint64_t elements = 0;
    // For entries that begin a loop, the index of the loop's end in `parts_`.
    std::size_t end = 0;
  };

  void prepare();
  void write(std::size_t from, std::size_t to, std::int64_t offset);

  std::uint64_t skip_, wanted_;
  // The entries of the outermost loop that has not ended yet.
  std::vector<Part> parts_;
  unsigned depth_ = 0;
  bool too_long_ = false;
  std::vector<TypeMapElement> elements_;
};

}  // namespace mpidbg::model
