#include "corefile/targets/lent_target.h"

#include <cstring>
#include <stdexcept>

namespace corefile {

namespace {

using mqs_shim::Address;

// Copies a text with its NUL into the caller's buffer. Returns 1, or 0 if the text is empty or does not fit.
int copy_text(const std::string &text, char *buffer, std::size_t size) {
  if (text.empty() || text.size() >= size) return 0;
  std::memcpy(buffer, text.c_str(), text.size() + 1);
  return 1;
}

std::string joined(const std::vector<std::string> &lines) {
  std::string text;
  for (const std::string &line : lines) text += line + '\n';
  return text;
}

LentTarget &self(void *context) {
  return *static_cast<LentTarget *>(context);
}

ProcessTarget &target_of(void *context) {
  self(context).process();
  return *self(context).memory;
}

size_t read(void *context, uint64_t address, void *buffer, size_t size) {
  return guarded<size_t>(0, [&] { return target_of(context).read_up_to(Address(address), buffer, size); });
}

int find_symbol(void *context, const char *name, int is_function, uint64_t *address) {
  return guarded(0, [&] {
    const auto kind = is_function != 0 ? mqs_shim::SymbolKind::function : mqs_shim::SymbolKind::data;
    const auto found = target_of(context).find_symbol(name, kind);
    if (found) *address = found->value();
    return found ? 1 : 0;
  });
}

int find_type(void *context, const char *name, uint64_t *size) {
  return guarded(0, [&] {
    const mqs_shim::TargetType *const type = target_of(context).find_type(name);
    if (type != nullptr) *size = type->size();
    return type != nullptr ? 1 : 0;
  });
}

int64_t field_offset(void *context, const char *type, const char *field) {
  return guarded<int64_t>(-1, [&]() -> int64_t {
    const mqs_shim::TargetType *const found = target_of(context).find_type(type);
    const auto offset = found != nullptr ? found->field_offset(field) : std::nullopt;
    return offset ? static_cast<int64_t>(*offset) : -1;
  });
}

int field_type(void *context, const char *type, const char *field, int *kind, uint64_t *size) {
  return guarded(0, [&] {
    const mqs_shim::TargetType *const known = target_of(context).find_type(type);
    const auto found = known != nullptr ? known->field_type(field) : std::nullopt;
    if (found) *kind = found->kind, *size = found->size;
    return found ? 1 : 0;
  });
}

int build_id_of(void *context, const char *symbol, char *buffer, size_t size) {
  return guarded(0, [&] { return copy_text(target_of(context).build_id_of(symbol), buffer, size); });
}

int private_memory(void *context, size_t index, uint64_t *begin, uint64_t *end) {
  return guarded(0, [&] {
    std::vector<mqs_shim::AddressRange> &ranges = self(context).private_memory;
    if (index == 0) ranges = target_of(context).private_memory();
    if (index >= ranges.size()) return 0;
    *begin = ranges[index].begin.value();
    *end = ranges[index].end.value();
    return 1;
  });
}

int symbol_at(void *context, uint64_t address, char *buffer, size_t size) {
  return guarded(0, [&] { return copy_text(target_of(context).symbol_at(Address(address)), buffer, size); });
}

int module_of(void *context, const char *function, char *buffer, size_t size) {
  return guarded(0, [&] {
    const Module *const module = self(context).process().module_defining(function);
    return module == nullptr ? 0 : copy_text(module->path, buffer, size);
  });
}

int monotonic_now(void *context, int64_t *nanoseconds) {
  return guarded(0, [&] {
    const auto now = target_of(context).monotonic_now();
    if (now) *nanoseconds = *now;
    return now ? 1 : 0;
  });
}

void wanted(void *context, uint64_t address, uint64_t size) {
  guarded(0, [&] {
    target_of(context).note_wanted(Address(address), size);
    return 0;
  });
}

int place(void *context, uint64_t pc, int returns, size_t index, mqs_shim_place *place) {
  return guarded(0, [&] {
    LentTarget &target = self(context);
    if (index == 0 || pc != target.places_pc || (returns != 0) != target.places_return) {
      mqs_shim::Frame frame;
      frame.pc = Address(pc);
      frame.returns = returns != 0;
      target.places = target.process().source_places(frame);
      target.places_pc = pc;
      target.places_return = returns != 0;
    }
    if (index >= target.places.size()) return 0;
    place->function = lent(target.places[index].function);
    place->file = lent(target.places[index].file);
    place->line = target.places[index].line;
    return 1;
  });
}

// Stores the error's sentence in *problem, where it is valid until the next call. Returns 0.
int fail(LentTarget &target, const mpidbg::Error &error, const char **problem) {
  target.problem = error.message;
  *problem = target.problem.c_str();
  return 0;
}

// Holds the process still. States of its threads are read first, because the kernel reports them as "traced"
// afterwards.
int hold(void *context, const char **problem) {
  return guarded(0, [&] {
    LentTarget &target = self(context);
    if (target.holds == 0) {
      target.inspected.ask_kernel();
      target.process().prepare_stacks();
    }
    if (const mpidbg::Status held = target.inspected.hold(); !held) {
      if (target.holds == 0) target.inspected.forget_kernel();
      fail(target, held.error(), problem);
      return held.error().code == mpidbg::ErrorCode::unavailable && target.inspected.may_be_let_go() ? -1 : 0;
    }
    ++target.holds;
    return 1;
  });
}

void resume(void *context) {
  guarded(0, [&] {
    LentTarget &target = self(context);
    target.inspected.resume();
    if (--target.holds == 0) target.inspected.forget_kernel();
    return 0;
  });
}

std::vector<mqs_shim_frame> lend(const std::vector<mqs_shim::Frame> &frames) {
  std::vector<mqs_shim_frame> lent_frames;
  for (const mqs_shim::Frame &frame : frames) {
    mqs_shim_frame &told = lent_frames.emplace_back();
    told.function = frame.function.c_str();
    told.stack_pointer = frame.stack_pointer.value();
    told.module = lent(frame.module);
    told.offset = frame.offset;
    told.preserved = frame.preserved.data();
    told.preserved_count = static_cast<uint32_t>(frame.preserved.size());
    told.pc = frame.pc.value();
    told.returns = frame.returns ? 1 : 0;
  }
  return lent_frames;
}

mqs_shim_thread lend(const mqs_shim::ThreadStack &stack, const std::vector<mqs_shim_frame> &frames) {
  mqs_shim_thread thread{};
  thread.struct_size = sizeof thread;
  thread.frame_size = sizeof(mqs_shim_frame);
  thread.frames = frames.data();
  thread.frame_count = static_cast<uint32_t>(frames.size());
  thread.registers = stack.registers.data();
  thread.register_count = static_cast<uint32_t>(stack.registers.size());
  thread.tid = static_cast<uint64_t>(stack.tid);
  thread.name = lent(stack.name);
  thread.state = static_cast<int32_t>(stack.state);
  thread.problem = lent(stack.problem);
  thread.sleeps_for_own_process = stack.sleeps_for_own_process ? 1 : 0;
  return thread;
}

int threads(void *context, size_t *count, const mqs_shim_thread **to, const char **problem) {
  return guarded(0, [&] {
    LentTarget &target = self(context);
    target.threads.clear();
    target.frames.clear();
    auto stacks = target.process().stacks();
    if (!stacks) return fail(target, stacks.error(), problem);
    target.stacks = std::move(*stacks);
    const std::vector<mqs_shim::ThreadStatus> statuses = target.inspected.thread_statuses();
    for (mqs_shim::ThreadStack &stack : target.stacks) {
      for (const mqs_shim::ThreadStatus &status : statuses) {
        if (status.tid != stack.tid) continue;
        stack.name = status.name;
        stack.state = status.state;
      }
      target.frames.push_back(lend(stack.frames));
      target.threads.push_back(lend(stack, target.frames.back()));
    }
    *count = target.threads.size();
    *to = target.threads.data();
    return 1;
  });
}

int sockets(void *context, size_t *count, const mqs_shim_socket **to) {
  return guarded(0, [&] {
    LentTarget &target = self(context);
    target.process();
    const auto found = target.inspected.sockets();
    if (!found) return 0;
    target.sockets.clear();
    for (const mqs_shim::SocketRecord &record : *found)
      target.sockets.push_back({record.local.high, record.local.low, record.remote.high, record.remote.low,
                                record.local.port, record.remote.port, static_cast<uint16_t>(record.phase), 0,
                                record.unacknowledged, record.unread, record.retransmissions});
    *count = target.sockets.size();
    *to = target.sockets.data();
    return 1;
  });
}

int recorded_looks(void *context, const char **boot, int64_t *first, int64_t *second) {
  return guarded(0, [&] {
    const auto looks = self(context).inspected.recorded_looks();
    if (!looks) return 0;
    self(context).boot = looks->boot;
    *boot = self(context).boot.c_str();
    *first = looks->first;
    *second = looks->second;
    return 1;
  });
}

int jump(void *context, uint64_t caller, uint64_t code, int returns, size_t index, uint64_t *address) {
  return guarded(0, [&] {
    mqs_shim::Frame outer, inner;
    outer.pc = Address(caller);
    outer.returns = true;
    inner.pc = Address(code);
    inner.returns = returns != 0;
    const std::vector<mqs_shim::Frame> frames = self(context).process().jumped_frames(outer, inner);
    if (index >= frames.size()) return 0;
    *address = frames[index].pc.value();
    return 1;
  });
}

void show_recorded_look(void *context, int first) {
  guarded(0, [&] {
    self(context).process().show_first_look(first != 0);
    return 0;
  });
}

int describe(void *context, const char *error, mqs_shim_description *description) {
  return guarded(0, [&] {
    LentTarget &target = self(context);
    mqs_shim::ProcessReport report;
    report.error = error == nullptr ? "" : error;
    if (error == nullptr) target.begin_look();
    if (error == nullptr || !report.error.empty()) target.inspected.describe(report, true);
    if (error != nullptr && target.inspected.correct_error(report)) {
      description->has_ended = 1;
      target.problem = report.error;
      description->error = lent(target.problem);
    }
    mqs_shim::Surroundings known = target.inspected.surroundings();
    if (target.gaps_of_setup)
      known.gaps.insert(known.gaps.begin(), target.gaps_of_setup->begin(), target.gaps_of_setup->end());
    target.program = known.program;
    target.warnings = joined(known.warnings);
    target.gaps = joined(known.gaps);
    description->timer_signal = target.inspected.timer_signal();
    description->state = static_cast<int32_t>(report.state);
    description->world_rank = known.world_rank.value_or(-1);
    description->world_size = known.world_size.value_or(-1);
    description->job = lent(target.inspected.opened().identity.job);
    description->program = lent(target.program);
    description->warnings = lent(target.warnings);
    description->gaps = lent(target.gaps);
    return 1;
  });
}

void fill_table(LentTarget &target) {
  const OpenedTarget &opened = target.inspected.opened();
  mqs_shim_target &table = target.table;
  table.struct_size = sizeof table;
  table.pointer_size = opened.process ? opened.process->pointer_size() : 8;
  table.big_endian = opened.process && opened.process->byte_order() == mqs_shim::ByteOrder::big;
  table.world_rank = opened.identity.world_rank.value_or(-1);
  table.pid = opened.process ? opened.process->pid() : opened.pid;
  table.name = opened.name.c_str();
  table.host = lent(opened.identity.host);
  table.context = &target;
  table.read = read;
  table.find_symbol = find_symbol;
  table.find_type = find_type;
  table.field_offset = field_offset;
  table.field_type = field_type;
  table.build_id_of = build_id_of;
  table.private_memory = private_memory;
  table.symbol_at = symbol_at;
  table.is_core = opened.process && !opened.process->is_live() ? 1 : 0;
  table.describe = describe;
  table.hold = hold;
  table.resume = resume;
  table.threads = threads;
  table.sockets = sockets;
  table.place = place;
  table.module_of = module_of;
  table.monotonic_now = monotonic_now;
  // The function `wanted` is told which memory an answer needs. Only captures keep account of that, so only the table
  // of a capture has the function.
  if (opened.process && opened.process->is_capture()) table.wanted = wanted;
  table.recorded_looks = recorded_looks;
  table.show_recorded_look = show_recorded_look;
  table.jump = jump;
}

}  // namespace

LentTarget::LentTarget(OpenedTarget &opened) : inspected(opened) {
  if (opened.process) memory = std::make_unique<ProcessTarget>(*opened.process);
  fill_table(*this);
}

Process &LentTarget::process() const {
  if (!inspected.opened().process) throw std::runtime_error(inspected.opened().problem);
  return *inspected.opened().process;
}

void LentTarget::begin_look() {
  Process *const opened = inspected.opened().process.get();
  if (opened == nullptr) return;
  if (!gaps_of_setup) gaps_of_setup = opened->problems();
  opened->forget_problems();
}

}  // namespace corefile
