// Functions whose last call is a jump are found between the frames of a stack.

#include <doctest/doctest.h>

#include <fstream>

#include "corefile/capture/capture_image.h"
#include "corefile/capture/recorded_process.h"
#include "corefile/mpi/mpi_stacks.h"
#include "corefile/process/process.h"
#include "mqs_shim/stacks/call_site.h"
#include "tests/corefile/target_process.h"

using namespace corefile;
using corefile_test::TargetProcess;

namespace {

enum Way { from_main, through_one, through_two, in_two_places, by_address, inlined, elsewhere };

// The functions of the program from the call of MPI_Recv outwards, each with the line of its call: "settle:21 main:57".
std::string functions_of(Process &process, mqs_shim::NamedFrames which) {
  auto stacks = mpi_stacks(process);
  REQUIRE(stacks);
  mqs_shim::MpiStack &stack = stacks->front();
  CHECK(stack.mpi_call == "MPI_Recv");
  name_frames(stack, process, which);
  const auto site = mqs_shim::call_site(stack);
  REQUIRE(site);
  std::string text;
  for (std::size_t i = *site; i < stack.frames.size(); ++i) {
    const mqs_shim::Frame &frame = stack.frames[i];
    text += frame.function + (frame.line == 0 ? "" : ":" + std::to_string(frame.line)) + " ";
    if (frame.function == "main" || which == mqs_shim::NamedFrames::site) break;
  }
  return text;
}

struct Seen {
  std::string functions, site;
  std::string line;  // that the program named
};

Seen seen(const std::string &program, Way way) {
  const TargetProcess target(program, way);
  auto process = open_live_process(target.pid(), {});
  REQUIRE(process);
  REQUIRE((*process)->stop());
  Seen found;
  found.functions = functions_of(**process, mqs_shim::NamedFrames::program);
  found.site = functions_of(**process, mqs_shim::NamedFrames::site);
  found.line = way == by_address ? "" : std::to_string(target.fact("line"));
  (*process)->resume();
  return found;
}

}  // namespace

TEST_CASE("functions that ended with a jump are found by the call sites of the debug information") {
  for (const char *program : {JUMPING_PROGRAMS}) {
    CAPTURE(program);
    const Seen direct = seen(program, from_main), one = seen(program, through_one), two = seen(program, through_two);
    CHECK(direct.functions == "main:" + direct.line + " ");
    CHECK(one.functions.starts_with("settle:" + one.line + " main:"));
    CHECK(one.site == "settle:" + one.line + " ");
    CHECK(two.functions.starts_with("settle:" + two.line + " exchange:"));
    CHECK(two.site == "settle:" + two.line + " ");
    const Seen inside = seen(program, inlined);
    CHECK(inside.functions.starts_with("inlined:" + inside.line + " outer:"));
    const Seen other = seen(program, elsewhere);
    CHECK(other.functions.starts_with("receive:" + other.line + " receive_elsewhere:"));
  }
}

TEST_CASE("a function that may have jumped from several places, or to any function, is not named") {
  for (const char *program : {JUMPING_PROGRAMS}) {
    CAPTURE(program);
    CHECK(seen(program, in_two_places).functions.starts_with("main:"));
    CHECK(seen(program, by_address).functions.starts_with("main:"));
  }
}

TEST_CASE("without debug information the function is known that was called and has no frame") {
  const char *const program = JUMPING_PROGRAM_WITHOUT_LINES;
  CHECK(seen(program, from_main).functions == "main ");
  CHECK(seen(program, through_one).functions == "settle main ");
  CHECK(seen(program, through_one).site == "settle ");
  CHECK(seen(program, through_two).functions == "exchange main ");
}

TEST_CASE("a capture has the functions that ended with a jump") {
  const char *const programs[] = {JUMPING_PROGRAMS};
  const TargetProcess target(programs[0], through_two);
  auto process = open_live_process(target.pid(), {});
  REQUIRE(process);
  RecordedProcess recorded(**process);
  REQUIRE((*process)->stop());
  recorded.take_stacks();
  const std::string live = functions_of(recorded, mqs_shim::NamedFrames::program);
  recorded.take();
  (*process)->resume();
  CHECK(functions_of(recorded, mqs_shim::NamedFrames::program) == live);
  const corefile_test::ScratchDirectory directory;
  const std::string path = directory / "capture";
  const std::vector<std::byte> bytes = recorded.capture();
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char *>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  auto capture = open_capture_or_core(path, {});
  REQUIRE(capture);
  CHECK(functions_of(**capture, mqs_shim::NamedFrames::program) == live);
}
