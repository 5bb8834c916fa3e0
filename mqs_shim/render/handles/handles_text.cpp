// The text of all nouns that list objects, and of `show`.

#include "mqs_shim/render/handles/handles_text.h"

#include "mqs_shim/render/recorded_text.h"

namespace mqs_shim {

namespace {

constexpr std::string_view kind_words[] = {"communicator", "group", "request", "status", "errhandler", "datatype",
                                           "file",         "info",  "op",      "window", "message",    "session"};

class HandlesText : public Renderer {
 public:
  HandlesText(Noun noun, RenderOptions options, Sink &sink)
      : noun_(noun), options_(std::move(options)), selection_(options_), writer_(sink, options_.color) {}

  void add(const ProcessReport &report) override {
    if (!selection_.process(report)) return;
    if (!write_process_header(writer_, report, options_, {})) return;
    selection_.look_up_communicators(report);
    if (noun_ == Noun::handles) write_communicators_and_groups(report);
    report.handles.for_each([&](const auto &list) {
      if (list.asked) write_list(report, list);
    });
    if (noun_ == Noun::show && report.shown_status) write_status(writer_, report, *report.shown_status, options_);
  }

  void finish(const std::vector<int> &missing_ranks) override { write_missing_ranks(writer_, missing_ranks); }

 private:
  void write_communicators_and_groups(const ProcessReport &report) {
    writer_.line("  ", "comms", Color::bold);
    for (const auto *communicator : selection_.communicators(report, false)) {
      write_communicator_heading(writer_, *communicator, true);
    }
    write_unseen(writer_, report, MPIDBG_KIND_COMM, false);
    write_recorder_limit(writer_, report);
    writer_.line("  ", "groups", Color::bold);
    for (const auto *group : selection_.groups(report)) {
      writer_.put("  ");
      writer_.put(group->name.empty() ? "group " + hex_text(group->handle) : printable(group->name), Color::cyan);
      writer_.line("  world ranks " + member_list(report, group->members));
    }
    write_unseen(writer_, report, MPIDBG_KIND_GROUP, false);
    write_recorder_limit(writer_, report);
  }

  template <class Record>
  void write_list(const ProcessReport &report, const HandleList<Record> &list) {
    if (noun_ == Noun::handles) writer_.line("  ", std::string(kind_of(list).nouns), Color::bold);
    std::size_t shown = 0, predefined = 0;
    for (const Record &record : list.objects) {
      if (noun_ == Noun::show) {
        write_full(writer_, report, record, options_);
      } else if (!selection_.object(record)) {
        ++predefined;
        continue;
      } else {
        write_line(writer_, report, record, options_);
      }
      write_recorded(writer_, report, kind_of(list).kind, record.handle, noun_ == Noun::show);
      ++shown;
    }
    shown += write_unseen(writer_, report, kind_of(list).kind, noun_ == Noun::show);
    if (!list.problem.empty()) writer_.line("  ", "cannot see: " + printable(list.problem), Color::yellow);
    if (noun_ == Noun::show) return;
    if (shown == 0 && list.problem.empty()) {
      writer_.line(std::string("  no ") + std::string(kind_of(list).nouns) +
                   (predefined == 0 ? "" : " but predefined ones and those of the library itself (--all shows them)"));
    } else if (predefined != 0 && options_.verbose) {
      writer_.line("  and " + std::to_string(predefined) + " predefined or of the library itself (--all shows them)");
    }
  }

  Noun noun_;
  RenderOptions options_;
  Selection selection_;
  TextWriter writer_;
};

}  // namespace

std::string_view kind_word(int kind) {
  return kind >= 0 && static_cast<std::size_t>(kind) < std::size(kind_words) ? kind_words[kind] : "object";
}

std::string hex_text(Address address) {
  std::string text;
  {
    Sink sink(write_to_string(text));
    sink.append_hex(address.value());
  }
  return text;
}

std::string_view language_word(int language) {
  constexpr std::string_view words[] = {"C", "C++", "Fortran", "Java"};
  return language >= 0 && static_cast<std::size_t>(language) < std::size(words) ? words[language] : "unknown language";
}

std::string function_text(const ProcessReport &report, Address function, int language) {
  std::string text;
  if (const auto name = report.function_names.find(function); name != report.function_names.end()) {
    text = printable(name->second) + ' ';
  }
  return text + hex_text(function) + " (" + std::string(language_word(language)) + ')';
}

std::string extra_state_text(const KeyvalRecord &keyval) {
  return keyval.language == MPIDBG_LANGUAGE_C ? hex_text(Address(static_cast<std::uint64_t>(keyval.extra_state)))
                                              : std::to_string(keyval.extra_state);
}

void write_attribute(TextWriter &writer, const ProcessReport &report, const AttributeRecord &attribute) {
  const std::string name = attribute.name.empty() ? "keyval " + std::to_string(attribute.keyval) : attribute.name;
  writer.line("    attribute " + printable(name) + " = " + printable(attribute.value));
  const auto keyval = report.keyvals.find(attribute.keyval);
  if (!attribute.name.empty() || keyval == report.keyvals.end()) return;
  const auto function = [&](Address address) {
    return address.is_null() ? std::string("none") : function_text(report, address, keyval->second.language);
  };
  writer.line("      copy function " + function(keyval->second.copy_function) + "  delete function " +
              function(keyval->second.delete_function) + "  extra state " + extra_state_text(keyval->second));
}

void write_handle_heading(TextWriter &writer, std::string_view noun, const HandleRecord &record) {
  writer.put("  ");
  const std::string name = printable(record.name);
  if (is_predefined(record) && !name.empty()) {
    writer.put(name, Color::cyan);
    writer.put("  " + hex_text(record.handle));
  } else {
    writer.put(std::string(noun) + ' ' + hex_text(record.handle), Color::cyan);
    if (!name.empty()) writer.put("  \"" + name + "\"");
  }
  if (record.fortran_handle >= 0) writer.put("  Fortran " + std::to_string(record.fortran_handle));
}

std::string communicator_text(const ProcessReport &report, Address handle) {
  for (const CommunicatorRecord &communicator : report.communicators) {
    if (communicator.handle == handle && !communicator.name.empty()) return printable(communicator.name);
  }
  return "communicator " + hex_text(handle);
}

void write_info_pairs(TextWriter &writer, const std::vector<InfoPairRecord> &pairs) {
  for (const InfoPairRecord &pair : pairs)
    writer.line("    info " + printable(pair.key) + " = " + printable(pair.value));
}

void write_hints(TextWriter &writer, const std::vector<InfoPairRecord> &hints,
                 const std::vector<InfoPairRecord> &ignored) {
  write_info_pairs(writer, hints);
  for (const InfoPairRecord &pair : ignored)
    writer.line("    info " + printable(pair.key) + " = " + printable(pair.value) + "  (the library takes no notice)");
}

std::string reference_list(const ProcessReport &report, const std::vector<HandleReferenceRecord> &references) {
  std::string text;
  for (const HandleReferenceRecord &reference : references) {
    if (!text.empty()) text += ", ";
    if (reference.kind == MPIDBG_KIND_COMM) {
      text += communicator_text(report, reference.handle);
    } else {
      text += std::string(kind_word(reference.kind)) + ' ' + hex_text(reference.handle);
    }
  }
  return text;
}

std::unique_ptr<Renderer> make_handles_text(Noun noun, RenderOptions options, Sink &sink) {
  return std::make_unique<HandlesText>(noun, std::move(options), sink);
}

}  // namespace mqs_shim
