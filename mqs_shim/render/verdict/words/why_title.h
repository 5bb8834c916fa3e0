#pragma once
// Puts the title and the proof of a finding into words.

#include <string>
#include <string_view>
#include <vector>

#include "mqs_shim/job/why/verdict/verdict.h"
#include "mqs_shim/render/verdict/words/wait_words.h"

namespace mqs_shim {

// Holds the two parts of a title.
struct FindingTitle {
  // The first word of the title, such as "DEADLOCK"; "SUSPECTED" if the finding is neither proved nor confirmed by two
  // equal looks.
  std::string kind;
  std::string sentence;  // for example "ranks 0-1 wait for each other and for nothing else"
};

// Returns the title. `launcher` has the same meaning as for word_why().
FindingTitle finding_title(const why::Waits &waits, const why::Verdict &verdict, const WaitWords &words,
                           const why::Finding &finding, const std::string &launcher);

// Returns reservations about a mismatch, at most one for each of its two ranks: "unless rank 1 is past MPI_Bcast
// already: ...". The title does not contain them.
std::vector<std::string> reservations(const why::Waits &waits, const why::Verdict &verdict, const WaitWords &words,
                                      const why::Finding &finding);

// Returns a text about a proof, such as "proved: two equal looks 0.2 s apart, no message on its way"; empty for
// Proof::none. `seconds` is the time between the looks.
std::string proof_text(why::Proof proof, double seconds);
// Returns a text about what was missing for a better proof, such as "the point-to-point layer does not count messages".
std::string_view lack_text(why::Lack lack);

// Returns true if all agents (waiting threads and nonblocking collectives) belong to one process.
bool is_one_process(const why::Waits &waits, const std::vector<std::uint32_t> &agents);

}  // namespace mqs_shim
