#include "corefile/targets/lent_targets.h"

#include <cstdlib>
#include <cstring>
#include <exception>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "corefile/process/own_sleep.h"
#include "corefile/targets/lent_target.h"
#include "corefile/targets/targets.h"
#include "mpidbg/base/split.h"

struct mpidbg_targets {
  std::vector<corefile::OpenedTarget> opened;
  std::vector<std::unique_ptr<corefile::LentTarget>> all;
  std::string launcher;
};

namespace {

void give_text(char **to, const std::string &text) {
  if (to == nullptr) return;
  *to = static_cast<char *>(std::malloc(text.size() + 1));
  if (*to != nullptr) std::memcpy(*to, text.c_str(), text.size() + 1);
}

}  // namespace

mpidbg_targets *mpidbg_targets_open(size_t count, const char *const *words, const char *executable, const char *sysroot,
                                    const char *debug_directories, char **error) {
  if (error != nullptr) *error = nullptr;
  try {
    corefile::TargetOptions options;
    if (executable != nullptr) options.open.executable = executable;
    if (sysroot != nullptr) options.open.sysroot = sysroot;
    if (debug_directories != nullptr) {
      const auto directories = mpidbg::split(debug_directories, ':');
      options.open.debug_directories.assign(directories.begin(), directories.end());
    }
    auto targets = std::make_unique<mpidbg_targets>();
    targets->opened = corefile::open_targets({words, words + count}, options);
    for (corefile::OpenedTarget &opened : targets->opened)
      targets->all.push_back(std::make_unique<corefile::LentTarget>(opened));
    if (count == 1) targets->launcher = corefile::launcher_of(*words);
    return targets.release();
  } catch (const std::exception &problem) {
    give_text(error, problem.what());
  }
  return nullptr;
}

void mpidbg_targets_close(mpidbg_targets *targets) {
  delete targets;
}

size_t mpidbg_targets_count(const mpidbg_targets *targets) {
  return targets->all.size();
}

const mqs_shim_target *mpidbg_targets_at(const mpidbg_targets *targets, size_t index) {
  return &targets->all[index]->table;
}

const char *mpidbg_targets_problem(const mpidbg_targets *targets, size_t index) {
  const corefile::OpenedTarget &opened = targets->opened[index];
  return opened.process ? nullptr : opened.problem.c_str();
}

const char *mpidbg_targets_launcher(const mpidbg_targets *targets) {
  return corefile::lent(targets->launcher);
}

void mpidbg_targets_free_text(char *text) {
  std::free(text);
}

int mpidbg_targets_sleeps_for_own_process(const mpidbg_targets_thread *threads, size_t count, size_t index,
                                          void *context,
                                          size_t (*read)(void *context, uint64_t address, void *buffer, size_t size)) {
  return corefile::guarded(0, [&] {
    std::vector<corefile::ThreadRegisters> all(count);
    for (size_t i = 0; i < count; ++i) {
      all[i].tid = static_cast<pid_t>(threads[i].tid);
      all[i].system_call = threads[i].system_call;
      all[i].thread_pointer = mqs_shim::Address(threads[i].thread_pointer);
      all[i].values.assign(std::begin(threads[i].registers), std::end(threads[i].registers));
    }
    const auto read_process = [&](mqs_shim::Address address, void *buffer, std::size_t size) {
      return read(context, address.value(), buffer, size);
    };
    return index < count && corefile::sleeps_for_own_process(all[index], all, read_process) ? 1 : 0;
  });
}
