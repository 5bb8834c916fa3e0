// What a capture keeps of a process: the memory that answers need, at one look and at two, and what leads debuggers to
// it.

#include "corefile/capture/recorded_process.h"

#include <doctest/doctest.h>
#include <elf.h>

#include <fstream>

#include "corefile/capture/capture_file.h"
#include "corefile/capture/capture_image.h"
#include "tests/corefile/made_process.h"
#include "tests/corefile/target_process.h"

using namespace corefile;
using corefile_test::MadeProcess;
using corefile_test::ScratchDirectory;

namespace {

std::unique_ptr<CaptureImage> opened(const ScratchDirectory &scratch, Bytes bytes) {
  const std::string path = scratch / "made.capture";
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char *>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  auto image = CaptureImage::open(path);
  REQUIRE_MESSAGE(image, image.error().message);
  return std::move(*image);
}

// Each byte is the number of its block, but those of `changed` blocks.
MemoryCopy copy_of(const BlockSet &set, const std::vector<std::uint64_t> &changed, std::uint64_t end) {
  MemoryCopy copy;
  copy.take(set, [&](Address at, void *to, std::size_t size) {
    const std::size_t part = at.value() >= end ? 0 : std::min<std::size_t>(size, end - at.value());
    for (std::size_t i = 0; i < part; ++i)
      static_cast<char *>(to)[i] = static_cast<char>((at.value() + i) / block_bytes);
    for (const std::uint64_t place : changed)
      if (place >= at.value() && place - at.value() < part) static_cast<char *>(to)[place - at.value()] ^= 1;
    return part;
  });
  return copy;
}

Frame frame_at(std::uint64_t pc, std::uint64_t stack_pointer) {
  Frame frame;
  frame.pc = Address(pc);
  frame.stack_pointer = Address(stack_pointer);
  frame.returns = true;
  return frame;
}

std::string text_of(const void *object, std::size_t size) {
  return {static_cast<const char *>(object), size};
}

}  // namespace

TEST_CASE("of an earlier look those blocks are kept that are others later, are not kept then, or are not there") {
  BlockSet wanted, kept;
  wanted.add(Address(0x1000), 0x2000);
  kept.add(Address(0x1000), 0x1400);
  kept.add(Address(0x2440), 0xbc0);
  // A byte at the start, in the middle and at the end of a block, in two blocks beside each other; the last block
  // cannot be read later.
  const MemoryCopy before = copy_of(wanted, {}, 0x3000);
  const MemoryCopy later = copy_of(wanted, {0x1000, 0x10e5, 0x1fff, 0x2000}, 0x2fc0);
  const auto runs = before.runs_changed(wanted, kept, later);
  const std::vector<std::pair<std::uint64_t, std::size_t>> expected = {
      {0x1000, 64}, {0x10c0, 64}, {0x1fc0, 128}, {0x2400, 64}, {0x2fc0, 64}};
  REQUIRE(runs.size() == expected.size());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    CHECK(runs[i].address == Address(expected[i].first));
    CHECK(runs[i].bytes.size() == expected[i].second);
    for (std::size_t at = 0; at < runs[i].bytes.size(); ++at)
      CHECK(runs[i].bytes[at] == static_cast<std::byte>((runs[i].address + at).value() / block_bytes));
  }
  CHECK(before.runs_changed({}, kept, later).empty());
  CHECK(before.runs_changed(wanted, wanted, before).empty());
}

TEST_CASE("a recorded process has no stacks until they are taken") {
  MadeProcess process;
  process.stacks_of_test.resize(2);
  process.stacks_of_test[1].frames = {frame_at(0x5010, 0x8000)};
  RecordedProcess recorded(process);
  const auto before = recorded.stacks();
  REQUIRE_FALSE(before);
  CHECK(before.error().code == ErrorCode::unavailable);
  CHECK(before.error().message == "the stacks were not read");
  recorded.take_stacks();
  const auto stacks = recorded.stacks();
  REQUIRE(stacks);
  REQUIRE(stacks->size() == 2);
  CHECK((*stacks)[1].frames.size() == 1);
  recorded.begin_second_look();
  CHECK_FALSE(recorded.stacks());
}

TEST_CASE("a copy has the code before a return, and the stack between the frames, whoever asks for it") {
  MadeProcess process;
  process.memory[0x3000] = std::string(0x10000, 'm');
  process.stacks_of_test.resize(1);
  process.stacks_of_test[0].frames = {frame_at(0x5010, 0x8010), frame_at(0x20, 0x9000), frame_at(0x7040, 0xb000)};
  process.stacks_of_test[0].words_read = {Address(0xcff8)};
  const auto has = [&](std::uint64_t address, std::size_t size, const std::vector<ThreadStack> &stacks) {
    process.stacks_of_test = stacks;
    RecordedProcess recorded(process);
    recorded.take();
    recorded.note_wanted(Address(address), size);
    return recorded.has_all();
  };
  const std::vector<ThreadStack> stacks = process.stacks_of_test;
  CHECK(has(0x4fd0, 0x40, stacks));
  CHECK(has(0x7000, 0x40, stacks));
  CHECK(has(0x8000, 0x3000, stacks));
  CHECK(has(0xcff8, 8, stacks));
  CHECK_FALSE(has(0x3fc0, 64, stacks));
  CHECK_FALSE(has(0x6000, 64, stacks));
  CHECK_FALSE(has(0xb000, 64, stacks));
  // One that runs backwards, or has more than 1 MiB.
  std::vector<ThreadStack> odd = stacks;
  odd[0].frames.front().stack_pointer = Address(0xc000);
  CHECK_FALSE(has(0xb000, 64, odd));
  for (const std::uint64_t size : {0xffffful, 0x100000ul}) {
    odd[0].frames.front().stack_pointer = Address(0xb000);
    odd[0].frames.back().stack_pointer = Address(0xb000 + size);
    CHECK(has(0xb000, 64, odd) == (size < 0x100000));
  }
}

TEST_CASE("a capture has the memory that was wanted since the account was begun, as it was taken") {
  const ScratchDirectory scratch;
  MadeProcess process;
  process.memory[0x3000] = std::string(0x3000, 'm');
  RecordedProcess recorded(process);
  recorded.note_wanted(Address(0x3000), 1);
  recorded.take();
  recorded.begin_account();
  recorded.note_wanted(Address(0x4000), 64);
  CHECK_FALSE(recorded.has_all());
  recorded.note_wanted(Address(0x3040), 64);
  recorded.prepare();
  recorded.take();
  CHECK(recorded.has_all());
  process.memory[0x3000] = std::string(0x3000, 'n');
  char byte = 0;
  CHECK(recorded.read_up_to(Address(0x4000), &byte, 1) == 1);
  CHECK(byte == 'm');
  const auto image = opened(scratch, recorded.capture());
  CHECK(image->read_up_to(Address(0x4000), &byte, 1) == 1);
  CHECK(byte == 'm');
  CHECK(image->read_up_to(Address(0x3040), &byte, 1) == 1);
  CHECK(image->read_up_to(Address(0x3000), &byte, 1) == 0);
  CHECK(image->read_up_to(Address(0x5000), &byte, 1) == 0);
  recorded.read_process();
  CHECK(recorded.read_up_to(Address(0x4000), &byte, 1) == 1);
  CHECK(byte == 'n');
}

TEST_CASE("a capture has the headers and small notes of each module") {
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_phoff = 0x100;
  header.e_phentsize = sizeof(Elf64_Phdr);
  header.e_phnum = 4;
  Elf64_Phdr segments[4]{};
  segments[0].p_type = PT_LOAD, segments[0].p_vaddr = 0x1000, segments[0].p_filesz = 64;
  segments[1].p_type = PT_NOTE, segments[1].p_vaddr = 0x2000, segments[1].p_filesz = 1025;
  segments[2].p_type = PT_NOTE, segments[2].p_vaddr = 0x3000, segments[2].p_filesz = 1024;
  segments[3].p_type = PT_NOTE, segments[3].p_vaddr = 0x4000, segments[3].p_filesz = 36;
  std::string image(0x5000, 'c');
  image.replace(0, sizeof header, text_of(&header, sizeof header));
  image.replace(header.e_phoff, sizeof segments, text_of(segments, sizeof segments));

  const ScratchDirectory scratch;
  MadeProcess process;
  process.memory[0x10000] = std::string(0x5000, 'x');
  process.memory[0x20000] = image;
  process.modules_of_test.resize(3);
  process.modules_of_test[0].load_bias = Address(0x10000);  // no ELF file
  process.modules_of_test[1].load_bias = Address(0x20000);
  process.modules_of_test[2].load_bias = Address(0x40000);  // its headers are said to be far behind it
  header.e_phoff = 0x000f42407fffffff;
  process.memory[0x40000] = text_of(&header, sizeof header) + std::string(0x1000, 'd');
  RecordedProcess recorded(process);
  recorded.take();
  const auto capture = opened(scratch, recorded.capture());
  const auto bytes_at = [&](std::uint64_t address) {
    std::string bytes(0x1000, ' ');
    bytes.resize(capture->read_up_to(Address(address), bytes.data(), bytes.size()));
    return bytes.size();
  };
  CHECK(bytes_at(0x10000) == 0);
  CHECK(bytes_at(0x20000) == 0x200);  // up to the last header, in blocks of 64 bytes
  CHECK(bytes_at(0x21000) == 0);
  CHECK(bytes_at(0x22000) == 0);
  CHECK(bytes_at(0x23000) == 1024);
  CHECK(bytes_at(0x24000) == 64);
  CHECK(bytes_at(0x40000) == 0);
}

TEST_CASE("a capture names the process by its main thread, for other readers of core files") {
  const ScratchDirectory scratch;
  for (const bool is_first : {false, true}) {
    CaptureFacts facts;
    facts.pid = 41;
    facts.origin.arguments = std::string(100, 'a');
    facts.look.threads = {{42, "helper", KernelState::running}, {41, "a.name.of.20.letters", KernelState::sleeping}};
    if (is_first) std::swap(facts.look.threads[0], facts.look.threads[1]);
    facts.look.stacks.resize(2);
    facts.look.stacks[0].tid = 42;
    facts.look.stacks[1].tid = 41;
    for (const Machine *machine : {&x86_64, &i386, &s390x}) {
      const auto image = opened(scratch, capture_bytes(facts, *machine, {}, {}));
      REQUIRE(image->thread_statuses().size() == 2);
      const auto core = open_core_file(scratch / "made.capture", {});
      if (machine != &x86_64) continue;
      REQUIRE_MESSAGE(core, core.error().message);
      const auto threads = (*core)->thread_statuses();
      REQUIRE(threads.size() == 2);
      CHECK(threads[0].tid == 41);
      CHECK(threads[0].name == "a.name.of.20.let");
      CHECK(threads[1].tid == 42);
      CHECK(threads[1].name.empty());
    }
  }
}

TEST_CASE("64 registers of a thread: a capture cannot have more") {
  for (const std::size_t count : {63, 64, 65}) {
    CaptureFacts facts;
    facts.look.stacks.resize(1);
    facts.look.stacks[0].registers.resize(count);
    CHECK(decode_facts(encode_facts(facts)).has_value() == (count <= 64));
    facts.look.stacks.clear();
    facts.earlier.emplace().facts.stacks.resize(1);
    facts.earlier->facts.stacks[0].registers.resize(count);
    CHECK(decode_facts(encode_facts(facts)).has_value() == (count <= 64));
  }
}
