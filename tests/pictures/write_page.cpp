// write_page JOB: the graph of a sample job, for Graphviz. write_page JOB SVG-FILE: its page.

#include <cstdio>
#include <fstream>
#include <iterator>

#include "mqs_shim/render/verdict/page/graph_dot.h"
#include "mqs_shim/render/verdict/page/page.h"
#include "tests/pictures/sample_jobs.h"

int main(int argc, char **argv) {
  if (argc < 2 || !mqs_shim::why::sample::jobs().contains(argv[1])) return 2;
  const auto job = mqs_shim::why::sample::jobs().at(argv[1])();
  mqs_shim::why::Inquiry inquiry;
  for (const auto &one : job.ranks()) inquiry.add(one);
  inquiry.judge();
  const auto graph = mqs_shim::wait_graph(inquiry.waits(), inquiry.verdict());
  mqs_shim::Sink sink(mqs_shim::write_to_file(stdout));
  if (argc == 2) {
    mqs_shim::write_graph_dot(graph, inquiry.verdict(), sink);
  } else {
    std::ifstream file(argv[2]);
    mqs_shim::PageFacts facts;
    facts.picture.assign(std::istreambuf_iterator<char>(file), {});
    mqs_shim::write_why_page(inquiry, graph, facts, sink);
  }
  return 0;
}
