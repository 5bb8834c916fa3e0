#pragma once
// BoxedOptional replaces std::optional for members that are rarely set, in objects of which there are very many. An
// empty BoxedOptional costs one pointer, where an empty std::optional reserves the space of a value. A copy of a
// BoxedOptional owns a copy of the value.

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

  // Stores a default-constructed value in place of any old one, and returns a reference to it. The reference is valid
  // until the next assignment, emplace() or reset().
  Value &emplace() {
    value_ = std::make_unique<Value>();
    return *value_;
  }
  void reset() { value_.reset(); }

  bool has_value() const { return value_ != nullptr; }
  explicit operator bool() const { return has_value(); }
  // These operators access the value. As in std::optional, they require has_value().
  Value &operator*() { return *value_; }
  const Value &operator*() const { return *value_; }
  Value *operator->() { return value_.get(); }
  const Value *operator->() const { return value_.get(); }

 private:
  std::unique_ptr<Value> value_;
};

}  // namespace mqs_shim::why
