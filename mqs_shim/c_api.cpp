// The functions of mqs_shim.h: unpack, call, pack. Every one is guarded.

#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <utility>

#include "mqs_shim/mqs_shim.h"
#include "mqs_shim/plugin/plugin.h"
#include "mqs_shim/plugin/plugin_search.h"
#include "mqs_shim/render/render.h"
#include "mqs_shim/session/handle_expression.h"
#include "mqs_shim/session/session.h"
#include "mqs_shim/targets/callback_target.h"
#include "mqs_shim/targets/thread_stacks.h"
#include "mqs_shim/targets/told_stacks.h"

using namespace mqs_shim;

struct mqs_shim_session {
  explicit mqs_shim_session(const mqs_shim_target &table) : target(table) {}

  // In the order in which they depend on each other.
  CallbackTarget target;
  std::unique_ptr<Plugin> plugin;
  std::unique_ptr<Session> session;
  std::string name, host;
  std::int64_t pid = 0;
  std::optional<ProcessReport> report;  // the last answer
  std::string error;
};

namespace {

char *duplicate(const std::string &text) {
  auto *copy = static_cast<char *>(std::malloc(text.size() + 1));
  if (copy != nullptr) std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

std::string text_of(const char *text) {
  return text == nullptr ? std::string() : std::string(text);
}

// Runs the body; what it throws becomes the session's error and `failed`.
template <class Value, class Body>
Value guard(mqs_shim_session *session, Value failed, Body body) noexcept {
  try {
    session->error.clear();
    return body();
  } catch (const std::bad_alloc &) {
    try {
      session->error = "out of memory";
    } catch (...) {
      session->error.clear();
    }
  } catch (const std::exception &problem) {
    try {
      session->error = problem.what();
    } catch (...) {
      session->error.clear();
    }
  } catch (...) {
    session->error.clear();
  }
  return failed;
}

std::vector<std::string> split_path(const std::string &path) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find(':', at), path.size());
    if (end > at) parts.push_back(path.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

std::string check(const mqs_shim_target *table, const mqs_shim_options *options) {
  if (table == nullptr || table->struct_size < sizeof *table) return "no target, or one of an older version";
  if (table->read == nullptr || table->find_symbol == nullptr)
    return "the target has no function to read or to find symbols";
  if (table->pointer_size != 4 && table->pointer_size != 8) return "pointers of the target must have 4 or 8 bytes";
  if (options != nullptr && options->struct_size < sizeof *options) return "options of an older version";
  return {};
}

std::string open_session(const mqs_shim_target &table, const mqs_shim_options *options, mqs_shim_session &session) {
  session.name = text_of(table.name);
  session.host = text_of(table.host);
  session.pid = table.pid;
  PluginSearch search;
  SessionOptions session_options;
  if (options != nullptr) {
    search.plugin = text_of(options->plugin);
    session_options.told_of_moves = options->tells_of_moves != 0;
    search.safe_path = split_path(text_of(options->plugin_safe_path));
    if (options->image_name != nullptr) session_options.image_name = options->image_name;
  }
  const auto path = find_plugin(search, &session.target);
  if (!path) return path.error().message;
  auto plugin = Plugin::load(*path);
  if (!plugin) return plugin.error().message;
  session.plugin = std::move(*plugin);
  auto opened = Session::open(*session.plugin, session.target, session_options);
  if (!opened) return opened.error().message;
  session.session = std::move(*opened);
  return {};
}

// An empty text, or what is wrong with the options.
std::string to_render_options(const mqs_shim_render_options *from, RenderOptions &to) {
  if (from == nullptr) return {};
  if (from->struct_size < sizeof *from) return "rendering options of an older version";
  to.all = from->all != 0;
  to.verbose = from->verbose != 0;
  to.color = from->color != 0;
  to.communicator = text_of(from->communicator);
  if (from->has_tag != 0) to.tag = from->tag;
  if (from->ranks != nullptr) {
    const auto ranks = RankSet::parse(from->ranks);
    if (!ranks) return ranks.error().message;
    to.ranks = *ranks;
  }
  return {};
}

constexpr std::pair<unsigned, mpidbg_handle_kind_t> kinds_of_questions[] = {
    {MQS_SHIM_REQUESTS, MPIDBG_KIND_REQUEST},   {MQS_SHIM_ERRHANDLERS, MPIDBG_KIND_ERRHANDLER},
    {MQS_SHIM_DATATYPES, MPIDBG_KIND_DATATYPE}, {MQS_SHIM_FILES, MPIDBG_KIND_FILE},
    {MQS_SHIM_INFOS, MPIDBG_KIND_INFO},         {MQS_SHIM_OPS, MPIDBG_KIND_OP},
    {MQS_SHIM_WINDOWS, MPIDBG_KIND_WIN},        {MQS_SHIM_MESSAGES, MPIDBG_KIND_MESSAGE},
};

// What is answered without any communicator.
constexpr unsigned without_communicators =
    MQS_SHIM_CVARS | MQS_SHIM_CATEGORIES | MQS_SHIM_EVENTS | MQS_SHIM_SOURCES | MQS_SHIM_FREED | MQS_SHIM_HISTORY;

int read(mqs_shim_session &session, const Questions &wanted) {
  session.report.emplace();
  ProcessReport &report = *session.report;
  report.target = session.name;
  report.host = session.host;
  report.pid = session.pid;
  const Status status = session.session->read(wanted, report);
  if (status) return MQS_SHIM_OK;
  session.error = status.error().message;
  return MQS_SHIM_FAILED;
}

}  // namespace

int mqs_shim_version() {
  return MQS_SHIM_VERSION;
}

mqs_shim_session *mqs_shim_open(const mqs_shim_target *target, const mqs_shim_options *options, char **error) {
  if (error != nullptr) *error = nullptr;
  std::string problem;
  try {
    problem = check(target, options);
    if (problem.empty()) {
      auto session = std::make_unique<mqs_shim_session>(*target);
      problem = open_session(*target, options, *session);
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

void mqs_shim_close(mqs_shim_session *session) {
  try {
    delete session;
  } catch (...) {
    // Nothing is left to report it to.
  }
}

int mqs_shim_read(mqs_shim_session *session, unsigned questions) {
  if (session == nullptr || (questions & ~(unsigned{MQS_SHIM_EVERYTHING} | MQS_SHIM_FREED | MQS_SHIM_HISTORY)) != 0)
    return MQS_SHIM_ARGUMENT;
  return guard<int>(session, MQS_SHIM_FAILED, [&]() -> int {
    Questions wanted;
    // The line of a communicator needs its details in any other answer.
    wanted.details = (questions & ~without_communicators) != 0;
    wanted.queues = (questions & MQS_SHIM_QUEUES) != 0;
    wanted.groups = (questions & MQS_SHIM_GROUPS) != 0;
    wanted.control_variables = (questions & MQS_SHIM_CVARS) != 0;
    wanted.performance_variables = (questions & MQS_SHIM_PVARS) != 0;
    wanted.categories = (questions & MQS_SHIM_CATEGORIES) != 0;
    wanted.events = (questions & MQS_SHIM_EVENTS) != 0;
    wanted.sources = (questions & MQS_SHIM_SOURCES) != 0;
    wanted.history = (questions & MQS_SHIM_HISTORY) != 0;
    for (const auto &[bit, kind] : kinds_of_questions) {
      if ((questions & bit) != 0) wanted.kinds.insert(kind);
    }
    if ((questions & MQS_SHIM_FREED) != 0) {
      wanted.freed = wanted.kinds;
      if (wanted.groups) wanted.freed.insert(MPIDBG_KIND_GROUP);
      if (wanted.groups == !wanted.kinds.empty()) wanted.freed.insert(MPIDBG_KIND_COMM);
    }
    return read(*session, wanted);
  });
}

int mqs_shim_read_object(mqs_shim_session *session, const char *kind, const char *handle) {
  if (session == nullptr || kind == nullptr || handle == nullptr) return MQS_SHIM_ARGUMENT;
  const auto meant = kind_of_word(kind);
  if (!meant) return MQS_SHIM_ARGUMENT;
  return guard<int>(session, MQS_SHIM_FAILED, [&]() -> int {
    Questions wanted;
    wanted.groups = true;
    wanted.object = Questions::Object{*meant, handle};
    return read(*session, wanted);
  });
}

int mqs_shim_set_threads(mqs_shim_session *session, size_t count, const mqs_shim_thread *threads) {
  constexpr std::size_t most_threads = 1 << 16;
  if (session == nullptr || (threads == nullptr && count != 0) || count > most_threads) return MQS_SHIM_ARGUMENT;
  for (std::size_t i = 0; i < count; ++i) {
    if (threads[i].struct_size != sizeof *threads) return MQS_SHIM_ARGUMENT;
  }
  return guard<int>(session, MQS_SHIM_FAILED, [&]() -> int {
    if (!session->report) {
      session->error = "nothing was read yet";
      return MQS_SHIM_FAILED;
    }
    std::vector<corefile::MpiStack> stacks;
    for (std::size_t i = 0; i < count; ++i)
      stacks.push_back(to_thread_stack(threads[i], session->target, *session->session));
    attach_stacks(*session->report, stacks);
    return MQS_SHIM_OK;
  });
}

char *mqs_shim_describe(mqs_shim_session *session, const char *kind, uint64_t handle) {
  if (session == nullptr || kind == nullptr) return nullptr;
  return guard<char *>(session, nullptr, [&]() -> char * {
    const auto meant = kind_of_word(kind);
    if (!meant) {
      session->error = std::string("no kind of handle: '") + kind + "'";
      return nullptr;
    }
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
    if (!session->report) {
      session->error = "nothing was read yet";
    } else if (noun < MQS_SHIM_SHOW_QUEUES || noun > MQS_SHIM_SHOW_SOURCES || format < MQS_SHIM_TEXT ||
               format > MQS_SHIM_JSON) {
      session->error = "no such noun or format";
    } else {
      session->error = to_render_options(options, render_options);
    }
    if (!session->error.empty()) return nullptr;
    static_assert(static_cast<int>(last_noun) == MQS_SHIM_SHOW_SOURCES);
    if (session->report->shown) {
      render_options.show_kind = static_cast<mpidbg_handle_kind_t>(session->report->shown->kind);
    }
    char *text = duplicate(render(static_cast<Noun>(noun), format == MQS_SHIM_JSON ? Format::json : Format::text,
                                  {&*session->report, 1}, render_options));
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
    session->session->forget_memory();
    return 0;
  });
}

const char *mqs_shim_error(mqs_shim_session *session) {
  return session == nullptr ? "" : session->error.c_str();
}

const char *mqs_shim_plugin_path(mqs_shim_session *session) {
  return session == nullptr ? "" : session->plugin->path().c_str();
}

const char *mqs_shim_plugin_version(mqs_shim_session *session) {
  return session == nullptr ? "" : session->plugin->version().c_str();
}

char *mqs_shim_diagnostics(mqs_shim_session *session) {
  if (session == nullptr) return nullptr;
  return guard<char *>(session, nullptr, [&] {
    std::string text;
    for (const std::string &line : session->session->diagnostics()) {
      text += line;
      if (text.back() != '\n') text += '\n';
    }
    return duplicate(text);
  });
}

int mqs_shim_get_statistics(mqs_shim_session *session, mqs_shim_statistics *statistics) {
  if (session == nullptr || statistics == nullptr || statistics->struct_size < sizeof *statistics) {
    return MQS_SHIM_ARGUMENT;
  }
  return guard<int>(session, MQS_SHIM_FAILED, [&]() -> int {
    const Session::Statistics from = session->session->statistics();
    statistics->reads = from.memory.reads;
    statistics->hits = from.memory.hits;
    statistics->round_trips = from.memory.round_trips;
    statistics->bytes = from.memory.bytes;
    statistics->live_allocations = from.live_allocations;
    return MQS_SHIM_OK;
  });
}

void mqs_shim_free(char *text) {
  std::free(text);
}
