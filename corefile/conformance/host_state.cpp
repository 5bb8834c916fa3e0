#include "corefile/conformance/host_state.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <cstring>

#include "corefile/conformance/signal_name.h"

namespace mqs_shim {
namespace {

constexpr int most_descriptors = 256;
constexpr int interval_timers[] = {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF};

}  // namespace

HostState HostState::now() {
  HostState state;
  for (int descriptor = 0; descriptor < most_descriptors; ++descriptor) {
    struct stat status {};
    const bool is_open = fstat(descriptor, &status) == 0;
    state.files_.push_back(is_open ? File(status.st_dev, status.st_ino) : File());
  }
  struct stat directory {};
  if (stat(".", &directory) == 0) state.directory_ = {directory.st_dev, directory.st_ino};
  state.mask_ = umask(0);
  umask(state.mask_);
  for (const int timer : interval_timers) {
    itimerval value{};
    getitimer(static_cast<__itimer_which>(timer), &value);
    state.timers_.push_back(value.it_value.tv_sec != 0 || value.it_value.tv_usec != 0);
  }
  for (int signal = 0; signal < NSIG; ++signal) {
    struct sigaction action {};
    if (sigaction(signal, nullptr, &action) != 0) action = {};
    state.handlers_.emplace_back(action.sa_handler, action.sa_flags);
  }
  sigprocmask(SIG_SETMASK, nullptr, &state.blocked_);
  for (char **one = environ; one != nullptr && *one != nullptr; ++one) state.environment_.emplace_back(*one);
  if (const char *locale = std::setlocale(LC_ALL, nullptr); locale != nullptr) state.locale_ = locale;
  for (int limit = 0; limit < RLIM_NLIMITS; ++limit) {
    rlimit value{};
    getrlimit(static_cast<__rlimit_resource>(limit), &value);
    state.limits_.emplace_back(value.rlim_cur, value.rlim_max);
  }
  state.group_ = getpgrp();
  return state;
}

std::size_t HostState::open_files() const {
  return files_.size() - static_cast<std::size_t>(std::count(files_.begin(), files_.end(), File()));
}

std::vector<std::string> HostState::changes_since(const HostState &before) const {
  std::vector<std::string> changes;
  const auto check = [&](bool is_same, const std::string &change) {
    if (!is_same) changes.push_back(change);
  };
  for (std::size_t i = 0; i < files_.size(); ++i) {
    if (before.files_[i] == File() || files_[i] == before.files_[i]) continue;
    changes.push_back((files_[i] == File() ? "closes descriptor " : "replaces the file of descriptor ") +
                      std::to_string(i) + " of the debugger");
    break;
  }
  check(directory_ == before.directory_, "changes the working directory");
  check(mask_ == before.mask_, "changes the umask");
  check(timers_ == before.timers_, "leaves a timer running, as of alarm()");
  for (std::size_t i = 0; i < handlers_.size(); ++i) {
    if (handlers_[i] == before.handlers_[i]) continue;
    changes.push_back("changes what " + signal_name(static_cast<int>(i)) + " does");
    break;
  }
  check(std::memcmp(&blocked_, &before.blocked_, sizeof blocked_) == 0, "changes which signals are blocked");
  check(environment_ == before.environment_, "changes the environment");
  check(locale_ == before.locale_, "changes the locale");
  check(limits_ == before.limits_, "changes the limits of resources");
  check(group_ == before.group_, "changes the process group");
  return changes;
}

}  // namespace mqs_shim
