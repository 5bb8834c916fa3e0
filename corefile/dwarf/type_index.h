#pragma once
// Struct types by name, from the DWARF of one ELF file: executable, shared library, separate debug file or relocatable
// object. Read by libdw, with split DWARF (.dwo) and supplementary files (dwz). Type units (-fdebug-types-section) are
// read from linked files only: in object files they are in section groups, which it does not read.

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "corefile/base.h"

namespace corefile {

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

struct StructField {
  std::string name;
  std::uint64_t offset = 0;  // bytes; of a bit-field, that of its first byte
  std::uint64_t size = 0;    // bytes; 0 if unknown, and for a flexible array
  FieldKind kind = FieldKind::other;
  std::string type_name;           // as the source names it, "" for an anonymous type; of an array its element's
  std::uint64_t element_size = 0;  // of an array, else 0
};

struct StructType {
  std::string name;
  std::uint64_t size = 0;  // bytes
  bool is_union = false;
  // Those of unnamed member structs and unions are among those of the struct. Those of a named member of anonymous type
  // follow it, as "member.field".
  std::vector<StructField> fields;

  const StructField *field(std::string_view field_name) const;  // null if there is none
};

// What can walk the types of one file.
class TypeSource {
 public:
  virtual ~TypeSource() = default;
  // The definition with that tag or typedef name; null if there is none. An error if the debug information is damaged
  // or of a kind that this source cannot read.
  virtual Result<std::unique_ptr<StructType>> find(std::string_view name) = 0;
};

class TypeIndex {
 public:
  // The file itself must hold the debug information (debug_file.h finds it). Errors: no such file, not ELF, no DWARF in
  // it.
  static Result<std::unique_ptr<TypeIndex>> open(const std::string &path);

  ~TypeIndex();

  // By struct, union or typedef name; a typedef leads to what it stands for. Null if there is none. Owned by this
  // object.
  const StructType *find(std::string_view name) const;

 private:
  explicit TypeIndex(std::string path);

  std::string path_;
  std::unique_ptr<TypeSource> source_;
  mutable std::map<std::string, std::unique_ptr<StructType>, std::less<>> known_;  // null for those that are not there
};

}  // namespace corefile
