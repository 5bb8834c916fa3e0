#pragma once
// Reading OPAL objects of one process: a view of a struct is only handed out once its class was checked.

#include "mpidbg/debugger/callbacks.h"
#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/openmpi/layouts.h"
#include "mpidbg/layout/view.h"
#include "mpidbg/model/openmpi/opal/classes.h"

namespace mpidbg::model::openmpi {

using layout::View;
using namespace layout::openmpi;  // the layouts go by their own names here: View<GroupLayout>, &GroupLayout::grp_flags

class Objects {
 public:
  // Layouts are resolved; the object header is read along with each object from now on.
  Objects(const debugger::Image &image, const debugger::Memory &memory, Layouts layouts)
      : memory_(memory), layouts_(std::move(layouts)), classes_(image, memory_, layouts_.object_class) {}
  Objects(const Objects &) = delete;
  Objects &operator=(const Objects &) = delete;

  const debugger::Memory &memory() const { return memory_; }
  const Layouts &layouts() const { return layouts_; }
  Classes &classes() { return classes_; }

  // A struct that is not an object of its own.
  template <class Layout>
  Result<View<Layout>> read(const Layout &layout, Address address) const {
    return View<Layout>::read(memory_, layout, address);
  }

  // An object, checked to be of class `class_name` (or derived) with the layout's size.
  template <class Layout>
  Result<View<Layout>> read_object(const Layout &layout, Address address, const char *class_name) {
    auto view = View<Layout>::read(memory_, layout, address);
    if (!view) return view;
    MPIDBG_ASSIGN(header, view->as(layouts_.object));
    MPIDBG_TRY(classes_.check(header.get(&ObjectLayout::obj_class), class_name, layout.byte_size, address));
    return view;
  }
  template <class Layout>
  Result<View<Layout>> read_object(const Layout &layout, Address address) {
    return read_object(layout, address, layout.type_name);
  }

  // The struct that an object's own struct starts with, or one that starts with it, checked against the object's class
  // in the same way.
  template <class Base, class Layout>
  Result<View<Base>> base_of(const View<Layout> &view, const Base &base) {
    MPIDBG_ASSIGN(header, view.as(layouts_.object));
    MPIDBG_TRY(classes_.check(header.get(&ObjectLayout::obj_class), base.type_name, base.byte_size, view.address()));
    return view.as(base);
  }

  template <class Layout>
  Result<std::int32_t> reference_count(const View<Layout> &view) const {
    MPIDBG_ASSIGN(header, view.as(layouts_.object));
    return header.get(&ObjectLayout::obj_reference_count);
  }

 private:
  debugger::Memory memory_;
  Layouts layouts_;
  Classes classes_;
};

}  // namespace mpidbg::model::openmpi
