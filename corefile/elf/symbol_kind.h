#pragma once
// What a symbol is looked up for.

namespace corefile {

enum class SymbolKind { data, function };

}  // namespace corefile
