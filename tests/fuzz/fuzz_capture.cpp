// Captures: headers, notes, facts, memory. The seal of each input is put right, as whoever makes a damaged file can do.
//
// Input: whether bytes are missing at the end, and how many (2 bytes), then 8 bytes for each change: where (2,
// little-endian), how many bytes are taken out or, if that is 0, written over (1), the bytes that are there instead
// (5).

#include <algorithm>
#include <cstring>

#include "corefile/capture/capture_file.h"
#include "corefile/capture/capture_image.h"
#include "corefile/mpi/job_identity.h"
#include "corefile/mpi/mpi_stacks.h"
#include "mpidbg/base/byte_order.h"
#include "tests/fuzz/edited_file.h"
#include "tests/fuzz/fuzz_target.h"

namespace {

using corefile::Address;
using Content = std::vector<std::byte>;

constexpr std::size_t head_bytes = 2, change_bytes = 8, most_changes = 16;

// A little of everything that a capture can have.
Content good_capture() {
  corefile::CaptureFacts facts;
  facts.origin = {"1.0.0", "2026-11-22 05:30:01 UTC", "node1", "pid 41", "./a.out input"};
  facts.pid = 41;
  facts.boot = "boot";
  facts.initial_environment = {{"PMIX_RANK", "1"}};
  facts.current_environment = {{"PMIX_RANK", "1"}, {"OMPI_COMM_WORLD_SIZE", "2"}};
  facts.modules.resize(2);
  facts.modules[0].path = "/a.out";
  facts.modules[1].path = "/lib/libmpi.so.40";
  facts.modules[1].load_bias = Address(0x1000);
  facts.symbols["MPI_Init"] = {{}, {true, Address(0x1200)}, {true, 1}};
  facts.symbols["environ"].data = {true, Address(0x4000)};
  facts.symbols["none"].data = {true, std::nullopt};
  facts.functions[0x1200] = "MPI_Recv";
  facts.functions[0x400100] = "main";
  facts.places[0x4000ff] = {{"main", "a.c", 12}};
  facts.types["node"].emplace().fields.resize(2);
  facts.readable = {{Address(0x1000), Address(0x5000)}};
  facts.private_memory = {{Address(0x3000), Address(0x5000)}};
  facts.look.threads = {{41, "a.out", corefile::KernelState::sleeping}};
  corefile::ThreadStack stack;
  stack.tid = 41;
  stack.registers.resize(17);
  stack.frames.resize(2);
  stack.frames[0].pc = Address(0x1200);
  stack.frames[0].function = "MPI_Recv";
  stack.frames[0].module = "/lib/libmpi.so.40";
  stack.frames[1].pc = Address(0x400100);
  stack.frames[1].function = "main";
  stack.frames[1].module = "/a.out";
  stack.frames[1].preserved.resize(7);
  facts.look.stacks = {stack};
  facts.look.monotonic = 5'000'000;
  facts.earlier.emplace().facts = facts.look;
  facts.earlier->facts.monotonic = 4'000'000;
  facts.earlier->memory = {{Address(0x3040), Content(64, std::byte{3})}};
  facts.profiling.resize(8);
  const std::vector<corefile::MemoryCopy::Run> memory{{Address(0x1000), Content(64, std::byte{1})},
                                                      {Address(0x3000), Content(192)}};
  return corefile::capture_bytes(facts, corefile::x86_64, {}, memory);
}

// Where the content of the note with the seal begins: the format (4 bytes), padding, the size of the file (8), the sum
// (8).
std::size_t seal_in(const Content &file) {
  static constexpr unsigned char head[] = {7,   0,   0,   0,   24,  0,   0,   0,   2, 'd',
                                           'p', 'm', 'm', 'p', 'i', 'd', 'b', 'g', 0, 0};
  const auto bytes = std::as_bytes(std::span(head));
  const auto found = std::search(file.begin(), file.end(), bytes.begin(), bytes.end());
  return found == file.end() ? file.size() : static_cast<std::size_t>(found - file.begin()) + bytes.size();
}

std::uint64_t sum_of(std::span<const std::byte> bytes, std::uint64_t sum) {
  for (; !bytes.empty(); bytes = bytes.subspan(std::min<std::size_t>(8, bytes.size()))) {
    const std::size_t size = std::min<std::size_t>(8, bytes.size());
    std::uint64_t word = mpidbg::decode_unsigned(bytes.first(size), mpidbg::ByteOrder::little);
    if (size < 8) word |= std::uint64_t{size} << 56;
    sum = (sum ^ word) * 0x9e3779b97f4a7c15;
    sum ^= sum >> 29;
  }
  return sum;
}

void seal(Content &file) {
  const std::size_t at = seal_in(file);
  if (file.size() < 24 || at > file.size() - 24) return;
  const std::span<std::byte> bytes(file);
  mpidbg::encode_unsigned(bytes.subspan(at + 8, 8), file.size(), mpidbg::ByteOrder::little);
  const std::uint64_t sum = sum_of(bytes.subspan(at + 24), sum_of(bytes.first(at + 16), 0x6d70696462670001));
  mpidbg::encode_unsigned(bytes.subspan(at + 16, 8), sum, mpidbg::ByteOrder::little);
}

Content changed(const Content &good, std::span<const std::uint8_t> input) {
  Content file = good;
  const std::size_t missing = input[0] == 0 ? 0 : (input[0] | input[1] << 8) % file.size();
  file.resize(file.size() - missing);
  input = input.subspan(head_bytes);
  for (std::size_t i = 0; i < most_changes && input.size() >= change_bytes; ++i, input = input.subspan(change_bytes)) {
    if (file.empty()) break;
    const std::size_t at = (input[0] | input[1] << 8) % file.size();
    const auto bytes = std::as_bytes(input.subspan(3, change_bytes - 3));
    const auto begin = file.begin() + static_cast<std::ptrdiff_t>(at);
    const auto rest = file.size() - at;
    if (input[2] % 4 == 0) {  // some are taken out, and others put in their place
      file.erase(begin, begin + static_cast<std::ptrdiff_t>(std::min<std::size_t>(input[2] / 4, rest)));
      file.insert(file.begin() + static_cast<std::ptrdiff_t>(at), bytes.begin(), bytes.end());
    } else {
      std::copy_n(bytes.begin(), std::min<std::size_t>({input[2] % 4 + 1U, bytes.size(), rest}), begin);
    }
  }
  seal(file);
  return file;
}

void look_at(corefile::Process &process) {
  process.warnings();
  process.initial_environment();
  process.current_environment();
  process.thread_statuses();
  process.looks();
  for (const corefile::Module &module : process.modules()) process.function_at(module.load_bias);
  process.find_symbol("environ", corefile::SymbolKind::data);
  process.module_defining("MPI_Init");
  process.find_type("node");
  std::byte buffer[256];
  for (const auto &range : process.private_memory()) process.read_up_to(range.begin, buffer, sizeof buffer);
  for (const std::uint64_t at : {0x1000, 0x3030, 0x4000}) {
    process.note_wanted(Address(at), 64);
    process.read_up_to(Address(at), buffer, sizeof buffer);
  }
  corefile::job_identity(process);
  const auto stacks = corefile::mpi_stacks(process);
  if (!stacks && stacks.error().message.empty()) fuzz::fail("an error without a sentence", "");
  process.problems();
}

// One that is not read undamaged, or whose seal is another, would test nothing.
const Content &good() {
  static const Content content = [] {
    const Content made = good_capture();
    Content sealed = made;
    seal(sealed);
    if (sealed != made) fuzz::fail("the seal is not that of a capture", "");
    const fuzz::MemoryFile file(made);
    const auto image = corefile::CaptureImage::open(file.path());
    if (!image) fuzz::fail("the capture cannot be read", image.error().message);
    return made;
  }();
  return content;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  if (size < head_bytes) return 0;
  static fuzz::MemoryFile file(good());
  file.replace(changed(good(), {data, size}));
  const auto image = corefile::open_capture_or_core(file.path(), {});
  if (!image) {
    if (image.error().message.empty()) fuzz::fail("an error without a sentence", "");
    return 0;
  }
  look_at(**image);
  (*image)->show_first_look(true);
  look_at(**image);
  return 0;
}
