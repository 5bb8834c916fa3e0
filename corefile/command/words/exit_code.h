#pragma once
// What the command's exit code says, one meaning each. Never 0 for "could not look".

namespace command {

enum class ExitCode {
  done = 0,    // nothing wrong found
  failed = 1,  // a target could not be read, the output not written, what was to be checked is faulty
  usage = 2,
  deadlock = 3,       // some ranks can never go on: proved, or nothing moved between two looks
  missing_ranks = 4,  // ranks of the job that are not among the targets
  suspect = 5,        // some ranks wait for what may still happen
  not_enough = 6,     // not enough information: queues that cannot be seen, MPI not initialised, layouts unknown
};

// The exit code of a watch whose job has not ended. 0 is reserved for the end of the job.
constexpr ExitCode of_watch(ExitCode verdict) {
  return verdict == ExitCode::done ? ExitCode::suspect : verdict;
}

// The one that a command ends with which met both: deadlock, failed, not_enough, missing_ranks, suspect, done. What was
// proved stands, whatever else failed; after that comes what kept the command from looking, then what it saw.
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
