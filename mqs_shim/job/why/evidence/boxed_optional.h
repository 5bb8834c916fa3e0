#pragma once
// A value that few of very many objects have: those without it pay for a pointer, where std::optional keeps the room of
// the whole value in each. Used as std::optional; copies are deep.

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

  Value &emplace() {
    value_ = std::make_unique<Value>();
    return *value_;
  }
  void reset() { value_.reset(); }

  bool has_value() const { return value_ != nullptr; }
  explicit operator bool() const { return has_value(); }
  Value &operator*() { return *value_; }
  const Value &operator*() const { return *value_; }
  Value *operator->() { return value_.get(); }
  const Value *operator->() const { return value_.get(); }

 private:
  std::unique_ptr<Value> value_;
};

}  // namespace mqs_shim::why
