// The picture of a datatype and its type map as text: HD5.

#include <doctest/doctest.h>

#include "mqs_shim/render/blocks/text_output.h"
#include "mqs_shim/render/wording/handles/datatype_picture.h"
#include "mqs_shim/render/wording/handles/objects.h"

using namespace mqs_shim;

namespace {

constexpr mpidbg_typemap_entry_t run(int basic, std::int64_t at, std::uint64_t count, std::int64_t stride) {
  return {MPIDBG_TYPEMAP_RUN, basic, at, count, stride};
}
constexpr mpidbg_typemap_entry_t loop(std::uint64_t count, std::int64_t stride) {
  return {MPIDBG_TYPEMAP_LOOP, 0, 0, count, stride};
}
constexpr mpidbg_typemap_entry_t end_of_loop() {
  return {MPIDBG_TYPEMAP_END, 0, 0, 0, 0};
}

// Of MPI_CHAR (A), MPI_INT (B) and MPI_DOUBLE (C).
DatatypeRecord datatype(std::int64_t lb, std::int64_t ub, std::vector<mpidbg_typemap_entry_t> typemap) {
  DatatypeRecord record;
  record.handle = Address(0x5600);
  record.flags = MPIDBG_DATATYPE_INFO_TYPEMAP | MPIDBG_DATATYPE_INFO_COMMITTED;
  record.lb = record.true_lb = lb;
  record.ub = record.true_ub = ub;
  record.extent = record.true_extent = ub - lb;
  record.basics = {{"MPI_CHAR", Address(1), 1, 0}, {"MPI_INT", Address(2), 4, 0}, {"MPI_DOUBLE", Address(3), 8, 0}};
  record.typemap = std::move(typemap);
  record.total_entries = record.typemap.size();
  return record;
}

std::string bar(const DatatypeRecord &record, std::size_t columns = 72) {
  return draw(record, columns).bar;
}

std::string full_text(const DatatypeRecord &record) {
  std::string text;
  {
    Sink sink(write_to_string(text));
    TextOutput output(sink, false);
    const OpenBlock process(output, text_block(Role::process, "rank 0"));
    begin_full(output, {}, record, {});
    output.end();
  }
  return text.substr(text.find('\n') + 1);
}

}  // namespace

TEST_CASE("HD5 the picture: one column a byte") {
  CHECK(bar(datatype(0, 24, {run(0, 0, 1, 1), run(1, 4, 2, 4), run(2, 16, 1, 8)})) == "[A...BBBBBBBB....CCCCCCCC]");
  CHECK(bar(datatype(0, 20, {run(1, 0, 3, 4), run(1, 8, 3, 4)})) == "[BBBBBBBB!!!!BBBBBBBB]");
  CHECK(bar(datatype(-4, 12, {run(1, 4, 1, 4)})) == "[........BBBB....]");
  CHECK(bar(datatype(0, 20, {loop(2, 10), run(0, 1, 2, 4), end_of_loop()})) == "[.A...A.....A...A....]");
  CHECK(bar(datatype(0, 20, {loop(2, -10), run(0, 11, 2, 4), end_of_loop()})) == "[.A...A.....A...A....]");
  DatatypeRecord outside = datatype(4, 8, {run(1, 0, 1, 4), run(1, 12, 1, 4)});
  outside.true_lb = 0;
  outside.true_ub = 16;
  CHECK(bar(outside) == "BBBB[....]....BBBB");
  CHECK(bar(datatype(0, 0, {})).empty());
  CHECK(bar(datatype(8, 0, {run(1, 0, 1, 4)})).empty());
  CHECK(picture_letter(25) == 'Z');
  CHECK(picture_letter(26) == '#');
}

TEST_CASE("HD5 the picture: many bytes a column") {
  const DatatypePicture picture = draw(datatype(0, 64, {run(1, 0, 5, 4), run(2, 32, 2, 8)}), 8);
  CHECK(picture.bytes_a_column == 8);
  CHECK(picture.bar == "[BBb.CC..]");
  // More rounds than anybody draws one by one: all columns have some of it.
  const DatatypePicture large = draw(
      datatype(0, std::int64_t{1} << 40, {loop(std::uint64_t{1} << 30, 1024), run(2, 0, 4, 8), end_of_loop()}), 16);
  CHECK(large.bar == "[cccccccccccccccc]");
  CHECK(large.bytes_a_column == std::uint64_t{1} << 36);
  // Such loops twice, with as much behind the first one as it takes; forwards, backwards, and with another one inside.
  constexpr std::int64_t part = std::int64_t{1} << 40, ub = 3 * part;
  constexpr std::uint64_t rounds = std::uint64_t{1} << 30;
  CHECK(bar(datatype(0, ub, {loop(2, 2 * part), loop(rounds, 1024), run(2, 0, 4, 8), end_of_loop(), end_of_loop()}),
            12) == "[cccc....cccc]");
  CHECK(bar(datatype(0, ub,
                     {loop(2, 2 * part), loop(rounds, -1024), run(2, part - 1024, 4, 8), end_of_loop(), end_of_loop()}),
            12) == "[cccc....cccc]");
  CHECK(bar(datatype(0, ub,
                     {loop(2, 2 * part), loop(rounds / 512, 262144), loop(512, 512), run(2, 0, 4, 8), end_of_loop(),
                      run(1, part / 2, 2, 4), end_of_loop(), end_of_loop()}),
            12) == "[ccbb....ccbb]");
}

TEST_CASE("8 holes of a datatype are listed") {
  for (const std::size_t count : {1, 7, 8, 9}) {
    CAPTURE(count);
    DatatypeRecord record = datatype(0, 1000, {run(1, 0, 1, 4)});
    record.flags |= MPIDBG_DATATYPE_INFO_COVERAGE;
    record.bytes_used = 1000 - count;
    record.total_holes = record.hole_bytes = count;
    std::string listed;
    for (std::size_t i = 0; i < count; ++i) {
      record.holes.push_back({static_cast<std::int64_t>(10 * i), 1});
      if (i < 8) listed += (i == 0 ? " 1 at " : ", 1 at ") + std::to_string(10 * i);
    }
    const std::string text = full_text(record);
    CHECK(text.find(" in an extent of 1000 (") != std::string::npos);
    CHECK(text.find(" %):" + listed + (count > 8 ? ", ...\n" : "\n")) != std::string::npos);
  }
}

TEST_CASE("HD5 the type map as text") {
  DatatypeRecord record = datatype(0, 24, {run(0, 0, 1, 1), run(1, 4, 2, 4), run(2, 16, 1, 8)});
  record.total_elements = 4;
  CHECK(full_text(record).find("type map {(MPI_CHAR, 0), (MPI_INT, 4), (MPI_INT, 8), (MPI_DOUBLE, 16)}\n") !=
        std::string::npos);
  record =
      datatype(0, 240, {loop(3, 80), loop(2, 40), run(2, 0, 2, 8), end_of_loop(), run(1, 32, 2, 12), end_of_loop()});
  record.total_elements = 18;
  CHECK(full_text(record).find("    type map of 18 elements\n"
                               "      3 x at stride 80:\n"
                               "        2 x at stride 40: 2 x MPI_DOUBLE at 0\n"
                               "        2 x MPI_INT at 32, stride 12\n") != std::string::npos);
  record.flags = 0;
  record.typemap.clear();
  record.typemap_problem = "the type map has size 8 and the library keeps 12";
  CHECK(full_text(record).find("type map: cannot see: the type map has size 8 and the library keeps 12\n") !=
        std::string::npos);
}

TEST_CASE("40 datatypes that one is made of are shown, and that there are more") {
  DatatypeRecord record = datatype(0, 4, {run(1, 0, 1, 4)});
  record.nodes.resize(1);
  const auto shows = [&](const char *text) { return full_text(record).find(text) != std::string::npos; };
  for (int i = 1; i <= 40; ++i) {
    DatatypeNodeRecord &node = record.nodes.emplace_back();
    node.depth = i;
    node.name = "part_" + std::to_string(i);
  }
  CHECK(shows("part_40"));
  CHECK_FALSE(shows("... (-v shows more)"));
  record.nodes.push_back(record.nodes.back());
  record.nodes.back().name = "part_41";
  CHECK(shows("part_40"));
  CHECK_FALSE(shows("part_41"));
  CHECK(shows("... (-v shows more)"));
}
