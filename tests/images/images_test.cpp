// Real processes: what is said of them, in said/, as the samples that they run make it. And with each page of memory
// taken away or zeroed: an answer that lacks something then says so, and names what cannot be read.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "tests/golden/differences.h"
#include "tests/golden/outcomes.h"
#include "tests/images/answers.h"

using images::Answer;
using images::Damage;
using images::Image;
using images::ImageTarget;
using mqs_shim::Noun;

namespace {

const std::string said = TESTS_DIRECTORY "/images/said";

struct Process {
  const char *name;
  Image (*open)(const std::string &path);
  const char *directory;
  std::set<Noun> nouns;      // those that the pages of the image are enough for
  std::uint64_t stride = 1;  // every so-manieth page is damaged

  Image image() const { return open(std::string(TESTS_DIRECTORY) + directory + name); }
};

const std::set<Noun> objects{Noun::comms,       Noun::queues,    Noun::groups,   Noun::requests,
                             Noun::errhandlers, Noun::datatypes, Noun::files,    Noun::infos,
                             Noun::ops,         Noun::windows,   Noun::messages, Noun::sessions};
const std::set<Noun> messages{Noun::comms, Noun::queues};

const Process processes[] = {
    // Rank 0 of samples/handles.c with three objects of each kind, without and with the recorder.
    {"openmpi", Image::packed, "/fuzz/images/", objects, 12},
    {"recorded", Image::packed, "/fuzz/images/", objects, 10},
    // Rank 0 of samples/layers.c.
    {"openmpi_ucx", Image::packed, "/fuzz/images/", objects, 8},
    {"mpich", Image::packed, "/fuzz/images/", objects, 10},
    // foreign/data/hang1.c
    {"openmpi-i386", Image::packed, "/foreign/data/", objects, 4},
    {"openmpi-s390x", Image::packed, "/foreign/data/", objects, 4},
    // Rank 0 of samples/hung_recv.c, which says in foreign/data/recorded/*.facts what it is.
    {"mpich-4.0.2-ofi.0", Image::recorded, "/foreign/data/recorded/", messages, 2},
    {"mpich-4.2.1-ucx-1.18.1.0", Image::recorded, "/foreign/data/recorded/", messages, 2},
    {"mpich-5.0.2-abi-ucx-1.23.0rc1.0", Image::recorded, "/foreign/data/recorded/", messages, 2},
    {"mpich-5.0.2-ucx-1.23.0rc1.0", Image::recorded, "/foreign/data/recorded/", messages, 2},
    {"openmpi-5.0.7.0", Image::recorded, "/foreign/data/recorded/", messages, 2},
    {"openmpi-5.0.7-ucx-1.18.1.0", Image::recorded, "/foreign/data/recorded/", messages, 24},
    {"openmpi-6.0.0rc2.0", Image::recorded, "/foreign/data/recorded/", messages, 2},
    {"openmpi-6.0.0rc2-ucx-1.23.0rc1.0", Image::recorded, "/foreign/data/recorded/", messages, 24}};

// With EVERY_PAGE in the environment all pages of all processes are damaged, which takes minutes.
const bool every_page = std::getenv("EVERY_PAGE") != nullptr;

// Of a stack most pages have nothing.
bool is_empty(const Image &image, std::uint64_t page) {
  std::vector<std::byte> bytes(images::page_size);
  bytes.resize(image.read(images::Address(page * images::page_size), bytes));
  return std::all_of(bytes.begin(), bytes.end(), [](std::byte one) { return one == std::byte{0}; });
}

bool is_damaged(const Process &process, std::uint64_t page) {
  return every_page || page % (process.stride * (fakes::sanitized ? 8 : 1)) == 0;
}

// A text of which a page is zeroed ends there, which nothing shows: `old` -> `new` at the end of the difference.
bool is_cut_text(const std::string &difference) {
  const auto arrow = difference.rfind("\" -> \""), begin = difference.find(": \"");
  if (arrow == std::string::npos || begin == std::string::npos || begin + 3 > arrow) return false;
  const auto old = difference.substr(begin + 3, arrow - begin - 3), now = difference.substr(arrow + 6);
  return old.starts_with(now.substr(0, now.size() - 1));
}

// Whether something is said that is not so, or a list is shorter. What is null is unknown; which library it is, and how
// its layouts were found, is said beside the rest. Objects that are found by a search of memory, which are the
// library's own here, are found in memory that is there.
bool is_wrong(const std::string &difference) {
  if (difference.ends_with("-> null") || difference.ends_with("-> \"unknown\"") || difference.ends_with(" is gone"))
    return false;
  if (is_cut_text(difference)) return false;
  for (const char *const tolerated : {"processes[].layouts:", "processes[].library:",
                                      "processes[].datatypes.not_shown:", "processes[].messages.not_shown:",
                                      // Where a page of the record is zeroed, it looks as if its entries had never been
                                      // used: what they had is missing, or inferred, which the answer says.
                                      "processes[].recorder.objects: fewer", "processes[].recorder.threads: fewer",
                                      "processes[].requests.objects[].call_inferred: false -> true",
                                      "processes[].windows.objects[].origin_communicator_inferred: null -> ",
                                      "processes[].groups[].freed_by_application: true -> false"}) {
    if (difference.starts_with(tolerated)) return false;
  }
  return true;
}

// Whether the answer says that it is not complete; of the record, and of a library whose build is not known any more,
// which attributes its variables would have shown, it does so elsewhere.
bool says_so(const std::set<std::string> &differences, const std::string &of) {
  return std::any_of(differences.begin(), differences.end(), [&](const std::string &one) {
    return one.starts_with("processes[].warnings") || one.starts_with("processes[].recorder.reason:") ||
           (one.starts_with("processes[].layouts:") && of == "processes[].communicators[].attributes: fewer");
  });
}

// Returns true if a problem names a place, or is one of those about a process as a whole, which have none.
bool names_the_damage(const std::string &problem) {
  static const char *const of_processes[] = {"cannot determine the point-to-point layer",
                                             "the table of communicators is empty", "known only from the recorder",
                                             "any that did not come from a recorded call"};
  return golden::names_a_place(problem) ||
         std::any_of(std::begin(of_processes), std::end(of_processes),
                     [&](const char *words) { return problem.find(words) != std::string::npos; });
}

// Damages each page that is read for an answer, alone. Returns how many answers had another problem then.
std::size_t damage_pages(const Process &process) {
  const Image image = process.image();
  std::string wrong;
  std::set<std::string> vague;
  std::size_t noticed = 0;
  for (const Noun noun : {process.nouns.contains(Noun::files) ? Noun::handles : Noun::comms, Noun::queues}) {
    ImageTarget target(image);
    const Answer whole = images::ask(target, noun);
    for (const std::uint64_t page : target.pages()) {
      if (!is_damaged(process, page) || is_empty(image, page)) continue;
      for (const auto kind : {Damage::page_taken_away, Damage::page_zeroed}) {
        ImageTarget damaged(image, Damage{kind, page});
        const Answer answer = images::ask(damaged, noun);
        const std::string subject =
            std::string(noun_name(noun)) + ", a page is " + (kind == Damage::page_zeroed ? "zeroed" : "taken away");
        if (answer.limit != whole.limit) {
          ++noticed;
          if (!names_the_damage(answer.limit)) vague.insert(subject + ": " + answer.limit);
          continue;
        }
        const auto differences = golden::differences(whole.json, answer.json);
        for (const std::string &difference : differences) {
          if (is_wrong(difference) && !says_so(differences, difference))
            wrong += subject + " at page " + std::to_string(page) + ": " + difference + '\n';
        }
      }
    }
  }
  CHECK_MESSAGE(wrong.empty(), wrong);
  for (const std::string &one : vague) CHECK_MESSAGE(false, one);
  return noticed;
}

}  // namespace

TEST_CASE("what is said of real processes") {
  for (const Process &process : processes) {
    CAPTURE(process.name);
    golden::compare(said, std::string(process.name) + ".txt",
                    images::everything_said(process.image(), process.nouns, process.nouns.contains(Noun::files)));
  }
}

TEST_CASE("no page of a process is lost without a word") {
  std::size_t noticed = 0;
  for (const Process &process : processes) {
    CAPTURE(process.name);
    noticed += damage_pages(process);
  }
  CHECK(noticed > 0);
}
