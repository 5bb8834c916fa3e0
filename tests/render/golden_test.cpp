// The text of each noun, compared with golden/. With COLLECT_GOLDEN=1 in the environment the files are written instead.

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "mqs_shim/render/render.h"
#include "tests/render/sample_reports.h"

using namespace mqs_shim;

namespace {

void compare_with_golden(const std::string &name, const std::string &text) {
  const std::string path = std::string(GOLDEN_DIRECTORY) + "/" + name + ".txt";
  if (std::getenv("COLLECT_GOLDEN") != nullptr) {
    std::ofstream(path) << text;
    return;
  }
  std::ifstream file(path);
  REQUIRE_MESSAGE(file, path);
  std::stringstream expected;
  expected << file.rdbuf();
  CHECK_MESSAGE(text == expected.str(), name);
}

}  // namespace

TEST_CASE("text of every noun") {
  const std::vector<ProcessReport> job = {sample::hung_rank(), sample::rich_rank(), sample::plain_rank(),
                                          sample::unseen_rank(), sample::failed_rank()};
  for (const Noun noun : {Noun::queues, Noun::comms, Noun::groups, Noun::ranks}) {
    const std::string name(noun_name(noun));
    compare_with_golden(name, render(noun, Format::text, job, {}));
    RenderOptions options;
    options.all = options.verbose = true;
    compare_with_golden(name + "_all_verbose", render(noun, Format::text, job, options));
  }
}
