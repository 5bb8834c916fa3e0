#pragma once
// Describes the results of functions for which MPI_T defines its own error codes.

#include <string>
#include <utility>

#include "mpidbg/base/result.h"

namespace mpidbg::model::mpit {

// The reasons for refusing a request. Starting with `invalid`, the values are those of mpidbg_t_return_codes_t.
enum class Refusal {
  none,
  // The process could not be read; Outcome::error states the reason.
  error,
  invalid,
  invalid_index,
  invalid_name,
  invalid_handle,
  invalid_session,
  out_of_handles,
  out_of_sessions,
  set_never,
  no_startstop,
  no_write,
  no_atomic,
  not_accessible
};

// Holds success, a refusal with a sentence, or an error of reading the process.
struct [[nodiscard]] Outcome {
  Outcome() = default;
  Outcome(Refusal why, std::string sentence) : refusal(why), error{ErrorCode::out_of_range, std::move(sentence)} {}
  Outcome(Error failed) : refusal(Refusal::error), error(std::move(failed)) {}
  explicit operator bool() const { return refusal == Refusal::none; }

  Refusal refusal = Refusal::none;
  Error error{};
};

}  // namespace mpidbg::model::mpit
