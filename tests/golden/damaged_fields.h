#pragma once
// Fields of a fake process, damaged one at a time, and whether the answers about it say that something is wrong.

#include <set>
#include <string>
#include <vector>

#include "mpidbg/base/address.h"
#include "mqs_shim/records/noun.h"
#include "tests/fakes/fake_host.h"
#include "tests/fakes/fake_layouts.h"

namespace damaged {

using mpidbg::Address;

struct Field {
  std::string name;  // "MPIR_Request.comm"
  Address at{};
  unsigned width = 0;
};

class Fields {
 public:
  explicit Fields(unsigned pointer_size) : pointer_size_(pointer_size) {}

  // Of one struct; those of structs within it are to be added for themselves.
  template <class Layout>
  void add(const Layout &layout, Address at, const std::set<std::string> &but = {}) {
    const auto place = [&]<class T>(const char *name, const mpidbg::layout::Slot<T> &slot) {
      const unsigned width = mpidbg::layout::SlotTraits<T>::is_text ? 0 : slot_width(slot);
      if (width != 0 && !but.contains(name))
        all_.push_back({layout.type_name + ('.' + std::string(name)), at + slot.offset, width});
    };
    Layout copy = layout;  // visitors may change what they visit
    copy.describe(
        fakes::Overloaded{[&]<class T>(const char *name, mpidbg::layout::Slot<mpidbg::layout::Optional<T>> &slot) {
                            if (slot.present) place(name, *slot.present);
                          },
                          place});
  }
  void add(const std::string &name, Address at, unsigned width) {
    if (width != 0) all_.push_back({name, at, width});
  }

  const std::vector<Field> &all() const { return all_; }

 private:
  template <class T>
  unsigned slot_width(const mpidbg::layout::Slot<T> &) const {
    return mpidbg::layout::slot_extent<T>(pointer_size_);
  }
  unsigned slot_width(const mpidbg::layout::Slot<mpidbg::layout::Unsigned16Or32> &slot) const { return slot.width; }

  const unsigned pointer_size_;
  std::vector<Field> all_;
};

// What a difference of the answers is not to be taken for.
struct Tolerance {
  std::set<std::string> free_form;    // fields that may have any value: the answer may differ, in as many rows
  std::set<std::string> unconfirmed;  // fields whose damage nothing in the process shows
};

// Writes several wrong values into each of the fields, among them the addresses `elsewhere`, and asks for `nouns`: each
// answer has to be the same, or say that something is wrong and where. Fails the test case with a list of those that do
// not. What becomes of the answers has to be what damage/NAME.txt has.
void check(fakes::FakeHost &host, const Fields &fields, const std::vector<Address> &elsewhere,
           const Tolerance &tolerance, const std::set<mqs_shim::Noun> &nouns, const std::string &name);

}  // namespace damaged
