#include "mqs_shim/stacks/python_frames.h"

#include <algorithm>

namespace mqs_shim {

namespace {

bool is_evaluator(const Frame &frame) {
  return frame.function == python::evaluator;
}

bool is_of_interpreter(const Frame &frame) {
  const std::string_view path = frame.module;
  const std::string_view file = path.substr(path.rfind('/') + 1);
  return is_evaluator(frame) || file.starts_with("python3") || file.starts_with("libpython3") ||
         (file.starts_with("MPI.") && path.find("/mpi4py/") != std::string_view::npos);
}

Frame python_frame(const Frame &evaluator, const python::PythonFunction &function) {
  Frame frame;
  frame.pc = evaluator.pc;
  frame.stack_pointer = evaluator.stack_pointer;
  frame.function = function.name;
  frame.file = function.file;
  frame.line = function.line;
  frame.interpreted = true;
  return frame;
}

}  // namespace

void put_python_frames(MpiStack &stack, const python::PythonStack &functions) {
  const auto evaluators =
      static_cast<std::size_t>(std::count_if(stack.frames.begin(), stack.frames.end(), is_evaluator));
  const bool ends_early = !stack.problem.empty();
  if (evaluators > functions.runs.size() || (evaluators < functions.runs.size() && !ends_early)) return;
  std::vector<Frame> frames;
  std::optional<std::size_t> call_frame, inside_frame;
  std::size_t run = 0;
  for (std::size_t i = 0; i < stack.frames.size(); ++i) {
    if (stack.call_frame == i) call_frame = frames.size();
    if (stack.inside_frame == i) inside_frame = frames.size();
    const Frame &frame = frames.emplace_back(std::move(stack.frames[i]));
    frames.back().of_interpreter = is_of_interpreter(frame);
    if (!is_evaluator(frame)) continue;
    const Frame evaluator = frame;
    for (const python::PythonFunction &function : functions.runs[run])
      frames.push_back(python_frame(evaluator, function));
    ++run;
  }
  stack.frames = std::move(frames);
  stack.call_frame = call_frame;
  stack.inside_frame = inside_frame;
}

void add_python_frames(const python::InterpreterMemory &process, std::vector<MpiStack> &stacks) {
  std::vector<pid_t> tids;
  for (const MpiStack &stack : stacks) {
    if (std::any_of(stack.frames.begin(), stack.frames.end(), is_evaluator)) tids.push_back(stack.tid);
  }
  if (tids.empty()) return;
  for (const python::PythonStack &functions : python::python_stacks(process, tids)) {
    for (MpiStack &stack : stacks) {
      if (stack.tid == functions.tid) put_python_frames(stack, functions);
    }
  }
}

}  // namespace mqs_shim
