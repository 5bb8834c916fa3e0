#pragma once
// Texts out of a target's memory, made safe to show. They may hold anything: control characters, escape sequences for
// the terminal, bytes that are no UTF-8.

#include <string>
#include <string_view>

namespace mqs_shim {

// Appends the text for a terminal: control characters (C0, DEL, C1, and those that reorder text) and bytes that are no
// UTF-8 as \xNN, a backslash as two. The result is printable UTF-8.
void append_printable(std::string &out, std::string_view text);
std::string printable(std::string_view text);
// The same in quotes; those within it have a backslash in front.
std::string in_quotes(std::string_view text);

// Appends the text as a JSON string with its quotes. The same characters that are escaped for a terminal as \uNNNN, so
// that JSON shown there is harmless and a reader of it gets them back; each byte that is no UTF-8 as U+FFFD.
void append_json_string(std::string &out, std::string_view text);

}  // namespace mqs_shim
