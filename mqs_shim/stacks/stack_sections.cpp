#include "mqs_shim/stacks/stack_sections.h"

#include <algorithm>
#include <string_view>

#include "mqs_shim/stacks/frame_owner.h"
#include "mqs_shim/stacks/mpi_call_name.h"

namespace mqs_shim {

namespace {

bool has_owner(const Frame &frame, CodeOwner owner) {
  return owner_of(frame) == owner;
}

bool is_of_library(const Frame &frame) {
  return frame.of_library || is_mpi_library(frame.module);
}

// Returns the index of the innermost frame of the program or of the MPI library, or the number of frames if there is
// none.
std::size_t innermost_code(const std::vector<Frame> &frames) {
  const auto found = std::find_if(frames.begin(), frames.end(), [](const Frame &frame) {
    return has_owner(frame, CodeOwner::program) || has_owner(frame, CodeOwner::mpi);
  });
  return static_cast<std::size_t>(found - frames.begin());
}

// Finds the outermost MPI call. If it is further outwards than frame `begin`, stores it in `sections.inside`.
void find_inside(const std::vector<Frame> &frames, std::size_t begin, StackSections &sections) {
  for (std::size_t i = frames.size(); i-- > begin;) {
    if (!is_of_library(frames[i]) || mpi_call_name(frames[i].function).empty()) continue;
    sections.inside = i;
    sections.inside_begin = begin;
    while (!has_owner(frames[sections.inside_begin], CodeOwner::mpi)) ++sections.inside_begin;
    return;
  }
}

std::string undecorated(std::string_view name) {
  name = name.substr(0, name.find('@'));
  for (const std::string_view prefix : {"__GI_", "__libc_", "___", "__"}) {
    if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  }
  for (const std::string_view suffix : {"_nocancel", "64"}) {
    if (name.ends_with(suffix)) name.remove_suffix(suffix.size());
  }
  return std::string(name);
}

}  // namespace

CodeOwner owner_of(const Frame &frame) {
  if (frame.function.empty() && frame.module.empty()) return CodeOwner::unknown;
  if (frame.function.starts_with("__interceptor_") || frame.function.starts_with("___interceptor_"))
    return CodeOwner::system;
  switch (frame_owner(frame.module)) {
    case FrameOwner::mpi:
      return CodeOwner::mpi;
    case FrameOwner::system:
      return CodeOwner::system;
    case FrameOwner::program:
      break;
  }
  return frame.of_library ? CodeOwner::mpi : CodeOwner::program;
}

bool has_library_frame(const std::vector<Frame> &frames) {
  return std::any_of(frames.begin(), frames.end(), is_of_library);
}

StackSections sections_by_owner(const std::vector<Frame> &frames) {
  StackSections sections;
  const std::size_t begin = innermost_code(frames);
  if (begin == frames.size()) return sections;
  if (has_owner(frames[begin], CodeOwner::program)) {
    find_inside(frames, begin, sections);
    return sections;
  }
  std::size_t end = begin;
  std::size_t outermost = begin;  // the outermost of the library's frames
  for (; end < frames.size() && !has_owner(frames[end], CodeOwner::program); ++end) {
    if (!has_owner(frames[end], CodeOwner::mpi)) continue;
    outermost = end;
    if (!mpi_call_name(frames[end].function).empty()) sections.call = end;
  }
  if (!sections.call) {
    const bool is_called_by_program = outermost + 1 == end && end < frames.size();
    if (is_called_by_program && is_of_library(frames[outermost])) sections.library = outermost;
    if (frames[outermost].of_library) find_inside(frames, end, sections);
    return sections;
  }
  const std::string call = mpi_call_name(frames[*sections.call].function);
  for (std::size_t i = end; i < frames.size() && has_owner(frames[i], CodeOwner::program); ++i) {
    if (mpi_call_name(frames[i].function) == call) sections.call = i;
  }
  find_inside(frames, std::max(end, *sections.call + 1), sections);
  if (!sections.inside) {
    sections.inside = wrapper_of_call(frames, *sections.call);
    sections.inside_begin = sections.inside.value_or(0);
  }
  return sections;
}

std::optional<std::size_t> wrapper_of_call(const std::vector<Frame> &frames, std::size_t call) {
  const std::string name = mpi_call_name(frames[call].function);
  std::optional<std::size_t> wrapper;
  for (std::size_t i = call + 1; i < frames.size() && !has_owner(frames[i], CodeOwner::mpi); ++i) {
    const std::string other = mpi_call_name(frames[i].function);
    if (has_owner(frames[i], CodeOwner::program) && !other.empty() && other != name) wrapper = i;
  }
  return wrapper;
}

std::string system_function(const std::vector<Frame> &frames,
                            const std::function<std::string(const Frame &caller)> &called) {
  const std::size_t caller = innermost_code(frames);
  if (caller == 0 || caller == frames.size() || !has_owner(frames[caller - 1], CodeOwner::system)) return {};
  const std::string &name = frames[caller - 1].function;
  if ((name.empty() || name.starts_with("__")) && called) {
    if (const std::string target = called(frames[caller]); !target.empty()) return undecorated(target);
  }
  return undecorated(name);
}

}  // namespace mqs_shim
