#pragma once
// Describes a made-up MPI process as data, and the damages that can be made to it.
//
// A script describes the structs of an MPI library by field and kind, the objects of one process, and its symbols. It
// contains no offsets, because a process is laid out for each word size and byte order. The damages are derived from
// the script: everything that a plugin looks up can be missing, every object unreadable, every pointer cyclic or wild,
// and every number huge or negative. Scripts are written in JSON. corefile/conformance/processes contains the built-in
// ones, and README.md describes the format.

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "corefile/conformance/fake_target.h"
#include "mpidbg/base/result.h"

namespace mqs_shim {

// The word size and byte order of a made-up process.
struct Abi {
  unsigned pointer_size;
  ByteOrder order;
  std::string_view name;  // for example "64-bit little-endian"
};
constexpr Abi all_abis[] = {{8, ByteOrder::little, "64-bit little-endian"},
                            {4, ByteOrder::little, "32-bit little-endian"},
                            {8, ByteOrder::big, "64-bit big-endian"},
                            {4, ByteOrder::big, "32-bit big-endian"}};

// Each object has its own range of this size; the rest of the range after the object is unreadable.
constexpr std::uint64_t object_distance = 0x1000;
constexpr std::uint64_t objects_size = 64 * object_distance;

// One change to a process.
struct Damage {
  enum class Kind { no_symbol, no_type, no_field, unreadable, cut, pointer_to_itself, wild_pointer, huge, negative };
  Kind kind;
  std::string name;   // name of the symbol, type or object
  std::string field;  // field of the type, or path in the object

  // Describes the damage in words such as "opal_list_t has no field opal_list_sentinel".
  std::string text() const;
  // Returns true if the damage removes facts instead of falsifying them. A plugin can notice that facts are missing.
  bool hides() const { return kind <= Kind::cut; }
};

// A parsed script.
class ProcessScript {
 public:
  // Parses a script. An error names the object or type that is wrong. Sizes and numbers are bounded, so that a script
  // of 1 MiB is read or refused in less than a second.
  static mpidbg::Result<ProcessScript> parse(std::string_view json);

  // Returns the name of the MPI library.
  const std::string &library() const { return library_; }
  // Returns the ranks in MPI_COMM_WORLD of the members of a communicator, or null if the script does not contain them.
  const std::vector<int> *members_of(const std::string &communicator) const;
  // Maps each wrong value to the right one: a negative 16-bit number of the process, which has the wrong value if it is
  // read as unsigned. Wrong values that the process contains at other places are left out.
  std::map<std::int64_t, std::int64_t> without_sign() const;
  // Returns all damages that can be made to the process.
  std::vector<Damage> damages() const;
  // Builds the process, complete or with one damage. Its objects are in the `objects_size` bytes that start at `base`.
  std::unique_ptr<FakeTarget> build(const Abi &abi, const Damage *damage = nullptr, std::uint64_t base = 0x10000) const;

 private:
  struct Field {
    std::string name, kind;
  };
  struct Type {
    std::string name;
    std::vector<Field> fields;
    std::uint64_t sizes[2] = {};  // for pointers of 4 and of 8 bytes
  };
  struct Object {
    std::string name, type;
    std::size_t count = 1;
    bool is_array = false;  // "count" is given, even if it is 1, so that paths start with the index of an element
    std::vector<std::pair<std::string, std::string>> values;  // paths with their values as in JSON; numbers are decimal
  };
  struct Place {
    std::uint64_t offset = 0;
    std::string kind;
  };

  const Type *find_type(std::string_view name) const;
  const Object *find_object(std::string_view name) const;
  std::uint64_t size_of(const std::string &kind, const Abi &abi) const;
  std::uint64_t alignment_of(const std::string &kind, const Abi &abi) const;
  // Returns the place of a field in an object, or nothing if the type does not have it. A number in the path, such as
  // "2", is the index of an element of an array.
  std::optional<Place> place_of(const Object &object, std::string_view path, const Abi &abi) const;
  std::uint64_t address_of(std::string_view object, std::uint64_t base) const;
  std::optional<std::uint64_t> number_of(const std::string &value, const Abi &abi, std::uint64_t base) const;
  // Checks the types and computes their sizes. A type contains only types that are defined before it, so that no type
  // contains itself.
  mpidbg::Status measure_types();
  mpidbg::Status check() const;

  std::string library_;
  std::vector<Type> types_;
  std::vector<Object> objects_;
  std::vector<std::pair<std::string, std::string>> symbols_;  // names of symbols with their objects
  std::vector<std::string> functions_;
  std::map<std::string, std::vector<int>> members_;  // ranks of the members, by the communicator's name
};

// Returns the parsed built-in scripts.
const std::vector<ProcessScript> &built_in_processes();

// The contents of the memory of an obliging process. An obliging process belongs to no particular library. It has every
// symbol, and every type with every field, and its memory has the same contents everywhere.
enum class Fill { zeros, ones, pointers_to_themselves, unreadable };
// Describes an obliging process with such contents in words.
std::string_view text_of(Fill fill);
std::unique_ptr<Target> make_obliging_process(const Abi &abi, Fill fill);
// Makes a process in which nothing can be found.
std::unique_ptr<Target> make_empty_process();

}  // namespace mqs_shim
