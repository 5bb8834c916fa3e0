#include "corefile/capture/recorded_process.h"

#include <algorithm>
#include <utility>

#include "corefile/capture/capture_file.h"
#include "corefile/elf/elf_format.h"
#include "corefile/process/link_map.h"
#include "corefile/process/proc_files.h"

namespace corefile {

namespace {

constexpr std::uint64_t most_header_bytes = 4096;
constexpr std::uint64_t code_before_return = 64;
constexpr std::uint64_t most_stack_bytes = std::uint64_t{1} << 20;
constexpr std::uint64_t most_note_bytes = 1024;  // limit for all notes of a module, among them its build-id

std::string boot_of_this_machine() {
  std::string boot = read_proc_file("/proc/sys/kernel/random/boot_id").value_or("");
  boot.erase(std::min(boot.find('\n'), boot.size()));
  return boot;
}

}  // namespace

RecordedProcess::RecordedProcess(Process &process) : process_(process) {
  facts_.pid = process.pid();
  if (process.is_live()) facts_.boot = boot_of_this_machine();
  facts_.initial_environment = process.initial_environment();
  facts_.current_environment = process.current_environment();
  facts_.modules = process.modules();
  for (Module &module : facts_.modules) module.file.reset();
  ask_kernel();
  want_images();
}

void RecordedProcess::ask_kernel() {
  facts_.look = {};
  facts_.look.state = process_.state();
  facts_.look.threads = process_.thread_statuses();
  facts_.look.timer_signal = process_.timer_signal();
  facts_.look.stacks_problem = "the stacks were not read";
  facts_.readable = process_.readable_memory();
  facts_.private_memory = process_.private_memory();
}

void RecordedProcess::begin_second_look() {
  first_wanted_ = kept();
  first_copy_ = copy_;
  facts_.earlier = EarlierLook{std::move(facts_.look), {}};
  ask_kernel();
}

// Records the memory that leads a debugger to the modules: the dynamic linker's list, and the start of each module with
// its build-id.
void RecordedProcess::want_images() {
  const ElfFormat format = machine().format();
  const auto read = [this](Address at, void *to, std::size_t size) { return process_.read_up_to(at, to, size); };
  MemoryReader memory(read, format);
  // Unlike read_link_map(), debuggers also read the backward link of each entry, which is the word after the forward
  // link.
  const unsigned word = format.word_size();
  memory.tell([this, word](Address at, std::size_t size) { always_.add(at, size + word); });
  read_link_map(auxiliary_vector(), memory);
  for (const Module &module : modules()) {
    std::vector<std::byte> start(most_header_bytes);
    start.resize(read(module.load_bias, start.data(), start.size()));
    const auto header = format.header(start);
    if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) continue;
    const std::uint64_t table_bytes = header->e_phnum * format.program_header_size();
    if (header->e_phoff > start.size() || table_bytes > start.size() - header->e_phoff) continue;
    always_.add(module.load_bias, header->e_phoff + table_bytes);
    for (unsigned i = 0; i < header->e_phnum; ++i) {
      const auto segment = format.program_header(start, header->e_phoff + i * format.program_header_size());
      if (!segment) break;
      if (segment->p_type == PT_NOTE && segment->p_filesz <= most_note_bytes)
        always_.add(module.load_bias + segment->p_vaddr, segment->p_filesz);
    }
  }
}

void RecordedProcess::take_stacks() {
  auto stacks = process_.stacks();
  facts_.look.stacks.clear();
  facts_.look.stacks_problem = stacks ? std::string() : stacks.error().message;
  if (!stacks) return;
  facts_.look.stacks = std::move(*stacks);
  const unsigned word = pointer_size();
  unwound_ = {};
  for (const ThreadStack &stack : facts_.look.stacks) {
    for (const Address address : stack.words_read) unwound_.add(address, word);
    expect_near(stack);
  }
}

// Adds memory that answers will probably need after the process has run further: the code before return addresses, and
// the stack.
void RecordedProcess::expect_near(const ThreadStack &stack) {
  if (stack.frames.empty()) return;
  for (const Frame &frame : stack.frames) {
    if (frame.pc.value() > code_before_return) wanted_before_.add(frame.pc - code_before_return, code_before_return);
  }
  const Address begin = stack.frames.front().stack_pointer, end = stack.frames.back().stack_pointer;
  if (begin < end && end - begin < most_stack_bytes) wanted_before_.add(begin, end - begin);
}

BlockSet RecordedProcess::kept() const {
  BlockSet all = always_;
  all.add(unwound_);
  all.add(wanted_);
  return all;
}

void RecordedProcess::begin_account() {
  wanted_before_.add(wanted_);
  wanted_ = {};
}

void RecordedProcess::prepare() {
  next_copy_ = {};
  for (const BlockSet *set : {&always_, &unwound_, &wanted_before_, &wanted_}) next_copy_.prepare(*set);
  is_prepared_ = true;
}

void RecordedProcess::take() {
  take_stacks();
  if (!std::exchange(is_prepared_, false)) next_copy_ = {};
  BlockSet all = kept();
  all.add(wanted_before_);
  next_copy_.take(all, [this](Address at, void *to, std::size_t size) { return process_.read_up_to(at, to, size); });
  facts_.look.monotonic = process_.monotonic_time();
  std::swap(copy_, next_copy_);
  reads_copy_ = true;
}

void RecordedProcess::take_sockets() {
  facts_.look.sockets = process_.sockets();
}

void RecordedProcess::redact(const Secrets &secrets) {
  for (MemoryCopy *copy : {&copy_, &first_copy_})
    copy->change_stretches([&](std::span<std::byte> memory) { secrets.overwrite(memory); });
}

std::vector<std::byte> RecordedProcess::capture() {
  facts_.warnings = process_.warnings();
  if (std::string crash = crash_sentence(process_); !crash.empty()) facts_.warnings.push_back(std::move(crash));
  const BlockSet all = kept();
  if (facts_.earlier) facts_.earlier->memory = first_copy_.runs_changed(first_wanted_, all, copy_);
  return capture_bytes(facts_, machine(), auxiliary_vector(), copy_.runs(all));
}

std::size_t RecordedProcess::read_up_to(Address address, void *buffer, std::size_t size) const {
  return reads_copy_ ? copy_.read_up_to(address, buffer, size) : process_.read_up_to(address, buffer, size);
}

void RecordedProcess::note_wanted(Address address, std::size_t size) const {
  wanted_.add(address, size);
}

std::vector<AddressRange> RecordedProcess::private_memory() const {
  return reads_copy_ ? copy_.present_in(facts_.private_memory) : facts_.private_memory;
}

std::optional<std::vector<AddressRange>> RecordedProcess::populated_memory(const AddressRange &range,
                                                                           std::size_t most) const {
  const auto *const process = dynamic_cast<const mpidbg::PopulatedMemory *>(&process_);
  if (reads_copy_ || process == nullptr) return std::nullopt;
  return process->populated_memory(range, most);
}

std::optional<Address> RecordedProcess::find_symbol(std::string_view name, SymbolKind kind) const {
  SymbolFacts &symbol = facts_.symbols[std::string(name)];
  Asked<Address> &asked = kind == SymbolKind::data ? symbol.data : symbol.function;
  if (!asked.known) asked = {true, process_.find_symbol(name, kind)};
  return asked.answer;
}

const Module *RecordedProcess::module_defining(std::string_view name) const {
  Asked<std::uint64_t> &asked = facts_.symbols[std::string(name)].module;
  const Module *const module = process_.module_defining(name);
  asked.known = true;
  if (module != nullptr) asked.answer = static_cast<std::uint64_t>(module - process_.modules().data());
  return module;
}

std::string RecordedProcess::function_at(Address address) const {
  return facts_.functions[address.value()] = process_.function_at(address);
}

std::vector<SourcePlace> RecordedProcess::source_places(const Frame &frame) const {
  const Address code = frame.returns ? frame.pc - 1 : frame.pc;
  return facts_.places[code.value()] = process_.source_places(frame);
}

std::vector<Frame> RecordedProcess::jumped_frames(const Frame &caller, const Frame &callee) const {
  std::vector<Frame> frames = process_.jumped_frames(caller, callee);
  if (!frames.empty()) facts_.jumped[{caller.pc.value(), callee.pc.value()}] = frames;
  return frames;
}

const StructType *RecordedProcess::find_type(std::string_view name) const {
  const StructType *const type = process_.find_type(name);
  facts_.types[std::string(name)] = type == nullptr ? std::nullopt : std::optional(*type);
  return type;
}

Result<std::vector<ThreadStack>> RecordedProcess::stacks() {
  if (!facts_.look.stacks_problem.empty()) return Error{ErrorCode::unavailable, facts_.look.stacks_problem};
  return facts_.look.stacks;
}

}  // namespace corefile
