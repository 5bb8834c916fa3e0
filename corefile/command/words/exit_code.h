#pragma once
// Lists the exit codes of the command, each with one meaning. `done` is never returned if the processes could not be
// inspected.

namespace command {

enum class ExitCode {
  done = 0,    // nothing wrong was found
  failed = 1,  // a target could not be read, the output could not be written, or a checked object is faulty
  usage = 2,
  deadlock = 3,       // some ranks can never continue: proved, or nothing moved between two looks
  missing_ranks = 4,  // ranks of the job are not among the targets
  suspect = 5,        // some ranks wait for something that may still happen
  not_enough = 6,     // information is missing: invisible queues, MPI not initialised, unknown layouts
};

// Returns the exit code of `mpidbg watch` for a job that has not ended. 0 is reserved for the end of the job.
constexpr ExitCode of_watch(ExitCode verdict) {
  return verdict == ExitCode::done ? ExitCode::suspect : verdict;
}

// Combines two exit codes, preferring deadlock, failed, not_enough, missing_ranks, suspect and done, in this order. A
// proved deadlock remains true whatever else failed; the next in order are codes that limit what was seen.
constexpr ExitCode worse(ExitCode a, ExitCode b) {
  constexpr auto weight = [](ExitCode code) {
    switch (code) {
      case ExitCode::done:
        return 0;
      case ExitCode::suspect:
        return 1;
      case ExitCode::missing_ranks:
        return 2;
      case ExitCode::not_enough:
        return 3;
      case ExitCode::failed:
        return 4;
      case ExitCode::deadlock:
        return 5;
      case ExitCode::usage:
        return 6;
    }
    return 6;
  };
  return weight(a) < weight(b) ? b : a;
}

}  // namespace command
