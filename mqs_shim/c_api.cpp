// This file implements the functions of mqs_shim.h about one session. Each function unpacks its arguments, calls C++
// code, and packs the result; guard() stops all exceptions.

#include "mqs_shim/c_api.h"

#include <cstdlib>
#include <utility>

#include "mpidbg/base/split.h"
#include "mqs_shim/look/look.h"
#include "mqs_shim/plugin/plugin_search.h"
#include "mqs_shim/session/handle_expression.h"
#include "mqs_shim/stacks/mpi_stacks.h"
#include "mqs_shim/stacks/thread_records.h"
#include "mqs_shim/stacks/thread_stacks.h"
#include "mqs_shim/targets/told_stacks.h"

namespace mqs_shim::c_api {

char *duplicate(const std::string &text) {
  auto *copy = static_cast<char *>(std::malloc(text.size() + 1));
  if (copy != nullptr) std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

std::string text_of(const char *text) {
  return text == nullptr ? std::string() : std::string(text);
}

std::string to_render_options(const mqs_shim_render_options *from, RenderOptions &to) {
  if (from == nullptr) return {};
  const auto options = widened(*from, &mqs_shim_render_options::tag);
  if (!options) return "rendering options without the members of their first version";
  to.all = options->all != 0;
  to.verbose = options->verbose != 0;
  to.color = options->color != 0;
  to.each = options->each != 0;
  to.one_dash = options->one_dash != 0;
  to.communicator = text_of(options->communicator);
  if (options->has_tag != 0) to.tag = options->tag;
  if (options->ranks != nullptr) {
    const auto ranks = RankSet::parse(options->ranks);
    if (!ranks) return ranks.error().message;
    to.ranks = *ranks;
  }
  return {};
}

std::optional<Noun> to_noun(int noun) {
  static_assert(static_cast<int>(last_noun) == MQS_SHIM_SHOW_SESSIONS);
  if (noun < MQS_SHIM_SHOW_QUEUES || noun > MQS_SHIM_SHOW_SESSIONS) return std::nullopt;
  return static_cast<Noun>(noun);
}

std::optional<Format> to_format(int format) {
  if (format != MQS_SHIM_TEXT && format != MQS_SHIM_JSON) return std::nullopt;
  return format == MQS_SHIM_JSON ? Format::json : Format::text;
}

bool is_open(mqs_shim_session &session) {
  const auto opened = session.process->session();
  if (!opened) session.error = opened.error().message;
  return static_cast<bool>(opened);
}

}  // namespace mqs_shim::c_api

using namespace mqs_shim;
using namespace mqs_shim::c_api;

namespace {

std::string check(const mqs_shim_target &table) {
  if (table.read == nullptr || table.find_symbol == nullptr)
    return "the target has no function to read or to find symbols";
  if (table.pointer_size != 4 && table.pointer_size != 8) return "pointers of the target must have 4 or 8 bytes";
  return {};
}

std::string open_session(const mqs_shim_target &table, const std::optional<mqs_shim_options> &options,
                         mqs_shim_session &session) {
  PluginSearch search;
  SessionOptions session_options;
  if (options) {
    search.plugin = text_of(options->plugin);
    session_options.told_of_moves = options->tells_of_moves != 0;
    const std::string safe_path = text_of(options->plugin_safe_path);
    for (const std::string_view directory : mpidbg::split_list(safe_path, ':'))
      search.safe_path.emplace_back(directory);
    if (options->image_name != nullptr) session_options.image_name = options->image_name;
  }
  auto found = find_plugin(search, &session.target);
  if (!found) return found.error().message;
  auto plugin = Plugin::load(std::move(*found));
  if (!plugin) return plugin.error().message;
  session.plugin = std::move(*plugin);
  auto opened = Session::open(*session.plugin, session.target, session_options);
  CallbackProcess process(table, session.target, nullptr);
  if (!opened && process.runs()) {
    // Opening may have failed because the process was running and changing its data. Tries again while the process is
    // held.
    if (const Status held = process.hold(); !held) return held.error().message;
    opened = Session::open(*session.plugin, session.target, session_options);
    process.resume();
  }
  if (!opened) return opened.error().message;
  session.session = std::move(*opened);
  session.process = std::make_unique<CallbackProcess>(table, session.target, session.session.get());
  return {};
}

constexpr std::pair<unsigned, Noun> nouns_of_bits[] = {
    {MQS_SHIM_QUEUES, Noun::queues},         {MQS_SHIM_GROUPS, Noun::groups},
    {MQS_SHIM_REQUESTS, Noun::requests},     {MQS_SHIM_ERRHANDLERS, Noun::errhandlers},
    {MQS_SHIM_DATATYPES, Noun::datatypes},   {MQS_SHIM_FILES, Noun::files},
    {MQS_SHIM_INFOS, Noun::infos},           {MQS_SHIM_OPS, Noun::ops},
    {MQS_SHIM_WINDOWS, Noun::windows},       {MQS_SHIM_MESSAGES, Noun::messages},
    {MQS_SHIM_CVARS, Noun::cvars},           {MQS_SHIM_PVARS, Noun::pvars},
    {MQS_SHIM_CATEGORIES, Noun::categories}, {MQS_SHIM_EVENTS, Noun::events},
    {MQS_SHIM_SOURCES, Noun::sources},
};

// These bits of mqs_shim_question are answered without reading any communicator.
constexpr unsigned without_communicators =
    MQS_SHIM_CVARS | MQS_SHIM_CATEGORIES | MQS_SHIM_EVENTS | MQS_SHIM_SOURCES | MQS_SHIM_FREED | MQS_SHIM_HISTORY;

// Reads the data into session.report. With `with_threads`, includes the threads if the target has a function for them.
int read(mqs_shim_session &session, const Questions &wanted, Noun noun, bool with_threads = false) {
  LookOptions options;
  options.stacks = with_threads && session.process->has_threads();
  session.report = look_at(*session.process, noun, wanted, options).report;
  session.error = session.report->error;
  return session.error.empty() ? MQS_SHIM_OK : MQS_SHIM_FAILED;
}

void attach(std::vector<MpiStack> stacks, ProcessReport &report) {
  std::vector<ThreadRecord> records;
  for (MpiStack &stack : stacks) records.push_back(to_record(std::move(stack)));
  attach_threads(report, std::move(records));
}

}  // namespace

int mqs_shim_version() {
  return MQS_SHIM_VERSION;
}

mqs_shim_session *mqs_shim_open(const mqs_shim_target *target, const mqs_shim_options *options, char **error) {
  if (error != nullptr) *error = nullptr;
  std::string problem;
  try {
    const auto table = target == nullptr ? std::nullopt : widened(*target, &mqs_shim_target::find_symbol);
    std::optional<mqs_shim_options> wanted;
    if (options != nullptr) wanted = widened(*options, &mqs_shim_options::image_name);
    if (!table) {
      problem = "no target, or one without the members of its first version";
    } else if (options != nullptr && !wanted) {
      problem = "options without the members of their first version";
    } else if (problem = check(*table); problem.empty()) {
      auto session = std::make_unique<mqs_shim_session>(*table);
      problem = open_session(*table, wanted, *session);
      if (problem.empty()) return session.release();
    }
    if (error != nullptr) *error = duplicate(problem);
  } catch (const std::exception &exception) {
    if (error != nullptr) *error = strdup(exception.what());
  } catch (...) {
    if (error != nullptr) *error = strdup("unknown error");
  }
  return nullptr;
}

mqs_shim_session *mqs_shim_open_closed(const mqs_shim_target *target, const char *problem) {
  std::string ignored;
  return guard<mqs_shim_session *>(ignored, nullptr, [&]() -> mqs_shim_session * {
    const auto table = target == nullptr ? std::nullopt : widened(*target, &mqs_shim_target::find_symbol);
    if (!table || !check(*table).empty()) return nullptr;
    auto session = std::make_unique<mqs_shim_session>(*table);
    session->process = std::make_unique<CallbackProcess>(*table, session->target, nullptr, text_of(problem));
    return session.release();
  });
}

void mqs_shim_close(mqs_shim_session *session) {
  try {
    delete session;
  } catch (...) {
    // The error cannot be reported: it would have to be stored in the session, which does not exist.
  }
}

int mqs_shim_read(mqs_shim_session *session, unsigned questions) {
  if (session == nullptr || (questions & ~(unsigned{MQS_SHIM_EVERYTHING} | MQS_SHIM_FREED | MQS_SHIM_HISTORY)) != 0)
    return MQS_SHIM_ARGUMENT;
  return guard<int>(session, MQS_SHIM_FAILED, [&]() -> int {
    const bool freed = (questions & MQS_SHIM_FREED) != 0, history = (questions & MQS_SHIM_HISTORY) != 0;
    // The details of communicators are read unless all questions can be answered without any communicator.
    Questions wanted = questions_of(Noun::comms, std::nullopt, freed, history);
    wanted.details = (questions & ~without_communicators) != 0;
    for (const auto &[bit, noun] : nouns_of_bits)
      if ((questions & bit) != 0) wanted |= questions_of(noun, std::nullopt, freed, history);
    return read(*session, wanted, Noun::handles);
  });
}

int mqs_shim_read_noun(mqs_shim_session *session, int noun, unsigned flags) {
  const auto wanted = to_noun(noun);
  if (session == nullptr || !wanted || *wanted == Noun::show ||
      (flags & ~(unsigned{MQS_SHIM_FREED} | MQS_SHIM_HISTORY | MQS_SHIM_THREADS)) != 0) {
    return MQS_SHIM_ARGUMENT;
  }
  return guard<int>(session, MQS_SHIM_FAILED, [&]() -> int {
    Questions questions =
        questions_of(*wanted, std::nullopt, (flags & MQS_SHIM_FREED) != 0, (flags & MQS_SHIM_HISTORY) != 0);
    // Windows and files are requested at once: a caller reads each process only once, before it is known what the
    // threads of all ranks wait for.
    if (*wanted == Noun::why) questions.kinds.insert({MPIDBG_KIND_WIN, MPIDBG_KIND_FILE});
    return read(*session, questions, *wanted, (flags & MQS_SHIM_THREADS) != 0);
  });
}

int mqs_shim_read_object(mqs_shim_session *session, const char *kind, const char *handle) {
  if (session == nullptr || kind == nullptr || handle == nullptr) return MQS_SHIM_ARGUMENT;
  const auto meant = kind_of_word(kind);
  if (!meant) return MQS_SHIM_ARGUMENT;
  return guard<int>(session, MQS_SHIM_FAILED, [&]() -> int {
    return read(*session, questions_of(Noun::show, Questions::Object{*meant, handle}), Noun::show);
  });
}

int mqs_shim_resolve(mqs_shim_session *session, const char *kind, const char *handle, uint64_t *found) {
  if (session == nullptr || kind == nullptr || handle == nullptr || found == nullptr) return MQS_SHIM_ARGUMENT;
  const auto meant = kind_of_word(kind);
  if (!meant) return MQS_SHIM_ARGUMENT;
  return guard<int>(session, MQS_SHIM_FAILED, [&]() -> int {
    if (!is_open(*session)) return MQS_SHIM_FAILED;
    const auto resolved = session->session->resolve(*meant, handle);
    if (!resolved) {
      session->error = resolved.error().message;
      return MQS_SHIM_FAILED;
    }
    *found = resolved->value();
    return MQS_SHIM_OK;
  });
}

int mqs_shim_set_threads(mqs_shim_session *session, size_t count, const mqs_shim_thread *threads) {
  if (session == nullptr) return MQS_SHIM_ARGUMENT;
  return guard<int>(session, MQS_SHIM_FAILED, [&]() -> int {
    auto told = told_stacks(count, threads);
    if (!told) return MQS_SHIM_ARGUMENT;
    if (!session->report) {
      session->error = "nothing was read yet";
      return MQS_SHIM_FAILED;
    }
    if (!is_open(*session)) return MQS_SHIM_FAILED;
    attach(mpi_stacks(std::move(*told), CallbackCode(session->target, *session->session)), *session->report);
    return MQS_SHIM_OK;
  });
}

int mqs_shim_add_threads(mqs_shim_session *session) {
  if (session == nullptr) return MQS_SHIM_ARGUMENT;
  return guard<int>(session, MQS_SHIM_FAILED, [&]() -> int {
    if (!session->report) {
      session->error = "nothing was read yet";
      return MQS_SHIM_FAILED;
    }
    if (!is_open(*session)) return MQS_SHIM_FAILED;
    auto stacks = session->process->stacks();
    if (!stacks) {
      session->error = stacks.error().message;
      return MQS_SHIM_FAILED;
    }
    attach(std::move(*stacks), *session->report);
    return MQS_SHIM_OK;
  });
}

char *mqs_shim_describe(mqs_shim_session *session, const char *kind, uint64_t handle) {
  if (session == nullptr || kind == nullptr) return nullptr;
  return guard<char *>(session, nullptr, [&]() -> char * {
    const auto meant = kind_of_word(kind);
    if (!meant) {
      session->error = std::string("not a kind of handle: '") + kind + "'";
      return nullptr;
    }
    if (!is_open(*session)) return nullptr;
    ProcessReport report;
    if (const Status status = session->session->look_at(*meant, Address(handle), report); !status) {
      session->error = status.error().message;
      return nullptr;
    }
    return duplicate(summary(report));
  });
}

char *mqs_shim_render(mqs_shim_session *session, int noun, int format, const mqs_shim_render_options *options) {
  if (session == nullptr) return nullptr;
  return guard<char *>(session, nullptr, [&]() -> char * {
    RenderOptions render_options;
    const auto wanted = to_noun(noun);
    const auto form = to_format(format);
    if (!session->report) {
      session->error = "nothing was read yet";
    } else if (!wanted || !form) {
      session->error = "no such noun or format";
    } else {
      session->error = to_render_options(options, render_options);
    }
    if (!session->error.empty()) return nullptr;
    if (session->report->shown) {
      render_options.show_kind = static_cast<mpidbg_handle_kind_t>(session->report->shown->kind);
    }
    char *text = duplicate(render(*wanted, *form, {&*session->report, 1}, render_options));
    if (text == nullptr) session->error = "out of memory";
    return text;
  });
}

int mqs_shim_is_complete(mqs_shim_session *session) {
  if (session == nullptr) return 0;
  return guard<int>(session, 0, [&] { return session->report && session->report->complete() ? 1 : 0; });
}

void mqs_shim_invalidate(mqs_shim_session *session) {
  if (session == nullptr) return;
  guard<int>(session, 0, [&] {
    session->report.reset();
    if (session->session) session->session->forget_memory();
    return 0;
  });
}

const char *mqs_shim_error(mqs_shim_session *session) {
  return session == nullptr ? "" : session->error.c_str();
}

const char *mqs_shim_plugin_path(mqs_shim_session *session) {
  return session == nullptr || !session->plugin ? "" : session->plugin->path().c_str();
}

const char *mqs_shim_plugin_version(mqs_shim_session *session) {
  return session == nullptr || !session->plugin ? "" : session->plugin->version().c_str();
}

char *mqs_shim_diagnostics(mqs_shim_session *session) {
  if (session == nullptr) return nullptr;
  return guard<char *>(session, nullptr, [&] {
    std::string text;
    if (!is_open(*session)) return duplicate(text);
    for (const std::string &line : session->session->diagnostics()) {
      text += line;
      if (text.back() != '\n') text += '\n';
    }
    return duplicate(text);
  });
}

int mqs_shim_get_statistics(mqs_shim_session *session, mqs_shim_statistics *statistics) {
  if (session == nullptr || statistics == nullptr) return MQS_SHIM_ARGUMENT;
  return guard<int>(session, MQS_SHIM_FAILED, [&]() -> int {
    if (!is_open(*session)) return MQS_SHIM_FAILED;
    const Session::Statistics from = session->session->statistics();
    mqs_shim_statistics filled{};
    filled.reads = from.memory.reads;
    filled.hits = from.memory.hits;
    filled.round_trips = from.memory.round_trips;
    filled.bytes = from.memory.bytes;
    filled.live_allocations = from.live_allocations;
    return narrow(filled, &mqs_shim_statistics::live_allocations, statistics) ? MQS_SHIM_OK : MQS_SHIM_ARGUMENT;
  });
}

void mqs_shim_free(char *text) {
  std::free(text);
}
