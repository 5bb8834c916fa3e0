#include "corefile/elf/readable_name.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace corefile {

namespace {

// The demangler needs memory in proportion to the square of what is nested.
constexpr std::size_t longest_symbol = 4096;

bool is_opening(char c) {
  return c == '(' || c == '<' || c == '{' || c == '[';
}
bool is_closing(char c) {
  return c == ')' || c == '>' || c == '}' || c == ']';
}

// "int halo::exchange<int>(int*) const" -> "int halo::exchange<int>"
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

// "int halo::exchange<int>" -> "halo::exchange<int>"; "T::operator bool" keeps its blank.
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

// "__halo_MOD_exchange" -> "halo::exchange", gfortran's names of procedures in modules.
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
  return std::string(without_return_type(without_parameters(demangled.get())));
}

}  // namespace corefile
