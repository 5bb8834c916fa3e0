#include "mqs_shim/render/wording/threads.h"

#include <algorithm>
#include <cstdio>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/whole_number.h"
#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/wording/blocked_calls.h"
#include "mqs_shim/render/wording/recorded.h"

namespace mqs_shim {

namespace {

std::string file_name(const std::string &path) {
  return printable(std::string_view(path).substr(path.rfind('/') + 1));
}

// Finds the recorded call of the thread, removes it from the list, and returns it. Returns null if the list does not
// have it.
const RecordedThreadRecord *take_recorded(std::vector<const RecordedThreadRecord *> &recorded,
                                          const ThreadRecord &thread) {
  const auto same = std::find_if(recorded.begin(), recorded.end(), [&](const RecordedThreadRecord *known) {
    const bool same_thread = known->tid == 0 || thread.tid == 0 || known->tid == thread.tid;
    return same_thread && known->name == thread.call;
  });
  if (same == recorded.end()) return nullptr;
  const RecordedThreadRecord *const found = *same;
  recorded.erase(same);
  return found;
}

// Returns a text about a thread that is in no known MPI call.
std::string outside_text(const ThreadRecord &thread) {
  const std::string site = site_text(thread);
  if (!thread.library_function.empty())
    return "inside the MPI library (" + printable(thread.library_function) + ")" + (site.empty() ? "" : " " + site);
  if (!thread.inside.empty()) return "called from " + printable(thread.inside) + (site.empty() ? "" : ", " + site);
  return site.empty() ? std::string() : "outside of MPI, " + site;
}

}  // namespace

std::string frame_text(const FrameRecord &frame) {
  std::string place;
  if (!frame.file.empty()) {
    place = file_name(frame.file);
    if (frame.line != 0) place += ":" + std::to_string(frame.line);
  } else if (!frame.module.empty()) {
    place = file_name(frame.module);
    if (frame.offset != 0) place += "+" + mpidbg::hex(frame.offset);
  }
  if (frame.function.empty()) return place.empty() ? "?" : place;
  return printable(frame.function) + (place.empty() ? "" : " (" + place + ")");
}

std::string site_text(const ThreadRecord &thread) {
  if (!thread.site) return {};
  const bool is_nested = !thread.call.empty() && !thread.inside.empty();
  return "at " + frame_text(*thread.call_site()) + (is_nested ? ", inside " + printable(thread.inside) : "");
}

void append_call(Cells &cells, std::string_view text) {
  // Arguments of a call that are ranks are marked as such only if they are ranks of MPI_COMM_WORLD.
  const bool on_world = text.find("comm=MPI_COMM_WORLD)") != std::string_view::npos;
  for (;;) {
    const std::size_t begin = text.find('=') + 1;
    const std::size_t end = begin == 0 ? begin : text.find_first_of(",)", begin);
    if (begin == 0 || end == std::string_view::npos) return cells.append_to_last(text);
    const std::string_view name = text.substr(0, begin - 1), value = text.substr(begin, end - begin);
    cells.append_to_last(text.substr(0, begin));
    text.remove_prefix(end);
    const bool is_peer = on_world && (name.ends_with("source") || name.ends_with("dest"));
    if (mpidbg::whole_number<std::int32_t>(value)) {
      cells.append_marked(value, is_peer ? Mark::Kind::rank : Mark::Kind::number);
    } else {
      cells.append_to_last(value);
    }
  }
}

std::vector<ThreadText> thread_texts(const ProcessReport &report) {
  std::vector<const RecordedThreadRecord *> recorded;
  if (report.recorder) {
    for (const RecordedThreadRecord &thread : report.recorder->threads)
      if (thread.in_call) recorded.push_back(&thread);
  }
  std::vector<ThreadText> texts;
  for (const ThreadRecord &thread : report.threads) {
    const bool is_main = &thread == &report.threads.front();
    if (thread.call.empty() && !is_main && !thread.inside.empty()) texts.push_back({thread.tid, outside_text(thread)});
    if (thread.call.empty()) continue;
    const std::string site = site_text(thread);
    if (const auto *known = take_recorded(recorded, thread)) {
      texts.push_back({thread.tid, recorded_call_text(report, *known, site)});
    } else {
      texts.push_back({thread.tid, printable(thread.call) + communicator_of_call(report, thread) +
                                       (site.empty() ? "" : " " + site)});
    }
  }
  // Adds the recorded calls that no thread's stack shows, as for threads whose stacks cannot be read.
  for (const RecordedThreadRecord *known : recorded)
    texts.push_back({known->tid, recorded_call_text(report, *known, {})});
  if (!report.threads.empty() && report.threads.front().call.empty()) {
    const ThreadRecord &main = report.threads.front();
    if (std::string text = outside_text(main); !text.empty()) texts.insert(texts.begin(), {main.tid, std::move(text)});
  }
  return texts;
}

}  // namespace mqs_shim
