// Jobs that hang in every way of samples/hangs.c, as record_hangs.py has recorded their ranks: what is said of each.
// The program says itself what the verdict has to be, and was recorded when it was. said/LIBRARY.txt has the text of
// the verdict and of the queues; of the other forms, which say the same in other words, a hash. MPIDBG_SAID=DIRECTORY
// writes them there. And the evidence that each rank gave is what its report makes again, as far as the report has it.

#include <doctest/doctest.h>
#include <lzma.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "mpidbg/base/hexadecimal.h"
#include "mqs_shim/job/why/rank_evidence.h"
#include "mqs_shim/render/progress/pending_lines.h"
#include "mqs_shim/render/progress/render_progress.h"
#include "mqs_shim/render/render.h"
#include "mqs_shim/render/why/page.h"
#include "mqs_shim/render/why/render_why.h"
#include "mqs_shim/summary/cbor.h"
#include "mqs_shim/summary/collection.h"
#include "mqs_shim/summary/compressed.h"
#include "tests/golden/compare.h"

using mqs_shim::Format;
using mqs_shim::Noun;
using mqs_shim::ProcessReport;
using mqs_shim::summaries::RankSummary;
using mqs_shim::summaries::Summary;

namespace why = mqs_shim::why;

namespace {

constexpr const char *launcher = "mpirun 7";

struct HungJob {
  std::string way;
  int code;  // of `why`
  Summary summary;
};

std::string unpacked(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  const std::string packed{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  std::string bytes(std::size_t{64} << 20, '\0');
  std::uint64_t memory = UINT64_MAX;
  std::size_t in = 0, out = 0;
  const auto result =
      lzma_stream_buffer_decode(&memory, 0, nullptr, reinterpret_cast<const std::uint8_t *>(packed.data()), &in,
                                packed.size(), reinterpret_cast<std::uint8_t *>(bytes.data()), &out, bytes.size());
  REQUIRE_MESSAGE(result == LZMA_OK, path);
  bytes.resize(out);
  return bytes;
}

// As it was before record_hangs.py took the bytes out.
std::string record_of(std::string_view bytes) {
  mqs_shim::summaries::CborWriter writer;
  writer.begin_map();
  writer.text("format");
  writer.text("mpidbg summary");
  writer.text("version");
  writer.head(mqs_shim::summaries::CborType::positive, mqs_shim::summaries::summary_version);
  writer.text("bytes");
  writer.head(mqs_shim::summaries::CborType::positive, bytes.size());
  writer.text("zstd");
  writer.bytes(mqs_shim::summaries::compressed(bytes));
  writer.end_map();
  return writer.take();
}

std::vector<HungJob> jobs_of(const std::string &library) {
  const std::string content = unpacked(std::string(DIRECTORY "/data/") + library + ".hangs.xz");
  std::string_view left = content;
  std::vector<HungJob> jobs;
  while (!left.empty()) {
    REQUIRE(left.size() > 6);
    const auto name = static_cast<unsigned char>(left[0]);
    const int code = static_cast<unsigned char>(left[1]);
    std::uint32_t size = 0;
    std::memcpy(&size, left.data() + 2, sizeof size);
    left.remove_prefix(6);
    REQUIRE(left.size() >= name + std::size_t{size});
    auto summary = Summary::decode(record_of(left.substr(name, size)));
    REQUIRE_MESSAGE(summary.ok(), summary.error().message);
    jobs.push_back({std::string(left.substr(0, name)), code, std::move(*summary)});
    left.remove_prefix(name + std::size_t{size});
  }
  return jobs;
}

std::string hash_of(std::string_view text) {
  std::uint32_t hash = 0x811c9dc5;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193;
  return mpidbg::hex(hash);
}

// What is said of one job, form by form.
class Said {
 public:
  explicit Said(std::string name) : name_(std::move(name)) {}

  void whole(const std::string &form, const std::string &text) { text_ += "-- " + form + '\n' + text; }
  void hashed(const std::string &form, const std::string &text) {
    text_ += "-- " + form + ": " + hash_of(text) + '\n';
    if (const char *const directory = std::getenv("MPIDBG_SAID"))
      std::ofstream(std::string(directory) + '/' + name_ + ' ' + form) << text;
  }
  const std::string &text() const { return text_; }

 private:
  std::string name_, text_;
};

template <class Write>
std::string written(Write &&write) {
  std::string text;
  {
    mqs_shim::Sink sink(mqs_shim::write_to_string(text));
    write(sink);
  }
  return text;
}

mqs_shim::summaries::Merged judged(const Summary &summary, int left_out = -1) {
  auto merged =
      mqs_shim::summaries::judge(summary, [&](const RankSummary &rank) { return rank.report.world_rank != left_out; });
  REQUIRE_MESSAGE(merged.ok(), merged.error().message);
  return std::move(*merged);
}

std::string why(const mqs_shim::summaries::Merged &merged, Format format, bool each = false) {
  mqs_shim::WhyOptions options;
  options.each = each;
  options.seconds = merged.seconds;
  options.launcher = launcher;
  return written([&](mqs_shim::Sink &sink) { render_why(merged.inquiry, format, options, sink); });
}

std::string page(const mqs_shim::summaries::Merged &merged) {
  const auto graph = mqs_shim::wait_graph(merged.inquiry.waits(), merged.inquiry.verdict(), launcher);
  mqs_shim::PageFacts facts;
  facts.seconds = merged.seconds;
  facts.launcher = launcher;
  facts.made = "made on node1";
  return written([&](mqs_shim::Sink &sink) { write_why_page(merged.inquiry, graph, facts, sink); });
}

void say_why(const HungJob &job, Said &said) {
  const auto merged = judged(job.summary);
  CHECK(static_cast<int>(merged.inquiry.verdict().outcome) == job.code);
  said.whole("why", why(merged, Format::text));
  said.hashed("why each", why(merged, Format::text, true));
  said.hashed("why json", why(merged, Format::json));
  said.hashed("why dot", why(merged, Format::dot));
  said.hashed("why html", page(merged));
  std::string pending;
  const auto evidence = merged.inquiry.waits().evidence();
  for (const std::string &line : mqs_shim::pending_lines({evidence.begin(), evidence.end()})) pending += line + '\n';
  said.hashed("pending", pending);
  for (int rank = 0; rank < 3; ++rank) {
    const auto part = judged(job.summary, rank);
    const std::string form = "why without rank " + std::to_string(rank);
    said.hashed(form, why(part, Format::text));
    said.hashed(form + " dot", why(part, Format::dot));
  }
}

void say_reports(const HungJob &job, Said &said) {
  std::vector<ProcessReport> reports;
  const auto read = job.summary.for_each([&](RankSummary rank) { reports.push_back(std::move(rank.report)); });
  REQUIRE_MESSAGE(read.ok(), read.error().message);
  const mqs_shim::RenderOptions options;
  mqs_shim::RenderOptions full;
  full.verbose = full.all = true;
  said.whole("queues", render(Noun::queues, Format::text, reports, options));
  for (const Noun noun : {Noun::queues, Noun::comms, Noun::ranks, Noun::stacks}) {
    const std::string name(noun_name(noun));
    if (noun != Noun::queues) said.hashed(name, render(noun, Format::text, reports, options));
    said.hashed(name + " in full", render(noun, Format::text, reports, full));
    said.hashed(name + " json", render(noun, Format::json, reports, full));
  }
  said.hashed("stacks dot", render(Noun::stacks, Format::dot, reports, options));
}

// Evidence as far as it can be made of the report that was recorded beside it: without what takes addresses of
// requests, words of stacks, channels, windows and files, which only the rank itself had.
std::string part_of_report(RankSummary rank) {
  why::Evidence &evidence = rank.evidence;
  why::Evidence part;
  part.id = evidence.id;
  part.job_known = evidence.job_known;
  part.job_name = evidence.job_name;
  part.world_size = evidence.world_size;
  part.pid = evidence.pid;
  part.host = evidence.host;
  part.target = evidence.target;
  part.state = evidence.state;
  part.callbacks_over = evidence.callbacks_over;
  part.problem = evidence.problem;
  part.is_core = evidence.is_core;
  part.queues_complete = evidence.queues_complete;
  part.thread_level = evidence.thread_level;
  part.communicators = evidence.communicators;
  for (why::Communicator &one : part.communicators) one.collectives.reset();
  part.operations = evidence.operations;
  std::erase_if(part.operations, [](const why::Operation &one) { return one.kind == why::OperationKind::extracted; });
  part.inactive = evidence.inactive;
  part.silent = evidence.silent;
  for (const why::Thread &whole : evidence.threads) {
    why::Thread &thread = part.threads.emplace_back();
    thread.tid = whole.tid;
    thread.of_c_library = whole.of_c_library;
    thread.call = whole.call;
    thread.inside = whole.inside;
    thread.system_call = whole.system_call;
    thread.site = whole.site;
    thread.path = whole.path;
    const bool is_blocked = whole.activity == why::Activity::waits || whole.activity == why::Activity::unknown;
    thread.activity = is_blocked ? why::Activity::waits : whole.activity;  // for what takes the addresses
  }
  evidence = part;
  return pack(rank);
}

void check_evidence(const HungJob &job) {
  const auto read = job.summary.for_each([&](RankSummary rank) {
    RankSummary again = rank;
    again.evidence = why::rank_evidence(rank.report);
    CHECK_MESSAGE(part_of_report(again) == part_of_report(rank), job.way, ", rank ", rank.report.world_rank);
  });
  REQUIRE_MESSAGE(read.ok(), read.error().message);
}

// As if the ranks of one job had become those of the next.
std::string difference(const HungJob &first, const HungJob &second, Format format) {
  mqs_shim::why::TwoLooks looks;
  const auto merged_first = judged(first.summary), merged_second = judged(second.summary);
  const auto add = [&](const mqs_shim::summaries::Merged &merged, auto to) {
    std::int64_t pid = 0;
    for (mqs_shim::why::Evidence one : merged.inquiry.waits().evidence()) {
      one.pid = ++pid;
      (looks.*to)(std::move(one));
    }
  };
  add(merged_first, &mqs_shim::why::TwoLooks::add_to_first);
  add(merged_second, &mqs_shim::why::TwoLooks::add_to_second);
  looks.compare();
  return written([&](mqs_shim::Sink &sink) { render_progress(looks, format, {}, sink); });
}

// The text of each job, as the file has it or is to have it.
std::map<std::string, std::string> expected_texts(const std::string &path) {
  std::ifstream file(path);
  std::map<std::string, std::string> texts;
  std::string line, way;
  while (std::getline(file, line)) {
    if (line.starts_with("==== ")) way = line.substr(5, line.find(',') - 5);
    texts[way] += line + '\n';
  }
  return texts;
}

void say_all(const std::string &library) {
  const std::vector<HungJob> jobs = jobs_of(library);
  const std::string path = std::string(DIRECTORY "/said/") + library + ".txt";
  const bool collects = std::getenv("COLLECT_GOLDEN") != nullptr;
  auto expected = expected_texts(path);
  std::string all;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    Said said(library + ' ' + jobs[i].way);
    check_evidence(jobs[i]);
    say_why(jobs[i], said);
    say_reports(jobs[i], said);
    const HungJob &next = jobs[(i + 1) % jobs.size()];
    for (const Format format : {Format::text, Format::json}) {
      const std::string form = format == Format::json ? " json" : "";
      said.hashed("the same a second time" + form, difference(jobs[i], jobs[i], format));
      said.hashed("and then " + next.way + form, difference(jobs[i], next, format));
    }
    const std::string text = "==== " + jobs[i].way + ", exit code " + std::to_string(jobs[i].code) + '\n' + said.text();
    all += text;
    if (!collects)
      CHECK_MESSAGE(text == expected[jobs[i].way], jobs[i].way, ", ",
                    golden::first_difference(expected[jobs[i].way], text));
  }
  if (collects) std::ofstream(path) << all;
  CHECK((collects || jobs.size() == expected.size()));
}

}  // namespace

TEST_CASE("what is said of jobs of Open MPI that hang") {
  say_all("openmpi");
}

TEST_CASE("what is said of jobs of Open MPI with the recorder that hang") {
  say_all("recorded");
}

TEST_CASE("what is said of jobs of MPICH that hang") {
  say_all("mpich");
}
