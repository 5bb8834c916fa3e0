#pragma once
// Finds struct types by name in the DWARF of one ELF file: executable, shared library, separate debug file or
// relocatable object. libdw reads the file, together with split DWARF (.dwo) and supplementary files (dwz). Type units
// (-fdebug-types-section) are found only in linked files: object files have them in section groups, which libdw does
// not read.

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "corefile/base.h"

namespace corefile {

// The kind of a field's type, ignoring typedefs and qualifiers.
enum class FieldKind {
  signed_integer,
  unsigned_integer,
  boolean,
  floating,
  enumeration,
  pointer,
  structure,
  union_,
  array,
  other
};

// A member of a struct or union.
struct StructField {
  std::string name;
  // The offset in the struct in bytes; for a bit-field, the offset of its first byte.
  std::uint64_t offset = 0;
  // The size in bytes; 0 if unknown, and for a flexible array.
  std::uint64_t size = 0;
  FieldKind kind = FieldKind::other;
  // The name of the field's type in the source, "" for an anonymous type; for an array, the name of the element type.
  std::string type_name;
  // For an array, the size of an element in bytes; otherwise 0.
  std::uint64_t element_size = 0;
};

// A struct or union type.
struct StructType {
  std::string name;
  // The size of the type in bytes.
  std::uint64_t size = 0;
  bool is_union = false;
  // The members. Those of an unnamed nested struct or union are listed like members of this type. A member of anonymous
  // type is followed by its own members, as "member.field".
  std::vector<StructField> fields;

  // Returns the field with that name, or null.
  const StructField *field(std::string_view field_name) const;
};

// Searches the debug information of one file for types.
class TypeSource {
 public:
  virtual ~TypeSource() = default;
  // Returns the struct or union with that tag or typedef name; null if there is none. Fails if the debug information is
  // damaged or of a kind that this source cannot read.
  virtual Result<std::unique_ptr<StructType>> find(std::string_view name) = 0;
};

// The types of one file. Each type is read when find() is first called for it.
class TypeIndex {
 public:
  // Opens a file that contains the debug information itself (debug_file.h finds that file). Fails if the file does not
  // exist, is not an ELF file, or contains no DWARF.
  static Result<std::unique_ptr<TypeIndex>> open(const std::string &path);

  ~TypeIndex();

  // Finds a type by the name of a struct or union, or of a typedef for one. Returns null if there is none. The result
  // belongs to this object.
  const StructType *find(std::string_view name) const;

 private:
  explicit TypeIndex(std::string path);

  std::string path_;
  std::unique_ptr<TypeSource> source_;
  // Types that were looked up; null for names that do not exist.
  mutable std::map<std::string, std::unique_ptr<StructType>, std::less<>> known_;
};

}  // namespace corefile
