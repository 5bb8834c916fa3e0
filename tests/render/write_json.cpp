// Writes every noun of the sample reports as JSON, one file each, for the test against the schema: write_json DIRECTORY

#include <cstdio>
#include <string>
#include <vector>

#include "mqs_shim/render/render.h"
#include "mqs_shim/render/verdict/render_why.h"
#include "tests/render/sample_reports.h"
#include "tests/render/sample_verdicts.h"

namespace {

// Verdicts on jobs made by hand: why_NAME.json each.
bool write_verdicts(const std::string &directory) {
  using namespace mqs_shim;
  for (const sample::Verdict &verdict : sample::verdicts()) {
    why::Inquiry inquiry;
    sample::judge(verdict, inquiry);
    std::FILE *file = std::fopen((directory + "/why_" + verdict.name + ".json").c_str(), "w");
    if (file == nullptr) return false;
    {
      Sink sink(write_to_file(file));
      render_why(inquiry, Format::json, {}, sink);
    }
    if (std::fclose(file) != 0) return false;
  }
  return true;
}

}  // namespace

int main(int argc, char **argv) {
  using namespace mqs_shim;
  if (argc != 2) return 2;
  const std::vector<ProcessReport> job = {
      sample::hung_rank(),         sample::rich_rank(),         sample::plain_rank(),
      sample::unseen_rank(),       sample::failed_rank(),       sample::rank_with_variables(),
      sample::rank_with_history(), sample::rank_with_objects(), sample::rank_of_record_alone()};
  for (int i = 0; i <= static_cast<int>(last_noun); ++i) {
    const Noun noun = static_cast<Noun>(i);
    if (noun == Noun::show) continue;
    for (const bool all : {false, true}) {
      RenderOptions options;
      options.all = all;
      const std::string path =
          std::string(argv[1]) + "/" + std::string(noun_name(noun)) + (all ? "_all.json" : ".json");
      std::FILE *file = std::fopen(path.c_str(), "w");
      if (file == nullptr) return 1;
      {
        Sink sink(write_to_file(file));
        const auto renderer = make_renderer(noun, Format::json, options, sink);
        for (const ProcessReport &report : job) renderer->add(sample::as_asked(report, noun));
        renderer->finish({3, 4, 5});
      }
      if (std::fclose(file) != 0) return 1;
    }
  }
  return write_verdicts(argv[1]) ? 0 : 1;
}
