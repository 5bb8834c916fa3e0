#pragma once
// A value that one thread writes while others, and signal handlers, read it. Each access is atomic by itself, orders
// nothing else, and costs no more than a plain access. record.h states the rules.

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
  // A lock would block a signal handler that interrupts its holder forever.
  static_assert(__atomic_always_lock_free(sizeof(T), nullptr));
  T value_;
};

}  // namespace recorder
