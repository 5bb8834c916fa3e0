#pragma once
// How the functions that MPI_T gives error codes of its own end.

#include <string>
#include <utility>

#include "mpidbg/base/result.h"

namespace mpidbg::model::mpit {

// From `invalid` on numbered as mpidbg_t_return_codes_t.
enum class Refusal {
  none,
  error,  // see Outcome::error
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

struct [[nodiscard]] Outcome {
  Outcome() = default;
  Outcome(Refusal why, std::string sentence) : refusal(why), error{ErrorCode::out_of_range, std::move(sentence)} {}
  Outcome(Error failed) : refusal(Refusal::error), error(std::move(failed)) {}
  explicit operator bool() const { return refusal == Refusal::none; }

  Refusal refusal = Refusal::none;
  Error error{};
};

}  // namespace mpidbg::model::mpit
