#pragma once
// The ranks of this node, as a summary that others judge: what `summarize` writes, and what live processes and core
// files among the targets become where summaries are among them, too.

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

struct Collected {
  mqs_shim::summaries::Summary summary;
  std::size_t failures = 0;  // processes that could not be inspected; the summary has them
  // A sentence for each process that could be read but showed neither objects nor calls of MPI. The summary contains
  // it, too.
  std::vector<std::string> unseen{};
};

// What whoever collects from several nodes decides.
struct OfNode {
  std::string host{};       // what the node is called; empty: what its processes call it
  bool looks_once = false;  // the next look at all nodes, if there is one, is another collection
  bool held = false;        // the live processes of the node are held still together while they are read
};

// Looks at all targets, and a second time where one look can prove nothing. Writes to `messages` what cannot be
// inspected. The targets are used up.
Collected collect(std::vector<OpenedTarget> targets, Plugins &plugins, unsigned jobs, Messages &messages,
                  const OfNode &node = {});

// What is read until its end, piece by piece. `name`: what to call it.
mpidbg::Status read_all(int fd, const std::string &name, const std::function<void(std::string_view)> &take);

// The words that stand for summaries: files that contain some, and "-" for stdin. What is left in `words` are targets.
std::vector<std::string> take_summary_words(std::vector<std::string> &words);

// What they contain, merged. Records that are damaged or incomplete are said, and are no error as long as there is a
// complete one; `incomplete`: there were such.
mpidbg::Result<mqs_shim::summaries::Summary> read_summaries(const std::vector<std::string> &words, Messages &messages,
                                                            bool &incomplete);

// What a command ends with that could not read any: damaged and incomplete ones are not enough, others are no
// summaries.
ExitCode code_of(const mpidbg::Error &error);

struct CollectedJob {
  mqs_shim::summaries::Summary summary;
  bool incomplete = false;   // something of it was damaged, missing or could not be inspected; what, was said
  bool lacks_nodes = false;  // some nodes did not answer completely: ranks may be missing
};

// The summaries, and the other targets as if they had been summarized now.
mpidbg::Result<CollectedJob> read_with_targets(const std::vector<std::string> &words, const Options &targets,
                                               Plugins &plugins, Messages &messages);

// Whether summaries have what the noun shows.
bool is_in_summaries(mqs_shim::Noun noun);

// Whether --rank lets it through.
bool is_wanted(const mqs_shim::ProcessReport &report, const std::optional<mqs_shim::RankSet> &ranks);

}  // namespace command
