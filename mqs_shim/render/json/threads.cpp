#include "mqs_shim/render/json/threads.h"

#include "mqs_shim/render/terms/thread_terms.h"

namespace mqs_shim {

namespace {

void write_thread(JsonWriter &json, const ThreadRecord &thread) {
  json.object([&] {
    json.key("tid", "The kernel's number; null if not known.")
        .natural_or_null(thread.tid == 0 ? -1 : static_cast<std::int64_t>(thread.tid));
    json.key("name", "That the kernel has; of a core only the main thread's.").string_or_null(thread.name);
    json.key("state");
    write_kernel_state(json, thread.state);
    json.key("call", "The MPI call that the program made, by its name in C; null if it is in none.")
        .string_or_null(thread.call);
    json.key("blocking", "Whether the call may wait for others: not so for MPI_Test, MPI_Iprobe, MPI_Isend.")
        .boolean(thread.blocking);
    json.key("inside",
             "The MPI call that runs the program's code that the thread is in: a callback, or a signal handler that "
             "interrupted the call; null if it is in none.")
        .string_or_null(thread.inside);
    json.key("library_function",
             "The function of the MPI library that the thread is in, of a call that is not known; null if it is known, "
             "and outside of MPI.")
        .string_or_null(thread.library_function);
    json.key("system_function",
             "The function of the system that the thread is in; null if it is in none, or if its name is not known.")
        .string_or_null(thread.system_function);
    json.key("site",
             "Where the program made the call; outside of MPI, the innermost frame of the program. null of threads "
             "that a library started for itself.")
        .object_or_null(thread.call_site(), [&](const FrameRecord &site) {
          write_frame(json, site.function, site.file, site.line, site.module, site.offset);
        });
    json.key("stack_problem", "Why the stack is not complete; null if it is.").string_or_null(thread.problem);
  });
}

}  // namespace

void write_frame(JsonWriter &json, std::string_view function, std::string_view file, std::uint32_t line,
                 std::string_view module, std::uint64_t offset) {
  json.part("frame", "A function on a stack. What is not known is null.", [&] {
    json.key("function", "As it was written, without parameters.").string_or_null(function);
    json.key("file", "Its source, as the compiler was given it.").string_or_null(file);
    json.key("line").natural_or_null(line == 0 ? -1 : std::int64_t{line});
    json.key("module", "The file that its code is from.").string_or_null(module);
    json.key("offset", "Of the code's address in the module: of the instruction behind the call.")
        .address_or_null(Address(offset));
  });
}

void write_kernel_state(JsonWriter &json, KernelState state) {
  json.definition("kernel_state",
                  "What the kernel said before the process was held still: stopped by a signal, traced by a debugger, "
                  "in an uninterruptible system call; crashed: of a core file, ended by a signal that the process "
                  "brought about itself; null if not known, as in other core files.",
                  [&] { json.term_or_null(kernel_state_term, state); });
}

void write_threads(JsonWriter &json, const std::vector<ThreadRecord> &threads) {
  json.key("threads", "The main thread first.").lines(threads, [&](const ThreadRecord &thread) {
    json.definition("thread", "A thread of a process.", [&] { write_thread(json, thread); });
  });
}

}  // namespace mqs_shim
