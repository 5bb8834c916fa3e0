#include "corefile/conformance/trial_journal.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace mqs_shim {

struct SpareJournal::Shared {
  std::chrono::steady_clock::rep call;
  bool has_step;
  char step[512];  // ended by NUL
  std::size_t size;
  char lines[std::size_t{256} << 10];
};

SpareJournal::SpareJournal() {
  void *const memory =
      mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory != MAP_FAILED) shared_ = static_cast<Shared *>(memory);
}

SpareJournal::~SpareJournal() {
  if (shared_ != nullptr) munmap(shared_, sizeof(Shared));
}

void SpareJournal::set_step(const std::string &step) {
  shared_->has_step = true;
  shared_->step[step.copy(shared_->step, sizeof shared_->step - 1)] = 0;
}

void SpareJournal::set_call() {
  shared_->call = std::chrono::steady_clock::now().time_since_epoch().count();
}

std::chrono::steady_clock::duration SpareJournal::since_call() const {
  return std::chrono::steady_clock::now().time_since_epoch() - std::chrono::steady_clock::duration(shared_->call);
}

void SpareJournal::add(const std::string &lines) {
  if (lines.size() > sizeof shared_->lines - shared_->size) return;
  std::memcpy(shared_->lines + shared_->size, lines.data(), lines.size());
  shared_->size += lines.size();
}

std::string SpareJournal::text() const {
  std::string text(shared_->lines, std::min(shared_->size, sizeof shared_->lines));
  if (shared_->has_step) text += "S" + std::string(shared_->step, strnlen(shared_->step, sizeof shared_->step)) + "\n";
  return text;
}

TrialJournal::TrialJournal(int descriptor, SpareJournal &spare) : descriptor_(descriptor), spare_(spare) {
  struct stat status {};
  if (fstat(descriptor, &status) != 0) return;
  device_ = status.st_dev;
  inode_ = status.st_ino;
}

bool TrialJournal::has_pipe() const {
  struct stat status {};
  return fstat(descriptor_, &status) == 0 && status.st_dev == device_ && status.st_ino == inode_;
}

void TrialJournal::write_line(char kind, const std::string &text) {
  const std::string line = kind + text + "\n";
  std::size_t done = 0;
  while (done < line.size() && has_pipe()) {
    const ssize_t wrote = write(descriptor_, line.data() + done, line.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) break;
    done += static_cast<std::size_t>(wrote);
  }
  if (done == line.size()) return;
  if (kind == 'S') return spare_.set_step(text);
  spare_.add(line);
}

}  // namespace mqs_shim
