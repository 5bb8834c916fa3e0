#include "corefile/conformance/process_script.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <sstream>

using namespace mqs_shim;

namespace {

constexpr const char *small = R"({
  "library": "Small",
  "types": {"inner": {"flag": "bool", "next": "pointer"}, "outer": {"count": "int", "inner": "inner", "name": "text 8"}},
  "objects": {"one": {"type": "outer", "values": {"count": -2, "inner.next": "&two.inner", "name": "a name that is long"}},
              "two": {"type": "outer", "values": {"count": "sizeof outer"}},
              "table": {"type": "pointer", "count": 2, "values": {"1": "&one"}}},
  "symbols": {"small_table": "table"}})";

ProcessScript parsed(const char *text) {
  auto script = ProcessScript::parse(text);
  REQUIRE(script);
  return *script;
}

std::uint64_t number_at(FakeTarget &target, std::uint64_t address, std::size_t size) {
  std::vector<std::byte> bytes(size);
  REQUIRE(target.read_up_to(Address(address), bytes.data(), size) == size);
  return mpidbg::decode_unsigned(bytes, target.byte_order());
}

}  // namespace

TEST_CASE("a script is laid out for the word size and byte order") {
  const ProcessScript script = parsed(small);
  for (const Abi &abi : all_abis) {
    CAPTURE(abi.name);
    const auto target = script.build(abi);
    const FakeType &outer = target->types.at("outer");
    CHECK(outer.fields.at("count") == 0);
    CHECK(outer.fields.at("inner") == 8);
    CHECK(outer.bytes == (abi.pointer_size == 8 ? 32 : 24));
    const std::uint64_t table = target->data.at("small_table");
    const std::uint64_t one = number_at(*target, table + abi.pointer_size, abi.pointer_size);
    CHECK(number_at(*target, one, 4) == 0xfffffffe);
    const std::uint64_t inner =
        number_at(*target, one + 8 + target->types.at("inner").fields.at("next"), abi.pointer_size);
    CHECK(number_at(*target, inner - 8, 4) == outer.bytes);
    char name[8];
    REQUIRE(target->read_up_to(Address(one + outer.fields.at("name")), name, 8) == 8);
    CHECK(std::string(name, 8) == std::string("a name \0", 8));
  }
}

TEST_CASE("a script may say the members of communicators") {
  CHECK(parsed(small).members_of("MPI_COMM_WORLD") == nullptr);
  const auto with = [](const std::string &members) {
    return ProcessScript::parse(std::string(small, std::strlen(small) - 1) + ", \"members\": " + members + "}");
  };
  const auto script = with(R"({"MPI_COMM_WORLD": [1, 0], "empty": []})");
  REQUIRE(script);
  REQUIRE(script->members_of("MPI_COMM_WORLD") != nullptr);
  CHECK(*script->members_of("MPI_COMM_WORLD") == std::vector<int>{1, 0});
  CHECK(script->members_of("empty")->empty());
  CHECK(script->members_of("MPI_COMM_SELF") == nullptr);
  for (const char *wrong : {"[]", "{\"a\": 1}", "{\"a\": [-1]}", "{\"a\": [2147483648]}", "{\"a\": [\"0\"]}"}) {
    CAPTURE(wrong);
    CHECK_FALSE(with(wrong));
  }
}

TEST_CASE("each damage changes what it says") {
  const ProcessScript script = parsed(small);
  const auto damages = script.damages();
  const auto with = [&](const std::string &text) {
    const auto found = std::find_if(damages.begin(), damages.end(), [&](const Damage &d) { return d.text() == text; });
    REQUIRE_MESSAGE(found != damages.end(), text);
    return script.build(all_abis[0], &*found);
  };
  const auto whole = script.build(all_abis[0]);
  const std::uint64_t one = number_at(*whole, whole->data.at("small_table") + 8, 8);
  CHECK(with("no symbol small_table")->data.empty());
  CHECK_FALSE(with("no type inner")->types.contains("inner"));
  CHECK_FALSE(with("outer has no field count")->types.at("outer").fields.contains("count"));
  CHECK(with("one is unreadable")->regions.size() + 1 == whole->regions.size());
  CHECK(with("the second half of one is unreadable")->regions.at(one).size() == 16);
  CHECK(number_at(*with("one.inner.next points to its own object"), one + 16, 8) == one);
  CHECK(with("one.inner.next points nowhere")
            ->read_up_to(Address(number_at(*with("one.inner.next points nowhere"), one + 16, 8)), nullptr, 1) == 0);
  CHECK(number_at(*with("one.count is 2147483647"), one, 4) == 0x7fffffff);
  CHECK(number_at(*with("one.count is -1"), one, 4) == 0xffffffff);
}

TEST_CASE("what is wrong with a script is named") {
  const auto problem = [](const std::string &text) {
    const auto script = ProcessScript::parse(text);
    return script ? std::string() : script.error().message;
  };
  const auto contains = [](const std::string &text, const char *part) { return text.find(part) != std::string::npos; };
  const std::string head = R"({"library": "X", "types": {"t": {"a": "int"}}, )";
  CHECK(contains(problem("{"), "is not JSON"));
  CHECK(problem("{}") == "the description of a process: it has no member 'library'");
  CHECK(problem("[]") == "the description of a process: it is not an object");
  CHECK(contains(problem(R"({"library": 1})"), "'library' of it is not a text"));
  CHECK(contains(problem(R"({"library": "X"})"), "it has no member 'types'"));
  CHECK(contains(problem(R"({"library": "X", "types": [], "objects": {}, "symbols": {}})"),
                 "'types' of it is not an object"));
  CHECK(contains(problem(R"({"library": "X", "types": {"t": 1}, "objects": {}, "symbols": {}})"),
                 "the type 't' is not an object"));
  CHECK(contains(problem(R"({"library": "X", "types": {"t": {"a": 1}}, "objects": {}, "symbols": {}})"),
                 "the kind of t.a is not a text"));
  CHECK(contains(problem(head + R"("objects": {"o": {"values": {}}}, "symbols": {}})"),
                 "the object 'o' has no member 'type'"));
  CHECK(contains(problem(head + R"("objects": {"o": 1}, "symbols": {}})"), "the object 'o' is not an object of JSON"));
  CHECK(contains(problem(head + R"("objects": {"o": {"type": "t"}}, "symbols": {}})"),
                 "the object 'o' has no member 'values'"));
  CHECK(contains(problem(head + R"("objects": {}, "symbols": {"s": 1}})"), "the symbol 's' does not name an object"));
  CHECK(contains(problem(head + R"("objects": {}, "symbols": {}, "functions": {}})"),
                 "'functions' of it is not an array"));
  CHECK(contains(problem(head + R"("objects": {}, "symbols": {}, "functions": [1]})"), "that is not a text"));
  CHECK(contains(problem(R"({"library": "X", "types": {"t": {"a": "t"}}, "objects": {}, "symbols": {}})"),
                 "t.a is of unknown kind t"));
  CHECK(contains(problem(head + R"("objects": {"o": {"type": "u", "values": {}}}, "symbols": {}})"),
                 "o is of unknown type u"));
  CHECK(
      contains(problem(head + R"("objects": {"o": {"type": "t", "values": {"b": 1}}}, "symbols": {}})"), "o has no b"));
  CHECK(contains(problem(head + R"("objects": {"o": {"type": "t", "values": {"a": "&p"}}}, "symbols": {}})"),
                 "o.a: &p is not a number or object"));
  CHECK(contains(problem(head + R"("objects": {"o": {"type": "t", "count": 2000, "values": {}}}, "symbols": {}})"),
                 "o is larger than"));
  CHECK(contains(problem(head + R"("objects": {}, "symbols": {"s": "o"}})"), "the symbol s is of no object: o"));
}

TEST_CASE("an object with a count is an array, of one element as of two") {
  const auto with = [](const char *count, const char *path) {
    return ProcessScript::parse(std::string(R"({"library": "X", "types": {}, "objects": {"o": {"type": "int", )") +
                                count + R"("values": {")" + path + R"(": 7}}}, "symbols": {"s": "o"}})");
  };
  using CountAndPath = std::pair<const char *, const char *>;
  for (const CountAndPath &one : {CountAndPath("", ""), {R"("count": 1, )", "0"}, {R"("count": 2, )", "0"}}) {
    CAPTURE(one.first);
    const auto script = with(one.first, one.second);
    REQUIRE(script);
    const auto target = script->build(all_abis[0]);
    CHECK(number_at(*target, target->data.at("s"), 4) == 7);
  }
  CHECK(with("", "0").error().message.ends_with("o has no 0"));
  CHECK(with(R"("count": 1, )", "1").error().message.ends_with("o has no 1"));
  for (const char *count : {"-3", "0"}) {
    const auto script = with((R"("count": )" + std::string(count) + ", ").c_str(), "0");
    REQUIRE_FALSE(script);
    CHECK(script.error().message == std::string("the description of a process: 'count' of the object 'o' is ") + count +
                                        ", which is less than 1");
  }
  CHECK(with(R"("count": 1.5, )", "0").error().message.ends_with("'count' of the object 'o' is not a whole number"));
}

TEST_CASE("the example of the guide for plugins is a process") {
  std::ostringstream guide;
  guide << std::ifstream(SOURCE_ROOT "/mpidbg/abi/plugins.md").rdbuf();
  const std::string text = guide.str(), start = "```json\n";
  const std::size_t begin = text.find(start), end = text.find("```", begin + start.size());
  REQUIRE(begin != std::string::npos);
  const auto script = ProcessScript::parse(text.substr(begin + start.size(), end - begin - start.size()));
  REQUIRE_MESSAGE(script, (script ? "" : script.error().message));
  CHECK(script->library() == "My MPI 1.0");
  const auto target = script->build(all_abis[0]);
  const std::uint64_t world = number_at(*target, target->data.at("my_comms"), 8);
  CHECK(number_at(*target, world + target->types.at("my_comm").fields.at("size"), 4) == 2);
}

TEST_CASE("a script is bounded before anything is made of it") {
  const auto problem = [](const std::string &text) {
    const auto script = ProcessScript::parse(text);
    return script ? std::string() : script.error().message;
  };
  const auto contains = [](const std::string &text, const char *part) { return text.find(part) != std::string::npos; };
  const auto with_types = [](const std::string &types) {
    return R"({"library": "X", "types": {)" + types + R"(}, "objects": {}, "symbols": {}})";
  };
  CHECK(contains(problem(std::string(1 << 20, '[')), "it is nested more than 8 levels deep"));
  CHECK(contains(problem(R"(["[[[[[[[[[[\"[[[["])"), "it is not an object"));  // in a text
  std::string types = R"("t0": {"a": "long"})";
  for (int i = 1; i < 40; ++i) {
    const std::string before = "\"t" + std::to_string(i - 1) + "\"";
    types += ", \"t" + std::to_string(i) + "\": {\"a\": " + before + ", \"b\": " + before + "}";
  }
  CHECK(contains(problem(with_types(types)), "t14 is larger than 65536 bytes"));
  types = R"("t0": {})";
  for (int i = 1; i < 400; ++i) {
    const std::string before = "\"t" + std::to_string(i - 1) + "\"";
    types += ", \"t" + std::to_string(i) + "\": {\"a\": " + before + ", \"b\": " + before + "}";
  }
  CHECK(problem(with_types(types)).empty());
  std::string fields = R"("f": "int")";
  for (int i = 1; i < 500; ++i) fields += ", \"f" + std::to_string(i) + R"(": "int")";
  CHECK(problem(with_types("\"t\": {" + fields + "}")).empty());
  CHECK(contains(problem(with_types("\"t\": {" + fields + R"(, "g": "int"})")), "more than 500 members"));
  types = "\"t\": {" + fields + "}";
  for (int i = 1; i < 9; ++i) types += ", \"t" + std::to_string(i) + "\": {" + fields + "}";
  CHECK(contains(problem(with_types(types)), "its types have more than 4000 fields"));
  for (const char *size : {"0", "4097", "18446744073709551615", "-1", ""}) {
    const std::string kind = std::string("text ") + size;
    CHECK(
        contains(problem(with_types(R"("t": {"a": ")" + kind + R"("})")), ("t.a is of unknown kind " + kind).c_str()));
  }
}

TEST_CASE("the built-in processes are in order") {
  REQUIRE(built_in_processes().size() == 1);
  CHECK(built_in_processes().front().library() == "Open MPI 4");
}
