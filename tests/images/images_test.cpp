// Real processes: what is said of them, in said/, as the samples that they run make it.

#include <doctest/doctest.h>

#include "tests/golden/compare.h"
#include "tests/images/answers.h"

using images::Image;
using mqs_shim::Noun;

namespace {

const std::string said = TESTS_DIRECTORY "/images/said";

struct Process {
  const char *name;
  Image (*open)(const std::string &path);
  const char *directory;
  std::set<Noun> nouns;  // those that the pages of the image are enough for

  Image image() const { return open(std::string(TESTS_DIRECTORY) + directory + name); }
};

const std::set<Noun> objects{Noun::comms,       Noun::queues,    Noun::groups,   Noun::requests,
                             Noun::errhandlers, Noun::datatypes, Noun::files,    Noun::infos,
                             Noun::ops,         Noun::windows,   Noun::messages, Noun::sessions};
const std::set<Noun> messages{Noun::comms, Noun::queues};

const Process processes[] = {
    // Rank 0 of samples/handles.c with three objects of each kind, without and with the recorder.
    {"openmpi", Image::packed, "/fuzz/images/", objects},
    {"recorded", Image::packed, "/fuzz/images/", objects},
    // Rank 0 of samples/layers.c.
    {"openmpi_ucx", Image::packed, "/fuzz/images/", objects},
    {"mpich", Image::packed, "/fuzz/images/", objects},
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

}  // namespace

TEST_CASE("what is said of real processes") {
  for (const Process &process : processes) {
    CAPTURE(process.name);
    golden::compare(said, std::string(process.name) + ".txt",
                    images::everything_said(process.image(), process.nouns, process.nouns.contains(Noun::files)));
  }
}
