#pragma once
// A type map written out: every element of it, in MPI's order.

#include "mpidbg/model/datatypes/type_map.h"

namespace mpidbg::model {

// Keeps `count` elements from the `first` on. Skips the others without visiting each.
class TypeMapElements final : public TypeMapSink {
 public:
  TypeMapElements(std::uint64_t first, std::uint64_t count) : skip_(first), wanted_(count) {}

  bool entry(const TypeMapEntry &entry, std::uint64_t size) override;

  const std::vector<TypeMapElement> &elements() const { return elements_; }
  // A single loop has more entries than can be kept to repeat them.
  bool too_long() const { return too_long_; }

 private:
  struct Part {
    TypeMapEntry entry;
    std::uint64_t elements = 0;  // of a loop, in all rounds; saturated
    std::size_t end = 0;         // of a loop
  };

  void prepare();
  void write(std::size_t from, std::size_t to, std::int64_t offset);

  std::uint64_t skip_, wanted_;
  std::vector<Part> parts_;  // of the outermost loop that has not ended
  unsigned depth_ = 0;
  bool too_long_ = false;
  std::vector<TypeMapElement> elements_;
};

}  // namespace mpidbg::model
