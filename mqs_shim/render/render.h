#pragma once
// Renders reports about processes as text or JSON, for the command and, through the C API, for GDB. No other code
// renders reports. JSON is written from the records. For people, the records are worded once (wording/), as a tree of
// blocks (blocks/block.h). The text output lays out these blocks; any further output for people would use the same
// tree.
//
// The text has one block per process and one line per operation. Processes with equal answers are one block, small
// groups first, and equal operations are one line with their number (blocks/merged_output.h,
// wording/operation_lines.h). Communicators are sorted by context id (MPI_COMM_WORLD has the smallest), or by handle if
// the ids are equal or unknown. The order of queues is posted, unexpected, sends, inactive; operations of a queue have
// the library's order. Two runs over the same state therefore print the same bytes. Texts from the target are escaped
// (escape.h).
//
// mpidbg.schema.json defines the JSON; it is generated from the code that writes the JSON.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mqs_shim/records/noun.h"
#include "mqs_shim/records/records.h"
#include "mqs_shim/render/list_options.h"
#include "mqs_shim/render/rank_set.h"
#include "mqs_shim/render/sink.h"

namespace mqs_shim {

enum class Format {
  text,
  json,
  dot  // for Graphviz; supported by Noun::stacks and Noun::why
};

// Selects the parts and the layout of an answer. With `each`, the text shows each process and operation by itself
// instead of merging equal ones.
struct RenderOptions : ListOptions {
  bool all = false;          // also shows internal communicators and traffic
  bool verbose = false;      // shows more details, in lines of any length; like `each`, merges nothing
  bool one_process = false;  // only one process will be added, so that its text is written immediately
  bool color = false;
  std::optional<RankSet> ranks;                       // world ranks of the processes to show
  mpidbg_handle_kind_t show_kind = MPIDBG_KIND_COMM;  // for Noun::show
  std::string communicator;                           // name or handle (0x... or a decimal number); empty: all
  std::string variable;    // pattern for the names of variables, categories and events; empty: all
  bool changed = false;    // shows only control variables whose value is not the default
  std::optional<int> tag;  // shows operations with this tag, and receives from any tag

  std::string all_option() const { return option_name("all", one_dash); }

  // Return true if the text merges equal operations, or equal processes.
  bool merges_operations() const { return !each && !verbose; }
  bool merges_processes() const { return merges_operations() && !one_process; }
};

// Renders the processes of a job one after the other, so that not all of them need to be in memory.
class Renderer {
 public:
  virtual ~Renderer() = default;
  virtual void add(const ProcessReport &report) = 0;
  // Ends the answer. Must be called after the last process. `missing_ranks` are the ranks of the job that are not among
  // the targets.
  virtual void finish(const std::vector<int> &missing_ranks = {}) = 0;
};

// Returns the renderer that words the answer to a noun as blocks and passes them to `output`. The output must outlive
// the renderer.
class BlockOutput;
std::unique_ptr<Renderer> make_words(Noun noun, RenderOptions options, BlockOutput &output);

// Returns the renderer that writes the answer to a noun in a format. The sink must outlive the renderer.
std::unique_ptr<Renderer> make_renderer(Noun noun, Format format, RenderOptions options, Sink &sink);

// Renders all processes of a job at once.
std::string render(Noun noun, Format format, std::span<const ProcessReport> job, const RenderOptions &options);

// Describes the object in report.shown in one line without its handle, such as ""my dup"  rank 0 of 2".
std::string summary(const ProcessReport &report);

// Explains why an answer about this process cannot be complete, such as an error, a library that is not initialised, or
// a queue that cannot be seen. Considers only data that the answer to the noun shows. Empty if the answer is complete.
std::string first_limit(const ProcessReport &report, Noun noun);

// Says which facts about communicators and groups are missing because only a recorder's record was read; empty if
// memory was read.
std::string recorder_limit(const ProcessReport &report);

// Returns true if the process has a communicator with this name or handle.
bool has_communicator(const ProcessReport &report, const std::string &name_or_handle);

// Explains why the value of a variable cannot be seen or, with RenderOptions::changed, why it is not known whether it
// was changed. Considers only variables that the answer to the noun shows with these options. Empty if all values can
// be seen.
std::string value_limit(const ProcessReport &report, Noun noun, const RenderOptions &options);

// Explains why a stack that `stacks` shows with these options is incomplete; empty if all stacks are complete.
std::string stack_limit(const ProcessReport &report, const RenderOptions &options);

// Returns true if the process has an object of the noun's kind (such as a control variable for `cvars`) whose name
// matches the pattern `name`.
bool has_variable(const ProcessReport &report, Noun noun, const std::string &name);

}  // namespace mqs_shim
