// Type maps by the rules of MPI, for a library that is none of those that are read: other handles, other constants.

#include "mpidbg/model/datatypes/constructor_rules.h"

#include <doctest/doctest.h>

#include <map>

#include "mpidbg/model/datatypes/constructor_calls.h"

using namespace mpidbg;
using namespace mpidbg::model;

namespace {

class MadeUp final : public DatatypeSource {
 public:
  struct Made {
    ConstructedType type;
    std::vector<std::int64_t> arguments[3];
  };

  Handle basic(std::uint64_t handle, std::uint64_t size) {
    Made &made = types_[handle];
    made.type.form = ConstructedType::Form::basic;
    return finish(made, handle, size, static_cast<std::int64_t>(size));
  }
  Handle make(std::uint64_t handle, Combiner combiner, std::vector<std::int64_t> integers,
              std::vector<std::int64_t> addresses, std::vector<std::int64_t> datatypes, std::int64_t extent) {
    Made &made = types_[handle];
    made.type.form = ConstructedType::Form::constructed;
    made.type.combiner = combiner;
    made.arguments[0] = std::move(integers);
    made.arguments[1] = std::move(addresses);
    made.arguments[2] = std::move(datatypes);
    for (int kind = 0; kind < 3; ++kind) made.type.counts[kind] = made.arguments[kind].size();
    return finish(made, handle, 1, extent);
  }

  Result<const ConstructedType *> read(Handle handle) override {
    const auto found = types_.find(handle.value());
    if (found == types_.end()) return Error{ErrorCode::not_found, "no such datatype"};
    return &found->second.type;
  }
  // One at a time: the pieces are the source's choice.
  Status read_arguments(const ConstructedType &type, ArgumentKind kind, std::uint64_t first,
                        std::vector<std::int64_t> &values) override {
    values = {types_.at(type.handle.value()).arguments[static_cast<int>(kind)].at(first)};
    return {};
  }
  Result<std::string> basic_name(const ConstructedType &) override { return std::string("a number"); }
  Status put_other(const ConstructedType &, std::int64_t, ConstructorRules &) override {
    return Error{ErrorCode::not_supported, "the library knows"};
  }
  ArrayConstants array_constants() const override { return {56, 57, 121, 122, 123, -49767}; }

 private:
  static Handle finish(Made &made, std::uint64_t handle, std::uint64_t size, std::int64_t extent) {
    made.type.handle = Handle(handle, 4);
    made.type.size = size;
    made.type.ub = extent;
    return made.type.handle;
  }

  std::map<std::uint64_t, Made> types_;
};

// "displacement xcount by stride" of each run.
class Text final : public TypeMapSink {
 public:
  bool entry(const TypeMapEntry &entry, std::uint64_t) override {
    if (entry.kind == TypeMapEntry::Kind::loop) text += "loop " + std::to_string(entry.count) + " (";
    if (entry.kind == TypeMapEntry::Kind::end) text += ") ";
    if (entry.kind == TypeMapEntry::Kind::run) {
      text += std::to_string(entry.displacement) + " x" + std::to_string(entry.count);
      text += entry.count > 1 ? " by " + std::to_string(entry.stride) + " " : " ";
    }
    return true;
  }
  std::string text;
};

std::string map_of(MadeUp &source, Handle datatype) {
  Text sink;
  const Status written = ConstructorRules(source).write(datatype, sink);
  return written ? sink.text : written.error().message;
}

constexpr std::uint64_t number = 0x4c000405;

}  // namespace

TEST_CASE("constructor rules: indexed blocks and structs of a library with handles of 32 bits") {
  MadeUp source;
  source.basic(number, 4);
  const Handle indexed = source.make(0x8c000001, Combiner::indexed, {2, 1, 2, 0, 3}, {}, {number}, 20);
  CHECK(map_of(source, indexed) == "0 x1 12 x2 by 4 ");
  const Handle structure = source.make(0x8c000002, Combiner::structure, {2, 1, 1}, {100, 0}, {number, 0x8c000001}, 104);
  CHECK(map_of(source, structure) == "100 x1 0 x1 12 x2 by 4 ");
}

TEST_CASE("constructor rules: the order of an array is a constant of the library") {
  MadeUp source;
  source.basic(number, 4);
  // 2 x 1 of 3 x 5 elements, from (0, 0) on.
  const Handle fortran = source.make(0x8c000001, Combiner::subarray, {2, 3, 5, 2, 1, 0, 0, 57}, {}, {number}, 60);
  CHECK(map_of(source, fortran) == "0 x2 by 4 ");
  const Handle c = source.make(0x8c000002, Combiner::subarray, {2, 3, 5, 1, 2, 0, 0, 56}, {}, {number}, 60);
  CHECK(map_of(source, c) == "0 x2 by 4 ");
}

TEST_CASE("constructor rules: damage is an error that names the datatype, and other types are the source's") {
  MadeUp source;
  source.basic(number, 4);
  const Handle itself = source.make(0x8c000001, Combiner::dup, {}, {}, {0x8c000001}, 4);
  CHECK(map_of(source, itself) == "the datatype at 0x8c000001 is made of itself");
  const Handle negative = source.make(0x8c000002, Combiner::contiguous, {-1}, {}, {number}, 4);
  CHECK(map_of(source, negative) == "the datatype at 0x8c000002 was made with the count -1");
  const Handle unknown = source.make(0x8c000003, Combiner::contiguous, {1}, {}, {7}, 4);
  CHECK(map_of(source, unknown) == "no such datatype");
  const Handle foreign = source.make(0x8c000004, Combiner::unknown, {}, {}, {}, 4);
  CHECK(map_of(source, foreign).find("which its constructor cannot have been given") != std::string::npos);
}

namespace {

struct Call {
  Combiner combiner;
  std::vector<std::int64_t> integers, addresses;
  const char *words;
};

// The order of the arguments is that of MPI_Type_get_contents in the standard.
const Call calls[] = {
    {Combiner::dup, {}, {}, ""},
    {Combiner::contiguous, {7}, {}, "count 7"},
    {Combiner::vector, {3, 2, 5}, {}, "count 3, blocklength 2, stride 5"},
    {Combiner::hvector, {3, 2}, {40}, "count 3, blocklength 2, stride 40"},
    {Combiner::indexed, {2, 5, 6, 70, 80}, {}, "count 2, blocklengths [5, 6], displacements [70, 80]"},
    {Combiner::hindexed, {2, 5, 6}, {700, 800}, "count 2, blocklengths [5, 6], displacements [700, 800]"},
    {Combiner::structure, {1, 5}, {64}, "count 1, blocklengths [5], displacements [64]"},
    {Combiner::indexed_block, {3, 4, 10, 20, 30}, {}, "count 3, blocklength 4, displacements [10, 20, 30]"},
    {Combiner::indexed_block, {0, 4}, {}, "count 0, blocklength 4, displacements []"},
    {Combiner::indexed_block, {0}, {}, "count 0, blocklength ?, displacements []"},
    {Combiner::hindexed_block, {2, 4}, {100, 200}, "count 2, blocklength 4, displacements [100, 200]"},
    {Combiner::subarray, {2, 3, 5, 1, 2, 0, 4, 56}, {}, "sizes [3, 5], subsizes [1, 2], starts [0, 4], MPI_ORDER_C"},
    {Combiner::subarray, {1, 3, 2, 1, 57}, {}, "sizes [3], subsizes [2], starts [1], MPI_ORDER_FORTRAN"},
    {Combiner::subarray, {1, 3, 2, 1, 58}, {}, "sizes [3], subsizes [2], starts [1], 58"},
    {Combiner::subarray, {0, 56}, {}, "sizes [], subsizes [], starts [], MPI_ORDER_C"},
    {Combiner::subarray, {1}, {}, "sizes [], subsizes [], starts [], ?"},
    {Combiner::darray,
     {6, 4, 2, 10, 11, 121, 122, -49767, 3, 2, 3, 56},
     {},
     "size 6, rank 4, gsizes [10, 11], distribs [BLOCK, CYCLIC], dargs [-49767, 3], psizes [2, 3], MPI_ORDER_C"},
    {Combiner::darray,
     {1, 0, 1, 9, 123, 4, 1, 57},
     {},
     "size 1, rank 0, gsizes [9], distribs [NONE], dargs [4], psizes [1], MPI_ORDER_FORTRAN"},
    {Combiner::darray,
     {1,   0, 9, 2, 2, 2, 2, 2, 2, 2, 2, 2, 121, 122, 123, 121, 121, 121, 121, 121,
      121, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,   1,   1,   1,   1,   1,   1,   56},
     {},
     "size 1, rank 0, gsizes [2, 2, 2, 2, 2, 2, 2, 2, ... 1 more], distribs [BLOCK, CYCLIC, NONE, BLOCK, BLOCK, BLOCK, "
     "BLOCK, BLOCK, ... 1 more], dargs [1, 1, 1, 1, 1, 1, 1, 1, ... 1 more], psizes [1, 1, 1, 1, 1, 1, 1, 1, ... 1 "
     "more], "
     "MPI_ORDER_C"},
    {Combiner::darray, {6, 4, 0}, {}, "size 6, rank 4, gsizes [], distribs [], dargs [], psizes [], ?"},
    {Combiner::darray, {6, 4, 0, 56}, {}, "size 6, rank 4, gsizes [], distribs [], dargs [], psizes [], MPI_ORDER_C"},
    {Combiner::f90_real, {6, 30}, {}, "p 6, r 30"},
    {Combiner::f90_integer, {9}, {}, "r 9"},
    {Combiner::resized, {}, {-8, 24}, "lb -8, extent 24"},
    {Combiner::hindexed,
     {9, 1, 2, 3, 4, 5, 6, 7, 8, 9},
     {1, 2, 3, 4, 5, 6, 7, 8, 9},
     "count 9, blocklengths [1, 2, 3, 4, 5, 6, 7, 8, ... 1 more], displacements [1, 2, 3, 4, 5, 6, 7, 8, ... 1 more]"},
};

}  // namespace

TEST_CASE("constructor calls: each argument has the name that the standard gives it") {
  MadeUp source;
  std::uint64_t handle = 0x8c000000;
  for (const Call &call : calls) {
    CAPTURE(call.words);
    const Handle made = source.make(++handle, call.combiner, call.integers, call.addresses, {}, 4);
    CHECK(describe_arguments(source, source.array_constants(), **source.read(made)) == call.words);
  }
}

namespace {

// Bytes of the elements of `process` in a dimension that is dealt in blocks, one block to a process at a time.
std::vector<std::int64_t> dealt(std::int64_t size, std::int64_t block, std::int64_t processes, std::int64_t process) {
  std::vector<std::int64_t> bytes;
  for (std::int64_t i = 0; i < size; ++i) {
    if (i / block % processes == process) bytes.push_back(4 * i);
  }
  return bytes;
}

class Places final : public TypeMapSink {
 public:
  bool entry(const TypeMapEntry &entry, std::uint64_t) override {
    if (entry.kind == TypeMapEntry::Kind::loop) loops_.push_back({places.size(), entry});
    if (entry.kind == TypeMapEntry::Kind::run) {
      for (std::uint64_t i = 0; i < entry.count; ++i)
        places.push_back(entry.displacement + static_cast<std::int64_t>(i) * entry.stride);
    }
    if (entry.kind == TypeMapEntry::Kind::end) {
      const Loop loop = loops_.back();
      loops_.pop_back();
      const std::vector<std::int64_t> once(places.begin() + static_cast<std::ptrdiff_t>(loop.begin), places.end());
      for (std::uint64_t i = 1; i < loop.entry.count; ++i) {
        for (const std::int64_t place : once)
          places.push_back(place + static_cast<std::int64_t>(i) * loop.entry.stride);
      }
    }
    return true;
  }

  std::vector<std::int64_t> places;

 private:
  struct Loop {
    std::size_t begin;
    TypeMapEntry entry;
  };

  std::vector<Loop> loops_;
};

}  // namespace

TEST_CASE("constructor rules: a distributed dimension is dealt block by block") {
  constexpr std::int64_t by_block = 121, cyclic = 122, by_default = -49767;
  MadeUp source;
  source.basic(number, 4);
  std::uint64_t handle = 0x8c000000;
  const auto check = [&](std::int64_t kind, std::int64_t argument, std::int64_t size, std::int64_t block,
                         std::int64_t processes) {
    for (std::int64_t process = 0; process < processes; ++process) {
      CAPTURE(kind);
      CAPTURE(argument);
      CAPTURE(size);
      CAPTURE(processes);
      CAPTURE(process);
      const Handle array =
          source.make(++handle, Combiner::darray, {processes, process, 1, size, kind, argument, processes, 56}, {},
                      {number}, 4 * size);
      Places found;
      CHECK(ConstructorRules(source).write(array, found));
      CHECK(found.places == dealt(size, block, processes, process));
    }
  };
  for (const std::int64_t size : {1, 4, 6, 7, 12}) {
    for (const std::int64_t processes : {1, 2, 3, 4}) {
      const std::int64_t smallest = (size + processes - 1) / processes;
      check(by_block, by_default, size, smallest, processes);
      check(by_block, smallest + 1, size, smallest + 1, processes);
      check(cyclic, by_default, size, 1, processes);
      for (const std::int64_t block : {1, 2, 3}) check(cyclic, block, size, block, processes);
    }
  }
}
