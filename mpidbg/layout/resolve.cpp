#include "mpidbg/layout/resolve.h"

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

void ResolveVisitor::fail(const char *field, const std::string &why) {
  problem_ = std::string("unsupported layout of ") + type_ + ": " + field + " " + why;
}

std::optional<FieldPlace> ResolveVisitor::place(const char *name, const Expectation &expected) {
  if (!problem_.empty()) return std::nullopt;
  const auto place = source_.field(type_, name);
  if (!place) {
    problem_ = std::string("unsupported layout of ") + type_ + ": missing " + name;
    return std::nullopt;
  }
  if (const std::string why = mismatch(*place, expected); !why.empty()) {
    fail(name, why);
    return std::nullopt;
  }
  std::uint32_t width = expected.width;
  if (expected.shape == Expectation::integer_16_or_32) width = std::max(width, place->width);
  if (expected.shape == Expectation::integer_32_or_struct && place->kind == FieldKind::structure) width = 16;
  if (place->offset > size_ || width > size_ - place->offset) {
    fail(name, "at " + std::to_string(place->offset) + " is outside its " + std::to_string(size_) + " bytes");
    return std::nullopt;
  }
  const bool is_pointer = place->kind == FieldKind::pointer;
  const std::uint32_t extent = std::max(width, expected.extent);
  taken_.push_back({place->offset, place->offset + (is_pointer ? pointer_size_ : extent), name});
  return place;
}

void ResolveVisitor::check_room() {
  if (!problem_.empty()) return;
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

}  // namespace mpidbg::layout
