#pragma once
// A fake MPI process as data, and what can be wrong with it.
//
// A script describes the structs of an MPI library by field and kind, the objects of one process, and its symbols. It
// has no offsets: a process is laid out for each word size and byte order. Damages are derived from it: everything
// that a plugin looks up can be missing, every object unreadable, every pointer cyclic or wild, every number huge or
// negative. The scripts are JSON; corefile/conformance/processes has those that are built in, README.md the format.

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

struct Abi {
  unsigned pointer_size;
  ByteOrder order;
  std::string_view name;  // "64-bit little-endian"
};
constexpr Abi all_abis[] = {{8, ByteOrder::little, "64-bit little-endian"},
                            {4, ByteOrder::little, "32-bit little-endian"},
                            {8, ByteOrder::big, "64-bit big-endian"},
                            {4, ByteOrder::big, "32-bit big-endian"}};

constexpr std::uint64_t object_distance = 0x1000;  // an object each: what is behind it is unreadable
constexpr std::uint64_t objects_size = 64 * object_distance;

struct Damage {
  enum class Kind { no_symbol, no_type, no_field, unreadable, cut, pointer_to_itself, wild_pointer, huge, negative };
  Kind kind;
  std::string name;   // of the symbol, type or object
  std::string field;  // of the type, or a path in the object

  // "opal_list_t has no field opal_list_sentinel", "request.next points to its own object"
  std::string text() const;
  // Whether it removes facts, which a plugin can notice, rather than falsifies them.
  bool hides() const { return kind <= Kind::cut; }
};

class ProcessScript {
 public:
  // Parses a script. An error names the object or type that is wrong. Sizes and numbers are bounded, so that a script
  // of 1 MiB is read or refused in less than a second.
  static mpidbg::Result<ProcessScript> parse(std::string_view json);

  const std::string &library() const { return library_; }
  // The ranks in MPI_COMM_WORLD of the members of a communicator; null if the script does not say them.
  const std::vector<int> *members_of(const std::string &communicator) const;
  // Maps the values that negative 16-bit numbers get when they are read without their sign to the original numbers.
  // Values that also occur in the process are left out.
  std::map<std::int64_t, std::int64_t> without_sign() const;
  std::vector<Damage> damages() const;
  // The process in full, or with one damage. Its objects are in `objects_size` bytes from `base` on.
  std::unique_ptr<FakeTarget> build(const Abi &abi, const Damage *damage = nullptr, std::uint64_t base = 0x10000) const;

 private:
  struct Field {
    std::string name, kind;
  };
  struct Type {
    std::string name;
    std::vector<Field> fields;
    std::uint64_t sizes[2] = {};  // with pointers of 4 and of 8 bytes
  };
  struct Object {
    std::string name, type;
    std::size_t count = 1;
    bool is_array = false;  // whether "count" is given, also as 1: a path then begins with the number of an element
    std::vector<std::pair<std::string, std::string>> values;  // path -> as in JSON, numbers in decimal
  };
  struct Place {
    std::uint64_t offset = 0;
    std::string kind;
  };

  const Type *find_type(std::string_view name) const;
  const Object *find_object(std::string_view name) const;
  std::uint64_t size_of(const std::string &kind, const Abi &abi) const;
  std::uint64_t alignment_of(const std::string &kind, const Abi &abi) const;
  // Where the field is in an object of the type; "2" is an element of an array. Nothing if there is none.
  std::optional<Place> place_of(const Object &object, std::string_view path, const Abi &abi) const;
  std::uint64_t address_of(std::string_view object, std::uint64_t base) const;
  std::optional<std::uint64_t> number_of(const std::string &value, const Abi &abi, std::uint64_t base) const;
  // Checks the types and sets their sizes. Each contains those before it only, so that none contains itself.
  mpidbg::Status measure_types();
  mpidbg::Status check() const;

  std::string library_;
  std::vector<Type> types_;
  std::vector<Object> objects_;
  std::vector<std::pair<std::string, std::string>> symbols_;  // name -> object
  std::vector<std::string> functions_;
  std::map<std::string, std::vector<int>> members_;  // by the name of the communicator
};

// The built-in ones.
const std::vector<ProcessScript> &built_in_processes();

// A process of no library in particular: it has every symbol and every type with every field, and memory that is the
// same everywhere.
enum class Fill { zeros, ones, pointers_to_themselves, unreadable };
std::string_view text_of(Fill fill);
std::unique_ptr<Target> make_obliging_process(const Abi &abi, Fill fill);
// A process in which nothing is found.
std::unique_ptr<Target> make_empty_process();

}  // namespace mqs_shim
