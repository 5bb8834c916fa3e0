#pragma once
// Reports about processes become text or JSON here, and nowhere else: for the command, and through the C API for GDB.
// JSON is written from the records; for readers, the records are put into words once (wording/), as a tree of blocks
// (blocks/block.h), which the text lays out and every later output for readers walks, too.
//
// Text: one block per process, one line per operation. Of several processes those that say the same are one block,
// small ones first, and equal operations are one line with their number (blocks/merged_output.h,
// wording/operation_lines.h). Communicators are in the order of their context ids (MPI_COMM_WORLD has the smallest), of
// their handles where those are equal or unknown; queues as posted, unexpected, sends, inactive; the operations of a
// queue as the library keeps them. So two runs over the same state give the same bytes. Texts of the target are escaped
// (escape.h).
//
// JSON: as mpidbg.schema.json says.

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
  dot  // for Graphviz; of Noun::stacks and Noun::why
};

// `each`: text has each process and operation by itself, and not equal ones together.
struct RenderOptions : ListOptions {
  bool all = false;          // the library's own communicators and traffic too
  bool verbose = false;      // more of everything, in lines of any length; like `each`, nothing is merged
  bool one_process = false;  // no more than one will be added: its text is written while it is worded
  bool color = false;
  std::optional<RankSet> ranks;                       // processes of these world ranks
  mpidbg_handle_kind_t show_kind = MPIDBG_KIND_COMM;  // of Noun::show
  std::string communicator;  // a name, or a handle: 0x... or a decimal number; empty: every one
  std::string variable;      // only variables, categories, events whose name this pattern matches; empty: every one
  bool changed = false;      // control variables only if their value is not the default
  std::optional<int> tag;    // operations with this tag, and receives that take any

  std::string all_option() const { return option_name("all", one_dash); }

  // Text: whether equal operations, and equal processes, are one.
  bool merges_operations() const { return !each && !verbose; }
  bool merges_processes() const { return merges_operations() && !one_process; }
};

// Takes the processes of a job one after the other, so that not all of them need to be in memory.
class Renderer {
 public:
  virtual ~Renderer() = default;
  virtual void add(const ProcessReport &report) = 0;
  // After the last one. `missing_ranks`: those of the job that were not among the targets.
  virtual void finish(const std::vector<int> &missing_ranks = {}) = 0;
};

// A noun in words, as blocks for any output, which must outlive the renderer.
class BlockOutput;
std::unique_ptr<Renderer> make_words(Noun noun, RenderOptions options, BlockOutput &output);

// The sink must outlive the renderer.
std::unique_ptr<Renderer> make_renderer(Noun noun, Format format, RenderOptions options, Sink &sink);

// A job at once.
std::string render(Noun noun, Format format, std::span<const ProcessReport> job, const RenderOptions &options);

// The one object of report.shown in one line, without its handle: ""my dup"  rank 0 of 2".
std::string summary(const ProcessReport &report);

// Why no answer can be complete for this process: an error, a library that is not initialised, a queue that cannot be
// seen; empty if there is no reason. Only what the noun shows counts.
std::string first_limit(const ProcessReport &report, Noun noun);

// What a record alone does not contain about communicators and groups; empty if memory is read.
std::string recorder_limit(const ProcessReport &report);

// Whether the filters let anything of the process through: the communicator that was asked for exists in it.
bool has_communicator(const ProcessReport &report, const std::string &name_or_handle);

// Why a value of a variable that the noun shows with these options cannot be seen, or whether it was changed, if that
// is asked; empty if all can.
std::string value_limit(const ProcessReport &report, Noun noun, const RenderOptions &options);

// Why a stack that `stacks` shows with these options is not complete; empty if all are.
std::string stack_limit(const ProcessReport &report, const RenderOptions &options);

// Whether the process has a variable or category whose name the pattern matches, of the kind that the noun shows.
bool has_variable(const ProcessReport &report, Noun noun, const std::string &name);

}  // namespace mqs_shim
