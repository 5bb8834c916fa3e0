// Captures: the file, what is in it and what is not, and files that are damaged.

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <random>

#include "corefile/capture/capture_file.h"
#include "corefile/capture/capture_image.h"
#include "corefile/capture/fact_stream.h"
#include "corefile/capture/memory_parts.h"
#include "corefile/capture/recorded_process.h"
#include "corefile/capture/redaction.h"
#include "tests/corefile/target_process.h"

namespace {

using namespace corefile;
using corefile_test::ScratchDirectory;
using corefile_test::TargetProcess;

const std::vector<AddressRange> everywhere{{Address(0), Address(~std::uint64_t{0})}};

void write_file(const std::string &path, Bytes bytes) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char *>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

std::string problem_of(const std::string &path, Bytes bytes) {
  write_file(path, bytes);
  const auto capture = read_capture(path);
  return capture ? "" : capture.error().message;
}

// Of made-up memory: 64 bytes at 0x1000, 128 at 0x3040.
std::vector<std::byte> small_capture(const Machine &machine = x86_64) {
  CaptureFacts facts;
  facts.origin = {"1.0.0", "2026-11-22 05:30:01 UTC", "node1", "pid 41", "./a.out input"};
  facts.pid = 41;
  facts.symbols["one"].data = {true, Address(0x1000)};
  facts.symbols["none"].data = {true, std::nullopt};
  facts.readable = {{Address(0x1000), Address(0x4000)}};
  facts.private_memory = {{Address(0x3000), Address(0x3080)}};
  MemoryCopy::Run first{Address(0x1000), std::vector<std::byte>(64, std::byte{1})};
  MemoryCopy::Run second{Address(0x3040), std::vector<std::byte>(128, std::byte{2})};
  return capture_bytes(facts, machine, {}, {first, second});
}

std::unique_ptr<CaptureImage> opened(const std::string &path) {
  auto image = CaptureImage::open(path);
  REQUIRE_MESSAGE(image, image.error().message);
  return std::move(*image);
}

}  // namespace

TEST_CASE("a block set has every block of which a byte is wanted") {
  BlockSet set;
  set.add(Address(0x103f), 2);
  CHECK(set.contains(Address(0x1000)));
  CHECK(set.contains(Address(0x1040)));
  CHECK(!set.contains(Address(0x1080)));
  set.add(Address(0x1fff), 0x2002);  // across two page boundaries
  CHECK(set.contains(Address(0x1fc0)));
  CHECK(set.contains(Address(0x2000)));
  CHECK(set.contains(Address(0x3fff)));
  CHECK(set.contains(Address(0x4000)));
  CHECK(!set.contains(Address(0x4040)));
  set.add(Address(~std::uint64_t{0}), 1);
  CHECK(set.contains(Address(~std::uint64_t{0})));
  set.add(Address(~std::uint64_t{0}), 2);  // wraps around
  CHECK(!set.contains(Address(0)));
}

TEST_CASE("a copy knows what could not be read, and has none of it") {
  BlockSet set;
  set.add(Address(0x1000), 256);
  MemoryCopy copy;
  copy.take(set, [](Address, void *to, std::size_t size) {  // readable up to 0x10a0
    std::memset(to, 7, size);
    return std::min<std::size_t>(size, 0xa0);
  });
  std::byte bytes[256];
  CHECK(copy.read_up_to(Address(0x1010), bytes, 256) == 0x70);
  CHECK(bytes[0] == std::byte{7});
  CHECK(copy.read_up_to(Address(0x1080), bytes, 1) == 0);
  CHECK(copy.knows(set, everywhere));
  const auto runs = copy.runs(set);
  REQUIRE(runs.size() == 1);
  CHECK(runs[0].address == Address(0x1000));
  CHECK(runs[0].bytes.size() == 128);
  BlockSet more = set;
  more.add(Address(0x1100), 1);
  CHECK(!copy.knows(more, everywhere));
  const auto present = copy.present_in({{Address(0x1020), Address(0x1060)}});
  REQUIRE(present.size() == 1);
  CHECK(present[0] == AddressRange{Address(0x1020), Address(0x1060)});
}

TEST_CASE("pages beside each other are taken together, up to sixteen, and blocks alone where not all can be read") {
  std::vector<std::pair<std::uint64_t, std::size_t>> reads;
  const auto reads_of = [&](const BlockSet &set, std::uint64_t readable_end, MemoryCopy &copy) {
    reads.clear();
    copy.take(set, [&](Address at, void *to, std::size_t size) {
      reads.emplace_back(at.value(), size);
      const std::uint64_t end = std::clamp(readable_end, at.value(), at.value() + size);
      std::memset(to, 7, end - at.value());
      return static_cast<std::size_t>(end - at.value());
    });
    return reads;
  };
  using Reads = std::vector<std::pair<std::uint64_t, std::size_t>>;
  BlockSet many;
  many.add(Address(0x10000), 18 * 4096);
  many.add(Address(0x30000), 1);
  MemoryCopy all;
  CHECK(reads_of(many, 0x40000, all) == Reads{{0x10000, 16 * 4096}, {0x20000, 2 * 4096}, {0x30000, 4096}});
  std::byte byte{};
  CHECK(all.read_up_to(Address(0x30fff), &byte, 1) == 1);

  // The second page ends early: of it and of the third one what is wanted, run by run.
  BlockSet set;
  set.add(Address(0x1000), 64);
  set.add(Address(0x2000), 64);
  set.add(Address(0x2080), 256);
  set.add(Address(0x3fc0), 64);
  MemoryCopy part;
  CHECK(reads_of(set, 0x2100, part) == Reads{{0x1000, 3 * 4096}, {0x2000, 64}, {0x2080, 256}, {0x3fc0, 64}});
  std::byte bytes[0x2000];
  CHECK(part.read_up_to(Address(0x1000), bytes, sizeof bytes) == 0x1040);  // all of the first page, and a block
  CHECK(part.read_up_to(Address(0x2080), bytes, sizeof bytes) == 0x80);
  CHECK(part.read_up_to(Address(0x20ff), bytes, 1) == 1);
  CHECK(part.read_up_to(Address(0x2100), bytes, 1) == 0);
  CHECK(part.knows(set, everywhere));
  const auto runs = part.runs(set);
  REQUIRE(runs.size() == 3);
  CHECK((runs[0].address == Address(0x1000) && runs[0].bytes.size() == 64));
  CHECK((runs[1].address == Address(0x2000) && runs[1].bytes.size() == 64));
  CHECK((runs[2].address == Address(0x2080) && runs[2].bytes.size() == 128));
  CHECK(part.present_in({{Address(0x1020), Address(0x2020)}, {Address(0x2040), Address(0x20c0)}}) ==
        std::vector<AddressRange>{{Address(0x1020), Address(0x1040)},
                                  {Address(0x2000), Address(0x2020)},
                                  {Address(0x2080), Address(0x20c0)}});
  // Once it can be read, nothing is left of what could not.
  reads_of(set, 0x9000, part);
  CHECK(part.read_up_to(Address(0x2100), bytes, 1) == 1);
}

TEST_CASE("runs go on over pages, and a reader of them ends with the address space") {
  BlockSet set;
  set.add(Address(0x1fc0), 128);
  set.add(Address(~std::uint64_t{0} - 63), 64);
  MemoryCopy copy;
  copy.take(set, [](Address, void *to, std::size_t size) {
    std::memset(to, 7, size);
    return size;
  });
  const auto runs = copy.runs(set);
  REQUIRE(runs.size() == 2);
  CHECK((runs[0].address == Address(0x1fc0) && runs[0].bytes == std::vector<std::byte>(128, std::byte{7})));
  CHECK(copy.present_in({{Address(0x1000), Address(0x3000)}}) ==
        std::vector<AddressRange>{{Address(0x1fc0), Address(0x2040)}});
  std::byte bytes[128];
  CHECK(copy.read_up_to(Address(~std::uint64_t{0} - 9), bytes, 128) == 10);
  BlockSet other;
  other.add(Address(0x1fc0), 64);
  other.add(Address(0x5000), 64);
  set.add(other);
  CHECK((set.contains(Address(0x2000)) && set.contains(Address(0x5000)) && !set.contains(Address(0x5040))));
  CHECK(copy.runs(set).size() == 2);  // of what is there
}

TEST_CASE("pages beside each other are changed together, others are not") {
  BlockSet set;
  for (const std::uint64_t page : {0x1000, 0x2000, 0x4000, 0x7000, 0x8000, 0x9000}) set.add(Address(page), 1);
  MemoryCopy copy;
  copy.take(set, [](Address at, void *to, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) static_cast<std::byte *>(to)[i] = std::byte((at + i).value() >> 12);
    return size;
  });
  std::vector<std::pair<std::size_t, std::byte>> stretches;  // their sizes and first bytes
  copy.change_stretches([&](std::span<std::byte> bytes) {
    stretches.emplace_back(bytes.size(), bytes.front());
    bytes.front() = std::byte(stretches.size() + 0x10);
  });
  CHECK(stretches == std::vector<std::pair<std::size_t, std::byte>>{
                         {0x2000, std::byte{1}}, {0x1000, std::byte{4}}, {0x3000, std::byte{7}}});
  const std::pair<std::uint64_t, int> first_bytes[] = {{0x1000, 0x11}, {0x2000, 2}, {0x4000, 0x12},
                                                       {0x7000, 0x13}, {0x8000, 8}, {0x9000, 9}};
  for (const auto &[address, expected] : first_bytes) {
    std::byte byte{};
    CHECK(copy.read_up_to(Address(address), &byte, 1) == 1);
    CHECK(byte == std::byte(expected));
  }
}

TEST_CASE("a copy has the pages of what is wanted, and nothing is missing where the process has no memory") {
  BlockSet set;
  set.add(Address(0x1000), 8);
  MemoryCopy copy;
  copy.take(set, [](Address at, void *to, std::size_t size) {  // each byte has the last digit of its block's address
    for (std::size_t i = 0; i < size; ++i) static_cast<std::byte *>(to)[i] = std::byte((at + i).value() / 64 % 256);
    return size;
  });
  std::byte byte{};
  CHECK(copy.read_up_to(Address(0x1fff), &byte, 1) == 1);
  CHECK(byte == std::byte{0x7f});
  CHECK(copy.runs(set).front().bytes.size() == 64);
  CHECK(copy.present_in({{Address(0), Address(0x9000)}}) ==
        std::vector<AddressRange>{{Address(0x1000), Address(0x1040)}});
  BlockSet more = set;
  more.add(Address(0x1800), 1);  // in the page
  CHECK(copy.knows(more, everywhere));
  more.add(Address(0x2000), 1);  // in the next one, which the process has or not
  CHECK(!copy.knows(more, {{Address(0x2000), Address(0x3000)}}));
  CHECK(copy.knows(more, {{Address(0x1000), Address(0x2000)}, {Address(0x3000), Address(0x4000)}}));
}

TEST_CASE("zeros of private memory are parts without bytes") {
  const auto run = [](std::uint64_t at, std::size_t size) {
    return MemoryCopy::Run{Address(at), std::vector<std::byte>(size)};
  };
  std::vector<MemoryCopy::Run> runs{run(0x1000, 0x1000), run(0x10000, 0x30000)};
  runs[0].bytes[0x200] = std::byte{1};
  const auto is_part = [](const MemoryPart &part, std::uint64_t at, std::size_t bytes, std::size_t zeros) {
    return part.address == Address(at) && part.bytes.size() == bytes && part.zeros == zeros;
  };
  SUBCASE("around others") {
    const auto parts = parts_of(runs, {{Address(0x1000), Address(0x2000)}});
    REQUIRE(parts.size() == 3);
    CHECK(is_part(parts[0], 0x1000, 0, 0x200));
    CHECK(is_part(parts[1], 0x1200, 64, 0xdc0));
    CHECK(is_part(parts[2], 0x10000, 0x30000, 0));  // of a file, perhaps, whose contents GDB prefers
  }
  SUBCASE("in pieces, up to the end of the range") {
    const auto parts = parts_of(runs, {{Address(0x10000), Address(0x28000)}});
    REQUIRE(parts.size() == 4);
    CHECK(is_part(parts[0], 0x1000, 0x1000, 0));
    CHECK(is_part(parts[1], 0x10000, 0, most_zeros));
    CHECK(is_part(parts[2], 0x20000, 0, 0x8000));
    CHECK(is_part(parts[3], 0x28000, 0x18000, 0));
  }
  SUBCASE("not a few of them") {
    runs[0].bytes.assign(0x1000, std::byte{1});
    runs[0].bytes[0x100] = std::byte{0};
    std::fill_n(runs[0].bytes.begin() + 0x200, 64, std::byte{0});
    const auto parts = parts_of(runs, {{Address(0x1000), Address(0x2000)}});
    CHECK(is_part(parts[0], 0x1000, 0x1000, 0));
  }
}

TEST_CASE("a capture has zeros without their bytes") {
  const ScratchDirectory scratch;
  const std::string path = scratch / "one.capture";
  CaptureFacts facts;
  facts.readable = facts.private_memory = {{Address(0x10000), Address(0x40000)}};
  MemoryCopy::Run run{Address(0x10000), std::vector<std::byte>(0x20000)};
  run.bytes.back() = std::byte{5};
  for (const Machine *machine : {&x86_64, &i386, &s390x}) {
    const auto file = capture_bytes(facts, *machine, {}, {run});
    CHECK(file.size() < 2000);
    write_file(path, file);
    const auto image = opened(path);
    std::vector<std::byte> bytes(0x20001, std::byte{7});
    CHECK(image->read_up_to(Address(0x10000), bytes.data(), bytes.size()) == 0x20000);
    CHECK(std::equal(run.bytes.begin(), run.bytes.end(), bytes.begin()));
    const auto present = image->private_memory();
    CHECK((!present.empty() && present.front().begin == Address(0x10000) && present.back().end == Address(0x30000)));
  }
}

TEST_CASE("secrets are written over where they are a string, a word or a value") {
  Secrets secrets;
  secrets.add("secret");
  secrets.add("abc");   // too short to be sought
  secrets.add("true");  // CI=true, and a hint of a communicator
  const auto after = [&](std::string memory) {
    secrets.overwrite(std::as_writable_bytes(std::span(memory)));
    return memory;
  };
  using namespace std::string_literals;
  CHECK(after("\0secret\0"s) == "\0xxxxxx\0"s);
  CHECK(after("CI=true\0"s) == "CI=true\0"s);
  CHECK(after("NAME=secret\0a secret b\0"s) == "NAME=xxxxxx\0a xxxxxx b\0"s);
  CHECK(after("/lib/secret\0secrets\0abc\0"s) == "/lib/secret\0secrets\0abc\0"s);
  CHECK(after("cret\0 secr"s) == "xxxx\0 xxxx"s);  // goes on in memory that is not here
  CHECK(after("ret\0 sec"s) == "ret\0 sec"s);
  CHECK(after("") == "");
  secrets.add("hunter2hunter2secret");  // of a string that Python has pickled, or that is part of another one
  secrets.add("/home/alice/job");
  CHECK(after("\x8c\x14hunter2hunter2secret\x94.") == "\x8c\x14xxxxxxxxxxxxxxxxxxxx\x94.");
  CHECK(after("keyhunter2hunter2secretkey") == "keyxxxxxxxxxxxxxxxxxxxxkey");
  CHECK(after("nter2secret\x94 \x14hunter2hunter") == "xxxxxxxxxxx\x94 \x14xxxxxxxxxxxxx");
  CHECK(after(".hunter2.") == ".hunter2.");
  CHECK(after("file:/home/alice/job;/home/alice/job/lib.so") == "file:xxxxxxxxxxxxxxx;/home/alice/job/lib.so");

  Environment environment{{"PMIX_RANK", "12345"}, {"OMPI_ARGV", "in.txt"},   {"UCX_TLS", "posix"},
                          {"COPY", "12345"},      {"OMPI_VERSION", "5.0.7"}, {"PMIX_SECURITY_MODE", "native"}};
  Secrets of_environment;
  add_secrets(environment, of_environment);
  std::string memory = "12345 in.txt posix 5.0.7 native";
  of_environment.overwrite(std::as_writable_bytes(std::span(memory)));
  CHECK(memory == "12345 xxxxxx posix 5.0.7 native");
  redact(environment);
  CHECK(environment == Environment{{"PMIX_RANK", "12345"},
                                   {"OMPI_ARGV", "(redacted)"},
                                   {"UCX_TLS", "(redacted)"},
                                   {"COPY", "(redacted)"},
                                   {"OMPI_VERSION", "5.0.7"},
                                   {"PMIX_SECURITY_MODE", "(redacted)"}});
}

TEST_CASE("facts of any bytes are read or refused") {
  FactWriter writer;
  std::string text = "a text";
  std::uint64_t number = ~std::uint64_t{0};
  writer.text(text);
  writer.text(text);
  writer.number(number);
  const std::vector<std::byte> bytes = writer.take();
  FactReader reader(bytes);
  std::string first, second;
  std::uint64_t read = 0;
  reader.text(first);
  reader.text(second);
  reader.number(read);
  CHECK((first == text && second == text && read == number));
  CHECK((reader.ok() && reader.at_end()));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    FactReader part(Bytes(bytes).first(size));
    part.text(first);
    part.text(second);
    part.number(read);
    CHECK(!part.ok());
  }
  // A count of more elements than bytes.
  const std::vector<std::byte> many{std::byte{0x7f}, std::byte{1}};
  FactReader counted(many);
  std::vector<std::uint64_t> list;
  counted.list(list, [](FactReader &s, std::uint64_t &value) { s.number(value); });
  CHECK(!counted.ok());
  CHECK(list.empty());
}

// Of two bytes a map's element, which takes fifty times as much.
TEST_CASE("elements of facts together: at the limit, one below, one above") {
  struct Wide {
    std::byte content[256];
  };
  constexpr std::size_t limit = FactReader::most_made_bytes / sizeof(Wide);
  for (const std::size_t count : {limit - 1, limit, limit + 1}) {
    CAPTURE(count);
    FactWriter writer;
    writer.put(count);
    std::vector<std::byte> bytes = writer.take();
    bytes.resize(bytes.size() + count);
    FactReader reader(bytes);
    std::vector<Wide> made;
    reader.list(made, [](FactReader &s, Wide &) { s.take_number(); });
    CHECK(reader.ok() == (count <= limit));
    CHECK(made.size() == std::min(count, limit));
  }
  std::vector<std::byte> pairs{std::byte{0xff}, std::byte{0xff}, std::byte{0xff}, std::byte{1}};
  pairs.resize(pairs.size() + (std::size_t{16} << 20));
  FactReader reader(pairs);
  std::map<std::uint64_t, std::string> functions;
  std::uint64_t address = 0;
  reader.map(functions, [&](FactReader &s, std::uint64_t &key, std::string &) {
    key = address++;
    s.take_text();
  });
  CHECK(!reader.ok());
  CHECK(functions.size() > 100'000);
  CHECK(functions.size() < 1'000'000);
}

// Whoever makes a damaged file can make its checksum, too.
TEST_CASE("damaged facts are refused or read, within limits") {
  CaptureFacts facts;
  facts.origin = {"1.0.0", "2026-11-22 05:30:01 UTC", "node1", "pid 41", "./a.out input"};
  facts.modules.resize(3);
  facts.modules[1].path = "/lib/libmpi.so.40";
  facts.symbols["MPI_Init"].module = {true, 1};
  facts.symbols["environ"].data = {true, Address(0x4000)};
  facts.types["ompi_request_t"].emplace().fields.resize(4);
  facts.places[0x1234] = {{"main", "a.c", 12}};
  facts.look.stacks.resize(2);
  facts.look.stacks[0].frames.resize(5);
  facts.look.stacks[0].registers.resize(17);
  facts.earlier.emplace().memory.push_back({Address(0x1000), std::vector<std::byte>(64)});
  Socket lost;
  lost.local.bytes[15] = 1;
  lost.remote.port = 2000;
  lost.state = SocketState::established;
  lost.unacknowledged = 4096;
  facts.earlier->facts.sockets = {lost};
  const std::vector<std::byte> good = encode_facts(facts);
  const auto read = decode_facts(good);
  REQUIRE(read);
  CHECK(read->modules[1].path == "/lib/libmpi.so.40");
  CHECK(read->symbols.at("MPI_Init").module.answer == 1);
  CHECK(read->look.stacks[0].frames.size() == 5);
  CHECK(!read->look.sockets);
  REQUIRE(read->earlier->facts.sockets.value().size() == 1);
  const Socket &socket = read->earlier->facts.sockets->front();
  CHECK(socket.local == lost.local);
  CHECK(socket.remote == lost.remote);
  CHECK(socket.state == SocketState::established);
  CHECK(socket.unacknowledged == 4096);
  for (std::size_t size = 0; size < good.size(); ++size) CHECK(!decode_facts(Bytes(good).first(size)));
  std::mt19937 random(1);
  std::size_t refused = 0;
  for (int i = 0; i < 20000; ++i) {
    std::vector<std::byte> bytes = good;
    for (int changes = 1 + i % 3; changes > 0; --changes)
      bytes[random() % bytes.size()] = static_cast<std::byte>(random());
    const auto damaged = decode_facts(bytes);
    if (!damaged) ++refused;
    if (!damaged) continue;
    for (const auto &[name, symbol] : damaged->symbols)
      CHECK((!symbol.module.answer || *symbol.module.answer < damaged->modules.size()));
  }
  CHECK(refused > 1000);
}

TEST_CASE("a reader of pages reads what is there of one with a hole") {
  // Readable: 0x1100 to 0x1200, and the text at 0x1ff0 that goes on in the next page.
  const ReadMemory read = [](Address at, void *to, std::size_t size) -> std::size_t {
    const std::uint64_t begin = at.value();
    const std::uint64_t end = begin >= 0x1100 && begin < 0x1200   ? 0x1200
                              : begin >= 0x1ff0 && begin < 0x2010 ? 0x2010
                                                                  : begin;
    const std::size_t part = std::min<std::size_t>(size, end - begin);
    std::memset(to, 'x', part);
    if (begin < 0x2008 && begin + part > 0x2008) static_cast<char *>(to)[0x2008 - begin] = 0;
    return part;
  };
  MemoryReader memory(read);
  CHECK(memory.value<char>(Address(0x1100)) == 'x');
  CHECK(memory.value<std::uint64_t>(Address(0x11f8)) == 0x7878787878787878);
  CHECK(!memory.value<std::uint64_t>(Address(0x11f9)));
  CHECK(!memory.value<char>(Address(0x1000)));
  CHECK(memory.string(Address(0x1ff0), 100) == std::string(24, 'x'));
  CHECK(!memory.string(Address(0x1100), 1000));  // ends in the hole
}

TEST_CASE("a reader of pages reads each page once, tells what is asked for, and ends with the address space") {
  std::vector<std::pair<std::uint64_t, std::size_t>> reads, told;
  const std::string text = "the text";
  // Every byte is 'x' but for a text across the pages at 0x2000, up to 0x9000.
  MemoryReader memory([&](Address at, void *to, std::size_t size) {
    reads.emplace_back(at.value(), size);
    const std::uint64_t end = at.value() < 0x9000 ? std::min<std::uint64_t>(at.value() + size, 0x9000) : at.value();
    for (std::uint64_t byte = at.value(); byte < end; ++byte)
      static_cast<char *>(to)[byte - at.value()] = byte >= 0x1ffc && byte <= 0x2004 ? text.c_str()[byte - 0x1ffc] : 'x';
    return static_cast<std::size_t>(end - at.value());
  });
  memory.tell([&](Address at, std::size_t size) { told.emplace_back(at.value(), size); });
  using Pairs = std::vector<std::pair<std::uint64_t, std::size_t>>;
  CHECK(memory.string(Address(0x1ffc), 8) == text);
  CHECK(told == Pairs{{0x1ffc, 4}, {0x2000, 5}});
  CHECK(reads == Pairs{{0x1000, 4096}, {0x2000, 4096}});
  CHECK_FALSE(memory.string(Address(0x1ffc), 7));
  CHECK(memory.string(Address(0x2004), 0) == "");
  CHECK_FALSE(memory.string(Address(0x2003), 0));
  CHECK_FALSE(memory.string(Address(0x8ff0), 100));  // without an end
  CHECK_FALSE(memory.string(Address(0x9000), 100));
  reads.clear(), told.clear();
  CHECK(memory.word(Address(0x1ff0)) == 0x7878787878787878);
  CHECK(told == Pairs{{0x1ff0, 8}});
  CHECK(reads.empty());
  CHECK_FALSE(memory.value<std::uint64_t>(Address(~std::uint64_t{0} - 3)));
  CHECK(told.size() == 1);
  memory.prefetch(Address(0x3010), 3 * 4096);
  CHECK(reads == Pairs{{0x3000, 3 * 4096}});
  for (const std::uint64_t page : {0x3000, 0x4000, 0x5000}) CHECK(memory.value<char>(Address(page)) == 'x');
  CHECK(reads.size() == 1);
  memory.prefetch(Address(0x8000), 2 * 4096);  // of which there is one
  CHECK(memory.value<char>(Address(0x8fff)) == 'x');
  CHECK(reads.size() == 2);
  CHECK_FALSE(memory.value<char>(Address(0x9000)));
}

TEST_CASE("what is not in a capture is neither zero nor absent from the process") {
  const ScratchDirectory scratch;
  const std::string path = scratch / "one.capture";
  for (const Machine *machine : {&x86_64, &i386, &s390x}) {
    write_file(path, small_capture(*machine));
    const auto image = opened(path);
    CHECK(&image->machine() == machine);
    CHECK(image->pid() == 41);
    std::byte bytes[256];
    CHECK(image->read_up_to(Address(0x1000), bytes, 256) == 64);
    CHECK(image->read_up_to(Address(0x1040), bytes, 1) == 0);
    CHECK(image->read_up_to(Address(0x3000), bytes, 1) == 0);
    CHECK(image->read_up_to(Address(0x30a0), bytes, 256) == 32);
    const auto present = image->private_memory();
    REQUIRE(present.size() == 1);
    CHECK(present[0] == AddressRange{Address(0x3040), Address(0x3080)});

    image->note_wanted(Address(0x1000), 64);
    image->note_wanted(Address(0x9000), 8);  // the process has not got it either
    CHECK(image->find_symbol("one", SymbolKind::data) == Address(0x1000));
    CHECK(!image->find_symbol("none", SymbolKind::data));
    CHECK(image->problems().empty());
    image->note_wanted(Address(0x2000), 8);
    CHECK(!image->find_symbol("other", SymbolKind::data));
    const std::vector<std::string> problems = image->problems();
    REQUIRE(problems.size() == 2);
    CHECK(problems[0] == "not in the capture: memory that the answer needs, 0x2000 for one");
    CHECK(problems[1] == "not in the capture: whether the process has a symbol 'other'");
  }
}

TEST_CASE("memory of a capture is listed once and in order, whatever its ranges are") {
  const ScratchDirectory scratch;
  CaptureFacts facts;
  facts.private_memory = {{Address(0x3020), Address(0x3060)}, {Address(0x5000), Address(0x5000)},
                          {Address(0x1010), Address(0x1020)}, {Address(0x3000), Address(0x3080)},
                          {Address(0x3090), Address(0x9000)}, {Address(0x2000), Address(0x1000)}};
  facts.readable = {{Address(0x8000), Address(0x9000)}, {Address(0), Address(0x4000)}};
  const std::vector<MemoryCopy::Run> memory{{Address(0x1000), std::vector<std::byte>(64, std::byte{1})},
                                            {Address(0x3040), std::vector<std::byte>(128, std::byte{2})}};
  write_file(scratch / "one.capture", capture_bytes(facts, x86_64, {}, memory));
  const auto image = opened(scratch / "one.capture");
  const std::vector<AddressRange> present{
      {Address(0x1010), Address(0x1020)}, {Address(0x3040), Address(0x3080)}, {Address(0x3090), Address(0x30c0)}};
  CHECK(image->private_memory() == present);
  image->note_wanted(Address(0x4800), 8);
  image->note_wanted(Address(0x2000), 0x6800);  // over a hole in what can be read
  CHECK(image->problems().empty());
  image->note_wanted(Address(0x2000), 8);
  CHECK(image->problems().size() == 1);
}

TEST_CASE("a capture with any bit flipped, or of any other length, is refused") {
  const ScratchDirectory scratch;
  const std::string path = scratch / "one.capture";
  std::vector<std::byte> bytes = small_capture();
  CHECK(problem_of(path, bytes).empty());
  for (std::size_t at = 0; at < bytes.size() * 8; ++at) {
    bytes[at / 8] ^= std::byte{1} << at % 8;
    const std::string problem = problem_of(path, bytes);
    CHECK_MESSAGE(problem.find(path) != std::string::npos, at);
    bytes[at / 8] ^= std::byte{1} << at % 8;
  }
  for (std::size_t size = 1; size < bytes.size(); ++size)
    CHECK_MESSAGE(problem_of(path, Bytes(bytes).first(size)).find(path) != std::string::npos, size);
  CHECK(problem_of(path, Bytes(bytes).first(bytes.size() - 1)) == "capture " + path + " is truncated: it has " +
                                                                      std::to_string(bytes.size() - 1) + " bytes of " +
                                                                      std::to_string(bytes.size()));
  bytes.push_back(std::byte{0});
  CHECK(problem_of(path, bytes) == "capture " + path + " is damaged: its contents are not what was written");
}

TEST_CASE("a file that is not there, or too short, is not a capture") {
  const ScratchDirectory scratch;
  const std::string path = scratch / "one.capture";
  CHECK_FALSE(is_capture(path));
  const std::vector<std::byte> bytes = small_capture();
  write_file(path, Bytes(bytes).first(15));
  CHECK_FALSE(is_capture(path));
  write_file(path, Bytes(bytes).first(16));
  CHECK(is_capture(path));
}

TEST_CASE("a damaged capture is not taken for another core file") {
  const ScratchDirectory scratch;
  const std::string path = scratch / "one.capture";
  std::vector<std::byte> bytes = small_capture();
  bytes.back() ^= std::byte{1};
  write_file(path, bytes);
  const auto process = open_capture_or_core(path, {});
  REQUIRE(!process);
  CHECK(process.error().message.find("is damaged") != std::string::npos);
}

TEST_CASE("a capture of a later format is refused by its number") {
  const ScratchDirectory scratch;
  const std::string path = scratch / "one.capture";
  std::vector<std::byte> bytes = small_capture();
  // The seal follows the head of its note: sizes and type, "mpidbg", padding.
  const std::string head{'\7', 0, 0, 0, '\x18', 0, 0, 0, '\2', 'd', 'p', 'm', 'm', 'p', 'i', 'd', 'b', 'g', 0, 0};
  const auto as_bytes = std::as_bytes(std::span(head));
  const auto seal = std::search(bytes.begin(), bytes.end(), as_bytes.begin(), as_bytes.end());
  REQUIRE(seal != bytes.end());
  seal[static_cast<std::ptrdiff_t>(head.size())] = std::byte{9};
  CHECK(problem_of(path, bytes) ==
        "capture " + path + " has format 9, made by mpidbg 1.0.0; this version reads formats up to 3");
}

TEST_CASE("a capture of a live process has what was asked for, at both looks") {
  const ScratchDirectory scratch;
  TargetProcess target(TargetProcess::dynamic_program(), 2);
  auto process = open_live_process(target.pid(), {});
  REQUIRE(process);
  RecordedProcess recorded(**process);
  const auto number = recorded.find_symbol("target_number", SymbolKind::data);
  REQUIRE(number);
  recorded.note_wanted(*number, 4);
  REQUIRE((*process)->stop());
  recorded.take();
  (*process)->resume();
  CHECK(recorded.has_all());
  const auto elsewhere = recorded.find_symbol("qsort", SymbolKind::function);
  REQUIRE(elsewhere);
  recorded.note_wanted(*elsewhere, 4);
  CHECK(!recorded.has_all());
  recorded.begin_account();
  recorded.note_wanted(*number, 4);
  recorded.begin_second_look();
  REQUIRE((*process)->stop());
  recorded.take();
  auto stacks = (*process)->stacks();
  (*process)->resume();
  REQUIRE(stacks);

  const std::string path = scratch / "live.capture";
  write_file(path, recorded.capture());
  const auto image = opened(path);
  for (const bool first : {false, true}) {
    image->show_first_look(first);
    int value = 0;
    CHECK(image->read_up_to(*number, &value, 4) == 4);
    CHECK(value == 12345);
    const auto seen = image->stacks();
    REQUIRE(seen);
    REQUIRE(seen->size() == stacks->size());
  }
  image->show_first_look(false);
  const auto seen = image->stacks();
  for (std::size_t i = 0; i < stacks->size(); ++i) {
    REQUIRE((*seen)[i].frames.size() == (*stacks)[i].frames.size());
    for (std::size_t j = 0; j < (*stacks)[i].frames.size(); ++j) {
      const Frame &here = (*seen)[i].frames[j], &there = (*stacks)[i].frames[j];
      CHECK((here.pc == there.pc && here.function == there.function && here.module == there.module));
      CHECK((here.stack_pointer == there.stack_pointer && here.preserved == there.preserved));
    }
  }
  const auto looks = image->looks();
  REQUIRE(looks);
  CHECK(looks->first < looks->second);
  REQUIRE(image->modules().size() == (*process)->modules().size());
  CHECK(image->modules()[0].build_id == (*process)->modules()[0].build_id);
  CHECK(image->problems().empty());
  // Other core file readers find the threads and the modules in it.
  const auto as_core = open_core_file(path, {});
  REQUIRE(as_core);
  CHECK((*as_core)->modules().size() == (*process)->modules().size());
  CHECK((*as_core)->pid() == target.pid());
}
