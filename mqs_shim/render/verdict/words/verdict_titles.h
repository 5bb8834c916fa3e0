#pragma once
// Returns the lines with which a verdict begins. `why` writes details below them, `diff` and `watch` only these lines,
// so that all of them use the same words about the same job.

#include <string>
#include <vector>

#include "mqs_shim/job/why/verdict/inquiry.h"
#include "mqs_shim/render/verdict/words/wait_words.h"

namespace mqs_shim {

// Holds one such line.
struct VerdictTitle {
  std::string text;   // "DEADLOCK: ranks 0-1 wait for each other and for nothing else"
  std::string proof;  // "proved: ..."; empty if the ranks may still continue
};

// Returns the title of each finding or, without findings, the one title that says so. judge() must have been called.
// `seconds` is the time between the last two looks. `launcher` has the same meaning as for word_why().
std::vector<VerdictTitle> verdict_titles(const why::Inquiry &inquiry, double seconds, const std::string &launcher);

// Returns the findings of a verdict. Joins those that follow each other and are alike: they have the same kind, and
// their ranks each wait for themselves, or all wait for the same process that has exited or finalized.
std::vector<why::Finding> joined_findings(const why::Verdict &verdict);

// Returns the title of a verdict that has no findings.
std::string title_without_findings(const why::Verdict &verdict, const WaitWords &words);

}  // namespace mqs_shim
