#pragma once
// Turns typed descriptions into offsets: from the host's debug information, else from a profile.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "mpidbg/debugger/callbacks.h"
#include "mpidbg/layout/profile.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout {

// Where a field lies according to a source.
struct FieldPlace {
  std::uint32_t offset = 0;
  std::uint32_t width = 0;  // 0: the source does not tell
};

// One place that knows struct layouts.
class LayoutSource {
 public:
  virtual ~LayoutSource() = default;
  virtual std::optional<std::uint32_t> struct_size(const char *type) = 0;
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

// Collects one layout's offsets from a source. Fails (problem not empty) at the first field that is missing, has
// another width than described, or does not lie within the struct.
class ResolveVisitor {
 public:
  ResolveVisitor(LayoutSource &source, const char *type, std::uint32_t size, unsigned pointer_size)
      : source_(source), type_(type), size_(size), pointer_size_(pointer_size) {}

  template <class T>
  void operator()(const char *name, Slot<T> &slot) {
    const std::uint32_t width = slot_width<T>(pointer_size_);
    const auto offset = place(name, width);
    if (!offset) return;
    slot.offset = *offset;
    slot.resolved = true;
    begin_ = std::min(begin_, *offset);
    end_ = std::max(end_, *offset + width);
  }

  const std::string &problem() const { return problem_; }
  std::uint32_t span_begin() const { return std::min(begin_, end_); }
  std::uint32_t span_end() const { return end_; }

 private:
  std::optional<std::uint32_t> place(const char *name, std::uint32_t width);

  LayoutSource &source_;
  const char *type_;
  std::uint32_t size_;
  unsigned pointer_size_;
  std::uint32_t begin_ = UINT32_MAX;
  std::uint32_t end_ = 0;
  std::string problem_;
};

// Resolves a whole layout from one source, or leaves it as it is and says why in layout.problem.
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
  if (!visitor.problem().empty()) {
    layout.problem = visitor.problem();
    return;
  }
  candidate.byte_size = *size;
  candidate.origin = origin;
  candidate.span_begin = visitor.span_begin();
  candidate.span_end = visitor.span_end();
  layout = candidate;
}

// The first difference between a resolved layout and what another source says of the same struct; empty if they agree
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
  std::vector<std::uint32_t> offsets;
  layout.describe([&](const char *, auto &slot) { offsets.push_back(slot.offset); });
  std::size_t at = 0;
  other.describe([&](const char *name, auto &slot) {
    if (found.empty() && offsets[at] != slot.offset) {
      found = std::string(layout.type_name) + "." + name + " is at " + std::to_string(offsets[at]) + " and not at " +
              std::to_string(slot.offset);
    }
    ++at;
  });
  return found;
}

// Resolves a set of layouts (with for_each, as openmpi::Layouts): from debug information struct by struct; the rest
// from the profile, but only if it agrees with every struct that both know. Returns why the profile was not used, or an
// empty text.
template <class LayoutSet>
std::string resolve_all(LayoutSet &layouts, LayoutSource &debug_information, LayoutSource *profile,
                        LayoutOrigin profile_origin, unsigned pointer_size) {
  layouts.for_each(
      [&](auto &layout) { resolve_from(layout, debug_information, LayoutOrigin::debug_information, pointer_size); });
  if (profile == nullptr) return "no profile fits";
  std::string disagreement;
  layouts.for_each([&](auto &layout) {
    if (layout.resolved() && disagreement.empty()) disagreement = difference(layout, *profile, pointer_size);
  });
  if (!disagreement.empty()) return "the debug information disagrees with the profile: " + disagreement;
  layouts.for_each([&](auto &layout) {
    if (!layout.resolved()) resolve_from(layout, *profile, profile_origin, pointer_size);
  });
  return {};
}

}  // namespace mpidbg::layout
