#pragma once
// Converts typed descriptions to offsets, taken from the host's debug information or from a profile.
//
// A struct is resolved completely or not at all. Each field must exist unless it is optional, must have the described
// kind and size if the source knows them, must be inside the struct, and must leave room for the other fields. A
// version of the library in which a field changed is therefore rejected with a sentence that names the field, even if
// the source knows only offsets.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mpidbg/debugger/callbacks.h"
#include "mpidbg/layout/field_kind.h"
#include "mpidbg/layout/profile.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout {

// A source of struct layouts.
class LayoutSource {
 public:
  virtual ~LayoutSource() = default;
  // The size of a struct in bytes; nullopt if the source does not know the struct.
  virtual std::optional<std::uint32_t> struct_size(const char *type) = 0;
  // The place of a field; nullopt if the source does not know it.
  virtual std::optional<FieldPlace> field(const char *type, const char *name) = 0;
};

// The debugger's own type information.
class DebugInformation final : public LayoutSource {
 public:
  explicit DebugInformation(const debugger::Image &image) : image_(image) {}
  std::optional<std::uint32_t> struct_size(const char *type) override;
  std::optional<FieldPlace> field(const char *type, const char *name) override;

 private:
  mqs_type *find(const char *type);

  const debugger::Image &image_;
  // Fields are requested struct by struct, and some hosts allocate memory at each lookup.
  std::string last_name_;
  mqs_type *last_type_ = nullptr;
};

// A profile as a source.
class ProfileSource final : public LayoutSource {
 public:
  explicit ProfileSource(const Profile &profile) : profile_(profile) {}
  std::optional<std::uint32_t> struct_size(const char *type) override;
  std::optional<FieldPlace> field(const char *type, const char *name) override;

 private:
  const Profile &profile_;
};

// Collects the offsets of one layout from a source. Fails at the first field that does not match its description;
// problem() is then not empty.
class ResolveVisitor {
 public:
  ResolveVisitor(LayoutSource &source, const char *type, std::uint32_t size, unsigned pointer_size)
      : source_(source), type_(type), size_(size), pointer_size_(pointer_size) {}

  template <class T>
  void operator()(const char *name, Slot<T> &slot) {
    const Expectation expected = expectation<T>(pointer_size_);
    const auto found = place(name, expected);
    if (!found) return;
    slot.offset = found->offset;
    slot.resolved = true;
    std::uint32_t width = expected.width;
    if constexpr (SlotTraits<T>::may_be_pointer) slot.is_pointer = found->kind == FieldKind::pointer;
    if constexpr (std::is_same_v<T, Unsigned16Or32>) width = slot.width = std::max(found->width, expected.width);
    if constexpr (std::is_same_v<T, Unsigned32Or128>) {
      width = slot.width = found->kind == FieldKind::structure ? 16 : expected.width;
    }
    begin_ = std::min(begin_, found->offset);
    end_ = std::max(end_, found->offset + width);
  }
  template <class T>
  void operator()(const char *name, Slot<Optional<T>> &slot) {
    if (source_.field(type_, name)) (*this)(name, slot.present.emplace());
  }

  // Must be called after the last field.
  void check_room();

  const std::string &problem() const { return problem_; }
  std::uint32_t span_begin() const { return std::min(begin_, end_); }
  std::uint32_t span_end() const { return end_; }

 private:
  struct Taken {
    std::uint32_t begin, end;
    const char *name;
  };

  std::optional<FieldPlace> place(const char *name, const Expectation &expected);
  void fail(const char *field, const std::string &why);

  LayoutSource &source_;
  const char *type_;
  std::uint32_t size_;
  unsigned pointer_size_;
  std::uint32_t begin_ = UINT32_MAX;
  std::uint32_t end_ = 0;
  std::vector<Taken> taken_;
  std::string problem_;
};

// Resolves a complete layout from one source; otherwise leaves it unchanged and sets layout.problem.
template <class Layout>
void resolve_from(Layout &layout, LayoutSource &source, LayoutOrigin origin, unsigned pointer_size) {
  const auto size = source.struct_size(layout.type_name);
  if (!size) {
    layout.problem = std::string("unknown layout of ") + layout.type_name;
    return;
  }
  Layout candidate;
  ResolveVisitor visitor(source, candidate.type_name, *size, pointer_size);
  candidate.describe(visitor);
  visitor.check_room();
  if (!visitor.problem().empty()) {
    layout.problem = visitor.problem();
    layout.is_unknown = false;
    return;
  }
  candidate.byte_size = *size;
  candidate.origin = origin;
  candidate.span_begin = visitor.span_begin();
  candidate.span_end = visitor.span_end();
  layout = candidate;
}

// Returns the offset of a slot; nullopt for an optional slot that is absent.
template <class T>
std::optional<std::uint32_t> offset_of(const Slot<T> &slot) {
  return slot.offset;
}
template <class T>
std::optional<std::uint32_t> offset_of(const Slot<Optional<T>> &slot) {
  return slot.present ? offset_of(*slot.present) : std::nullopt;
}

// Describes the first difference between a resolved layout and the same struct in another source; empty if they agree
// or the source does not know the struct.
template <class Layout>
std::string difference(Layout &layout, LayoutSource &source, unsigned pointer_size) {
  if (!source.struct_size(layout.type_name)) return {};
  Layout other;
  resolve_from(other, source, LayoutOrigin::profile_by_version, pointer_size);
  if (!other.resolved()) return other.problem;
  if (other.byte_size != layout.byte_size) {
    return std::string(layout.type_name) + " is " + std::to_string(layout.byte_size) + " bytes and not " +
           std::to_string(other.byte_size);
  }
  std::string found;
  std::vector<std::optional<std::uint32_t>> offsets;
  layout.describe([&](const char *, auto &slot) { offsets.push_back(offset_of(slot)); });
  const auto place = [](const std::optional<std::uint32_t> &offset) {
    return offset ? "at " + std::to_string(*offset) : "absent";
  };
  std::size_t at = 0;
  other.describe([&](const char *name, auto &slot) {
    if (found.empty() && offsets[at] != offset_of(slot)) {
      found = std::string(layout.type_name) + "." + name + " is " + place(offsets[at]) + " and not " +
              place(offset_of(slot));
    }
    ++at;
  });
  return found;
}

// Returns the layout of the given type in a set.
template <class Layout, class LayoutSet>
Layout &layout_of(LayoutSet &layouts) {
  Layout *found = nullptr;
  layouts.for_each([&]<class Each>(Each &layout) {
    if constexpr (std::is_same_v<Each, Layout>) found = &layout;
  });
  return *found;
}

// Extends the range read for a layout to include its base and its parts.
template <class LayoutSet>
class Widen {
 public:
  explicit Widen(LayoutSet &layouts) : layouts_(layouts) {}

  template <class Layout>
  void operator()(Layout &layout) {
    if (!layout.resolved()) return;
    if constexpr (!std::is_void_v<typename Layout::Base>) {
      include(layout, 0, layout_of<typename Layout::Base>(layouts_));
    }
    layout.describe([&]<class T>(const char *, Slot<T> &slot) { include_part(layout, slot); });
  }

 private:
  template <class Inner>
  void include(StructLayout &layout, std::uint32_t offset, Inner &inner) {
    if (!inner.resolved()) return;
    (*this)(inner);
    layout.span_begin = std::min(layout.span_begin, offset + inner.span_begin);
    layout.span_end = std::max(layout.span_end, offset + inner.span_end);
  }
  template <class... Layouts>
  void include_part(StructLayout &layout, const Slot<Part<Layouts...>> &slot) {
    (include(layout, slot.offset, layout_of<Layouts>(layouts_)), ...);
  }
  template <class T>
  void include_part(StructLayout &layout, const Slot<Optional<T>> &slot) {
    if (slot.present) include_part(layout, *slot.present);
  }
  template <class T>
  void include_part(StructLayout &, const Slot<T> &) {}

  LayoutSet &layouts_;
};

// Resolves a set of layouts, which has for_each() like openmpi::Layouts. Each struct is resolved from debug information
// if possible, and the others from the profile, provided that it agrees with all structs that both sources know.
// Layouts in `Varying` are not compared, because they differ between builds of one version. Returns why the profile was
// not used, or an empty string.
template <class... Varying, class LayoutSet>
std::string resolve_all(LayoutSet &layouts, LayoutSource &debug_information, LayoutSource *profile,
                        LayoutOrigin profile_origin, unsigned pointer_size) {
  layouts.for_each(
      [&](auto &layout) { resolve_from(layout, debug_information, LayoutOrigin::debug_information, pointer_size); });
  Widen<LayoutSet> widen(layouts);
  if (profile == nullptr) {
    layouts.for_each(widen);
    return "no profile fits";
  }
  std::string disagreement;
  layouts.for_each([&]<class Layout>(Layout &layout) {
    if constexpr (!(std::is_same_v<Layout, Varying> || ...)) {
      if (layout.resolved() && disagreement.empty()) disagreement = difference(layout, *profile, pointer_size);
    }
  });
  if (disagreement.empty()) {
    layouts.for_each([&](auto &layout) {
      if (!layout.resolved()) resolve_from(layout, *profile, profile_origin, pointer_size);
    });
  }
  layouts.for_each(widen);
  return disagreement.empty() ? disagreement : "the debug information disagrees with the profile: " + disagreement;
}

}  // namespace mpidbg::layout
