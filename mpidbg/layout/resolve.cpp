#include "mpidbg/layout/resolve.h"

#include <algorithm>
#include <tuple>

namespace mpidbg::layout {

namespace {

FieldKind kind_of(int kind) {
  switch (kind) {
    case MPIDBG_FIELD_INTEGER:
      return FieldKind::integer;
    case MPIDBG_FIELD_POINTER:
      return FieldKind::pointer;
    case MPIDBG_FIELD_FLOAT:
      return FieldKind::floating;
    case MPIDBG_FIELD_ARRAY:
      return FieldKind::array;
    case MPIDBG_FIELD_STRUCT:
      return FieldKind::structure;
    case MPIDBG_FIELD_UNION:
      return FieldKind::union_;
    default:
      return FieldKind::unknown;
  }
}

}  // namespace

mqs_type *DebugInformation::find(const char *type) {
  if (last_name_ != type) {
    last_name_ = type;
    last_type_ = image_.find_type(type);
  }
  return last_type_;
}

std::optional<std::uint32_t> DebugInformation::struct_size(const char *type) {
  mqs_type *found = find(type);
  return found == nullptr ? std::nullopt : image_.size_of(found);
}

std::optional<FieldPlace> DebugInformation::field(const char *type, const char *name) {
  mqs_type *found = find(type);
  if (found == nullptr) return std::nullopt;
  const auto offset = image_.field_offset(found, name);
  if (!offset) return std::nullopt;
  FieldPlace place{*offset};
  if (const auto type_of_field = image_.field_type(found, name)) {
    place.width = static_cast<std::uint32_t>(std::min<std::uint64_t>(type_of_field->size, UINT32_MAX));
    place.kind = kind_of(type_of_field->kind);
  }
  return place;
}

std::optional<std::uint32_t> ProfileSource::struct_size(const char *type) {
  const ProfileStruct *found = profile_.find_struct(type);
  return found == nullptr ? std::nullopt : std::optional(found->size);
}

std::optional<FieldPlace> ProfileSource::field(const char *type, const char *name) {
  const ProfileStruct *found = profile_.find_struct(type);
  if (found == nullptr) return std::nullopt;
  const auto field = found->fields.find(name);
  if (field == found->fields.end()) return std::nullopt;
  return FieldPlace{field->second.offset, field->second.size, field_kind(field->second.kind)};
}

namespace {

// Looks up all slots of one layout in a source, without changing the layout.
class Resolution {
 public:
  Resolution(const AnyLayout &layout, LayoutSource &source, unsigned pointer_size)
      : source_(source), type_(layout.layout->type_name), pointer_size_(pointer_size) {
    const auto size = source.struct_size(type_);
    if (!size) {
      is_unknown_ = true;
      problem_ = std::string("unknown layout of ") + type_;
      return;
    }
    size_ = *size;
    for (const AnySlot &slot : layout.slots) {
      const auto found = place(slot);
      if (!problem_.empty()) return;
      fields_.push_back(found);
    }
    check_room();
  }

  struct Field {
    FieldPlace place;
    std::uint32_t width;  // number of bytes that are read
  };

  // Explains why the struct cannot be resolved; empty if it can.
  const std::string &problem() const { return problem_; }
  bool is_unknown() const { return is_unknown_; }
  std::uint32_t size() const { return size_; }
  // Returns the field for each slot; nullopt for an optional field that is absent.
  const std::vector<std::optional<Field>> &fields() const { return fields_; }

 private:
  struct Taken {
    std::uint32_t begin, end;
    const char *name;
  };

  std::optional<Field> place(const AnySlot &slot);
  void check_room();
  void fail(const char *field, const std::string &why) {
    problem_ = std::string("unsupported layout of ") + type_ + ": " + field + " " + why;
  }

  LayoutSource &source_;
  const char *type_;
  unsigned pointer_size_;
  std::uint32_t size_ = 0;
  bool is_unknown_ = false;
  std::vector<std::optional<Field>> fields_{};
  std::vector<Taken> taken_{};
  std::string problem_{};
};

std::optional<Resolution::Field> Resolution::place(const AnySlot &slot) {
  const Expectation &expected = slot.expected;
  const auto place = source_.field(type_, slot.name);
  if (!place) {
    if (slot.store_absence == nullptr)
      problem_ = std::string("unsupported layout of ") + type_ + ": missing " + slot.name;
    return std::nullopt;
  }
  if (const std::string why = mismatch(*place, expected); !why.empty()) {
    fail(slot.name, why);
    return std::nullopt;
  }
  std::uint32_t width = expected.width;
  if (expected.shape == Expectation::integer_16_or_32) width = std::max(width, place->width);
  if (expected.shape == Expectation::integer_32_or_struct && place->kind == FieldKind::structure) width = 16;
  if (place->offset > size_ || width > size_ - place->offset) {
    fail(slot.name, "at " + std::to_string(place->offset) + " is outside its " + std::to_string(size_) + " bytes");
    return std::nullopt;
  }
  const bool is_pointer = place->kind == FieldKind::pointer;
  const std::uint32_t extent = std::max(width, expected.extent);
  taken_.push_back({place->offset, place->offset + (is_pointer ? pointer_size_ : extent), slot.name});
  return Field{*place, width};
}

void Resolution::check_room() {
  std::sort(taken_.begin(), taken_.end(),
            [](const Taken &a, const Taken &b) { return std::tie(a.begin, a.end) < std::tie(b.begin, b.end); });
  for (std::size_t i = 0; i < taken_.size(); ++i) {
    const bool last = i + 1 == taken_.size();
    const std::uint32_t limit = last ? size_ : taken_[i + 1].begin;
    if (taken_[i].end <= limit) continue;
    const std::string before = last ? "the end" : taken_[i + 1].name;
    fail(taken_[i].name, "has " + std::to_string(limit - taken_[i].begin) + " bytes before " + before + ", expected " +
                             std::to_string(taken_[i].end - taken_[i].begin));
    return;
  }
}

// Extends the range of bytes that one read of a struct fetches. The range then covers the struct's base and parts as
// well.
class Widen {
 public:
  explicit Widen(std::span<const AnyLayout> layouts) : layouts_(layouts) {}

  void operator()(const AnyLayout &any) {
    if (!any.layout->resolved()) return;
    if (any.base != nullptr) include(*any.layout, 0, any.base);
    for (const AnySlot &slot : any.slots) {
      if (slot.parts.empty()) continue;
      const auto offset = slot.offset(slot.slot);
      if (!offset) continue;
      for (const LayoutId part : slot.parts) include(*any.layout, *offset, part);
    }
  }

 private:
  void include(StructLayout &layout, std::uint32_t offset, LayoutId id) {
    const auto found =
        std::find_if(layouts_.begin(), layouts_.end(), [&](const AnyLayout &one) { return one.id == id; });
    if (found == layouts_.end() || !found->layout->resolved()) return;
    const StructLayout &inner = *found->layout;
    (*this)(*found);
    layout.span_begin = std::min(layout.span_begin, offset + inner.span_begin);
    layout.span_end = std::max(layout.span_end, offset + inner.span_end);
  }

  std::span<const AnyLayout> layouts_;
};

}  // namespace

void resolve_from(const AnyLayout &any, LayoutSource &source, LayoutOrigin origin, unsigned pointer_size) {
  StructLayout &layout = *any.layout;
  const Resolution resolution(any, source, pointer_size);
  layout.problem = resolution.problem();
  layout.is_unknown = layout.problem.empty() || resolution.is_unknown();
  if (!layout.problem.empty()) return;
  std::uint32_t begin = UINT32_MAX, end = 0;
  for (std::size_t i = 0; i < any.slots.size(); ++i) {
    const AnySlot &slot = any.slots[i];
    const auto &field = resolution.fields()[i];
    if (!field) {
      slot.store_absence(slot.slot);
      continue;
    }
    slot.store(slot.slot, field->place, field->width);
    begin = std::min(begin, field->place.offset);
    end = std::max(end, field->place.offset + field->width);
  }
  layout.byte_size = resolution.size();
  layout.origin = origin;
  layout.span_begin = std::min(begin, end);
  layout.span_end = end;
}

std::string difference(const AnyLayout &any, LayoutSource &source, unsigned pointer_size) {
  const StructLayout &layout = *any.layout;
  const Resolution other(any, source, pointer_size);
  if (other.is_unknown()) return {};
  if (!other.problem().empty()) return other.problem();
  if (other.size() != layout.byte_size) {
    return std::string(layout.type_name) + " is " + std::to_string(layout.byte_size) + " bytes and not " +
           std::to_string(other.size());
  }
  const auto place = [](const std::optional<std::uint32_t> &offset) {
    return offset ? "at " + std::to_string(*offset) : "absent";
  };
  for (std::size_t i = 0; i < any.slots.size(); ++i) {
    const AnySlot &slot = any.slots[i];
    const auto &field = other.fields()[i];
    const auto here = slot.offset(slot.slot);
    const auto there = field ? std::optional(field->place.offset) : std::nullopt;
    if (here == there) continue;
    return std::string(layout.type_name) + "." + slot.name + " is " + place(here) + " and not " + place(there);
  }
  return {};
}

std::string resolve_all(std::span<const AnyLayout> layouts, LayoutSource &debug_information, LayoutSource *profile,
                        LayoutOrigin profile_origin, unsigned pointer_size) {
  for (const AnyLayout &any : layouts)
    resolve_from(any, debug_information, LayoutOrigin::debug_information, pointer_size);
  std::string disagreement;
  if (profile != nullptr) {
    for (const AnyLayout &any : layouts) {
      if (any.layout->resolved() && !any.varies && disagreement.empty())
        disagreement = difference(any, *profile, pointer_size);
    }
    if (disagreement.empty()) {
      for (const AnyLayout &any : layouts)
        if (!any.layout->resolved()) resolve_from(any, *profile, profile_origin, pointer_size);
    }
  }
  std::for_each(layouts.begin(), layouts.end(), Widen(layouts));
  if (profile == nullptr) return "no profile fits";
  return disagreement.empty() ? disagreement : "the debug information disagrees with the profile: " + disagreement;
}

}  // namespace mpidbg::layout
