#include "mpidbg/model/openmpi/opal/classes.h"

#include <algorithm>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/view.h"

namespace mpidbg::model::openmpi {

namespace {

constexpr std::size_t max_class_name = 128;
// A limit far above the number of classes in any version. If it is exceeded, the pointers do not lead to classes.
constexpr std::size_t max_classes = 4096;
// The number of bytes that find_near() searches on either side of a class, enough for about ten classes.
constexpr std::uint64_t neighbourhood = 1024;

}  // namespace

Result<const Classes::Class *> Classes::read(Address object_class) {
  if (const auto known = classes_.find(object_class); known != classes_.end()) return &known->second;
  if (classes_.size() >= max_classes) {
    return Error{ErrorCode::corrupt, "an implausible number of object classes", object_class};
  }
  MPIDBG_ASSIGN(view, layout::View<layout::openmpi::ClassLayout>::read(memory_, layout_, object_class));
  Class result;
  auto name =
      memory_.read_string(view.get(&layout::openmpi::ClassLayout::cls_name), max_class_name, "opal_class_t.cls_name");
  if (name) result.name = std::move(*name);
  result.parent = view.get(&layout::openmpi::ClassLayout::cls_parent);
  result.size = view.get(&layout::openmpi::ClassLayout::cls_sizeof);
  return &classes_.emplace(object_class, std::move(result)).first->second;
}

bool Classes::has_name(const Class &candidate, Address address, std::string_view name) const {
  return candidate.name ? *candidate.name == name : image_.find_symbol(std::string(name) + "_class") == address;
}

Result<bool> Classes::is(Address object_class, const std::string &name) {
  MPIDBG_ASSIGN(known, read(object_class));
  return has_name(*known, object_class, name);
}

Result<Address> Classes::find_near(Address known, std::string_view name) const {
  const auto is_it = [&](Address candidate) {
    const auto view = layout::View<layout::openmpi::ClassLayout>::read(memory_, layout_, candidate);
    if (!view) return false;
    const auto text = memory_.read_string(view->get(&layout::openmpi::ClassLayout::cls_name), max_class_name,
                                          "opal_class_t.cls_name");
    return text && *text == name;
  };
  for (std::uint64_t distance = layout_.byte_size; distance <= neighbourhood; distance += memory_.pointer_size()) {
    for (const Address candidate : {known + distance, Address(known.value() - distance)}) {
      if (is_it(candidate)) return candidate;
    }
  }
  return Error{ErrorCode::not_supported, "there is no class " + std::string(name) + " near the one at " + hex(known),
               known};
}

Status Classes::check(Address object_class, std::string_view name, std::uint32_t size, Address object) {
  if (const auto passed = passed_.find(object_class); passed != passed_.end()) {
    if (std::find(passed->second.begin(), passed->second.end(), name) != passed->second.end()) return {};
  }

  const auto no_object = [&] {
    return Error{ErrorCode::not_found, "there is no " + std::string(name) + " at " + hex(object), object};
  };
  Address at = object_class;
  for (unsigned depth = 0; depth < limits::depth && !at.is_null(); ++depth) {
    auto known = read(at);
    if (!known) return no_object();
    const Class &candidate = **known;
    if (has_name(candidate, at, name)) {
      if (candidate.size != size) {
        return Error{ErrorCode::layout,
                     "layout check failed: " + std::string(name) + " is " + std::to_string(candidate.size) +
                         " bytes in the process and " + std::to_string(size) + " in the layout",
                     object};
      }
      passed_[object_class].push_back(name);
      return {};
    }
    at = candidate.parent;
  }
  return no_object();
}

}  // namespace mpidbg::model::openmpi
