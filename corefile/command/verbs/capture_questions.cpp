#include "corefile/command/verbs/capture_questions.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "corefile/command/targets/inspected_target.h"
#include "corefile/command/targets/module_files.h"
#include "corefile/mpi/mpi_stacks.h"
#include "corefile/targets/process_target.h"
#include "mpidbg/base/hexadecimal.h"
#include "mqs_shim/look/nonblocking_names.h"
#include "mqs_shim/look/stack_questions.h"
#include "mqs_shim/session/session.h"

namespace command {

namespace {

using mpidbg::AddressRange;
using mqs_shim::Noun;
using mqs_shim::ProcessReport;

// Returns the memory from the first to the last byte of `count` elements of a datatype, or `bytes` bytes if the type
// map is not known.
std::optional<AddressRange> extent_of(mpidbg::Address buffer, mpidbg::Address datatype, std::int64_t count,
                                      std::int64_t bytes, const ProcessReport &report) {
  if (buffer.is_null()) return std::nullopt;
  std::int64_t begin = 0, end = bytes;
  for (const mqs_shim::DatatypeRecord &record : report.handles.datatypes.objects) {
    if (record.handle != datatype || datatype.is_null() || count <= 0) continue;
    std::int64_t others = 0, end_of_one = 0;
    if (__builtin_mul_overflow(count - 1, record.extent, &others) ||
        __builtin_add_overflow(record.true_lb, record.true_extent, &end_of_one) ||
        __builtin_add_overflow(record.true_lb, std::min<std::int64_t>(others, 0), &begin) ||
        __builtin_add_overflow(end_of_one, std::max<std::int64_t>(others, 0), &end))
      return std::nullopt;
  }
  if (begin >= end) return std::nullopt;
  const mpidbg::Address first = buffer + static_cast<std::uint64_t>(begin);
  const std::uint64_t size = static_cast<std::uint64_t>(end) - static_cast<std::uint64_t>(begin);
  if (size > UINT64_MAX - first.value()) return std::nullopt;
  return AddressRange{first, first + size};
}

// Adds the buffers of the operations in the queues, and of the requests, to the memory of the capture.
void want_buffers(corefile::RecordedProcess &process, const ProcessReport &queues, const ProcessReport &report,
                  std::uint64_t &left_out) {
  std::vector<AddressRange> buffers;
  const auto add = [&](mpidbg::Address buffer, mpidbg::Address datatype, std::int64_t count, std::int64_t bytes) {
    if (const auto range = extent_of(buffer, datatype, count, bytes, report)) buffers.push_back(*range);
  };
  for (const auto &communicator : queues.communicators) {
    for (const mqs_shim::Queue &queue : communicator.queues) {
      for (const mqs_shim::Operation &one : queue.operations) add(one.buffer, one.datatype, one.count, one.bytes);
    }
  }
  for (const mqs_shim::RequestRecord &one : report.handles.requests.objects)
    add(one.buffer, one.datatype, one.count.value_or(-1), one.bytes.value_or(-1));
  std::sort(buffers.begin(), buffers.end(), [](const auto &a, const auto &b) { return a.begin < b.begin; });
  std::uint64_t kept = 0;
  mpidbg::Address behind{};
  for (AddressRange buffer : buffers) {
    buffer.begin = std::max(buffer.begin, behind);
    if (buffer.begin >= buffer.end) continue;
    const std::uint64_t part = std::min(buffer.size(), most_data_bytes - kept);
    process.note_wanted(buffer.begin, part);
    kept += part;
    left_out += buffer.size() - part;
    behind = buffer.end;
  }
}

class Everything {
 public:
  Everything(corefile::RecordedProcess &process, mqs_shim::Session &session) : process_(process), session_(session) {
    if (auto stacks = corefile::mpi_stacks(process)) stacks_ = std::move(*stacks);
  }

  void ask(AskedProcess &answer, bool with_data) {
    for (int noun = 0; noun <= static_cast<int>(mqs_shim::last_noun); ++noun) {
      const auto about = static_cast<Noun>(noun);
      if (about == Noun::show) continue;
      mqs_shim::Questions with_past = mqs_shim::questions_of(about, std::nullopt, true, true);
      // Kinds of objects that can be freed are asked for twice, without freed objects and with them. Variables and
      // categories cannot be freed, and are asked for once, with their history.
      if (!with_past.freed.empty()) read(about, mqs_shim::questions_of(about));
      read(about, std::move(with_past));
    }
    mqs_shim::Questions windows = mqs_shim::questions_of(Noun::why);
    windows.kinds.insert(MPIDBG_KIND_WIN);
    read(Noun::why, std::move(windows));
    const ProcessReport all = read(Noun::handles, mqs_shim::questions_of(Noun::handles, std::nullopt, true));
    answer.world_rank = all.world_rank;
    answer.library = all.library;
    show(all);
    if (with_data)
      want_buffers(process_, read(Noun::queues, mqs_shim::questions_of(Noun::queues)), all, answer.data_left_out);
    for (mqs_shim::MpiStack &stack : stacks_) corefile::name_frames(stack, process_, mqs_shim::NamedFrames::all);
  }

 private:
  ProcessReport read(Noun noun, mqs_shim::Questions questions) {
    mqs_shim::add_stacks(noun, stacks_, questions);
    ProcessReport report;
    // Errors do not matter: even the answer that an object does not exist needs the memory that was read for it.
    (void)session_.read(questions, report);
    if (noun == Noun::why) {
      mqs_shim::name_nonblocking_collectives(session_, stacks_, report);
      corefile::name_last_calls(report, process_);
    }
    return report;
  }

  void show(const ProcessReport &all) {
    for (const auto &record : all.communicators) show(MPIDBG_KIND_COMM, record.handle, record.name);
    for (const auto &record : all.groups) show(MPIDBG_KIND_GROUP, record.handle, {});
    all.handles.for_each([this](const auto &list) {
      for (const auto &record : list.objects)
        show(kind_of(list).kind, record.handle, is_predefined(record) ? record.name : std::string());
    });
  }

  // Asks for the details of an object, by its handle and by its name.
  void show(mpidbg_handle_kind_t kind, mpidbg::Address handle, const std::string &name) {
    for (const std::string &expression : {mpidbg::hex(handle), name}) {
      if (expression.empty() || shown_++ >= 2 * most_shown) continue;
      read(Noun::show, mqs_shim::questions_of(Noun::show, mqs_shim::Questions::Object{kind, expression}));
    }
  }

  corefile::RecordedProcess &process_;
  mqs_shim::Session &session_;
  std::vector<mqs_shim::MpiStack> stacks_;
  std::size_t shown_ = 0;
};

}  // namespace

AskedProcess ask_everything(corefile::RecordedProcess &process, Plugins &plugins, bool with_data) {
  AskedProcess answer;
  corefile::ProcessTarget memory(process);
  auto plugin = plugins.plugin_for(memory);
  if (!plugin) {
    answer.problem = plugin.error().message;
    return answer;
  }
  mqs_shim::SessionOptions options;
  options.image_name = process.name();
  options.capture_output = true;
  options.told_of_moves = true;
  auto session = mqs_shim::Session::open(**plugin, memory, options);
  if (!session) {
    answer.problem = session.error().message;
    (void)why_no_library(process);  // records the symbols that it looks up
    if (auto stacks = corefile::mpi_stacks(process)) {
      for (mqs_shim::MpiStack &stack : *stacks) corefile::name_frames(stack, process, mqs_shim::NamedFrames::all);
    }
    return answer;
  }
  Everything(process, **session).ask(answer, with_data);
  return answer;
}

}  // namespace command
