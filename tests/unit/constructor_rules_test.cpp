// Type maps by the rules of MPI, for a library that is none of those that are read: other handles, other constants.

#include "mpidbg/model/datatypes/constructor_rules.h"

#include <doctest/doctest.h>

#include <map>

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
