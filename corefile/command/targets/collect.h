#pragma once
// Makes a summary of the ranks of this node. A command on another node can draw conclusions from the summary.
// `summarize` writes the summary to a file. A command whose targets are both summaries and processes first summarizes
// the processes, and then combines all summaries.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "corefile/command/targets/look.h"
#include "corefile/command/words/exit_code.h"
#include "corefile/command/words/messages.h"
#include "corefile/command/words/options.h"
#include "mpidbg/base/result.h"
#include "mqs_shim/summary/summary.h"

namespace command {

// The result of collect().
struct Collected {
  mqs_shim::summaries::Summary summary;
  std::size_t failures = 0;  // number of processes that could not be inspected; the summary contains them
  // Sentences about processes that could be read, but showed neither objects nor calls of MPI. They are also part of
  // the summary.
  std::vector<std::string> unseen{};
};

// Settings of collect() on one node of a job. The summaries of all nodes are combined by the command that started it.
struct OfNode {
  std::string host{};       // name of the node; empty: the name that its processes use
  bool looks_once = false;  // inspect each process only once; a second look is another collection on all nodes
  bool held = false;        // hold all live processes of the node at the same time while they are read
};

// Looks at all targets, and takes a second look if one look cannot prove anything. Writes to `messages` which targets
// cannot be inspected. The targets are consumed.
Collected collect(std::vector<OpenedTarget> targets, Plugins &plugins, unsigned jobs, Messages &messages,
                  const OfNode &node = {});

// Reads a file to its end, and passes each piece to `take`. Errors contain `name`.
mpidbg::Status read_all(int fd, const std::string &name, const std::function<void(std::string_view)> &take);

// Moves the words that stand for summaries from `words` to the result. Such a word is a file that contains summaries,
// or "-" for stdin. The remaining words are targets.
std::vector<std::string> take_summary_words(std::vector<std::string> &words);

// Reads and merges all summaries. Reports damaged or incomplete records in `messages`, and sets `incomplete` if there
// were any. Fails only if no record is complete.
mpidbg::Result<mqs_shim::summaries::Summary> read_summaries(const std::vector<std::string> &words, Messages &messages,
                                                            bool &incomplete);

// Returns the exit code of a command that could not read any summary: `not_enough` if all were damaged or incomplete,
// `failed` if the files are not summaries.
ExitCode code_of(const mpidbg::Error &error);

// The summary of a job from all sources: files, stdin, and processes inspected by this command.
struct CollectedJob {
  mqs_shim::summaries::Summary summary;
  bool incomplete = false;   // some data is damaged, missing, or could not be inspected; messages have named it
  bool lacks_nodes = false;  // some nodes did not answer completely, so that ranks may be missing
};

// Reads the summaries among the words, and makes a summary of the other targets. Leaves the records of processes that
// are among the targets out of the summaries.
mpidbg::Result<CollectedJob> read_with_targets(const std::vector<std::string> &words, const Options &targets,
                                               Plugins &plugins, Messages &messages);

// Returns true if summaries contain the information that the command for `noun`, such as `queues`, shows.
bool is_in_summaries(mqs_shim::Noun noun);

// Returns true if the rank is among `ranks` (the value of --rank), if --rank is not given, or if the rank is unknown.
bool is_wanted(const mqs_shim::ProcessReport &report, const std::optional<mqs_shim::RankSet> &ranks);

}  // namespace command
