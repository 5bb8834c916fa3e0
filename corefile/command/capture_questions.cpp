#include "corefile/command/capture_questions.h"

#include <utility>
#include <vector>

#include "corefile/command/module_files.h"
#include "corefile/mpi/call_site.h"
#include "mpidbg/base/hexadecimal.h"
#include "mqs_shim/session/session.h"
#include "mqs_shim/targets/process_target.h"

namespace command {

namespace {

using mqs_shim::Noun;
using mqs_shim::ProcessReport;

class Everything {
 public:
  Everything(corefile::RecordedProcess &process, mqs_shim::Session &session) : process_(process), session_(session) {
    if (auto stacks = corefile::mpi_stacks(process)) stacks_ = std::move(*stacks);
  }

  void ask(AskedProcess &answer) {
    for (int noun = 0; noun <= static_cast<int>(mqs_shim::last_noun); ++noun) {
      const auto about = static_cast<Noun>(noun);
      if (about == Noun::show) continue;
      for (const bool freed : {false, true}) read(about, mqs_shim::questions_of(about, std::nullopt, freed, freed));
    }
    mqs_shim::Questions windows = mqs_shim::questions_of(Noun::why);
    windows.kinds.insert(MPIDBG_KIND_WIN);
    read(Noun::why, std::move(windows));
    const ProcessReport all = read(Noun::handles, mqs_shim::questions_of(Noun::handles, std::nullopt, true));
    answer.world_rank = all.world_rank;
    answer.library = all.library;
    show(all);
    for (corefile::MpiStack &stack : stacks_) corefile::name_frames(stack, process_, corefile::NamedFrames::all);
  }

 private:
  ProcessReport read(Noun noun, mqs_shim::Questions questions) {
    add_stacks(noun, stacks_, questions);
    ProcessReport report;
    // An answer that there is none needs what it has read.
    (void)session_.read(questions, report);
    if (noun == Noun::why) name_last_calls(process_, report);
    return report;
  }

  void show(const ProcessReport &all) {
    for (const auto &record : all.communicators) show(MPIDBG_KIND_COMM, record.handle, record.name);
    for (const auto &record : all.groups) show(MPIDBG_KIND_GROUP, record.handle, {});
    all.handles.for_each([this](const auto &list) {
      for (const auto &record : list.objects)
        show(kind_of(list).kind, record.handle, is_predefined(record) ? record.name : std::string());
    });
  }

  // By its handle, and by its name.
  void show(mpidbg_handle_kind_t kind, mpidbg::Address handle, const std::string &name) {
    for (const std::string &expression : {mpidbg::hex(handle), name}) {
      if (expression.empty() || shown_++ >= 2 * most_shown) continue;
      read(Noun::show, mqs_shim::questions_of(Noun::show, mqs_shim::Questions::Object{kind, expression}));
    }
  }

  corefile::RecordedProcess &process_;
  mqs_shim::Session &session_;
  std::vector<corefile::MpiStack> stacks_;
  std::size_t shown_ = 0;
};

}  // namespace

AskedProcess ask_everything(corefile::RecordedProcess &process, Plugins &plugins) {
  AskedProcess answer;
  mqs_shim::ProcessTarget memory(process);
  auto plugin = plugins.plugin_for(memory);
  if (!plugin) {
    answer.problem = plugin.error().message;
    return answer;
  }
  mqs_shim::SessionOptions options;
  options.image_name = process.name();
  options.capture_output = true;
  options.told_of_moves = true;
  auto session = mqs_shim::Session::open(**plugin, memory, options);
  if (!session) {
    answer.problem = session.error().message;
    (void)why_no_library(process);  // for the symbols that it asks for
    if (auto stacks = corefile::mpi_stacks(process)) {
      for (corefile::MpiStack &stack : *stacks) corefile::name_frames(stack, process, corefile::NamedFrames::all);
    }
    return answer;
  }
  Everything(process, **session).ask(answer);
  return answer;
}

}  // namespace command
