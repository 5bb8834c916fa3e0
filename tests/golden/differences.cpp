#include "tests/golden/differences.h"

#include <nlohmann/json.hpp>

namespace golden {

namespace {

using nlohmann::json;

// Texts are kept: nearly all are words of which there are few. Others would be numbers in disguise.
std::string shown(const json &value) {
  if (value.is_number()) return "N";
  if (value.is_object() || value.is_array()) return value.empty() ? value.dump() : value.is_array() ? "[...]" : "{...}";
  return value.dump();
}

void compare(const std::string &path, const json &one, const json &other, std::set<std::string> &found) {
  if (one == other) return;
  if (one.is_object() && other.is_object()) {
    for (const auto &[key, value] : one.items()) {
      const std::string place = path.empty() ? key : path + '.' + key;
      if (!other.contains(key)) {
        found.insert(place + ": " + shown(value) + " is gone");
      } else {
        compare(place, value, other[key], found);
      }
    }
    for (const auto &[key, value] : other.items()) {
      if (!one.contains(key)) found.insert(path + '.' + key + ": " + shown(value) + " is new");
    }
  } else if (one.is_array() && other.is_array()) {
    if (one.size() != other.size()) {
      found.insert(path + (other.size() < one.size() ? ": fewer" : ": more"));
      return;
    }
    for (std::size_t i = 0; i < one.size(); ++i) compare(path + "[]", one[i], other[i], found);
  } else {
    found.insert(path + ": " + shown(one) + " -> " + shown(other));
  }
}

}  // namespace

std::set<std::string> differences(const std::string &one, const std::string &other) {
  std::set<std::string> found;
  if (one != other) compare("", json::parse(one), json::parse(other), found);
  return found;
}

}  // namespace golden
