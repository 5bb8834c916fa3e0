#pragma once
// Contains page.css and page.js, which are embedded at build time.

#include <string_view>

namespace mqs_shim {

extern const std::string_view page_style;
extern const std::string_view page_script;
extern const std::string_view page_script_hash;  // SHA-256 in base64, for the content security policy of the page

}  // namespace mqs_shim
