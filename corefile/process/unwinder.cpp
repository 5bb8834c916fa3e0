#include "corefile/process/unwinder.h"

#include <optional>
#include <string_view>

#include "corefile/dwarf/libdwfl_error.h"
#include "corefile/elf/elf_file.h"

namespace corefile {

namespace {

constexpr std::size_t most_frames = 256;
constexpr unsigned rbx = 3, r12 = 12;            // DWARF's numbers on x86_64
constexpr std::size_t prefetched_stack = 16384;  // the stacks of waiting ranks take 2 to 6 KiB

// Beginnings of the names of modules in which ranks wait: the MPI library, its components, and the C library. The
// program is added to these.
constexpr std::string_view usual_modules[] = {"libmpi",        "libopen-pal", "libopen_mpi", "mca_pml_",
                                              "mca_btl_vader", "libuc",       "libc.so"};

bool is_usual(const std::string &path) {
  const std::string_view name = std::string_view(path).substr(path.rfind('/') + 1);
  for (const std::string_view usual : usual_modules) {
    if (name.starts_with(usual)) return true;
  }
  return false;
}

}  // namespace

struct Unwinder::Session {
  const std::vector<ThreadRegisters> *threads = nullptr;
  MemoryReader *memory = nullptr;
  std::vector<ThreadStack> *stacks = nullptr;
  const Unwinder *unwinder = nullptr;
  bool attached = false;
  std::optional<Dwarf_Word> last_rbx;  // rbx in the previous frame
};

struct Unwinder::Callbacks {
  static int find_elf(Dwfl_Module *, void **user_data, const char *, Dwarf_Addr, char **, Elf **elf) {
    const auto *reported = static_cast<const Reported *>(*user_data);
    if (reported != nullptr) *elf = elf_begin(-1, ELF_C_READ, reported->file->elf());  // another reference
    return -1;
  }

  static int find_no_debuginfo(Dwfl_Module *, void **, const char *, Dwarf_Addr, const char *, const char *, GElf_Word,
                               char **) {
    return -1;
  }

  static pid_t next_thread(Dwfl *, void *argument, void **position) {
    const auto &threads = *static_cast<Session *>(argument)->threads;
    const auto *last = static_cast<const ThreadRegisters *>(*position);
    const std::size_t next = last == nullptr ? 0 : static_cast<std::size_t>(last - threads.data()) + 1;
    if (next >= threads.size()) return 0;
    *position = const_cast<ThreadRegisters *>(&threads[next]);
    return static_cast<pid_t>(next + 1);  // a number of our own, as libdwfl takes 0 for the end
  }

  static bool read_word(Dwfl *, Dwarf_Addr address, Dwarf_Word *result, void *argument) {
    Session &session = *static_cast<Session *>(argument);
    const auto word = session.memory->word(Address(address));
    if (word) *result = *word;
    if (!session.stacks->empty()) session.stacks->back().words_read.emplace_back(address);
    return word.has_value();
  }

  static bool set_registers(Dwfl_Thread *thread, void *argument) {
    const ThreadRegisters &registers = *static_cast<const ThreadRegisters *>(argument);
    dwfl_thread_state_register_pc(thread, registers.pc.value());
    const std::vector<std::uint64_t> &values = registers.values;
    return dwfl_thread_state_registers(thread, 0, static_cast<unsigned>(values.size()), values.data());
  }

  static int visit_frame(Dwfl_Frame *state, void *argument) {
    Session &session = *static_cast<Session *>(argument);
    const Machine &machine = session.unwinder->machine_;
    std::vector<Frame> &frames = session.stacks->back().frames;
    Dwarf_Addr pc = 0;
    bool is_activation = false;
    if (!dwfl_frame_pc(state, &pc, &is_activation)) return DWARF_CB_ABORT;
    if (frames.size() == most_frames) {
      session.stacks->back().problem = "more than " + std::to_string(most_frames) + " frames";
      return DWARF_CB_ABORT;
    }
    Frame frame = session.unwinder->describe(Address(pc), !is_activation);
    Dwarf_Word stack_pointer = 0;
    if (dwfl_frame_reg(state, machine.stack_pointer, &stack_pointer) == 0) {
      frame.stack_pointer = Address(stack_pointer);
    }
    frame.preserved.reserve(machine.preserved.size());
    // If a function has not saved rbx, elfutils 0.188 forgets the value that rbx has in its caller, unlike that of
    // other registers. So we pass it on. If r12 is unknown as well, call frame information was missing, and rbx may
    // have changed.
    Dwarf_Word r12_here = 0;
    const bool forgets_rbx = &machine == &x86_64;
    if (!forgets_rbx || dwfl_frame_reg(state, r12, &r12_here) != 0) session.last_rbx.reset();
    for (const unsigned number : machine.preserved) {
      Dwarf_Word value = 0;
      if (dwfl_frame_reg(state, number, &value) == 0) {
        frame.preserved.push_back(value);
        if (number == rbx && forgets_rbx) session.last_rbx = value;
      } else if (number == rbx && session.last_rbx) {
        frame.preserved.push_back(*session.last_rbx);
      }
    }
    frames.push_back(std::move(frame));
    return DWARF_CB_OK;
  }

  static int visit_thread(Dwfl_Thread *thread, void *argument) {
    Session &session = *static_cast<Session *>(argument);
    const ThreadRegisters &registers = (*session.threads)[static_cast<std::size_t>(dwfl_thread_tid(thread)) - 1];
    session.memory->prefetch(registers.stack_pointer, prefetched_stack);
    ThreadStack &stack = session.stacks->emplace_back();
    stack.tid = registers.tid;
    stack.registers = registers.values;
    session.last_rbx.reset();
    if (dwfl_thread_getframes(thread, visit_frame, argument) < 0) {
      stack.problem = last_libdwfl_error("the call frame information is damaged");
    }
    return DWARF_CB_OK;
  }

  static constexpr Dwfl_Callbacks modules = {find_elf, find_no_debuginfo, nullptr, nullptr};
  static constexpr Dwfl_Thread_Callbacks threads = {next_thread, nullptr, read_word, set_registers, nullptr, nullptr};
};

Unwinder::Unwinder(const Machine &machine, const std::vector<Module> &modules, std::shared_ptr<const ElfFile> vdso,
                   Address vdso_bias)
    : machine_(machine), dwfl_(dwfl_begin(&Callbacks::modules)), session_(std::make_unique<Session>()) {
  if (dwfl_ == nullptr) return;
  dwfl_report_begin(dwfl_);
  for (const Module &module : modules) {
    if (module.file) report(module.file, module.load_bias, module.path);
  }
  if (vdso) report(std::move(vdso), vdso_bias, "[vdso]");
  dwfl_report_end(dwfl_, nullptr, nullptr);
}

Unwinder::~Unwinder() {
  if (dwfl_ != nullptr) dwfl_end(dwfl_);
}

void Unwinder::report(std::shared_ptr<const ElfFile> file, Address load_bias, const std::string &path) {
  const Address begin = load_bias + file->first_address(), end = load_bias + file->end_address();
  if (end <= begin) return;
  Dwfl_Module *const handle = dwfl_report_module(dwfl_, path.c_str(), begin.value(), end.value());
  void **user_data = nullptr;
  if (handle == nullptr ||
      dwfl_module_info(handle, &user_data, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr) == nullptr)
    return;
  reported_.push_back(std::make_unique<Reported>(Reported{std::move(file), load_bias, path, handle}));
  *user_data = reported_.back().get();
}

void Unwinder::warm_up() {
  for (const auto &reported : reported_) {
    Dwarf_Addr bias = 0;
    if (reported == reported_.front() || is_usual(reported->path)) dwfl_module_eh_cfi(reported->handle, &bias);
  }
}

Frame Unwinder::describe(Address pc, bool is_call_site) const {
  Frame frame;
  frame.pc = pc;
  frame.returns = is_call_site;
  // A return address is looked up one byte earlier, because a call that never returns may be the last instruction of
  // its function.
  const Address inside = is_call_site ? pc - 1 : pc;
  void **user_data = nullptr;
  Dwfl_Module *const handle = dwfl_addrmodule(dwfl_, inside.value());
  if (handle == nullptr) return frame;
  dwfl_module_info(handle, &user_data, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
  if (user_data == nullptr || *user_data == nullptr) return frame;
  const auto &reported = *static_cast<const Reported *>(*user_data);
  frame.module = reported.path;
  frame.offset = pc - reported.load_bias;
  frame.function = reported.file->function_at(inside - reported.load_bias);
  return frame;
}

std::vector<ThreadStack> Unwinder::unwind(pid_t pid, const std::vector<ThreadRegisters> &threads,
                                          const ReadMemory &read) {
  std::vector<ThreadStack> stacks;
  if (dwfl_ == nullptr) return stacks;
  MemoryReader memory(read, machine_.format());
  *session_ = {&threads, &memory, &stacks, this, session_->attached, {}};
  if (!session_->attached && !reported_.empty()) {
    Elf *const elf = reported_.front()->file->elf();
    session_->attached = dwfl_attach_state(dwfl_, elf, pid, &Callbacks::threads, session_.get());
  }
  if (session_->attached) dwfl_getthreads(dwfl_, Callbacks::visit_thread, session_.get());
  for (std::size_t i = stacks.size(); i < threads.size(); ++i) {
    ThreadStack &stack = stacks.emplace_back();
    stack.tid = threads[i].tid;
    stack.registers = threads[i].values;
    stack.frames.push_back(describe(threads[i].pc, false));
    stack.problem = "cannot be unwound: no file of the process could be opened";
  }
  return stacks;
}

}  // namespace corefile
