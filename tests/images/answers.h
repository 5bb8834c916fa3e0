#pragma once
// What is said of a process.

#include <set>
#include <string>

#include "mqs_shim/records/noun.h"
#include "tests/images/image.h"

namespace images {

struct Answer {
  std::string json;
  std::string limit;  // why it is not complete; empty if it is
};

// A process that cannot be looked at has an empty object as JSON, and the reason as limit.
Answer ask(ImageTarget &target, mqs_shim::Noun noun);

// The text of each noun, short and in full; with `objects` also each object that the program made, by itself.
std::string everything_said(const Image &image, const std::set<mqs_shim::Noun> &nouns, bool objects);

}  // namespace images
