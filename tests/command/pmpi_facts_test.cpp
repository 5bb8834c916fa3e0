// The answer of `pmpi` in captures: what was found is found again, and damaged bytes are refused.

#include "corefile/command/pmpi_facts.h"

#include <doctest/doctest.h>

#include <random>

#include "corefile/command/pmpi_report.h"

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
  return profiling;
}

}  // namespace

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
  CHECK(read->overlapping.empty());
}

TEST_CASE("that there is no answer is one as well") {
  const WithModules process;
  const Error none{ErrorCode::not_found, "pid 41 has no MPI library"};
  const auto read = command::decode_profiling(command::encode_profiling(none, process), process);
  REQUIRE(!read);
  CHECK(read.error().message == "pid 41 has no MPI library");
}

TEST_CASE("damaged bytes of an answer are refused, or lead to modules of the process") {
  const WithModules process;
  const std::vector<std::byte> good = command::encode_profiling(sample(process), process);
  for (std::size_t size = 0; size < good.size(); ++size)
    CHECK(!command::decode_profiling({good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)}, process));
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
