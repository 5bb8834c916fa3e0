#include "mqs_shim/render/variables/mismatch_words.h"

#include <iterator>
#include <sstream>

#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/terms/variable_terms.h"

namespace mqs_shim {

namespace {

std::string_view noun_word(Noun noun) {
  switch (noun) {
    case Noun::cvars:
      return "control variable";
    case Noun::pvars:
      return "performance variable";
    case Noun::categories:
      return "category";
    default:
      return "type of events";
  }
}

}  // namespace

std::string_view property_word(VariableProperty property) {
  constexpr std::string_view words[] = {"datatype",    "verbosity", "binding",    "scope",  "datatypes",
                                        "enumeration", "read-only", "continuous", "atomic", "description"};
  static_assert(std::size(words) == static_cast<std::size_t>(VariableProperty::description) + 1);
  return words[static_cast<std::size_t>(property)];
}

std::string property_value(VariableProperty property, const std::string &value) {
  switch (property) {
    case VariableProperty::datatype:
      return std::string(datatype_term(std::stoi(value)));
    case VariableProperty::verbosity:
      return std::string(verbosity_term(std::stoi(value)));
    case VariableProperty::binding:
      return std::string(bind_term(std::stoi(value)));
    case VariableProperty::scope:
      return std::string(scope_term(std::stoi(value)));
    case VariableProperty::datatypes: {
      std::istringstream numbers(value);
      std::string words;
      for (int number = 0; numbers >> number;) words.append(datatype_term(number)) += ' ';
      return words;
    }
    default:
      return value;
  }
}

std::string mismatch_text(const Mismatch &mismatch) {
  const auto value = [&](const std::string &text) {
    const std::string words = property_value(mismatch.property, text);
    return words.empty() ? std::string("none") : printable(words);
  };
  return std::string("mismatch: the ").append(noun_word(mismatch.noun)) + ' ' + printable(mismatch.name) + " has " +
         std::string(property_word(mismatch.property)) + ' ' + value(mismatch.one) + " on rank " +
         std::to_string(mismatch.one_rank) + " and " + value(mismatch.other) + " on rank " +
         std::to_string(mismatch.other_rank);
}

}  // namespace mqs_shim
