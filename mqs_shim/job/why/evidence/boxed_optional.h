#pragma once
// BoxedOptional replaces std::optional for members that only a few of very many objects have. An empty BoxedOptional
// costs one pointer, where an empty std::optional reserves the space of a value. A copy of a BoxedOptional owns a copy
// of the value.

#include <memory>
#include <utility>

namespace mqs_shim::why {

template <class Value>
class BoxedOptional {
 public:
  BoxedOptional() = default;
  BoxedOptional(Value value) : value_(std::make_unique<Value>(std::move(value))) {}
  BoxedOptional(const BoxedOptional &other) : value_(other.value_ ? std::make_unique<Value>(*other.value_) : nullptr) {}
  BoxedOptional(BoxedOptional &&other) noexcept = default;
  BoxedOptional &operator=(BoxedOptional other) noexcept {
    value_ = std::move(other.value_);
    return *this;
  }
  ~BoxedOptional() = default;

  // Stores a default-constructed value in place of any old one, and returns a reference that is valid until the next
  // assignment, emplace() or reset().
  Value &emplace() {
    value_ = std::make_unique<Value>();
    return *value_;
  }
  void reset() { value_.reset(); }

  bool has_value() const { return value_ != nullptr; }
  explicit operator bool() const { return has_value(); }
  // These operators access the value, and require has_value(), as those of std::optional do.
  Value &operator*() { return *value_; }
  const Value &operator*() const { return *value_; }
  Value *operator->() { return value_.get(); }
  const Value *operator->() const { return value_.get(); }

 private:
  std::unique_ptr<Value> value_;
};

}  // namespace mqs_shim::why
