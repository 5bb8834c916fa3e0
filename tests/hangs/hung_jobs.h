#pragma once
// Jobs that hang in every way of samples/hangs.c, as record_hangs.py has recorded their ranks: a library's jobs are
// data/LIBRARY.hangs.xz.

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "mpidbg/base/result.h"
#include "mqs_shim/render/sink.h"
#include "mqs_shim/summary/collection.h"
#include "mqs_shim/summary/summary.h"

namespace hangs {

struct HungJob {
  std::string way;
  int code = 0;  // exit code of `why` when the job was recorded, which the program itself expected
  mqs_shim::summaries::Summary summary;
};

// The constants of every form that is made of these jobs.
inline constexpr const char *launcher = "mpirun 7";

// Throws std::runtime_error if the file is not as record_hangs.py writes it.
std::vector<HungJob> jobs_of(const std::string &library);

// The verdict on the job, or on what remains of it without one of its ranks.
mqs_shim::summaries::Merged judged(const mqs_shim::summaries::Summary &summary, int left_out = -1);

template <class Value>
Value value_of(mpidbg::Result<Value> result) {
  if (!result.ok()) throw std::runtime_error(result.error().message);
  return std::move(*result);
}

template <class Write>
std::string written(Write &&write) {
  std::string text;
  {
    mqs_shim::Sink sink(mqs_shim::write_to_string(text));
    write(sink);
  }
  return text;
}

}  // namespace hangs
