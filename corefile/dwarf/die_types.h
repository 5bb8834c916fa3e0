#pragma once
// Converts debugging information entries to StructType. The entries come from a Backend, which reads a file
// (libdw_dies.h) or is made by a test.
//
// A Backend has
//
//   using Die            copyable and valid while the backend lives, with
//     unsigned tag() const
//     std::string name() const                                  empty if it has none
//     std::optional<std::uint64_t> number(unsigned attribute) const
//     std::optional<std::uint64_t> member_offset() const        DW_AT_data_member_location, a number or an expression
//     bool has(unsigned attribute) const
//     std::optional<Die> type() const                           the target of DW_AT_type
//     std::optional<Die> signed_type() const                    the target of DW_AT_signature, in a unit of its own
//     std::vector<Die> children() const
//   std::optional<std::vector<Die>> next_unit()                 the entries of the next unit; nullopt after the last
//   unsigned address_size() const
//   std::string failure() const                                 what could not be read; empty without errors

#include <dwarf.h>

#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "corefile/dwarf/type_index.h"

namespace corefile {

template <class Backend>
class DieTypes : public TypeSource {
 public:
  using Die = typename Backend::Die;

  explicit DieTypes(Backend backend) : backend_(std::move(backend)) {}

  mpidbg::Result<std::unique_ptr<StructType>> find(std::string_view name) override {
    has_too_many_members_ = false;
    auto found = find_named(std::string(name), 0);
    if (found) found->name = name;
    if (const std::string failure = backend_.failure(); !failure.empty()) {
      return mpidbg::Error{mpidbg::ErrorCode::corrupt, failure};
    }
    if (has_too_many_members_) {
      return mpidbg::Error{mpidbg::ErrorCode::corrupt, std::string(name) + " has more than " +
                                                           std::to_string(most_members) +
                                                           " members, those of its members included"};
    }
    return found;
  }

 private:
  static constexpr unsigned most_typedefs = 64;
  static constexpr unsigned most_nested = 16;
  // The limit for the members of one struct, including those of its unnamed structs. In damaged debug information, a
  // struct can be its own member.
  static constexpr std::size_t most_members = 4096;

  static bool is_aggregate(unsigned tag) {
    return tag == DW_TAG_structure_type || tag == DW_TAG_union_type || tag == DW_TAG_class_type;
  }
  static bool is_complete(const Die &die) { return !die.has(DW_AT_declaration) && die.has(DW_AT_byte_size); }
  static bool only_renames(unsigned tag) {
    return tag == DW_TAG_typedef || tag == DW_TAG_const_type || tag == DW_TAG_volatile_type ||
           tag == DW_TAG_restrict_type || tag == DW_TAG_atomic_type;
  }

  // Follows typedefs, qualifiers and signatures, and returns the type at the end of the chain.
  static std::optional<Die> underlying(std::optional<Die> type) {
    for (unsigned steps = 0; type && only_renames(type->tag()); ++steps) {
      if (steps == most_typedefs) return std::nullopt;
      type = type->type();
    }
    return type && type->has(DW_AT_signature) ? type->signed_type() : type;
  }

  std::unique_ptr<StructType> find_named(const std::string &name, unsigned depth) {
    for (;;) {
      if (const auto tag = aggregates_.find(name); tag != aggregates_.end()) return build(tag->second);
      if (const auto alias = typedefs_.find(name); alias != typedefs_.end()) {
        const std::optional<Die> type = underlying(alias->second);
        if (type && is_aggregate(type->tag()) && is_complete(*type)) return build(*type);
        // This unit only declares the type; another unit defines it.
        const std::string tag = type && is_aggregate(type->tag()) ? type->name() : std::string();
        if (tag.empty() || tag == name || depth == most_typedefs) {
          if (tag != name) return nullptr;
        } else {
          return find_named(tag, depth + 1);
        }
      }
      const auto unit = backend_.next_unit();
      if (!unit) return nullptr;
      for (const Die &die : *unit) add_to_index(die);
    }
  }

  void add_to_index(const Die &die) {
    const unsigned tag = die.tag();
    if (tag == DW_TAG_typedef) {
      typedefs_.try_emplace(die.name(), die);
    } else if (is_aggregate(tag) && is_complete(die)) {
      if (std::string name = die.name(); !name.empty()) aggregates_.try_emplace(std::move(name), die);
    }
  }

  std::unique_ptr<StructType> build(const Die &die) const {
    auto type = std::make_unique<StructType>();
    type->size = die.number(DW_AT_byte_size).value_or(0);
    type->is_union = die.tag() == DW_TAG_union_type;
    std::size_t members = 0;
    add_fields(die, "", 0, 0, members, *type);
    has_too_many_members_ = members > most_members;
    return type;
  }

  // Adds the members of `aggregate` to `into`. `prefix` is put before their names: "u." for the members of a member `u`
  // of anonymous type.
  void add_fields(const Die &aggregate, const std::string &prefix, std::uint64_t base, unsigned depth,
                  std::size_t &members, StructType &into) const {
    if (depth > most_nested) return;
    for (const Die &child : aggregate.children()) {
      const bool is_member = child.tag() == DW_TAG_member, is_base_class = child.tag() == DW_TAG_inheritance;
      if ((!is_member && !is_base_class) || child.has(DW_AT_external)) continue;
      if (members > most_members || ++members > most_members) return;
      const std::uint64_t bits = child.number(DW_AT_data_bit_offset).value_or(0);
      const std::uint64_t offset = base + child.member_offset().value_or(bits / 8);
      const std::string name = child.name();
      const std::optional<Die> type = underlying(child.type());
      if (type && is_aggregate(type->tag()) && (is_base_class || name.empty())) {
        add_fields(*type, prefix, offset, depth + 1, members, into);
      } else if (!name.empty()) {
        const std::optional<Die> declared = child.type();
        into.fields.push_back(make_field(prefix + name, offset, declared));
        const bool is_anonymous = declared && is_aggregate(declared->tag()) && declared->name().empty();
        if (is_anonymous) add_fields(*declared, into.fields.back().name + ".", offset, depth + 1, members, into);
      }
    }
  }

  StructField make_field(const std::string &name, std::uint64_t offset, const std::optional<Die> &declared) const {
    StructField field;
    field.name = name;
    field.offset = offset;
    const std::optional<Die> type = underlying(declared);
    field.kind = kind_of(type);
    field.size = size_of(type, 0);
    field.type_name = type_name(declared, 0);
    if (field.kind == FieldKind::array) {
      field.element_size = size_of(underlying(type->type()), 0);
      field.type_name = type_name(type->type(), 0);
    }
    return field;
  }

  static FieldKind kind_of(const std::optional<Die> &type) {
    switch (type ? type->tag() : 0) {
      case DW_TAG_structure_type:
      case DW_TAG_class_type:
        return FieldKind::structure;
      case DW_TAG_union_type:
        return FieldKind::union_;
      case DW_TAG_array_type:
        return FieldKind::array;
      case DW_TAG_enumeration_type:
        return FieldKind::enumeration;
      case DW_TAG_pointer_type:
      case DW_TAG_reference_type:
      case DW_TAG_rvalue_reference_type:
        return FieldKind::pointer;
      case DW_TAG_base_type:
        return kind_of_encoding(type->number(DW_AT_encoding).value_or(0));
      default:
        return FieldKind::other;
    }
  }

  static FieldKind kind_of_encoding(std::uint64_t encoding) {
    switch (encoding) {
      case DW_ATE_boolean:
        return FieldKind::boolean;
      case DW_ATE_signed:
      case DW_ATE_signed_char:
        return FieldKind::signed_integer;
      case DW_ATE_unsigned:
      case DW_ATE_unsigned_char:
        return FieldKind::unsigned_integer;
      case DW_ATE_float:
      case DW_ATE_complex_float:
        return FieldKind::floating;
      default:
        return FieldKind::other;
    }
  }

  std::uint64_t size_of(const std::optional<Die> &type, unsigned depth) const {
    if (!type || depth > most_nested) return 0;
    if (const auto size = type->number(DW_AT_byte_size)) return *size;
    if (kind_of(type) == FieldKind::pointer) return backend_.address_size();
    if (type->tag() != DW_TAG_array_type) return 0;
    std::uint64_t size = size_of(underlying(type->type()), depth + 1);
    for (const Die &dimension : type->children()) {
      if (dimension.tag() != DW_TAG_subrange_type) continue;
      const auto last = dimension.number(DW_AT_upper_bound);
      const std::uint64_t count = dimension.number(DW_AT_count).value_or(last ? *last + 1 : 0);
      if (__builtin_mul_overflow(size, count, &size)) return 0;
    }
    return size;
  }

  std::string type_name(const std::optional<Die> &type, unsigned depth) const {
    if (!type) return "void";
    if (std::string name = type->name(); !name.empty() || depth > most_nested) return name;
    if (kind_of(type) == FieldKind::pointer) return type_name(type->type(), depth + 1) + " *";
    if (only_renames(type->tag())) return type_name(type->type(), depth + 1);
    return type->tag() == DW_TAG_subroutine_type ? "function" : "";
  }

  mutable Backend backend_;
  mutable bool has_too_many_members_ = false;
  // Complete structs, unions and classes by their names in the source, without typedefs.
  std::unordered_map<std::string, Die> aggregates_;
  std::unordered_map<std::string, Die> typedefs_;
};

}  // namespace corefile
