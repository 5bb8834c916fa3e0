#include "corefile/targets/lent_process.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <exception>

#include "corefile/capture/capture_image.h"
#include "corefile/mpi/job_identity.h"
#include "corefile/mpi/launcher.h"
#include "corefile/mpi/mpi_stacks.h"
#include "corefile/targets/process_target.h"
#include "mpidbg/base/whole_number.h"

using mqs_shim::Address;

namespace {

void give_text(char **to, const std::string &text) {
  if (to == nullptr) return;
  *to = static_cast<char *>(std::malloc(text.size() + 1));
  if (*to != nullptr) std::memcpy(*to, text.c_str(), text.size() + 1);
}

// A text with its NUL into the caller's buffer; 1, or 0 if it is empty or does not fit.
int copy_text(const std::string &text, char *buffer, std::size_t size) {
  if (text.empty() || text.size() >= size) return 0;
  std::memcpy(buffer, text.c_str(), text.size() + 1);
  return 1;
}

// Object that the mqs_shim_thread of a thread points to.
struct LentThread {
  mqs_shim::MpiStack stack;
  std::vector<mqs_shim_frame> frames;
};

}  // namespace

struct mpidbg_process {
  explicit mpidbg_process(std::unique_ptr<corefile::Process> opened) : process(std::move(opened)), target(*process) {}

  std::unique_ptr<corefile::Process> process;
  corefile::ProcessTarget target;
  std::string name, host, boot;
  mqs_shim_target table{};
  std::vector<LentThread> lent;
  std::vector<mqs_shim_thread> threads;
};

namespace {

mpidbg_process &self(void *context) {
  return *static_cast<mpidbg_process *>(context);
}

// Whatever goes wrong is "not found": no exception may leave.
template <class Result, class Ask>
Result guarded(Result failure, Ask &&ask) {
  try {
    return ask();
  } catch (const std::exception &) {
    return failure;
  }
}

size_t read(void *context, uint64_t address, void *buffer, size_t size) {
  return guarded<size_t>(0, [&] { return self(context).target.read_up_to(Address(address), buffer, size); });
}

int find_symbol(void *context, const char *name, int is_function, uint64_t *address) {
  return guarded(0, [&] {
    const auto kind = is_function != 0 ? mqs_shim::SymbolKind::function : mqs_shim::SymbolKind::data;
    const auto found = self(context).target.find_symbol(name, kind);
    if (found) *address = found->value();
    return found ? 1 : 0;
  });
}

int find_type(void *context, const char *name, uint64_t *size) {
  return guarded(0, [&] {
    const mqs_shim::TargetType *const type = self(context).target.find_type(name);
    if (type != nullptr) *size = type->size();
    return type != nullptr ? 1 : 0;
  });
}

int64_t field_offset(void *context, const char *type, const char *field) {
  return guarded<int64_t>(-1, [&]() -> int64_t {
    const mqs_shim::TargetType *const found = self(context).target.find_type(type);
    const auto offset = found != nullptr ? found->field_offset(field) : std::nullopt;
    return offset ? static_cast<int64_t>(*offset) : -1;
  });
}

int field_type(void *context, const char *type, const char *field, int *kind, uint64_t *size) {
  return guarded(0, [&] {
    const mqs_shim::TargetType *const known = self(context).target.find_type(type);
    const auto found = known != nullptr ? known->field_type(field) : std::nullopt;
    if (found) *kind = found->kind, *size = found->size;
    return found ? 1 : 0;
  });
}

int build_id_of(void *context, const char *symbol, char *buffer, size_t size) {
  return guarded(0, [&] { return copy_text(self(context).target.build_id_of(symbol), buffer, size); });
}

int private_memory(void *context, size_t index, uint64_t *begin, uint64_t *end) {
  return guarded(0, [&] {
    const auto ranges = self(context).target.private_memory();
    if (index >= ranges.size()) return 0;
    *begin = ranges[index].begin.value();
    *end = ranges[index].end.value();
    return 1;
  });
}

int symbol_at(void *context, uint64_t address, char *buffer, size_t size) {
  return guarded(0, [&] { return copy_text(self(context).target.symbol_at(Address(address)), buffer, size); });
}

void fill_table(mpidbg_process &process) {
  const corefile::JobIdentity identity = corefile::job_identity(*process.process);
  process.name = process.process->name();
  process.host = identity.host;
  mqs_shim_target &table = process.table;
  table.struct_size = sizeof table;
  table.pointer_size = process.process->pointer_size();
  table.big_endian = process.process->byte_order() == mqs_shim::ByteOrder::big;
  table.world_rank = identity.world_rank.value_or(-1);
  table.pid = process.process->pid();
  table.name = process.name.c_str();
  table.host = process.host.empty() ? nullptr : process.host.c_str();
  table.context = &process;
  table.read = read;
  table.find_symbol = find_symbol;
  table.find_type = find_type;
  table.field_offset = field_offset;
  table.field_type = field_type;
  table.build_id_of = build_id_of;
  table.private_memory = private_memory;
  table.symbol_at = symbol_at;
  table.is_core = process.process->is_live() ? 0 : 1;
}

mpidbg::Result<std::unique_ptr<corefile::Process>> open(const std::string &target, const char *executable,
                                                        const char *sysroot) {
  corefile::OpenOptions options;
  if (executable != nullptr) options.executable = executable;
  if (sysroot != nullptr) options.sysroot = sysroot;
  const auto pid = mpidbg::whole_number<pid_t>(target);
  return pid ? corefile::open_live_process(*pid, options) : corefile::open_capture_or_core(target, options);
}

mqs_shim_thread lend(LentThread &lent) {
  for (const corefile::Frame &frame : lent.stack.frames) {
    mqs_shim_frame &told = lent.frames.emplace_back();
    told.function = frame.function.c_str();
    told.stack_pointer = frame.stack_pointer.value();
    told.file = frame.file.empty() ? nullptr : frame.file.c_str();
    told.module = frame.module.empty() ? nullptr : frame.module.c_str();
    told.offset = frame.offset;
    told.line = frame.line;
    told.inlined = frame.inlined ? 1 : 0;
    told.preserved = frame.preserved.data();
    told.preserved_count = static_cast<uint32_t>(frame.preserved.size());
  }
  mqs_shim_thread thread{};
  thread.struct_size = sizeof thread;
  thread.frame_size = sizeof(mqs_shim_frame);
  thread.frames = lent.frames.data();
  thread.frame_count = static_cast<uint32_t>(lent.frames.size());
  thread.registers = lent.stack.registers.data();
  thread.register_count = static_cast<uint32_t>(lent.stack.registers.size());
  thread.tid = static_cast<uint64_t>(lent.stack.tid);
  thread.problem = lent.stack.problem.empty() ? nullptr : lent.stack.problem.c_str();
  return thread;
}

}  // namespace

mpidbg_process *mpidbg_process_open(const char *target, const char *executable, const char *sysroot, char **error) {
  if (error != nullptr) *error = nullptr;
  try {
    auto opened = open(target == nullptr ? "" : target, executable, sysroot);
    if (opened) {
      auto process = std::make_unique<mpidbg_process>(std::move(*opened));
      fill_table(*process);
      return process.release();
    }
    give_text(error, opened.error().message);
  } catch (const std::exception &problem) {
    give_text(error, problem.what());
  }
  return nullptr;
}

void mpidbg_process_close(mpidbg_process *process) {
  delete process;
}

const mqs_shim_target *mpidbg_process_target(mpidbg_process *process) {
  return &process->table;
}

int mpidbg_process_stop(mpidbg_process *process, char **error) {
  if (error != nullptr) *error = nullptr;
  return guarded(0, [&] {
    process->process->prepare_stacks();
    const mpidbg::Status stopped = process->process->stop();
    if (!stopped) give_text(error, stopped.error().message);
    return stopped ? 1 : 0;
  });
}

void mpidbg_process_resume(mpidbg_process *process) {
  process->process->resume();
}

int mpidbg_process_pictures(mpidbg_process *process, const char **boot, int64_t *first, int64_t *second) {
  return guarded(0, [&] {
    const auto looks = process->process->looks();
    if (!looks) return 0;
    process->boot = looks->boot;
    *boot = process->boot.c_str();
    *first = looks->first;
    *second = looks->second;
    return 1;
  });
}

void mpidbg_process_show_first(mpidbg_process *process, int first) {
  process->process->show_first_look(first != 0);
}

int mpidbg_process_threads(mpidbg_process *process, size_t *count, const mqs_shim_thread **threads, char **error) {
  if (error != nullptr) *error = nullptr;
  return guarded(0, [&] {
    process->threads.clear();
    process->lent.clear();
    auto stacks = process->process->stacks();
    if (!stacks) {
      give_text(error, stacks.error().message);
      return 0;
    }
    process->lent.reserve(stacks->size());  // whose elements are pointed to
    for (corefile::ThreadStack &stack : *stacks) {
      LentThread &lent = process->lent.emplace_back();
      static_cast<corefile::ThreadStack &>(lent.stack) = std::move(stack);
      corefile::name_frames(lent.stack, *process->process, mqs_shim::NamedFrames::all);
      process->threads.push_back(lend(lent));
    }
    *count = process->threads.size();
    *threads = process->threads.data();
    return 1;
  });
}

size_t mpidbg_processes_started_by(int64_t launcher, int64_t *pids, size_t capacity) {
  return guarded<size_t>(0, [&] {
    const std::vector<pid_t> found = corefile::processes_started_by(static_cast<pid_t>(launcher));
    std::copy_n(found.begin(), std::min(capacity, found.size()), pids);
    return found.size();
  });
}

void mpidbg_process_free_text(char *text) {
  std::free(text);
}
