// The tree of blocks, as an output of another kind than text walks it.

#include <doctest/doctest.h>

#include <string>
#include <tuple>

#include "mqs_shim/render/blocks/block.h"
#include "mqs_shim/render/blocks/html_output.h"
#include "mqs_shim/render/blocks/text_output.h"
#include "mqs_shim/render/render.h"
#include "mqs_shim/render/wording/wording.h"
#include "tests/render/sample_reports.h"

using namespace mqs_shim;

namespace {

// Elements with the role as their name, as a page of HTML might have them.
class OutlineOutput : public BlockOutput {
 public:
  void begin(const Block &block) override {
    constexpr std::string_view roles[] = {"process", "section", "object", "property", "detail",
                                          "picture", "problem", "table",  "row"};
    const std::string_view role = roles[static_cast<std::size_t>(block.role)];
    text += std::string(open_.size() * 2, ' ') + '<' + std::string(role) + '>' + block.title;
    add(block.cells);
    if (!block.notes.empty()) text += " #";
    add(block.notes);
    if (block.severity != Severity::none) text += block.severity == Severity::error ? " !!" : " !";
    text += '\n';
    open_.push_back(role);
  }
  void end() override { open_.pop_back(); }
  bool is_closed() const { return open_.empty(); }

  std::string text;

 private:
  void add(const Cells &cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) text += '|' + std::string(cells.text(i));
  }
  std::vector<std::string_view> open_;
};

std::string text_of(const Block &table, const std::vector<Block> &rows, bool color = false) {
  std::string text;
  {
    Sink sink(write_to_string(text));
    TextOutput output(sink, color);
    const OpenBlock open(output, table);
    for (const Block &row : rows) output.write(row);
  }
  return text;
}

}  // namespace

TEST_CASE("queues as a tree") {
  OutlineOutput output;
  const auto words = make_words(Noun::queues, {}, output);
  words->add(sample::hung_rank());
  words->add(sample::unseen_rank());
  words->finish({3});
  CHECK(output.is_closed());
  CHECK(output.text.starts_with("<process>rank 0 of 2|pid 4151|Open MPI 4.1.4|ob1 #|"));
  CHECK(output.text.find(
            "\n  <object>MPI_COMM_WORLD|context 0|rank 0 of 2\n    <table>\n      <row>|posted|from 1|tag 99|") !=
        std::string::npos);
  CHECK(output.text.find("\n  <problem>|posted, unexpected, sends, inactive") != std::string::npos);
  CHECK(output.text.ends_with("<problem>|missing: rank 3 of the job was not among the targets !\n"));
}

TEST_CASE("every noun closes what it opens and leaves text to the output") {
  for (int noun = 0; noun <= static_cast<int>(last_noun); ++noun) {
    OutlineOutput output;
    const auto words = make_words(static_cast<Noun>(noun), {}, output);
    for (const ProcessReport &report :
         {sample::rich_rank(), sample::rank_with_variables(), sample::rank_with_objects()})
      words->add(report);
    words->finish({});
    CHECK(output.is_closed());
    CHECK(output.text.find('\x1b') == std::string::npos);
  }
}

TEST_CASE("columns: to the right, with a unit, left out, too narrow") {
  const Column columns[] = {{.width = 3},
                            {.width = 4, .right = true, .unit = " B"},
                            {.width = 2, .optional = true},
                            {.width = 2, .optional = true}};
  Block table{.role = Role::table};
  table.columns = columns;
  const auto row = [](std::initializer_list<std::string_view> cells) {
    Block block{.role = Role::row};
    for (const std::string_view cell : cells) block.cells.add(cell);
    block.notes.add("one");
    block.notes.add("two");
    return block;
  };
  CHECK(text_of(table, {row({"a", "12", "x", "y"})}) == "a      12 B  x   y   one  two\n");
  CHECK(text_of(table, {row({"a", "12", "", "y"})}) == "a      12 B      y   one  two\n");
  CHECK(text_of(table, {row({"a", "12", "", ""})}) == "a      12 B  one  two\n");
  CHECK(text_of(table, {row({"a", "", "", ""})}) == "a            one  two\n");
  CHECK(text_of(table, {row({"abcde", "12345", "x", ""})}) == "abcde  12345 B  x    one  two\n");
}

TEST_CASE("an empty optional column takes no room before others; a cell has its colour if its row has none") {
  const Column columns[] = {{.width = 3}, {.width = 2, .optional = true}, {.width = 1}};
  Block table{.role = Role::table};
  table.columns = columns;
  Block row{.role = Role::row};
  row.cells.add("a");
  row.cells.add("");
  row.cells.add("b", Severity::warning);
  CHECK(text_of(table, {row}) == "a    b\n");
  CHECK(text_of(table, {row}, true) == "a    \x1b[33mb\x1b[0m\n");
  row.severity = Severity::error;
  CHECK(text_of(table, {row}, true).find("\x1b[33m") == std::string::npos);
}

TEST_CASE("a row of HTML has a cell for each text, and one for all notes") {
  Block row{.role = Role::row};
  row.cells.add("a<b");
  row.notes.add("one");
  row.notes.add("two");
  std::string text;
  {
    Sink sink(write_to_string(text));
    HtmlOutput output(sink);
    const OpenBlock open(output, Block{.role = Role::table});
    output.write(row);
  }
  CHECK(text.find("<td>a&lt;b</td><td>one, two</td>") != std::string::npos);
}

TEST_CASE("the line of a process says who it is, as far as that is known and asked for") {
  ProcessReport report;
  report.world_rank = 3;
  report.world_size = 8;
  report.pid = 41;
  report.target = "pid 41";
  report.host = "node7";
  report.library = "Open MPI 4.1.4";
  report.plugin = "some plugin";
  report.point_to_point = "ob1";
  const auto line = [&](bool verbose = false) {
    RenderOptions options;
    options.verbose = verbose;
    const std::string text = text_of(process_block(report, options), {});
    return text.substr(0, text.size() - 1);
  };
  CHECK(line() == "rank 3 of 8  pid 41  Open MPI 4.1.4  ob1");
  CHECK(line(true) == "rank 3 of 8  pid 41  node7  Open MPI 4.1.4  ob1");
  report.local_job = 1;
  CHECK(line() == "rank 3 of 8  pid 41  Open MPI 4.1.4  ob1");
  report.local_job = 2;
  CHECK(line() == "rank 3 of 8  pid 41  Open MPI 4.1.4  ob1  job 2");
  report.job_name = "prterun-7@1";
  CHECK(line() == "rank 3 of 8  pid 41  Open MPI 4.1.4  ob1  job prterun-7@1");
  report.library.clear();
  CHECK(line() == "rank 3 of 8  pid 41  plugin: some plugin  ob1  job prterun-7@1");
  report.target = "core.41";
  CHECK(line() == "rank 3 of 8  pid 41  plugin: some plugin  ob1  job prterun-7@1");
  CHECK(line(true) == "rank 3 of 8  pid 41  core.41  node7  plugin: some plugin  ob1  job prterun-7@1");
  report.pid = 0;
  report.world_size = 0;
  CHECK(line() == "rank 3  core.41  plugin: some plugin  ob1  job prterun-7@1");
  report.error = "no permission";
  CHECK(line() == "rank 3  core.41  cannot see: no permission");
}

TEST_CASE("a process is before MPI_Init or after MPI_Finalize unless a thread is in these calls") {
  for (const auto &[state, call, phase] : {std::tuple{MPIDBG_MPI_NOT_INITIALIZED, "MPI_Init_thread", "before MPI_Init"},
                                           {MPIDBG_MPI_FINALIZED, "MPI_Finalize", "after MPI_Finalize"}}) {
    ProcessReport report;
    report.mpi_state = state;
    report.threads.resize(2);
    const auto says_it = [&, phase = phase] {
      return render(Noun::ranks, Format::text, {&report, 1}, {}).find(phase) != std::string::npos;
    };
    CHECK(says_it());
    report.threads[1].call = call;
    CHECK_FALSE(says_it());
    report.threads[1].call.clear();
    report.threads[1].inside = call;
    CHECK_FALSE(says_it());
  }
}

TEST_CASE("colour marks severity, and nothing else") {
  Block object = object_block("halo").cell("rank 0 of 2").cell("not committed", Severity::warning);
  std::string text;
  {
    Sink sink(write_to_string(text));
    TextOutput output(sink, true);
    const OpenBlock process(output, text_block(Role::process, "rank 0"));
    output.write(object);
    write_problem(output, "cannot see");
  }
  CHECK(text == "rank 0\n  halo  rank 0 of 2  \x1b[33mnot committed\x1b[0m\n  \x1b[33mcannot see\x1b[0m\n");
}

TEST_CASE("long lines go on below where a cell or note begins") {
  Block object = object_block("halo").cell("context 3").cell("rank 0 of 2");
  object.notes.add("a note");
  const auto text_of_width = [&](std::size_t width) {
    std::string text;
    Sink sink(write_to_string(text));
    TextOutput output(sink, false, width);
    output.write(object);
    sink.flush();
    return text;
  };
  CHECK(text_of_width(0) == "halo  context 3  rank 0 of 2   a note\n");
  CHECK(text_of_width(37) == text_of_width(0));
  CHECK(text_of_width(36) == "halo  context 3  rank 0 of 2\n    a note\n");
  CHECK(text_of_width(20) == "halo  context 3\n    rank 0 of 2\n    a note\n");
  CHECK(text_of_width(1) == "halo  context 3\n    rank 0 of 2\n    a note\n");
}
