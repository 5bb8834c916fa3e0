#pragma once
// Turns typed descriptions into offsets: from the host's debug information, else from a profile.
//
// A struct is resolved whole or not at all. Each field must be there, unless it is optional, must have the described
// kind and width where the source knows them, must be within the struct, and must leave room for the other fields. So a
// version of the library that changed a field is refused with a sentence that names it, also where the source knows
// offsets only.
//
// Layouts and slots are resolved without their types (AnyLayout, AnySlot): compiled once, and not for each of the
// hundred structs of a library.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "mpidbg/debugger/callbacks.h"
#include "mpidbg/layout/field_kind.h"
#include "mpidbg/layout/profile.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout {

// One place that knows struct layouts.
class LayoutSource {
 public:
  virtual ~LayoutSource() = default;
  virtual std::optional<std::uint32_t> struct_size(const char *type) = 0;
  virtual std::optional<FieldPlace> field(const char *type, const char *name) = 0;
};

// Looks structs up in the debugger's type information.
class DebugInformation final : public LayoutSource {
 public:
  explicit DebugInformation(const debugger::Image &image) : image_(image) {}
  std::optional<std::uint32_t> struct_size(const char *type) override;
  std::optional<FieldPlace> field(const char *type, const char *name) override;

 private:
  mqs_type *find(const char *type);

  const debugger::Image &image_;
  std::string last_name_;  // fields are asked for struct by struct, and some hosts allocate at every look-up
  mqs_type *last_type_ = nullptr;
};

class ProfileSource final : public LayoutSource {
 public:
  explicit ProfileSource(const Profile &profile) : profile_(profile) {}
  std::optional<std::uint32_t> struct_size(const char *type) override;
  std::optional<FieldPlace> field(const char *type, const char *name) override;

 private:
  const Profile &profile_;
};

// Stands for a type of layouts where the type itself is forgotten.
using LayoutId = const void *;
template <class Layout>
inline constexpr char layout_id = 0;

// A slot of a layout that outlives this, as far as resolving needs it.
struct AnySlot {
  const char *name;
  Expectation expected;
  void *slot;
  void (*store)(void *slot, const FieldPlace &place, std::uint32_t width);  // `width`: of what is read
  void (*store_absence)(void *slot);                                        // null: the field must be there
  std::optional<std::uint32_t> (*offset)(const void *slot);                 // none of an optional one that is absent
  std::span<const LayoutId> parts;                                          // the layouts of a Part
};

struct AnyLayout {
  StructLayout *layout;
  LayoutId id;
  LayoutId base;                 // null: none
  bool varies = false;           // differs between builds of one version
  std::vector<AnySlot> slots{};  // in the order of the description
};

namespace slots {

template <class T>
void store(void *any, const FieldPlace &place, std::uint32_t width) {
  auto &slot = *static_cast<Slot<T> *>(any);
  slot.offset = place.offset;
  slot.resolved = true;
  if constexpr (SlotTraits<T>::may_be_pointer) slot.is_pointer = place.kind == FieldKind::pointer;
  if constexpr (requires { slot.width; }) slot.width = width;
}
template <class T>
std::optional<std::uint32_t> offset(const void *any) {
  return static_cast<const Slot<T> *>(any)->offset;
}

template <class T>
void store_present(void *any, const FieldPlace &place, std::uint32_t width) {
  store<T>(&static_cast<Slot<Optional<T>> *>(any)->present.emplace(), place, width);
}
template <class T>
void store_absence(void *any) {
  static_cast<Slot<Optional<T>> *>(any)->present.reset();
}
template <class T>
std::optional<std::uint32_t> offset_if_present(const void *any) {
  const auto &present = static_cast<const Slot<Optional<T>> *>(any)->present;
  return present ? offset<T>(&*present) : std::nullopt;
}

template <class T>
struct Parts {
  static constexpr std::span<const LayoutId> ids{};
};
template <class... Layouts>
struct Parts<Part<Layouts...>> {
  static constexpr LayoutId array[] = {&layout_id<Layouts>...};
  static constexpr std::span<const LayoutId> ids = array;
};

}  // namespace slots

// Collects the slots of a layout; a visitor for describe().
class SlotCollector {
 public:
  SlotCollector(std::vector<AnySlot> &slots, unsigned pointer_size) : slots_(slots), pointer_size_(pointer_size) {}

  template <class T>
  [[gnu::noinline]] void operator()(const char *name, Slot<T> &slot) {
    slots_.push_back(
        {name, expectation<T>(pointer_size_), &slot, slots::store<T>, nullptr, slots::offset<T>, slots::Parts<T>::ids});
  }
  template <class T>
  [[gnu::noinline]] void operator()(const char *name, Slot<Optional<T>> &slot) {
    slots_.push_back({name, expectation<T>(pointer_size_), &slot, slots::store_present<T>, slots::store_absence<T>,
                      slots::offset_if_present<T>, slots::Parts<T>::ids});
  }

 private:
  std::vector<AnySlot> &slots_;
  unsigned pointer_size_;
};

template <class Layout>
AnyLayout any_layout(Layout &layout, unsigned pointer_size) {
  AnyLayout any{&layout, &layout_id<Layout>, nullptr};
  if constexpr (!std::is_void_v<typename Layout::Base>) any.base = &layout_id<typename Layout::Base>;
  SlotCollector collector(any.slots, pointer_size);
  layout.describe(collector);
  return any;
}

// Resolves a complete layout from one source, or leaves it as it is and says why in layout.problem.
void resolve_from(const AnyLayout &layout, LayoutSource &source, LayoutOrigin origin, unsigned pointer_size);
template <class Layout>
void resolve_from(Layout &layout, LayoutSource &source, LayoutOrigin origin, unsigned pointer_size) {
  resolve_from(any_layout(layout, pointer_size), source, origin, pointer_size);
}

// Returns the first difference between a resolved layout and the same struct in another source; empty if they agree or
// the source does not know the struct.
std::string difference(const AnyLayout &layout, LayoutSource &source, unsigned pointer_size);
template <class Layout>
std::string difference(Layout &layout, LayoutSource &source, unsigned pointer_size) {
  return difference(any_layout(layout, pointer_size), source, pointer_size);
}

// The one of a set of layouts that has the type.
template <class Layout, class LayoutSet>
Layout &layout_of(LayoutSet &layouts) {
  Layout *found = nullptr;
  layouts.for_each([&]<class Each>(Each &layout) {
    if constexpr (std::is_same_v<Each, Layout>) found = &layout;
  });
  return *found;
}

// Resolves a set of layouts: from debug information struct by struct; the rest from the profile, but only if it agrees
// with every struct that both know and that does not vary. Reads of a layout then fetch its base and its parts along.
// Returns why the profile was not used, or an empty text.
std::string resolve_all(std::span<const AnyLayout> layouts, LayoutSource &debug_information, LayoutSource *profile,
                        LayoutOrigin profile_origin, unsigned pointer_size);
// The same of a set with for_each, as openmpi::Layouts. `Varying`: those that vary.
template <class... Varying, class LayoutSet>
std::string resolve_all(LayoutSet &layouts, LayoutSource &debug_information, LayoutSource *profile,
                        LayoutOrigin profile_origin, unsigned pointer_size) {
  std::vector<AnyLayout> all;
  layouts.for_each([&]<class Layout>(Layout &layout) {
    all.push_back(any_layout(layout, pointer_size));
    all.back().varies = (std::is_same_v<Layout, Varying> || ...);
  });
  return resolve_all(std::span<const AnyLayout>(all), debug_information, profile, profile_origin, pointer_size);
}

}  // namespace mpidbg::layout
