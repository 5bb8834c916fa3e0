#pragma once
// The check that a layout must pass: a live OPAL object names its class, and the class its size.

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "mpidbg/debugger/callbacks.h"
#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/openmpi/opal/object_layout.h"

namespace mpidbg::model::openmpi {

class Classes {
 public:
  Classes(const debugger::Image &image, const debugger::Memory &memory, const layout::openmpi::ClassLayout &layout)
      : image_(image), memory_(memory), layout_(layout) {}

  // Whether an object whose obj_class is `object_class` is a `name` (or derived from it) of `size` bytes. Errors:
  // not_found if it is another kind of object or none; layout if the class has another size than the layout, with both
  // numbers. `object` is for the messages. `name` must outlive this object.
  //
  // Names of classes are in read-only data, which core files omit. Where the host cannot read it, a class is known by
  // its exported symbol, NAME_class, instead.
  Status check(Address object_class, std::string_view name, std::uint32_t size, Address object);

  // Whether the class itself, not one that it is derived from, has the name.
  Result<bool> is(Address object_class, const std::string &name);

  // The class of that name in the neighbourhood of a known one: classes that one source file defines are close
  // together. Errors: not_supported if there is none.
  Result<Address> find_near(Address known, std::string_view name) const;

  // Objects whose class and size were found right so far.
  bool any_checked() const { return !passed_.empty(); }

 private:
  struct Class {
    std::optional<std::string> name;  // nothing if it cannot be read
    Address parent{};
    std::uint64_t size = 0;
  };

  Result<const Class *> read(Address object_class);
  bool has_name(const Class &candidate, Address address, std::string_view name) const;

  const debugger::Image image_;
  const debugger::Memory &memory_;
  const layout::openmpi::ClassLayout &layout_;
  std::unordered_map<Address, Class> classes_;
  // Class address -> the names that it was found to fulfil, so that the items of a list cost one look-up each.
  std::unordered_map<Address, std::vector<std::string_view>> passed_;
};

}  // namespace mpidbg::model::openmpi
