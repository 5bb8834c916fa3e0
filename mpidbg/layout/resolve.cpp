#include "mpidbg/layout/resolve.h"

namespace mpidbg::layout {

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
  return FieldPlace{*offset, 0};
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
  // A union is as wide as its widest member, which need not be the one described.
  const bool comparable = field->second.kind != "union";
  return FieldPlace{field->second.offset, comparable ? field->second.size : 0};
}

std::optional<std::uint32_t> ResolveVisitor::place(const char *name, std::uint32_t width) {
  if (!problem_.empty()) return std::nullopt;
  const auto place = source_.field(type_, name);
  if (!place) {
    problem_ = std::string("unsupported layout of ") + type_ + ": missing " + name;
    return std::nullopt;
  }
  if (width != 0 && place->width != 0 && place->width != width) {
    problem_ = std::string("unsupported layout of ") + type_ + ": " + name + " is " + std::to_string(place->width) +
               " bytes wide, expected " + std::to_string(width);
    return std::nullopt;
  }
  if (place->offset > size_ || width > size_ - place->offset) {
    problem_ = std::string("unsupported layout of ") + type_ + ": " + name + " at " + std::to_string(place->offset) +
               " lies outside its " + std::to_string(size_) + " bytes";
    return std::nullopt;
  }
  return place->offset;
}

}  // namespace mpidbg::layout
