#include "mqs_shim/render/wording/handles/objects.h"

#include "mpidbg/base/hexadecimal.h"
#include "mqs_shim/render/terms/object_terms.h"

namespace mqs_shim {

std::string hex_text(Address address) {
  return mpidbg::hex(address);
}

void label(Block &block, std::string_view text) {
  constexpr std::size_t width_of_labels = 13;
  block.title = text;
  block.title_width = width_of_labels;
}

Block labelled_block(std::string_view text_of_label, std::string_view text) {
  Block block = property_block(text);
  label(block, text_of_label);
  return block;
}

void write_labelled(BlockOutput &output, std::string_view text_of_label, std::string_view text) {
  output.write(labelled_block(text_of_label, text));
}

std::string freed_text(bool inferred) {
  return inferred ? "freed by the application (inferred)" : "freed by the application";
}

std::string function_text(const ProcessReport &report, Address function, int language) {
  std::string text;
  if (const auto name = report.function_names.find(function); name != report.function_names.end()) {
    text = printable(name->second) + ' ';
  }
  return text + hex_text(function) + " (" + std::string(language_term(language)) + ')';
}

std::string extra_state_text(const KeyvalRecord &keyval) {
  return keyval.language == MPIDBG_LANGUAGE_C ? hex_text(Address(static_cast<std::uint64_t>(keyval.extra_state)))
                                              : std::to_string(keyval.extra_state);
}

void write_attribute(BlockOutput &output, const ProcessReport &report, const AttributeRecord &attribute) {
  const std::string name = attribute.name.empty() ? "keyval " + std::to_string(attribute.keyval) : attribute.name;
  const OpenBlock open(output, property_block("attribute " + printable(name) + " = " + printable(attribute.value)));
  const auto keyval = report.keyvals.find(attribute.keyval);
  if (!attribute.name.empty() || keyval == report.keyvals.end()) return;
  const auto function = [&](Address address) {
    return address.is_null() ? std::string("none") : function_text(report, address, keyval->second.language);
  };
  output.write(property_block("copy function " + function(keyval->second.copy_function))
                   .cell("delete function " + function(keyval->second.delete_function))
                   .cell("extra state " + extra_state_text(keyval->second)));
}

Block handle_block(std::string_view noun, const HandleRecord &record) {
  Block block{.role = Role::object};
  const std::string name = printable(record.name);
  if (is_predefined(record) && !name.empty()) {
    block.title = name;
    block.cells.add(hex_text(record.handle));
  } else {
    block.title = std::string(noun) + ' ' + hex_text(record.handle);
    if (!name.empty()) block.cells.add(in_quotes(record.name));
  }
  if (record.fortran_handle != -1) add_fortran_handle(block.cells, record.fortran_handle);
  return block;
}

std::string communicator_text(const ProcessReport &report, Address handle) {
  for (const CommunicatorRecord &communicator : report.communicators) {
    if (communicator.handle == handle && !communicator.name.empty()) return printable(communicator.name);
  }
  return "communicator " + hex_text(handle);
}

void write_hints(BlockOutput &output, const std::vector<InfoPairRecord> &hints,
                 const std::vector<InfoPairRecord> &ignored) {
  const auto text = [](const InfoPairRecord &pair) {
    return "info " + printable(pair.key) + " = " + printable(pair.value);
  };
  for (const InfoPairRecord &pair : hints) write_property(output, text(pair));
  for (const InfoPairRecord &pair : ignored) output.write(property_block(text(pair)).cell("(ignored by the library)"));
}

std::string reference_list(const ProcessReport &report, const std::vector<HandleReferenceRecord> &references) {
  std::string text;
  for (const HandleReferenceRecord &reference : references) {
    if (!text.empty()) text += ", ";
    if (reference.kind == MPIDBG_KIND_COMM) {
      text += communicator_text(report, reference.handle);
    } else {
      text += std::string(kind_term(reference.kind)) + ' ' + hex_text(reference.handle);
    }
  }
  return text;
}

}  // namespace mqs_shim
