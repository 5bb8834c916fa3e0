#pragma once
// Says whether a symbol is looked up as a variable or as a function.

namespace corefile {

enum class SymbolKind { data, function };

}  // namespace corefile
