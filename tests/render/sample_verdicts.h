#pragma once
// Jobs of every kind of verdict, made by hand.

#include <string>
#include <vector>

#include "mqs_shim/job/why/verdict/inquiry.h"

namespace sample {

struct Verdict {
  std::string name;  // of files, too
  // What was seen look by look.
  std::vector<std::vector<mqs_shim::why::Evidence>> looks;
};

std::vector<Verdict> verdicts();
void judge(const Verdict &verdict, mqs_shim::why::Inquiry &inquiry);

}  // namespace sample
