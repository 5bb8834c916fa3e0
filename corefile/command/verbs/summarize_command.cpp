// Implements `summarize`, which writes a summary of the ranks of this node for commands that run later or on another
// node.

#include "corefile/command/targets/collect.h"
#include "corefile/command/verbs/commands.h"
#include "corefile/command/words/output.h"
#include "corefile/launch/lines.h"

namespace command {

ExitCode run_summarize(const Options &options, Messages &messages) {
  Output output(options.output, options.targets);
  if (!output.is_open()) {
    output.close(messages);
    return ExitCode::failed;
  }
  Options rest = options;
  const std::vector<std::string> words = take_summary_words(rest.targets);
  ExitCode code = ExitCode::done;
  mqs_shim::summaries::Summary summary;
  if (!words.empty()) {
    bool incomplete = false;
    auto read = read_summaries(words, messages, incomplete);
    if (!read) {
      messages.error(read.error().message);
      return code_of(read.error());
    }
    summary = std::move(*read);
    if (incomplete) code = ExitCode::not_enough;
  }
  if (!rest.targets.empty()) {
    Plugins plugins(options.plugin);
    if (const auto loaded = plugins.load_if_independent_of_target(); !loaded) {
      messages.error(loaded.error().message);
      return ExitCode::failed;
    }
    Collected collected = collect(open_targets(rest, messages), plugins, rest.jobs, messages);
    for (const std::string &problem : collected.unseen) messages.warning(problem);
    if (collected.failures != 0 || !collected.unseen.empty()) code = worse(code, ExitCode::not_enough);
    summary.merge(std::move(collected.summary));
  }
  if (summary.ranks() == 0) return ExitCode::failed;
  output.write(corefile::encode_record(summary.encode()));
  return output.close(messages) ? code : ExitCode::failed;
}

}  // namespace command
