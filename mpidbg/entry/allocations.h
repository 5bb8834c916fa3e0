#pragma once
// Allocations makes results in the host's memory. Each struct, array and string is allocated separately with the host's
// malloc. Unless hand_over() is called, the destructor frees all of them.

#include <cstring>
#include <new>
#include <string>
#include <type_traits>
#include <vector>

#include "mpidbg/debugger/callbacks.h"

namespace mpidbg::entry {

class Allocations {
 public:
  Allocations() = default;
  Allocations(const Allocations &) = delete;
  Allocations &operator=(const Allocations &) = delete;
  ~Allocations() {
    for (void *memory : kept_) debugger::release(memory);
  }

  // Returns zeroed memory for `count` objects; null for a count of 0. Throws std::bad_alloc if the host cannot
  // allocate.
  template <class T>
  T *make(std::size_t count = 1) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (count == 0) return nullptr;
    void *&memory = kept_.emplace_back(nullptr);
    if (count <= SIZE_MAX / sizeof(T)) memory = debugger::allocate(count * sizeof(T));
    if (memory == nullptr) throw std::bad_alloc();
    std::memset(memory, 0, count * sizeof(T));
    return static_cast<T *>(memory);
  }

  // Copies the values to a new array; returns null for an empty vector.
  template <class T, class Source>
  T *copy(const std::vector<Source> &values) {
    T *array = make<T>(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) array[i] = static_cast<T>(values[i]);
    return array;
  }

  // Copies a string with its NUL. An empty string is allocated as well.
  char *copy(const std::string &text) {
    char *memory = make<char>(text.size() + 1);
    std::memcpy(memory, text.data(), text.size());
    return memory;
  }

  // Hands the allocations over to the host. Must be called when the result is complete.
  void hand_over() { kept_.clear(); }

 private:
  std::vector<void *> kept_;
};

}  // namespace mpidbg::entry
