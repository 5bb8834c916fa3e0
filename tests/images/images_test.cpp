// Real processes: what is said of them, in said/, as the samples that they run make it. And with each page of memory
// taken away or zeroed: an answer that lacks something then says so; the sentences are in damage/.

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/golden/differences.h"
#include "tests/golden/remarks.h"
#include "tests/images/answers.h"

using images::Answer;
using images::Damage;
using images::Image;
using images::ImageTarget;
using mqs_shim::Noun;

namespace {

const std::string said = TESTS_DIRECTORY "/images/said", of_damage = TESTS_DIRECTORY "/images/damage";

struct Process {
  const char *name;
  Image (*open)(const std::string &path);
  const char *directory;
  std::set<Noun> nouns;     // those that the pages of the image are enough for
  bool is_damaged = false;  // one that is complete as it is, and quickly read

  Image image() const { return open(std::string(TESTS_DIRECTORY) + directory + name); }
};

const std::set<Noun> objects{Noun::comms,       Noun::queues,    Noun::groups,   Noun::requests,
                             Noun::errhandlers, Noun::datatypes, Noun::files,    Noun::infos,
                             Noun::ops,         Noun::windows,   Noun::messages, Noun::sessions};
const std::set<Noun> messages{Noun::comms, Noun::queues};

const Process processes[] = {
    // Rank 0 of samples/handles.c with three objects of each kind, without and with the recorder.
    {"openmpi", Image::packed, "/fuzz/images/", objects, true},
    {"recorded", Image::packed, "/fuzz/images/", objects},
    // Rank 0 of samples/layers.c.
    {"openmpi_ucx", Image::packed, "/fuzz/images/", objects},
    {"mpich", Image::packed, "/fuzz/images/", objects, true},
    // foreign/data/hang1.c
    {"openmpi-i386", Image::packed, "/foreign/data/", objects},
    {"openmpi-s390x", Image::packed, "/foreign/data/", objects},
    // Rank 0 of samples/hung_recv.c, which says in foreign/data/recorded/*.facts what it is.
    {"mpich-4.0.2-ofi.0", Image::recorded, "/foreign/data/recorded/", messages},
    {"mpich-4.2.1-ucx-1.18.1.0", Image::recorded, "/foreign/data/recorded/", messages},
    {"mpich-5.0.2-abi-ucx-1.23.0rc1.0", Image::recorded, "/foreign/data/recorded/", messages},
    {"mpich-5.0.2-ucx-1.23.0rc1.0", Image::recorded, "/foreign/data/recorded/", messages},
    {"openmpi-5.0.7.0", Image::recorded, "/foreign/data/recorded/", messages},
    {"openmpi-5.0.7-ucx-1.18.1.0", Image::recorded, "/foreign/data/recorded/", messages},
    {"openmpi-6.0.0rc2.0", Image::recorded, "/foreign/data/recorded/", messages},
    {"openmpi-6.0.0rc2-ucx-1.23.0rc1.0", Image::recorded, "/foreign/data/recorded/", messages}};

// Every so-manieth: all of them were tried once, which takes a minute.
constexpr std::uint64_t page_stride = fakes::sanitized ? 32 : 4;

// Whether something is said that is not so, or a list is shorter. What is null is unknown; which library it is, and how
// its layouts were found, is said beside the rest. A text that is zeroed is an empty one, and objects that are found by
// a search of memory, which are the library's own here, are found in memory that is there.
bool is_wrong(const std::string &difference) {
  if (difference.ends_with("-> null") || difference.ends_with(" is gone")) return false;
  for (const char *const tolerated :
       {"processes[].layouts:", "processes[].library:", "processes[].datatypes.not_shown:",
        "processes[].messages.not_shown:", "processes[].windows.objects[].info[].value:",
        // Of a window whose module is zeroed, and so of no component, the communicator that it made is not known.
        "processes[].communicators: more"}) {
    if (difference.starts_with(tolerated)) return false;
  }
  return true;
}

// Each page that is read for an answer, damaged alone.
void damage_pages(const Process &process) {
  const Image image = process.image();
  golden::Remarks remarks;
  std::string wrong;
  for (const Noun noun : {process.nouns.contains(Noun::files) ? Noun::handles : Noun::comms, Noun::queues}) {
    ImageTarget target(image);
    const Answer whole = images::ask(target, noun);
    for (const std::uint64_t page : target.pages()) {
      if (page % page_stride != 0) continue;
      for (const auto kind : {Damage::page_taken_away, Damage::page_zeroed}) {
        ImageTarget damaged(image, Damage{kind, page});
        const Answer answer = images::ask(damaged, noun);
        const std::string subject =
            std::string(noun_name(noun)) + ", a page is " + (kind == Damage::page_zeroed ? "zeroed" : "taken away");
        if (answer.limit != whole.limit) {
          remarks.add(subject, answer.limit);
          continue;
        }
        const auto differences = golden::differences(whole.json, answer.json);
        const bool is_said = std::any_of(differences.begin(), differences.end(), [](const std::string &difference) {
          return difference.starts_with("processes[].warnings");
        });
        for (const std::string &difference : differences) {
          remarks.add(subject, difference);
          if (!is_said && is_wrong(difference))
            wrong += subject + " at page " + std::to_string(page) + ": " + difference + '\n';
        }
      }
    }
  }
  CHECK_MESSAGE(wrong.empty(), wrong);
  remarks.compare_with(of_damage, std::string(process.name) + ".txt");
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
  for (const Process &process : processes) {
    CAPTURE(process.name);
    if (process.is_damaged) damage_pages(process);
  }
}
