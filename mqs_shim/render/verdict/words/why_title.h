#pragma once
// What a finding is, in a title, and how sure it is.

#include <string>
#include <string_view>
#include <vector>

#include "mqs_shim/job/why/verdict/verdict.h"
#include "mqs_shim/render/verdict/words/wait_words.h"

namespace mqs_shim {

struct FindingTitle {
  std::string kind;      // "DEADLOCK"; "SUSPECTED" of all that is neither proved nor seen at two equal looks
  std::string sentence;  // "ranks 0-1 wait for each other and for nothing else"
};

// `launcher`: as of word_why().
FindingTitle finding_title(const why::Waits &waits, const why::Verdict &verdict, const WaitWords &words,
                           const why::Finding &finding, const std::string &launcher);

// What the title of a mismatch leaves out: "unless rank 1 is past MPI_Bcast already: ...". One or none of each of two.
std::vector<std::string> reservations(const why::Waits &waits, const why::Verdict &verdict, const WaitWords &words,
                                      const why::Finding &finding);

// "proved: two equal looks 0.2 s apart, no message on its way"; empty without a proof. `seconds`: between the looks.
std::string proof_text(why::Proof proof, double seconds);
// "the point-to-point layer does not count messages".
std::string_view lack_text(why::Lack lack);

// Whether agents are all of one process.
bool is_one_process(const why::Waits &waits, const std::vector<std::uint32_t> &agents);

}  // namespace mqs_shim
