#pragma once
// The purpose for which a symbol is looked up.

namespace corefile {

enum class SymbolKind { data, function };

}  // namespace corefile
