#pragma once
// Holds a value that one thread writes while other threads and signal handlers read it. Each access is atomic by
// itself, does not order other accesses, and costs no more than a plain access. record.h states for which values it is
// used.

namespace recorder {

template <class T>
class Relaxed {
 public:
  constexpr Relaxed(T value = T{}) : value_(value) {}
  Relaxed(const Relaxed &) = delete;
  Relaxed &operator=(const Relaxed &) = delete;

  operator T() const { return __atomic_load_n(&value_, __ATOMIC_RELAXED); }
  T operator=(T value) {
    __atomic_store_n(&value_, value, __ATOMIC_RELAXED);
    return value;
  }

 private:
  // An atomic type that uses a lock would block a signal handler forever if it interrupts the holder of the lock.
  static_assert(__atomic_always_lock_free(sizeof(T), nullptr));
  T value_;
};

}  // namespace recorder
