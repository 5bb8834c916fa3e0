#include "tests/hangs/hung_jobs.h"

#include <lzma.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>

#include "mqs_shim/summary/cbor.h"
#include "mqs_shim/summary/compressed.h"

namespace hangs {

using mqs_shim::summaries::RankSummary;
using mqs_shim::summaries::Summary;

namespace {

std::string unpacked(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  const std::string packed{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  std::string bytes(std::size_t{64} << 20, '\0');
  std::uint64_t memory = UINT64_MAX;
  std::size_t in = 0, out = 0;
  const auto result =
      lzma_stream_buffer_decode(&memory, 0, nullptr, reinterpret_cast<const std::uint8_t *>(packed.data()), &in,
                                packed.size(), reinterpret_cast<std::uint8_t *>(bytes.data()), &out, bytes.size());
  if (result != LZMA_OK) throw std::runtime_error(path + " cannot be decompressed");
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

}  // namespace

std::vector<HungJob> jobs_of(const std::string &library) {
  const std::string content = unpacked(std::string(DIRECTORY "/data/") + library + ".hangs.xz");
  std::string_view left = content;
  std::vector<HungJob> jobs;
  while (!left.empty()) {
    if (left.size() < 6) throw std::runtime_error(library + ": a job without its head");
    const auto name = static_cast<unsigned char>(left[0]);
    const int code = static_cast<unsigned char>(left[1]);
    std::uint32_t size = 0;
    std::memcpy(&size, left.data() + 2, sizeof size);
    left.remove_prefix(6);
    if (left.size() < name + std::size_t{size}) throw std::runtime_error(library + ": a job is cut off");
    jobs.push_back(
        {std::string(left.substr(0, name)), code, value_of(Summary::decode(record_of(left.substr(name, size))))});
    left.remove_prefix(name + std::size_t{size});
  }
  return jobs;
}

mqs_shim::summaries::Merged judged(const Summary &summary, int left_out) {
  return value_of(
      mqs_shim::summaries::judge(summary, [&](const RankSummary &rank) { return rank.report.world_rank != left_out; }));
}

}  // namespace hangs
