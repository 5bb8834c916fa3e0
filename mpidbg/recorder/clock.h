#pragma once
// Reads the clock of the record: CLOCK_MONOTONIC in nanoseconds. Linux has a variant of this clock that takes only a
// seventh of the time to read. It is exact to a timer tick. That suffices to show how long a call has been hanging.

#include <time.h>

#include <cstdint>

namespace recorder {

#ifdef CLOCK_MONOTONIC_COARSE
inline constexpr clockid_t recorded_clock = CLOCK_MONOTONIC_COARSE;
#else
inline constexpr clockid_t recorded_clock = CLOCK_MONOTONIC;
#endif

// Points to the kernel's function that clock_gettime calls, or to clock_gettime itself if find_clock() was not called
// or found nothing. The kernel's function never sets errno.
extern int (*clock_function)(clockid_t, timespec *);
// Sets clock_function to the clock_gettime of the vDSO if it can be found.
void find_clock();

inline std::int64_t nanoseconds(const timespec &time) {
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

// Returns the time of any clock in nanoseconds; 0 on failure.
inline std::int64_t read_clock(clockid_t clock) {
  timespec time;
  return clock_gettime(clock, &time) == 0 ? nanoseconds(time) : 0;
}

// Returns the time of the record's clock in nanoseconds.
inline std::int64_t now() {
  timespec time;
  clock_function(recorded_clock, &time);
  return nanoseconds(time);
}

}  // namespace recorder
