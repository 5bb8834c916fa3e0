#include "corefile/command/targets/workers.h"

#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace command {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t largest_answer = std::uint64_t{1} << 30;
constexpr std::size_t kept_for_a_worker = 4;

bool write_all(int fd, const void *data, std::size_t size) {
  const char *bytes = static_cast<const char *>(data);
  while (size != 0) {
    const ssize_t written = ::send(fd, bytes, size, MSG_NOSIGNAL);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

bool read_bytes(int fd, void *data, std::size_t size) {
  char *bytes = static_cast<char *>(data);
  while (size != 0) {
    const ssize_t got = ::read(fd, bytes, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    bytes += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

[[noreturn]] void be_worker(int fd, pid_t parent, const std::function<std::string(std::size_t)> &work) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  std::uint64_t index = 0;
  while (read_bytes(fd, &index, sizeof index)) {
    std::string answer;
    try {
      answer = work(index);
    } catch (...) {
      ::_exit(1);
    }
    const std::uint64_t size = answer.size();
    if (!write_all(fd, &size, sizeof size) || !write_all(fd, answer.data(), answer.size())) break;
  }
  ::_exit(0);
}

class Pool {
 public:
  Pool(std::size_t items, const WorkLimits &limits, const std::function<std::string(std::size_t)> &work,
       const std::function<void(std::size_t, WorkResult)> &take)
      : limits_(limits), work_(work), take_(take), items_(items) {}
  ~Pool() {
    for (Worker &worker : workers_) finish(worker, worker.item.has_value());
  }
  Pool(const Pool &) = delete;
  Pool &operator=(const Pool &) = delete;

  void run() {
    while (awaited_ != items_) {
      hand_out();
      if (workers_.empty()) {
        // No process could be forked, so that this process does the work itself.
        results_[next_].bytes = work_(next_);
        ++next_;
      } else {
        await();
      }
      deliver();
    }
  }

 private:
  struct Worker {
    pid_t pid = 0;
    int fd = -1;
    std::optional<std::size_t> item;  // the item that the worker is working on
    std::string answer;               // part of the answer that has arrived; begins with the answer's size
    Clock::time_point deadline{};
  };

  bool is_more_to_do() const {
    return next_ != items_ && next_ < awaited_ + kept_for_a_worker * std::max(1U, limits_.workers);
  }

  void hand_out() {
    while (is_more_to_do()) {
      auto idle = std::find_if(workers_.begin(), workers_.end(), [](const Worker &one) { return !one.item; });
      if (idle == workers_.end()) {
        if (workers_.size() >= limits_.workers || !add_worker()) return;
        idle = workers_.end() - 1;
      }
      const std::uint64_t index = next_;
      idle->item = next_++;
      idle->deadline = Clock::now() + limits_.longest;
      // A failure is ignored here. If the worker has ended, this is noticed while its answer is awaited.
      write_all(idle->fd, &index, sizeof index);
    }
  }

  bool add_worker() {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
    std::fflush(stdout);
    std::fflush(stderr);
    const pid_t parent = ::getpid();
    const pid_t child = ::fork();
    if (child == 0) {
      ::close(ends[0]);
      for (const Worker &other : workers_) ::close(other.fd);
      be_worker(ends[1], parent, work_);
    }
    ::close(ends[1]);
    if (child < 0) {
      ::close(ends[0]);
      return false;
    }
    workers_.push_back({child, ends[0], std::nullopt, {}, {}});
    return true;
  }

  void await() {
    std::vector<pollfd> waiting;
    auto deadline = Clock::time_point::max();
    for (const Worker &worker : workers_) {
      waiting.push_back({worker.fd, POLLIN, 0});
      if (worker.item) deadline = std::min(deadline, worker.deadline);
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    ::poll(waiting.data(), waiting.size(), static_cast<int>(std::clamp<std::int64_t>(left + 1, 0, 60'000)));
    std::vector<Worker> rest;
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      Worker &worker = workers_[i];
      bool alive = true;
      if (waiting[i].revents != 0) alive = read_some(worker);
      if (alive && worker.item && Clock::now() >= worker.deadline) {
        fail(worker, "it took longer than " + std::to_string(limits_.longest.count() / 1000) + " s to inspect");
        finish(worker, true);
        alive = false;
      }
      if (alive) rest.push_back(std::move(worker));
    }
    workers_ = std::move(rest);
  }

  // Reads a part of the worker's answer. Returns false if the worker has ended.
  bool read_some(Worker &worker) {
    char piece[1 << 16];
    const ssize_t got = ::read(worker.fd, piece, sizeof piece);
    if (got < 0 && errno == EINTR) return true;
    if (got <= 0) {
      const std::string end = finish(worker, false);
      fail(worker, "the process that inspected it " + end);
      return false;
    }
    worker.answer.append(piece, static_cast<std::size_t>(got));
    std::uint64_t size = 0;
    if (worker.answer.size() < sizeof size) return true;
    std::memcpy(&size, worker.answer.data(), sizeof size);
    if (size > largest_answer) {
      fail(worker, "the process that inspected it says too much");
      finish(worker, true);
      return false;
    }
    if (worker.answer.size() < sizeof size + size || !worker.item) return true;
    results_[*worker.item].bytes = worker.answer.substr(sizeof size);
    worker.answer.clear();
    worker.item.reset();
    return true;
  }

  void fail(Worker &worker, std::string problem) {
    if (worker.item) results_[*worker.item].problem = std::move(problem);
    worker.item.reset();
  }

  // Reaps the worker, after killing it if `by_force` is set. Returns a text about how the worker ended.
  static std::string finish(Worker &worker, bool by_force) {
    if (by_force) ::kill(worker.pid, SIGKILL);
    ::close(worker.fd);
    int status = 0;
    while (::waitpid(worker.pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (!WIFSIGNALED(status)) return "ended";
    const char *const name = ::sigabbrev_np(WTERMSIG(status));
    return name == nullptr ? "was ended by a signal" : std::string("was ended by SIG") + name;
  }

  void deliver() {
    for (auto first = results_.begin(); first != results_.end() && first->first == awaited_;
         first = results_.erase(first))
      take_(awaited_++, std::move(first->second));
  }

  const WorkLimits &limits_;
  const std::function<std::string(std::size_t)> &work_;
  const std::function<void(std::size_t, WorkResult)> &take_;
  const std::size_t items_;
  std::size_t next_ = 0, awaited_ = 0;
  std::vector<Worker> workers_{};
  std::map<std::size_t, WorkResult> results_{};
};

}  // namespace

void work_in_processes(std::size_t items, const WorkLimits &limits, const std::function<std::string(std::size_t)> &work,
                       const std::function<void(std::size_t, WorkResult)> &take) {
  Pool(items, limits, work, take).run();
}

unsigned usable_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (::sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return static_cast<unsigned>(std::max(1, CPU_COUNT(&set)));
}

}  // namespace command
