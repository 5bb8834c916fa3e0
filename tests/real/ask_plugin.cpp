// Asks the plugin about one live process, question by question: what the mpidbg command has no words for.
//
//   ask_plugin PLUGIN PID
//
// Reads a question a line and answers with a line: the result code, the numbers asked for, and the plugin's sentence if
// it failed. Kinds are the numbers of mpidbg_handle_kind_t.
//
//   query KIND HANDLE | f2c KIND INDEX | cxx2c KIND OBJECT | type KIND | integer WHICH ADDRESS | list KIND
//   queues                all queues through mqs_* alone, as an old debugger asks; a line for each communicator and
//                         operation, then "end" with how often memory was fetched, and in how many pieces of 256 bytes
//   random SEED COUNT     as many queries of every kind with values that are no handles; one line with what went wrong

#include <algorithm>
#include <cstdio>
#include <functional>
#include <initializer_list>
#include <iostream>
#include <random>
#include <set>
#include <sstream>

#include "corefile/process/process.h"
#include "corefile/targets/process_target.h"
#include "mqs_shim/host/callback_tables.h"
#include "mqs_shim/plugin/plugin.h"

namespace {

using mqs_shim::Plugin;
using mqs_shim::PluginFunctions;

// What hosts that fetch memory through another debugger pay for: padb reads 256 bytes at once.
struct Fetched {
  std::uint64_t times = 0, pieces = 0;
};
Fetched fetched;

int fetch_and_count(mqs_process *process, mqs_taddr_t address, int size, void *buffer) {
  ++fetched.times;
  fetched.pieces += (static_cast<std::uint64_t>(size) + 255) / 256;
  return mqs_shim::process_callbacks().mqs_fetch_data_fp(process, address, size, buffer);
}

const mqs_process_callbacks &counting_callbacks() {
  static const mqs_process_callbacks table = [] {
    mqs_process_callbacks counting = mqs_shim::process_callbacks();
    counting.mqs_fetch_data_fp = fetch_and_count;
    return counting;
  }();
  return table;
}

class Questioner {
 public:
  Questioner(const Plugin &plugin, mqs_shim::Target &target)
      : call_(plugin.functions()),
        image_(target, plugin.dialect()),
        process_(image_, mqs_shim::PageCache::small_capacity) {
    call_.mpidbg_init_once(&mqs_shim::basic_callbacks());
    check(call_.mpidbg_init_per_image(&image_, &mqs_shim::image_callbacks(), nullptr));
    check(call_.mpidbg_init_per_process(&process_, &mqs_shim::process_callbacks(), nullptr));
    call_.mpidbg_set_held(&process_, 1);
  }
  ~Questioner() {
    call_.mpidbg_finalize_per_process(&process_, process_.info);
    call_.mpidbg_finalize_per_image(&image_, image_.info);
  }

  void answer(const std::string &line) {
    std::istringstream words(line);
    std::string verb, first, second;
    words >> verb >> first >> second;
    const auto number = [](const std::string &text) { return std::stoull(text.empty() ? "0" : text, nullptr, 0); };
    const auto kind = static_cast<mpidbg_handle_kind_t>(number(first));
    mqs_taddr_t handle = 0;
    if (verb == "query") return print(query(kind, number(second)));
    if (verb == "f2c") {
      const int code = call_.mpidbg_f2c(&process_, kind, number(second), &handle);
      return print(code, handle);
    }
    if (verb == "cxx2c") {
      const int code = call_.mpidbg_cxx2c(&process_, kind, number(second), &handle);
      return print(code, handle);
    }
    if (verb == "list") {
      const auto handles = list(kind);
      std::cout << handles.size() << std::endl;
      return;
    }
    if (verb == "type") {
      const char *name = call_.mpidbg_handle_type_name(&process_, kind);
      std::cout << (name == nullptr ? "none" : name) << std::endl;
      return;
    }
    if (verb == "integer") {
      int width = 0;
      std::int64_t value = 0;
      const int code = call_.mpidbg_integer_query(&process_, static_cast<mpidbg_integer_t>(number(first)),
                                                  number(second), &width, &value);
      std::cout << code << ' ' << width << ' ' << value << std::endl;
      return;
    }
    if (verb == "queues") return queues();
    if (verb == "random") return random(number(first), number(second));
    std::cout << "no such question" << std::endl;
  }

 private:
  void check(int code) {
    if (code == MPIDBG_SUCCESS) return;
    std::cout << "the plugin was not set up: " << call_.mpidbg_error_detail(&process_) << std::endl;
    std::exit(1);
  }

  int query(mpidbg_handle_kind_t kind, mqs_taddr_t handle) {
    void *info = nullptr;
    const int code = call_.mpidbg_query(&process_, kind, handle, &info);
    if (code == MPIDBG_SUCCESS) call_.mpidbg_free(info, kind);
    if (code != MPIDBG_SUCCESS && info != nullptr) std::cout << "a failed query wrote a result" << std::endl;
    return code;
  }

  std::set<mqs_taddr_t> list(mpidbg_handle_kind_t kind) {
    int count = 0;
    mqs_taddr_t *handles = nullptr;
    if (call_.mpidbg_list(&process_, kind, &count, &handles) != MPIDBG_SUCCESS) return {};
    const std::set<mqs_taddr_t> found(handles, handles + count);
    mqs_shim::basic_callbacks().mqs_free_fp(handles);
    return found;
  }

  // From the very start, in a process of its own: its numbers are of one stop.
  void queues() {
    fetched = {};
    mqs_image_ image(image_.target, image_.dialect);
    mqs_process_ process(image, mqs_shim::PageCache::small_capacity);
    char *message = nullptr;
    call_.mqs_setup_basic_callbacks(&mqs_shim::basic_callbacks());
    int code = call_.mqs_setup_image(&image, &mqs_shim::image_callbacks());
    if (code == mqs_ok) code = call_.mqs_image_has_queues(&image, &message);
    if (code == mqs_ok) code = call_.mqs_setup_process(&process, &counting_callbacks());
    if (code == mqs_ok) code = call_.mqs_process_has_queues(&process, &message);
    if (message != nullptr) std::cout << "message " << message << '\n';
    if (code == mqs_ok) code = call_.mqs_update_communicator_list(&process);
    if (code == mqs_ok) code = call_.mqs_setup_communicator_iterator(&process);
    for (; code == mqs_ok; code = call_.mqs_next_communicator(&process)) {
      mqs_communicator communicator{};
      const int got = call_.mqs_get_communicator(&process, &communicator);
      if (got != mqs_ok) {
        std::cout << "communicator failed " << got << '\n';
        continue;
      }
      std::cout << "communicator " << communicator.unique_id << ' ' << communicator.local_rank << ' '
                << communicator.size << ' ' << communicator.name << '\n';
      members(process, communicator.size);
      for (const int queue : {mqs_pending_sends, mqs_pending_receives, mqs_unexpected_messages}) {
        operations(process, queue);
      }
    }
    std::cout << "end " << code << ' ' << fetched.times << ' ' << fetched.pieces << std::endl;
    call_.mqs_destroy_process_info(process.info);
    call_.mqs_destroy_image_info(image.info);
  }

  void members(mqs_process_ &process, mqs_tword_t size) {
    if (call_.mqs_get_comm_group == nullptr || size <= 0) return;
    std::vector<int> world_ranks(static_cast<std::size_t>(size), -2);
    const int code = call_.mqs_get_comm_group(&process, world_ranks.data());
    std::cout << "members " << code;
    for (const int rank : world_ranks) std::cout << ' ' << rank;
    std::cout << '\n';
  }

  void operations(mqs_process_ &process, int queue) {
    int code = call_.mqs_setup_operation_iterator(&process, queue);
    mqs_pending_operation operation{};
    for (; code == mqs_ok && (code = call_.mqs_next_operation(&process, &operation)) == mqs_ok; operation = {}) {
      std::cout << "operation " << queue << " status " << operation.status << " rank " << operation.desired_local_rank
                << ' ' << operation.desired_global_rank << " tag "
                << (operation.tag_wild ? "any" : std::to_string(operation.desired_tag)) << " length "
                << operation.desired_length << " actual " << operation.actual_local_rank << ' ' << operation.actual_tag
                << ' ' << operation.actual_length;
      for (const char *text : operation.extra_text) {
        if (text[0] != '\0') std::cout << " | " << text;
      }
      std::cout << '\n';
    }
    if (code != mqs_end_of_list) {
      std::cout << "queue " << queue << " ended with " << code << ' ' << call_.mqs_dll_error_string(code) << '\n';
    }
  }

  void print(int code, mqs_taddr_t handle = 0) {
    std::printf("%d 0x%lx %s\n", code, handle, code == MPIDBG_SUCCESS ? "" : call_.mpidbg_error_detail(&process_));
    std::fflush(stdout);
  }

  // Null, small, unaligned, near live objects, handles of other kinds, addresses in between, and anything.
  void random(std::uint64_t seed, std::uint64_t count) {
    std::vector<std::set<mqs_taddr_t>> live;
    std::vector<mqs_taddr_t> all{0};
    for (int kind = 0; kind < MPIDBG_KIND_MAX; ++kind) {
      live.push_back(list(static_cast<mpidbg_handle_kind_t>(kind)));
      all.insert(all.end(), live.back().begin(), live.back().end());
    }
    std::mt19937_64 random(seed);
    std::set<std::string> wrong;
    std::map<int, std::uint64_t> codes;
    for (std::uint64_t i = 0; i < count; ++i) {
      const mqs_taddr_t near = all[random() % all.size()];
      const mqs_taddr_t values[] = {near,
                                    near + random() % 512,
                                    near - random() % 512,
                                    near & ~mqs_taddr_t{4095},
                                    random() % 4096,
                                    random() >> 16,
                                    random(),
                                    ~mqs_taddr_t{0} - random() % 64};
      const mqs_taddr_t value = values[i % std::size(values)];
      for (int k = 0; k < MPIDBG_KIND_MAX; ++k) {
        const auto kind = static_cast<mpidbg_handle_kind_t>(k);
        // A status is any memory, which may be unreadable. Open MPI 4 has no sessions.
        const auto expect = [&](const char *what, int code, std::initializer_list<int> failures) {
          ++codes[code];
          if (code == MPIDBG_SUCCESS) return;
          const std::string where = std::string(what) + " of kind " + std::to_string(k);
          if (call_.mpidbg_error_detail(&process_)[0] == '\0') wrong.insert(where + ": no sentence");
          const bool is_expected = std::count(failures.begin(), failures.end(), code) != 0 ||
                                   (k == MPIDBG_KIND_STATUS && code == MPIDBG_ERR_UNAVAILABLE) ||
                                   (k == MPIDBG_KIND_SESSION && code == MPIDBG_ERR_NOT_SUPPORTED);
          if (!is_expected) {
            std::ostringstream text;
            text << where << ": code " << code << " for 0x" << std::hex << value << ": "
                 << call_.mpidbg_error_detail(&process_);
            wrong.insert(text.str());
          }
        };
        const int code = query(kind, value);
        expect("query", code, {MPIDBG_ERR_NOT_FOUND});
        // A status is any memory.
        const bool is_handle = k == MPIDBG_KIND_STATUS || live[k].contains(value);
        if ((code == MPIDBG_SUCCESS) != is_handle && k != MPIDBG_KIND_STATUS) {
          wrong.insert("query of kind " + std::to_string(k) + ": code " + std::to_string(code) + " for " +
                       std::to_string(value));
        }
        mqs_taddr_t handle = 1;
        const int from_cxx = call_.mpidbg_cxx2c(&process_, kind, value, &handle);
        // The object may be in unreadable memory, and messages and sessions have no classes.
        expect("cxx2c", from_cxx, {MPIDBG_ERR_NOT_FOUND, MPIDBG_ERR_UNAVAILABLE, MPIDBG_ERR_NOT_SUPPORTED});
        if (from_cxx == MPIDBG_SUCCESS && k != MPIDBG_KIND_STATUS && !live[k].contains(handle))
          wrong.insert("cxx2c of kind " + std::to_string(k) + " found what is no handle");
        handle = 1;
        const int from_fortran = call_.mpidbg_f2c(&process_, kind, value, &handle);
        expect("f2c", from_fortran, {MPIDBG_ERR_NOT_FOUND, MPIDBG_ERR_OUT_OF_RANGE});
        if (from_fortran == MPIDBG_SUCCESS && k != MPIDBG_KIND_STATUS && !live[k].contains(handle))
          wrong.insert("f2c of kind " + std::to_string(k) + " found what is no handle");
        if (from_fortran != MPIDBG_SUCCESS && handle != 1)
          wrong.insert("f2c of kind " + std::to_string(k) + " wrote a result and failed");
      }
    }
    std::cout << "wrong " << wrong.size();
    for (const auto &[code, times] : codes) std::cout << "  code " << code << ": " << times;
    for (const std::string &text : wrong) std::cout << "; " << text;
    std::cout << std::endl;
  }

  const PluginFunctions &call_;
  mqs_image_ image_;
  mqs_process_ process_;
};

}  // namespace

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  const auto plugin = Plugin::load(argv[1]);
  const auto process = corefile::open_live_process(std::stoi(argv[2]), {});
  if (!plugin.ok() || !process.ok()) {
    std::cerr << (plugin.ok() ? process.error().message : plugin.error().message) << '\n';
    return 1;
  }
  if (const auto stopped = (*process)->stop(); !stopped.ok()) return 1;
  corefile::ProcessTarget target(**process);
  Questioner questioner(**plugin, target);
  for (std::string line; std::getline(std::cin, line);) questioner.answer(line);
  return 0;
}
