#pragma once
// Finds struct types by name in the DWARF of one ELF file: executable, shared library, separate debug file or
// relocatable object. The file is read by libdw, with split DWARF (.dwo) and supplementary files (dwz). Type units
// (-fdebug-types-section) are read from linked files only: in object files they are in section groups, which libdw does
// not read.

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "corefile/base.h"

namespace corefile {

// The kind of a field, after typedefs and qualifiers.
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
  // In bytes; for a bit-field, the offset of its first byte.
  std::uint64_t offset = 0;
  // In bytes; 0 if unknown, and for a flexible array.
  std::uint64_t size = 0;
  FieldKind kind = FieldKind::other;
  // The name in the source, "" for an anonymous type; for an array, the name of the element type.
  std::string type_name;
  // For an array, in bytes; otherwise 0.
  std::uint64_t element_size = 0;
};

// A struct or union type.
struct StructType {
  std::string name;
  // The size of the type in bytes.
  std::uint64_t size = 0;
  bool is_union = false;
  // The members of unnamed member structs and unions are listed among those of the struct. The members of a named
  // member of anonymous type follow it, as "member.field".
  std::vector<StructField> fields;

  // Returns null if there is none.
  const StructField *field(std::string_view field_name) const;
};

// Walks the types of one file.
class TypeSource {
 public:
  virtual ~TypeSource() = default;
  // Returns the definition with that tag or typedef name; null if there is none. Fails if the debug information is
  // damaged or of a kind that this source cannot read.
  virtual Result<std::unique_ptr<StructType>> find(std::string_view name) = 0;
};

// The types of one file, each of which is read when it is first asked for.
class TypeIndex {
 public:
  // The file itself must contain the debug information (debug_file.h finds it). Fails if the file does not exist, is
  // not an ELF file, or contains no DWARF.
  static Result<std::unique_ptr<TypeIndex>> open(const std::string &path);

  ~TypeIndex();

  // Finds a type by struct, union or typedef name; a typedef leads to the type behind it. Returns null if there is
  // none. The result belongs to this object.
  const StructType *find(std::string_view name) const;

 private:
  explicit TypeIndex(std::string path);

  std::string path_;
  std::unique_ptr<TypeSource> source_;
  // Null for names that do not exist.
  mutable std::map<std::string, std::unique_ptr<StructType>, std::less<>> known_;
};

}  // namespace corefile
