// Summaries of ranks, as files and launchers bring them: what was compressed is changed, then decoded, merged, judged
// and put into words; and lines of records are changed.

#include <string>
#include <vector>

#include "corefile/launch/lines.h"
#include "mqs_shim/render/render.h"
#include "mqs_shim/render/verdict/render_why.h"
#include "mqs_shim/summary/cbor.h"
#include "mqs_shim/summary/collection.h"
#include "mqs_shim/summary/compressed.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/summary/synthetic_job.h"

namespace {

using namespace mqs_shim;
using namespace mqs_shim::summaries;

Summary small_job() {
  SyntheticJob job;
  job.size = 6;
  job.ranks_of_a_node = 3;
  job.mistakes = 1;
  Summary summary;
  for (std::int32_t rank = 0; rank < job.size; ++rank) summary.add(synthetic_rank(job, usual_pattern(), rank));
  return summary;
}

std::string inner_of(const std::string &record) {
  CborReader reader(record);
  reader.begin_map();
  reader.key("format"), reader.text(), reader.key("version"), reader.number(), reader.key("bytes");
  const auto size = static_cast<std::uint64_t>(reader.number());
  reader.key("zstd");
  return *uncompressed(reader.bytes(), size);
}

std::string record_of(const std::string &inner) {
  CborWriter outer;
  outer.begin_map();
  outer.text("format"), outer.text("mpidbg summary");
  outer.text("version"), outer.head(CborType::positive, summary_version);
  outer.text("bytes"), outer.head(CborType::positive, inner.size());
  outer.text("zstd"), outer.bytes(compressed(inner));
  outer.end_map();
  return outer.take();
}

// Three bytes of the input are a place and what comes there.
void change(std::string &text, const std::uint8_t *data, std::size_t size) {
  for (; size >= 3; data += 3, size -= 3) text[(data[0] * 256U + data[1]) % text.size()] = static_cast<char>(data[2]);
}

void use(const std::string &record, const Summary &other) {
  auto summary = Summary::decode(record);
  if (!summary) {
    if (summary.error().message.empty()) fuzz::fail("an error without a sentence", "");
    return;
  }
  Summary both = *summary;
  both.merge(other);
  if (both.ranks() > summary->ranks() + other.ranks()) fuzz::fail("more ranks than there were", "");
  std::string text;
  Sink sink(write_to_string(text));
  std::vector<ProcessReport> reports;
  const auto read = both.for_each([&](RankSummary rank) { reports.push_back(std::move(rank.report)); });
  if (!read) return;
  for (const Noun noun : {Noun::ranks, Noun::stacks, Noun::queues, Noun::comms}) {
    RenderOptions options;
    options.all = true;
    render(noun, Format::text, reports, options);
  }
  const auto judged = judge(both, [](const RankSummary &) { return true; });
  if (judged) render_why(judged->inquiry, Format::text, WhyOptions(), sink);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static const Summary summary = small_job();
  static const std::string record = summary.encode(), inner = inner_of(record), lines = corefile::encode_record(record);
  if (size == 0) return 0;
  if (data[0] % 8 == 0) {
    std::string stream = lines;
    change(stream, data + 1, size - 1);
    corefile::LineReader reader([](const corefile::LineReader::Message &message) {
      if (message.data != record) fuzz::fail("a record that was never written", message.data);
    });
    reader.add(stream);
    reader.finish();
    return 0;
  }
  std::string changed = inner;
  change(changed, data + 1, size - 1);
  use(record_of(changed), summary);
  return 0;
}
