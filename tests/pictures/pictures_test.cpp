// The graph of waits and the page, over evidence made by hand; golden/ as in tests/golden/compare.h.

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "mqs_shim/job/why/verdict/inquiry.h"
#include "mqs_shim/render/verdict/page/graph_dot.h"
#include "mqs_shim/render/verdict/page/page.h"
#include "mqs_shim/render/verdict/render_why.h"
#include "tests/golden/compare.h"
#include "tests/pictures/sample_jobs.h"

using namespace mqs_shim;

namespace {

why::Inquiry inquiry_into(const why::JobBuilder &job) {
  why::Inquiry inquiry;
  for (const why::Evidence &one : job.ranks()) inquiry.add(one);
  inquiry.judge();
  return inquiry;
}

WaitGraph graph_of(const why::Inquiry &inquiry) {
  return wait_graph(inquiry.waits(), inquiry.verdict());
}

std::string dot_of(const why::Inquiry &inquiry) {
  std::string text;
  Sink sink(write_to_string(text));
  write_graph_dot(graph_of(inquiry), inquiry.verdict(), sink);
  return text;
}

std::string page_of(const why::Inquiry &inquiry, const PageFacts &facts = {}) {
  std::string text;
  Sink sink(write_to_string(text));
  write_why_page(inquiry, graph_of(inquiry), facts, sink);
  return text;
}

// Without style and script, which are files of the tree.
std::string without(std::string page, const std::string &begin, const std::string &end) {
  const std::size_t from = page.find(begin) + begin.size();
  page.erase(from, page.find(end, from) - from);
  return page;
}
std::string without_parts(const std::string &page) {
  return without(without(without(page, "<style>", "</style>"), "\n<script>", "</script>"), "'sha256-", "'");
}

std::size_t count(const std::string &text, const std::string &what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

nlohmann::json data_of(const why::Inquiry &inquiry, const PageLimits &limits = {}) {
  return nlohmann::json::parse(page_data(inquiry.waits(), inquiry.verdict(), graph_of(inquiry), limits));
}

}  // namespace

TEST_CASE("graph and page of each kind of job") {
  for (const auto &name : {"wrong_tag", "hostile_texts", "all_run", "any_source"}) {
    const why::Inquiry inquiry = inquiry_into(why::sample::jobs().at(name)());
    golden::compare(GOLDEN_DIRECTORY, std::string(name) + ".dot", dot_of(inquiry));
    golden::compare(GOLDEN_DIRECTORY, std::string(name) + ".html", without_parts(page_of(inquiry)));
  }
}

TEST_CASE("the verdict as JSON; json_test.py compares it with the schema") {
  for (const auto &name : {"small_wrong_tag", "hostile_texts", "all_run", "any_source"}) {
    const why::Inquiry inquiry = inquiry_into(why::sample::jobs().at(name)());
    std::string text;
    Sink sink(write_to_string(text));
    render_why(inquiry, Format::json, {}, sink);
    golden::compare(GOLDEN_DIRECTORY, std::string(name) + ".json", text);
  }
}

TEST_CASE("ranks that wait for their neighbours are one node that waits for itself") {
  const WaitGraph graph = graph_of(inquiry_into(why::sample::ring(1000)));
  // The last one, whose neighbour is rank 0, may be apart.
  REQUIRE(graph.nodes.size() <= 2);
  const WaitGraph::Node &most = graph.nodes.back();
  CHECK(most.processes.size() >= 999);
  const auto self = std::find_if(graph.edges.begin(), graph.edges.end(), [&](const WaitGraph::Edge &edge) {
    return edge.from == edge.to && edge.from == graph.nodes.size() - 1;
  });
  REQUIRE(self != graph.edges.end());
  CHECK(self->core);
  CHECK(self->reasons.front().find("rank+1") != std::string::npos);
}

TEST_CASE("however many kinds of waits there are, the graph has some dozen nodes") {
  why::JobBuilder job(300);
  for (int rank = 0; rank < 300; ++rank) job.recv(rank, (rank + 1) % 300, rank);
  const WaitGraph graph = graph_of(inquiry_into(job));
  CHECK(graph.nodes.size() == 24);
  std::size_t ranks = 0;
  for (const WaitGraph::Node &node : graph.nodes) ranks += node.processes.size();
  CHECK(ranks == 300);
}

TEST_CASE("no text of a job becomes an element") {
  const std::string page = page_of(inquiry_into(why::sample::hostile_texts()));
  CHECK(count(page, "<script") == 2);
  CHECK(count(page, "</script") == 2);
  CHECK(count(page, "<img") == 0);
}

TEST_CASE("each line about collectives is written once") {
  const std::string page = page_of(inquiry_into(why::sample::wrong_tag()));
  CHECK(count(page, "ranks 2-127 are in MPI_Barrier") == 1);
}

TEST_CASE("a picture is included as an element, a missing one with its reason") {
  const why::Inquiry inquiry = inquiry_into(why::sample::wrong_tag());
  PageFacts facts;
  facts.picture = "<?xml version=\"1.0\"?>\n<!DOCTYPE svg>\n<svg width=\"1pt\"></svg>\n";
  CHECK(page_of(inquiry, facts).find("tabindex=\"0\">\n<svg width=\"1pt\"></svg>\n</div>") != std::string::npos);
  facts.picture.clear();
  facts.why_no_picture = "dot <is> not installed";
  CHECK(page_of(inquiry, facts).find("No picture: dot &lt;is&gt; not installed") != std::string::npos);
}

TEST_CASE("all evidence of a small job is in the page") {
  const nlohmann::json data = data_of(inquiry_into(why::sample::wrong_tag()));
  CHECK(data["ranks"].size() == 128);
  const nlohmann::json &zero = data["ranks"][0];
  const auto column = [&](const char *kind, const char *name) {
    const auto &names = data["columns"][kind];
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  CHECK(zero.size() == data["columns"]["rank"].size());
  CHECK(zero[column("rank", "operations")].size() == 2);
  CHECK(zero[column("rank", "left_out")] == 0);
  for (const char *kind : {"thread", "operation", "channel", "communicator"}) {
    const auto &rows = zero[column("rank", (std::string(kind) + "s").c_str())];
    CHECK(rows[0].size() <= data["columns"][kind].size());
  }
  const auto wait = zero[column("rank", "threads")][0][column("thread", "wait")].get<std::size_t>();
  CHECK(data["texts"][wait] == "rank 1 to send tag 7 on MPI_COMM_WORLD");
}

TEST_CASE("a page of 10,000 ranks has at most 10 MB") {
  for (const char *name : {"ring", "large"}) {
    const std::string page = page_of(inquiry_into(why::sample::jobs().at(name)()));
    MESSAGE(std::string(name), ": ", page.size(), " bytes");
    CHECK(page.size() <= 10'000'000);
  }
}

TEST_CASE("a long text of the page is cut where a character ends") {
  const auto shown = [](const std::string &host, std::size_t limit) {
    why::JobBuilder job(2);
    job.recv(0, 1, 1);
    job.rank(0).host = host;
    PageLimits limits;
    limits.bytes_of_text = limit;
    const nlohmann::json texts = data_of(inquiry_into(job), limits)["texts"];
    for (const nlohmann::json &text : texts)
      if (text.get<std::string>().starts_with("abc")) return text.get<std::string>();
    return std::string();
  };
  const std::string letters = "abc" + std::string(40, 'x');
  CHECK(shown(letters, 44) == letters);
  CHECK(shown(letters, 43) == letters);
  CHECK(shown(letters, 42) == letters.substr(0, 42) + "...");
  // Of two bytes each, which are not taken apart.
  std::string wide = "abc";
  for (int i = 0; i < 20; ++i) wide += "\u00e4";
  CHECK(shown(wide, 41) == wide.substr(0, 41) + "...");
  CHECK(shown(wide, 40) == wide.substr(0, 39) + "...");
}

TEST_CASE("a rank with too much is cut, and says so; the others are not") {
  why::JobBuilder job(100);
  for (int i = 0; i < 100'000; ++i)
    job.rank(5).operations.push_back(job.rank(5).operations.empty() ? why::Operation()
                                                                    : job.rank(5).operations.front());
  job.recv(0, 1, 1);
  for (why::Evidence &one : job.ranks()) one.host = "host " + std::string(100, 'x') + std::to_string(one.id.rank);
  PageLimits limits;
  limits.bytes_of_lists = 200'000;
  limits.bytes_of_texts = 5'000;
  const why::Inquiry inquiry = inquiry_into(job);
  const nlohmann::json data = data_of(inquiry, limits);
  CHECK(data.dump().size() < 230'000);
  const std::size_t left_out = data["columns"]["rank"].size() - 1;
  CHECK(data["ranks"][5][left_out].get<int>() > 90'000);
  CHECK(data["ranks"][0][left_out] == 0);
  CHECK(data["ranks"][99][left_out] == 0);
  const auto &texts = data["texts"];
  CHECK(std::count(texts.begin(), texts.end(), "(left out)") == 1);
}
