#include "mpidbg/base/readable_name.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <memory>

namespace mpidbg {

namespace {

// Longer symbols are not demangled, because the demangler's memory grows with the square of the nesting in a name.
constexpr std::size_t longest_symbol = 4096;

bool is_opening(char c) {
  return c == '(' || c == '<' || c == '{' || c == '[';
}
bool is_closing(char c) {
  return c == ')' || c == '>' || c == '}' || c == ']';
}

// Returns true if the text can follow the parameters of a member function.
bool is_qualifier(std::string_view text) {
  constexpr std::string_view qualifiers[] = {
      "", " const", " volatile", " const volatile", " &", " &&", " const&", " const &", "&", "&&"};
  return std::find(std::begin(qualifiers), std::end(qualifiers), text) != std::end(qualifiers);
}

// Converts "int halo::exchange<int>(int*) const" to "int halo::exchange<int>".
std::string_view without_parameters(std::string_view name) {
  std::size_t end = name.rfind(')');
  if (end == std::string_view::npos) return name;
  int depth = 0;
  for (std::size_t i = end + 1; i-- > 0;) {
    if (name[i] == ')') ++depth;
    if (name[i] == '(' && --depth == 0) return i == 0 ? name : name.substr(0, i);
  }
  return name;
}

// Converts "solver::go(int) const::{lambda(int)#1}::operator()" to "solver::go::{lambda(int)#1}::operator()" by
// removing the parameters of enclosing functions. "(anonymous namespace)::" and the parentheses of an operator are
// kept.
std::string without_enclosing_parameters(std::string_view name) {
  std::string result;
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool begins_parameters = depth == 0 && name[i] == '(' && i > 0 && name[i - 1] != ':' && name[i - 1] != ' ' &&
                                   !name.substr(0, i).ends_with("operator");
    if (begins_parameters) {
      int within = 0;
      std::size_t end = i;
      do {
        if (is_opening(name[end])) ++within;
        if (is_closing(name[end])) --within;
      } while (++end < name.size() && within > 0);
      const std::size_t scope = name.find("::", end);
      if (within == 0 && scope != std::string_view::npos && is_qualifier(name.substr(end, scope - end))) {
        i = scope - 1;
        continue;
      }
    }
    if (is_opening(name[i])) ++depth;
    if (is_closing(name[i])) --depth;
    result += name[i];
  }
  return result;
}

// Converts "int halo::exchange<int>" to "halo::exchange<int>"; "T::operator bool" keeps its blank.
std::string_view without_return_type(std::string_view name) {
  const std::size_t operator_at = name.find("operator");
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < name.size() && i < operator_at; ++i) {
    if (is_opening(name[i])) ++depth;
    if (is_closing(name[i])) --depth;
    if (name[i] == ' ' && depth == 0) begin = i + 1;
  }
  return name.substr(begin);
}

// Converts gfortran's names of procedures in modules, such as "__halo_MOD_exchange", to "halo::exchange".
std::string from_gfortran(std::string_view symbol) {
  constexpr std::string_view mark = "_MOD_";
  const std::size_t at = symbol.find(mark);
  if (!symbol.starts_with("__") || at == std::string_view::npos || at <= 2) return {};
  return std::string(symbol.substr(2, at - 2)) + "::" + std::string(symbol.substr(at + mark.size()));
}

}  // namespace

std::string readable_name(std::string_view symbol) {
  if (symbol.size() > longest_symbol) return std::string(symbol);
  if (std::string name = from_gfortran(symbol); !name.empty()) return name;
  if (!symbol.starts_with("_Z")) return std::string(symbol);
  int status = 0;
  const std::unique_ptr<char, void (*)(void *)> demangled(
      abi::__cxa_demangle(std::string(symbol).c_str(), nullptr, nullptr, &status), std::free);
  if (status != 0 || demangled == nullptr) return std::string(symbol);
  const std::string name = without_enclosing_parameters(without_parameters(demangled.get()));
  return std::string(without_return_type(name));
}

}  // namespace mpidbg
