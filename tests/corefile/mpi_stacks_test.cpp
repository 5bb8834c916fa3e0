// Which code of a process is its MPI library's, and where the program called it.

#include "corefile/mpi/mpi_stacks.h"

#include <doctest/doctest.h>

#include "tests/corefile/made_process.h"

using namespace corefile;
using namespace mqs_shim;
using corefile_test::MadeProcess;

namespace {

constexpr const char *program = "/home/a.out", *libc = "/lib/libc.so.6";
constexpr std::uint64_t entry_point = 0x900;

// A process with one thread.
class OneThread : public MadeProcess {
 public:
  // The library is in that file, if any; its entry point is in the source or not.
  explicit OneThread(const char *library, bool has_source_of_library = false) {
    for (const char *path : {program, libc}) modules_of_test.emplace_back().path = path;
    if (library == nullptr) return;
    if (std::string_view(library) != program) modules_of_test.emplace_back().path = library;
    symbols["PMPI_Init"] = {std::string_view(library) == program ? 0u : 2u, Address(entry_point)};
    if (has_source_of_library) places[entry_point] = {{"PMPI_Init", "init.c", 1}};
  }

  OneThread &frame(const std::string &module, const std::string &function, bool has_source = false) {
    if (stacks_of_test.empty()) stacks_of_test.emplace_back().tid = 41;
    Frame &frame = stacks_of_test[0].frames.emplace_back();
    frame.module = module;
    frame.function = function;
    frame.pc = Address(0x1000 + 0x100 * stacks_of_test[0].frames.size());
    frame.stack_pointer = Address(0x7000 + 0x100 * stacks_of_test[0].frames.size());
    if (has_source) places[frame.pc.value()] = {{function, "a.c", 7}};
    return *this;
  }

  MpiStack stack() {
    auto stacks = mpi_stacks(*this);
    REQUIRE(stacks);
    REQUIRE(stacks->size() == 1);
    return stacks->front();
  }

  // "MPI_Recv" for a thread in that call, "in MPI_Recv" for one that runs the program's code in it.
  std::string call() {
    const MpiStack found = stack();
    return found.mpi_call + (found.inside.empty() ? "" : "in " + found.inside);
  }
};

// What the program does in a callback of the call, which it made from main.
std::string in_callback(OneThread process, const char *library) {
  process.frame(libc, "clock_nanosleep").frame(program, "slow_op", true);
  process.frame(library, "Progress").frame(library, "PMPI_Allreduce").frame(program, "main", true);
  return process.call();
}

}  // namespace

TEST_CASE("a library in files of its own is told by their names, and one of an unknown name by what it defines") {
  for (const char *library : {"/lib/libmpi.so.40", "/lib/libmpi_of_a_vendor.so.1"}) {
    CAPTURE(library);
    for (const bool has_source : {false, true})
      CHECK(in_callback(OneThread(library, has_source), library) == "in MPI_Allreduce");
    OneThread process(library);
    CHECK(process.frame(library, "Progress").frame(library, "PMPI_Send").frame(program, "main", true).call() ==
          "MPI_Send");
    // Whose name only looks like that of a call.
    OneThread other(library);
    CHECK(other.frame(libc, "poll").frame(program, "MPI_Send").frame(program, "main").call().empty());
  }
}

TEST_CASE("a library in the program's file is told apart if it alone has no lines in the source") {
  CHECK(in_callback(OneThread(program), program) == "in MPI_Allreduce");
  // Both have, and no frame says whose it is.
  CHECK(in_callback(OneThread(program, true), program) == "MPI_Allreduce");
  // Neither has.
  OneThread bare(program);
  bare.frame(program, "Progress").frame(program, "PMPI_Allreduce").frame(program, "main");
  CHECK(bare.call() == "MPI_Allreduce");
  // The library is in a file that another one of the program's is linked with.
  OneThread in_library("/opt/libsolver.so");
  in_library.frame("/opt/libsolver.so", "Progress")
      .frame("/opt/libsolver.so", "PMPI_Send")
      .frame("/opt/libsolver.so", "solve", true);
  CHECK(in_library.frame(program, "main", true).call() == "MPI_Send");
}

TEST_CASE("a process without MPI is in no call") {
  OneThread process(nullptr);
  CHECK(process.frame(libc, "poll").frame(program, "solve", true).frame(program, "main", true).call().empty());
}

TEST_CASE("the call site is the program's innermost frame outside of the call") {
  const char *const library = "/lib/libmpi.so.40";
  OneThread process(library);
  process.frame(libc, "poll")
      .frame(library, "PMPI_Recv")
      .frame(program, "_ZN3MPI4Comm4RecvEv")
      .frame(program, "MPI_Recv");
  process.frame(libc, "qsort").frame(program, "solve", true).frame(program, "main", true);
  CHECK(process.stack().call_frame == 3);
  CHECK(call_site(process.stack()) == 5);
  OneThread callback(library);
  callback.frame(libc, "poll").frame(program, "handler").frame(library, "PMPI_Recv").frame(program, "main");
  CHECK(callback.stack().inside_frame == 2);
  CHECK(call_site(callback.stack()) == 1);
  OneThread own(library);
  CHECK_FALSE(call_site(own.frame(libc, "poll").frame(library, "progress_thread").frame(libc, "start_thread").stack()));
}

TEST_CASE("frames get the lines of the source, one more for each inlined function, and calls are still found") {
  const char *const library = "/lib/libmpi.so.40";
  OneThread process(library);
  process.frame(library, "PMPI_Send").frame(program, "handler").frame(libc, "_Z4waitv");
  process.frame(library, "PMPI_Recv", true).frame(libc, "qsort", true).frame(program, "main", true);
  process.places[process.stacks_of_test[0].frames[1].pc.value()] = {
      {"inner", "in.h", 3}, {"outer", "in.h", 9}, {"", "a.c", 5}};
  const MpiStack before = process.stack();
  REQUIRE(before.call_frame == 0);
  REQUIRE(before.inside_frame == 3);
  const auto named = [&](NamedFrames which) {
    MpiStack stack = before;
    name_frames(stack, process, which);
    return stack;
  };
  const auto words = [](const MpiStack &stack) {
    std::string text;
    for (const Frame &frame : stack.frames)
      text +=
          frame.function + (frame.line == 0 ? "" : ":" + std::to_string(frame.line)) + (frame.inlined ? " in " : ", ");
    return text;
  };
  const MpiStack none = named(NamedFrames::none), site = named(NamedFrames::site);
  const MpiStack of_program = named(NamedFrames::program), all = named(NamedFrames::all);
  CHECK(words(none) == "PMPI_Send, handler, _Z4waitv, PMPI_Recv, qsort, main, ");
  CHECK(words(site) == "PMPI_Send, inner:3 in outer:9 in handler:5, _Z4waitv, PMPI_Recv, qsort, main, ");
  CHECK(words(of_program) == "PMPI_Send, inner:3 in outer:9 in handler:5, _Z4waitv, PMPI_Recv, qsort, main:7, ");
  CHECK(words(all) == "PMPI_Send, inner:3 in outer:9 in handler:5, wait, PMPI_Recv:7, qsort:7, main:7, ");
  CHECK(none.inside_frame == 3);
  for (const MpiStack &stack : {site, of_program, all}) {
    CHECK(stack.call_frame == 0);
    CHECK(stack.inside_frame == 5);
    CHECK(stack.frames[1].file == "in.h");
    CHECK(stack.frames[3].file == "a.c");
  }

  // Without a call site all can be named, and nothing else.
  OneThread own(library);
  own.frame(libc, "_Z4waitv").frame(library, "progress_thread");
  MpiStack thread = own.stack();
  name_frames(thread, own, NamedFrames::program);
  CHECK(thread.frames[0].function == "_Z4waitv");
  name_frames(thread, own, NamedFrames::all);
  CHECK(thread.frames[0].function == "wait");
  CHECK_FALSE(thread.call_frame);
  CHECK_FALSE(thread.inside_frame);
}
