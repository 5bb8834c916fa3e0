#include "mqs_shim/render/wording/threads.h"

#include <algorithm>
#include <cstdio>

#include "mpidbg/base/hexadecimal.h"
#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/wording/recorded.h"

namespace mqs_shim {

namespace {

std::string file_name(const std::string &path) {
  return printable(std::string_view(path).substr(path.rfind('/') + 1));
}

struct ThreadText {
  std::uint64_t tid = 0;
  std::string text;
};

// The recorded call that the thread is in, which is taken out of the list; null if there is none.
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

std::string outside_text(const ThreadRecord &thread) {
  const std::string site = site_text(thread);
  return site.empty() ? std::string() : "outside of MPI, " + site;
}

std::vector<ThreadText> texts_of_threads(const ProcessReport &report) {
  std::vector<const RecordedThreadRecord *> recorded;
  if (report.recorder) {
    for (const RecordedThreadRecord &thread : report.recorder->threads)
      if (thread.in_call) recorded.push_back(&thread);
  }
  std::vector<ThreadText> texts;
  for (const ThreadRecord &thread : report.threads) {
    if (thread.call.empty()) continue;
    const std::string site = site_text(thread);
    if (const auto *known = take_recorded(recorded, thread)) {
      texts.push_back({thread.tid, recorded_call_text(report, *known, site)});
    } else {
      texts.push_back({thread.tid, printable(thread.call) + (site.empty() ? "" : " " + site)});
    }
  }
  // Calls whose stacks cannot be read.
  for (const RecordedThreadRecord *known : recorded)
    texts.push_back({known->tid, recorded_call_text(report, *known, {})});
  if (!report.threads.empty() && report.threads.front().call.empty()) {
    const ThreadRecord &main = report.threads.front();
    if (std::string text = outside_text(main); !text.empty()) texts.insert(texts.begin(), {main.tid, std::move(text)});
  }
  return texts;
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
  return thread.site ? "at " + frame_text(*thread.call_site()) : std::string();
}

std::vector<std::string> thread_texts(const ProcessReport &report) {
  std::vector<std::string> texts;
  std::vector<ThreadText> threads = texts_of_threads(report);
  for (ThreadText &thread : threads) {
    const bool named = threads.size() > 1 && thread.tid != 0;
    texts.push_back((named ? "thread " + std::to_string(thread.tid) + "  " : "") + std::move(thread.text));
  }
  return texts;
}

}  // namespace mqs_shim
