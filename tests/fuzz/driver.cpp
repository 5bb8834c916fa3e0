// Runs a fuzz target without libFuzzer: on the inputs of its corpus, and on as many made of them by chance.
//
//     TARGET [--runs N] [--seed N] [FILE|DIRECTORY]...
//
// An input that breaks a promise ends the program; it is in crash-TARGET then, for `TARGET crash-TARGET`. One that
// takes more than 20 seconds of processor time is ended by a signal, and so is one that waits for ten minutes.

#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "tests/fuzz/fuzz_target.h"

namespace {

using Input = std::vector<std::uint8_t>;
constexpr unsigned most_seconds = 20, most_seconds_of_waiting = 600;
constexpr std::size_t most_bytes = 16384;

Input current;
std::string crash_file;

void keep_input(int signal_number) {
  if (std::FILE *file = std::fopen(crash_file.c_str(), "wb"); file != nullptr) {
    std::fwrite(current.data(), 1, current.size(), file);
    std::fclose(file);
  }
  std::fprintf(stderr, "%s: signal %d; the input is in it\n", crash_file.c_str(), signal_number);
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

void run(const Input &input) {
  current = input;
  const itimerval limit{{}, {most_seconds, 0}};
  setitimer(ITIMER_PROF, &limit, nullptr);
  alarm(most_seconds_of_waiting);
  LLVMFuzzerTestOneInput(current.data(), current.size());
}

Input content(const std::filesystem::path &path) {
  std::ifstream file(path, std::ios::binary);
  return Input(std::istreambuf_iterator<char>(file), {});
}

// A few bytes changed, added, taken out, or replaced by those of another input.
Input mutated(const std::vector<Input> &corpus, std::mt19937_64 &random) {
  const auto below = [&](std::size_t end) {
    return static_cast<std::size_t>(random() % std::max<std::size_t>(1, end));
  };
  Input input = corpus[below(corpus.size())];
  const auto at = [&] { return input.begin() + static_cast<std::ptrdiff_t>(below(input.size() + 1)); };
  for (std::size_t changes = 1 + below(6); changes > 0; --changes) {
    const Input &other = corpus[below(corpus.size())];
    switch (below(4)) {
      case 0:
        if (!input.empty()) input[below(input.size())] = static_cast<std::uint8_t>(random());
        break;
      case 1:
        for (std::size_t count = 1 + below(8); count > 0; --count)
          input.insert(at(), static_cast<std::uint8_t>(random()));
        break;
      case 2:
        if (!input.empty()) input.erase(input.begin() + static_cast<std::ptrdiff_t>(below(input.size())));
        break;
      default:
        const std::size_t begin = below(other.size()), size = std::min<std::size_t>(below(64), other.size() - begin);
        const Input part(other.begin() + static_cast<std::ptrdiff_t>(begin),
                         other.begin() + static_cast<std::ptrdiff_t>(begin + size));
        input.insert(at(), part.begin(), part.end());
    }
  }
  input.resize(std::min(input.size(), most_bytes));
  return input;
}

}  // namespace

int main(int argc, char **argv) {
  std::uint64_t runs = 0, seed = 1;
  std::vector<std::filesystem::path> files;
  for (int i = 1; i < argc; ++i) {
    const bool has_value = i + 1 < argc;
    if (std::strcmp(argv[i], "--runs") == 0 && has_value) {
      runs = std::stoull(argv[++i]);
    } else if (std::strcmp(argv[i], "--seed") == 0 && has_value) {
      seed = std::stoull(argv[++i]);
    } else if (std::filesystem::is_directory(argv[i])) {
      for (const auto &entry : std::filesystem::directory_iterator(argv[i])) files.push_back(entry.path());
    } else {
      files.emplace_back(argv[i]);
    }
  }
  std::sort(files.begin(), files.end());
  crash_file = "crash-" + std::filesystem::path(argv[0]).filename().string();
  for (const int signal_number : {SIGPROF, SIGALRM, SIGABRT, SIGSEGV, SIGBUS, SIGFPE})
    signal(signal_number, keep_input);

  std::vector<Input> corpus;
  corpus.reserve(files.size());
  for (const auto &file : files) corpus.push_back(content(file));
  for (const Input &input : corpus) run(input);
  if (corpus.empty()) corpus.push_back(Input(64));
  std::mt19937_64 random(seed);
  for (std::uint64_t i = 0; i < runs; ++i) run(mutated(corpus, random));
  const itimerval none{};
  setitimer(ITIMER_PROF, &none, nullptr);
  alarm(0);
  std::printf("%zu inputs of the corpus, %llu made of them\n", files.size(), static_cast<unsigned long long>(runs));
}
