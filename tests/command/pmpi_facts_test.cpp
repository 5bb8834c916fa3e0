// The answer of `pmpi`, as text and JSON, and in captures: what was found is found again, and damaged bytes are
// refused.

#include "corefile/command/verbs/pmpi_facts.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "corefile/command/verbs/pmpi_report.h"
#include "corefile/elf/elf_file.h"

namespace {

using namespace corefile;

class WithModules : public Process {
 public:
  std::string name() const override { return "one.capture"; }
  pid_t pid() const override { return 41; }
  unsigned pointer_size() const override { return 8; }
  ByteOrder byte_order() const override { return ByteOrder::little; }
  std::size_t read_up_to(Address, void *, std::size_t) const override { return 0; }
  std::vector<AddressRange> private_memory() const override { return {}; }
  const std::vector<Module> &modules() const override { return modules_; }
  std::optional<Address> find_symbol(std::string_view, SymbolKind) const override { return std::nullopt; }
  const Module *module_defining(std::string_view) const override { return nullptr; }
  const StructType *find_type(std::string_view) const override { return nullptr; }
  Result<std::vector<ThreadStack>> stacks() override { return Error{}; }
  Environment initial_environment() const override { return {}; }
  std::vector<std::string> warnings() const override { return {}; }

 private:
  std::vector<Module> modules_{3};
};

MpiProfiling sample(const Process &process) {
  const Module *const program = &process.modules()[0], *const tool = &process.modules()[1];
  MpiProfiling profiling;
  profiling.library = &process.modules()[2];
  MpiFunction &send = profiling.functions["MPI_Send"];
  send.definitions = {{tool, Address(0x1000), true}, {profiling.library, Address(0x2000), false}};
  send.profiling = {{profiling.library, Address(0x2000), false}};
  send.redirected = {{program, nullptr, Address(0x77)}};
  profiling.fortran = {{tool, 3, 4, "mpi_send_ calls PMPI_Send"}};
  profiling.unseen = {program};
  profiling.calling_next = {tool};
  profiling.is_static = true;
  return profiling;
}

// A program, two tools, and the library.
std::vector<Module> four_modules() {
  std::vector<Module> modules(4);
  const char *const paths[] = {"/p/program", "/p/tool1.so", "/p/tool2.so", "/p/libmpi.so"};
  for (std::size_t i = 0; i < modules.size(); ++i) modules[i].path = paths[i];
  return modules;
}

// The modules that have these numbers.
std::vector<MpiDefinition> definitions_in(const std::vector<Module> &modules,
                                          std::initializer_list<std::size_t> numbers) {
  std::vector<MpiDefinition> definitions;
  for (const std::size_t number : numbers)
    definitions.push_back({&modules[number], Address(0x1000 * (number + 1)), number == 3});
  return definitions;
}

MpiProfiling with_two_tools(const std::vector<Module> &modules) {
  MpiProfiling profiling;
  profiling.library = &modules[3];
  const auto function = [&](const char *name, std::initializer_list<std::size_t> numbers) -> MpiFunction & {
    MpiFunction &made = profiling.functions[name];
    made.definitions = definitions_in(modules, numbers);
    made.profiling = definitions_in(modules, {3});
    return made;
  };
  function("MPI_Abort", {});
  function("MPI_Pcontrol", {3});
  function("MPI_Recv", {1, 2, 3});
  MpiFunction &send = function("MPI_Send", {1, 2, 3});
  send.profiling.clear();
  send.redirected = {{&modules[0], nullptr, Address(0x77)}, {&modules[1], &modules[2], Address(0x88)}};
  function("MPI_Wait", {2, 3});
  return profiling;
}

std::string lines_after(const std::string &text, const std::string &line) {
  const std::size_t at = text.find(line + '\n');
  return at == std::string::npos ? "not there: " + text : text.substr(at + line.size() + 1);
}

}  // namespace

TEST_CASE("the text of pmpi names tools, who is called, and calls that go elsewhere") {
  std::vector<Module> modules = four_modules();
  MpiProfiling profiling = with_two_tools(modules);
  modules[2].problem = "/p/tool2.so is of another build";
  profiling.unseen = {&modules[2]};
  profiling.partly_seen = {&modules[0], &modules[1]};
  const std::string elsewhere = ": a tool wrote the slot, the dynamic linker's order leads elsewhere\n";
  CHECK(
      command::pmpi_text("pid\n41", profiling, false) ==
      "pid\\x0a41  library /p/libmpi.so\n"
      "  4 functions of MPI, 1 without a PMPI_ name, which no tool can wrap:\n"
      "    MPI_Send\n"
      "  /p/tool1.so intercepts 2 functions\n"
      "    MPI_Recv MPI_Send\n"
      "  /p/tool2.so intercepts 3 functions\n"
      "    MPI_Recv MPI_Send MPI_Wait\n"
      "  2 tools define the same 2 functions: /p/tool1.so is called; not /p/tool2.so, unless the one before calls it: "
      "PMPI_ leads straight to the library\n"
      "    MPI_Recv MPI_Send\n"
      "  /p/program calls MPI_Send at 0x77 in no module" +
          elsewhere + "  /p/tool1.so calls MPI_Send at 0x88 in /p/tool2.so" + elsewhere +
          "  MPI_Pcontrol goes to the library, where it does nothing\n"
          "  cannot see: /p/tool2.so is of another build\n"
          "  cannot see: all calls of /p/program: sections of the file overlap, or memory that says where they go is "
          "missing\n"
          "  cannot see: all calls of /p/tool1.so: sections of the file overlap, or memory that says where they go is "
          "missing\n");
  profiling.functions["MPI_Send"].profiling = definitions_in(modules, {3});
  profiling.functions["MPI_Pcontrol"].definitions = definitions_in(modules, {2, 3});
  CHECK(lines_after(command::pmpi_text("pid 41", profiling, false), "pid 41  library /p/libmpi.so")
            .starts_with("  4 functions of MPI, every one has its PMPI_ name\n  /p/tool1.so intercepts 2 functions\n"));
  CHECK(
      command::pmpi_text("pid 41", profiling, false)
          .find(
              "\n  MPI_Pcontrol goes to /p/tool2.so: level 1 is the default, 0 switches off, 2 flushes; others are the "
              "tool's\n") != std::string::npos);
  profiling = MpiProfiling();
  profiling.library = &modules[3];
  CHECK(command::pmpi_text("pid 41", profiling, false) ==
        "pid 41  library /p/libmpi.so\n"
        "  0 functions of MPI, every one has its PMPI_ name\n"
        "  nothing intercepts: every call goes straight to the library\n");
  profiling.functions["MPI_Pcontrol"];  // the library has its PMPI_ name alone
  CHECK(command::pmpi_text("pid 41", profiling, false).find("MPI_Pcontrol") == std::string::npos);
  profiling.is_static = true;
  CHECK(command::pmpi_text("pid 41", profiling, false)
            .ends_with(
                "  MPI is linked into the program: an executable does not show which functions share an object file "
                "with a Fortran wrapper, and so cannot be replaced alone\n"));
}

TEST_CASE("a recorder calls the next tool, another tool the library") {
  const std::vector<Module> modules = four_modules();
  MpiProfiling profiling;
  profiling.library = &modules[3];
  profiling.functions["MPI_Send"].definitions = definitions_in(modules, {0, 1, 2, 3});
  const auto chain = [&](std::initializer_list<std::size_t> recorders) {
    profiling.calling_next.clear();
    for (const std::size_t number : recorders) profiling.calling_next.push_back(&modules[number]);
    const std::string text = command::pmpi_text("pid 41", profiling, false);
    const std::string start = "\n  3 tools define the same 1 functions: /p/program is called";
    const std::size_t at = text.find(start);
    REQUIRE(at != std::string::npos);
    const std::string rest = text.substr(at + start.size());
    return rest.substr(0, rest.find('\n'));
  };
  const std::string unless = ", unless the one before calls it: PMPI_ leads straight to the library";
  CHECK(chain({}) == "; not /p/tool1.so, /p/tool2.so" + unless);
  CHECK(chain({0}) == ", which calls /p/tool1.so; not /p/tool2.so" + unless);
  CHECK(chain({1}) == "; not /p/tool1.so, /p/tool2.so" + unless);
  CHECK(chain({0, 1}) == ", which calls /p/tool1.so, which calls /p/tool2.so");
}

TEST_CASE("up to 40 functions of a tool are named, in lines of 116 characters at most, and more with -v") {
  const std::vector<Module> modules = four_modules();
  for (const int count : {39, 40, 41}) {
    CAPTURE(count);
    MpiProfiling profiling;
    profiling.library = &modules[3];
    for (int i = 0; i < count; ++i)
      profiling.functions["MPI_F" + std::to_string(10 + i)].definitions = definitions_in(modules, {1, 3});
    for (const bool verbose : {false, true}) {
      const std::string line = "  /p/tool1.so intercepts " + std::to_string(count) + " functions";
      const std::string names = lines_after(command::pmpi_text("pid 41", profiling, verbose), line);
      CHECK(names.starts_with("    MPI_F10 MPI_F11 ") == (verbose || count <= 40));
    }
  }
  for (const std::size_t size : {12u, 13u, 14u}) {
    CAPTURE(size);
    MpiProfiling profiling;
    profiling.library = &modules[3];
    std::string expected = "   ";
    for (int i = 0; i < 13; ++i) {  // 103 characters with the blanks between them
      const std::string name = "MPI_F" + std::to_string(10 + i);
      profiling.functions[name].definitions = definitions_in(modules, {1, 3});
      expected += ' ' + name;
    }
    const std::string last = "MPI_G" + std::string(size - 5, 'x');
    profiling.functions[last].definitions = definitions_in(modules, {1, 3});
    expected += (size <= 13 ? " " : "\n    ") + last + '\n';
    CHECK(lines_after(command::pmpi_text("pid 41", profiling, false), "  /p/tool1.so intercepts 14 functions")
              .starts_with(expected));
  }
}

TEST_CASE("the JSON of pmpi has all of it") {
  const std::vector<Module> modules = four_modules();
  MpiProfiling profiling = with_two_tools(modules);
  for (const char *const name : {"MPI_Abort", "MPI_Pcontrol", "MPI_Recv"}) profiling.functions.erase(name);
  profiling.fortran = {{&modules[3], 3, 4, "mpi_send_ calls PMPI_Send"}};
  profiling.unseen = {&modules[0]};
  profiling.partly_seen = {&modules[2]};
  std::string text;
  {
    mqs_shim::Sink sink(mqs_shim::write_to_string(text));
    mqs_shim::JsonWriter writer(sink);
    command::write_pmpi_json(writer, "pid 41", profiling);
  }
  CHECK(nlohmann::json::parse(text) == nlohmann::json::parse(R"({
    "target": "pid 41",
    "library": "/p/libmpi.so",
    "functions": [
      {"name": "MPI_Send",
       "definitions": [{"module": "/p/tool1.so", "address": "0x2000", "weak": false},
                       {"module": "/p/tool2.so", "address": "0x3000", "weak": false},
                       {"module": "/p/libmpi.so", "address": "0x4000", "weak": true}],
       "profiling": [],
       "redirected": [{"caller": "/p/program", "module": null, "address": "0x77"},
                      {"caller": "/p/tool1.so", "module": "/p/tool2.so", "address": "0x88"}]},
      {"name": "MPI_Wait",
       "definitions": [{"module": "/p/tool2.so", "address": "0x3000", "weak": false},
                       {"module": "/p/libmpi.so", "address": "0x4000", "weak": true}],
       "profiling": [{"module": "/p/libmpi.so", "address": "0x4000", "weak": true}],
       "redirected": []}],
    "fortran": [{"module": "/p/libmpi.so", "call_mpi": 3, "call_pmpi": 4}],
    "unseen": ["/p/program", "/p/tool2.so"]})"));
}

TEST_CASE("what a tool that wraps the functions of C sees of calls from Fortran") {
  const WithModules process;
  MpiProfiling profiling = sample(process);
  const auto text_with = [&](int call_mpi, int call_pmpi) {
    profiling.fortran.front().call_mpi = static_cast<unsigned>(call_mpi);
    profiling.fortran.front().call_pmpi = static_cast<unsigned>(call_pmpi);
    return command::pmpi_text("pid 41", profiling, false);
  };
  const auto has = [](const std::string &text, const char *part) { return text.find(part) != std::string::npos; };
  CHECK(has(text_with(3, 4),
            ", 3 call the MPI_ name, 4 the PMPI_ name: a tool that wraps the functions of C sees some "));
  CHECK(
      has(text_with(3, 0), ", and so do all 3: a tool that wraps the functions of C sees each call from Fortran once"));
  CHECK(has(text_with(0, 4), ", and so do all 4: a tool that wraps the functions of C sees no call from Fortran"));
}

TEST_CASE("an answer of pmpi is the same from its bytes") {
  const WithModules process;
  const auto read = command::decode_profiling(command::encode_profiling(sample(process), process), process);
  REQUIRE(read);
  CHECK(read->library == &process.modules()[2]);
  const MpiFunction &send = read->functions.at("MPI_Send");
  REQUIRE(send.definitions.size() == 2);
  CHECK(send.definitions[0].module == &process.modules()[1]);
  CHECK((send.definitions[0].weak && !send.definitions[1].weak && send.definitions[1].address == Address(0x2000)));
  CHECK(send.profiling.size() == 1);
  CHECK((send.redirected[0].caller == &process.modules()[0] && send.redirected[0].to == nullptr));
  CHECK((read->fortran[0].call_pmpi == 4 && read->fortran[0].example == "mpi_send_ calls PMPI_Send"));
  CHECK(read->unseen == std::vector<const Module *>{&process.modules()[0]});
  CHECK(read->partly_seen.empty());
  CHECK(read->calling_next == std::vector<const Module *>{&process.modules()[1]});
  CHECK(read->is_static);
}

TEST_CASE("that there is no answer is one as well") {
  const WithModules process;
  const Error none{ErrorCode::not_found, "pid 41 has no MPI library"};
  const auto read = command::decode_profiling(command::encode_profiling(none, process), process);
  REQUIRE(!read);
  CHECK(read.error().message == "pid 41 has no MPI library");
}

TEST_CASE("an answer of pmpi without a module that its text needs is damaged") {
  const WithModules process;
  const auto is_read = [&](const auto &spoil) {
    MpiProfiling profiling = sample(process);
    profiling.partly_seen = {&process.modules()[1]};
    spoil(profiling);
    const auto read = command::decode_profiling(command::encode_profiling(profiling, process), process);
    if (!read) CHECK(read.error().message == "one.capture: the profiling interface in the capture is damaged");
    return static_cast<bool>(read);
  };
  CHECK(is_read([](MpiProfiling &) {}));
  CHECK_FALSE(is_read([](MpiProfiling &one) { one.library = nullptr; }));
  CHECK_FALSE(is_read([](MpiProfiling &one) { one.functions["MPI_Send"].definitions[1].module = nullptr; }));
  CHECK_FALSE(is_read([](MpiProfiling &one) { one.functions["MPI_Send"].profiling[0].module = nullptr; }));
  CHECK_FALSE(is_read([](MpiProfiling &one) { one.functions["MPI_Send"].redirected[0].caller = nullptr; }));
  CHECK_FALSE(is_read([](MpiProfiling &one) { one.fortran[0].module = nullptr; }));
  CHECK_FALSE(is_read([](MpiProfiling &one) { one.unseen[0] = nullptr; }));
  CHECK_FALSE(is_read([](MpiProfiling &one) { one.partly_seen[0] = nullptr; }));
  CHECK_FALSE(is_read([](MpiProfiling &one) { one.calling_next[0] = nullptr; }));
  std::vector<std::byte> longer = command::encode_profiling(sample(process), process);
  longer.push_back(std::byte{0});
  CHECK_FALSE(command::decode_profiling(longer, process));
}

TEST_CASE("damaged bytes of an answer are refused, or lead to modules of the process") {
  const WithModules process;
  const std::vector<std::byte> good = command::encode_profiling(sample(process), process);
  std::size_t shorter = 0;  // captures of version 0.1 end before the rest
  for (std::size_t size = 0; size < good.size(); ++size)
    shorter +=
        command::decode_profiling({good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)}, process) ? 1 : 0;
  CHECK(shorter == 1);
  std::mt19937 random(1);
  std::size_t refused = 0;
  const auto is_module = [&](const Module *module) {
    return module >= process.modules().data() && module < process.modules().data() + process.modules().size();
  };
  for (int i = 0; i < 20000; ++i) {
    std::vector<std::byte> bytes = good;
    for (int changes = 1 + i % 3; changes > 0; --changes)
      bytes[random() % bytes.size()] = static_cast<std::byte>(random());
    const auto read = command::decode_profiling(bytes, process);
    if (!read) {
      ++refused;
      continue;
    }
    CHECK(is_module(read->library));
    for (const auto &[name, function] : read->functions) {
      for (const MpiDefinition &one : function.definitions) CHECK(is_module(one.module));
      for (const RedirectedCall &one : function.redirected) CHECK((one.to == nullptr || is_module(one.to)));
    }
  }
  CHECK(refused > 1000);
}
