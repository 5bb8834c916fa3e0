#pragma once
// Makes texts from a target's memory safe to show. They may contain anything: control characters, escape sequences for
// the terminal, and bytes that are not UTF-8.

#include <string>
#include <string_view>

namespace mqs_shim {

// Appends the text in a form that is safe on a terminal. Control characters (C0, DEL, C1, and those that reorder text)
// and bytes that are not UTF-8 become \xNN, and a backslash is doubled. The result is printable UTF-8.
void append_printable(std::string &out, std::string_view text);
std::string printable(std::string_view text);
// Returns the printable text in quotes; quotes within the text get a backslash in front.
std::string in_quotes(std::string_view text);

// Appends the text as a JSON string with its quotes. Characters that are escaped for a terminal become \uNNNN, so that
// JSON on a terminal is harmless, and a parser restores them. Each byte that is not UTF-8 becomes U+FFFD.
void append_json_string(std::string &out, std::string_view text);

}  // namespace mqs_shim
