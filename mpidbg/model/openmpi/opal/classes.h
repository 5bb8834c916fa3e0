#pragma once
// Classes checks layouts against the process: a live OPAL object refers to its class, and the class contains the size
// of the object.

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

  // Checks an object by its class. `object_class` is the obj_class of the object, and `object` its address for errors.
  // Succeeds if the class is `name` or derived from it, and if objects of class `name` have `size` bytes. `name` must
  // outlive this object. Errors: not_found if the object is of another class or none; layout, with both numbers, if the
  // class and the layout differ in size.
  //
  // Names of classes are in read-only data, which core files omit. If the host cannot read a name, the class is
  // identified by its exported symbol, NAME_class.
  Status check(Address object_class, std::string_view name, std::uint32_t size, Address object);

  // Returns true if the class itself has the name. Names of its base classes do not count.
  Result<bool> is(Address object_class, const std::string &name);

  // Returns the class with this name near a known class, because the classes of one source file are close together.
  // Errors: not_supported if there is none.
  Result<Address> find_near(Address known, std::string_view name) const;

  // Returns true if check() has succeeded for any object.
  bool any_checked() const { return !passed_.empty(); }

 private:
  struct Class {
    // The name of the class; empty if it cannot be read.
    std::optional<std::string> name;
    Address parent{};
    std::uint64_t size = 0;
  };

  Result<const Class *> read(Address object_class);
  bool has_name(const Class &candidate, Address address, std::string_view name) const;

  const debugger::Image image_;
  const debugger::Memory &memory_;
  const layout::openmpi::ClassLayout &layout_;
  std::unordered_map<Address, Class> classes_;
  // For each class address, the names for which check() succeeded. The check of a further object of the class then
  // costs only one lookup.
  std::unordered_map<Address, std::vector<std::string_view>> passed_;
};

}  // namespace mpidbg::model::openmpi
