#pragma once
// Reads OPAL objects of one process. A view of an object is returned only after its class has been checked.

#include "mpidbg/debugger/callbacks.h"
#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/openmpi/layouts.h"
#include "mpidbg/layout/view.h"
#include "mpidbg/model/openmpi/opal/classes.h"

namespace mpidbg::model::openmpi {

using layout::View;
// The layouts are used without qualification in this namespace: View<GroupLayout>, &GroupLayout::grp_flags.
using namespace layout::openmpi;

class Objects {
 public:
  // `layouts` must be resolved. Objects are read together with their headers.
  Objects(const debugger::Image &image, const debugger::Memory &memory, Layouts layouts)
      : memory_(memory), layouts_(std::move(layouts)), classes_(image, memory_, layouts_.object_class) {}
  Objects(const Objects &) = delete;
  Objects &operator=(const Objects &) = delete;

  const debugger::Memory &memory() const { return memory_; }
  const Layouts &layouts() const { return layouts_; }
  Classes &classes() { return classes_; }

  // Reads a struct that is not an OPAL object.
  template <class Layout>
  Result<View<Layout>> read(const Layout &layout, Address address) const {
    return View<Layout>::read(memory_, layout, address);
  }

  // Reads an object and checks that its class is `class_name` or derived from it, with the size of the layout. Errors:
  // those of Classes::check() and of reading.
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

  // Returns a view of the same object as another struct: the base of the object's struct, or a struct that has it as
  // its base. The object's class is checked as in read_object().
  template <class Base, class Layout>
  Result<View<Base>> base_of(const View<Layout> &view, const Base &base) {
    MPIDBG_ASSIGN(header, view.as(layouts_.object));
    MPIDBG_TRY(classes_.check(header.get(&ObjectLayout::obj_class), base.type_name, base.byte_size, view.address()));
    return view.as(base);
  }

  // Returns the reference count in the header of an object.
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
