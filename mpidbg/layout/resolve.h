#pragma once
// Fills in the offsets in layouts (typed descriptions of structs). The offsets come from the host's debug information
// or, if that lacks the struct, from a profile.
//
// A struct is resolved completely or not at all. Each field must exist, unless it is optional; must have the described
// kind and width, as far as the source states these; must be within the struct; and must not overlap other fields. So
// if a version of the library has changed a field, its layout is refused with a sentence that names the field. This
// works even if the source states only offsets.
//
// Layouts and slots are resolved without their C++ types (AnyLayout, AnySlot), so that the code is compiled only once
// for all structs of a library.

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

// Provides struct layouts from one source, such as debug information or a profile.
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
  std::string last_name_;  // callers request fields struct by struct, and some hosts allocate memory at every look-up
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

// Identifies a type of layouts at run time, where the C++ type is unknown.
using LayoutId = const void *;
template <class Layout>
inline constexpr char layout_id = 0;

// Holds what is needed to resolve one slot of a layout. The layout must outlive this object.
struct AnySlot {
  const char *name;
  Expectation expected;
  void *slot;
  void (*store)(void *slot, const FieldPlace &place, std::uint32_t width);  // `width` is that of the value
  void (*store_absence)(void *slot);                                        // null if the field must exist
  std::optional<std::uint32_t> (*offset)(const void *slot);                 // nullopt if an optional field is absent
  std::span<const LayoutId> parts;                                          // the layouts of a slot of type Part
};

struct AnyLayout {
  StructLayout *layout;
  LayoutId id;
  LayoutId base;                 // null if the layout has no base
  bool varies = false;           // true if the struct differs between builds of one version
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

// Collects the slots of a layout: a visitor for the layout's function describe().
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

// Resolves a complete layout from one source, or leaves the layout unchanged and stores the reason in layout.problem.
void resolve_from(const AnyLayout &layout, LayoutSource &source, LayoutOrigin origin, unsigned pointer_size);
template <class Layout>
void resolve_from(Layout &layout, LayoutSource &source, LayoutOrigin origin, unsigned pointer_size) {
  resolve_from(any_layout(layout, pointer_size), source, origin, pointer_size);
}

// Returns a text about the first difference between a resolved layout and the same struct in another source; empty if
// they agree or the source does not have the struct.
std::string difference(const AnyLayout &layout, LayoutSource &source, unsigned pointer_size);
template <class Layout>
std::string difference(Layout &layout, LayoutSource &source, unsigned pointer_size) {
  return difference(any_layout(layout, pointer_size), source, pointer_size);
}

// Returns the member of a set of layouts that has this type.
template <class Layout, class LayoutSet>
Layout &layout_of(LayoutSet &layouts) {
  Layout *found = nullptr;
  layouts.for_each([&]<class Each>(Each &layout) {
    if constexpr (std::is_same_v<Each, Layout>) found = &layout;
  });
  return *found;
}

// Resolves a set of layouts. Each struct is resolved from debug information if that has it, and otherwise from the
// profile. The profile is used only if it agrees with debug information about every struct that is in both, except for
// structs that vary between builds. Afterwards, a read of a struct also fetches its base and its parts. Returns the
// reason why the profile was not used, or an empty text.
std::string resolve_all(std::span<const AnyLayout> layouts, LayoutSource &debug_information, LayoutSource *profile,
                        LayoutOrigin profile_origin, unsigned pointer_size);
// Does the same for a set of layouts that has for_each(), like openmpi::Layouts. `Varying` lists the layouts that vary
// between builds.
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
